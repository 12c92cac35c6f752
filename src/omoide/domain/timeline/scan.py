"""Finding atoms: every rule is tried everywhere, and where rules overlap the leftmost and then the longest reading wins."""

from collections.abc import Sequence

from omoide.domain.language import Language
from omoide.domain.timeline import (
    english_clock,
    english_dates,
    english_times,
    english_weeks,
    english_years,
    japanese_dates,
    japanese_times,
    japanese_weeks,
    numeric_dates,
    stages_english,
    stages_japanese,
)
from omoide.domain.timeline.atom import Atom, Reference, Rule

RULES: dict[Language, tuple[Rule, ...]] = {
    Language.JA: (
        *japanese_dates.RULES,
        *japanese_weeks.RULES,
        *japanese_times.RULES,
        *stages_japanese.RULES,
        *numeric_dates.RULES,
    ),
    Language.EN: (
        *english_dates.RULES,
        *english_years.RULES,
        *english_weeks.RULES,
        *english_clock.RULES,
        *english_times.RULES,
        *stages_english.RULES,
        *numeric_dates.RULES,
    ),
}


def atoms(text: str, *, language: Language, ref: Reference) -> list[Atom]:
    """Return the atoms of a folded text in order, none overlapping another."""
    found: list[Atom] = []
    for pattern, build in RULES[language]:
        for match in pattern.finditer(text):
            made = build(match, ref)
            if made is not None:
                found.append(made)
    return _apart(found)


def _apart(found: Sequence[Atom]) -> list[Atom]:
    apart: list[Atom] = []
    for each in sorted(found, key=lambda each: (each.at, -each.to)):
        if not apart or each.at >= apart[-1].to:
            apart.append(each)
    return apart
