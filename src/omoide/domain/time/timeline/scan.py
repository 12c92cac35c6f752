"""Finding atoms: every rule is tried everywhere, and where rules overlap the leftmost and then the longest reading wins."""

import re
from collections.abc import Sequence
from functools import cache
from typing import assert_never

from omoide.domain.text.language import Language
from omoide.domain.text.remembered import remembered
from omoide.domain.time.timeline.atom import Atom, Build, Reference, Rule


@cache
def rules(language: Language) -> tuple[Rule, ...]:
    """Return the grammar of a language; its patterns are compiled when it is first spoken, so that a door opens fast."""
    from omoide.domain.time.timeline import numeric_dates

    match language:
        case Language.JA:
            from omoide.domain.time.timeline.japanese import dates as japanese_dates
            from omoide.domain.time.timeline.japanese import stages as stages_japanese
            from omoide.domain.time.timeline.japanese import times as japanese_times
            from omoide.domain.time.timeline.japanese import weeks as japanese_weeks

            modules = (japanese_dates, japanese_weeks, japanese_times, stages_japanese, numeric_dates)
            return tuple(rule for module in modules for rule in module.RULES)
        case Language.EN:
            from omoide.domain.time.timeline.english import clock as english_clock
            from omoide.domain.time.timeline.english import dates as english_dates
            from omoide.domain.time.timeline.english import stages
            from omoide.domain.time.timeline.english import times as english_times
            from omoide.domain.time.timeline.english import weeks as english_weeks
            from omoide.domain.time.timeline.english import years as english_years

            spoken = (english_dates, english_years, english_weeks, english_clock, english_times, stages, numeric_dates)
            return tuple(rule for module in spoken for rule in module.RULES)
        case unreachable:
            assert_never(unreachable)


def atoms(text: str, *, language: Language, ref: Reference) -> list[Atom]:
    """Return the atoms of a folded text in order, none overlapping another."""
    made = (build(match, ref) for build, match in _matches(text, language))
    return _apart([atom for atom in made if atom is not None])


@remembered  # a sentence is asked for what it says of the past and of the future, by one who speaks now and later
def _matches(text: str, language: Language) -> tuple[tuple[Build, re.Match[str]], ...]:
    """Return where the rules match, whoever speaks and whenever."""
    return tuple((build, match) for pattern, build in rules(language) for match in pattern.finditer(text))


def _apart(found: Sequence[Atom]) -> list[Atom]:
    apart: list[Atom] = []
    for each in sorted(found, key=lambda each: (each.at, -each.to)):
        if not apart or each.at >= apart[-1].to:
            apart.append(each)
    return apart
