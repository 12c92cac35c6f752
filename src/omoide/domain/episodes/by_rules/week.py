"""A week told without a model: the two most stirring days in detail, the others in a line (SPEC EP3)."""

from collections.abc import Sequence
from datetime import date
from typing import Final

from omoide.domain.episodes.by_rules import phrasing, quoting
from omoide.domain.episodes.episode import joined
from omoide.domain.episodes.telling import WEEK_LENGTH, LengthRules, TellingLine, WeekSentence
from omoide.domain.text.language import Language

REST_CHARACTERS: Final = 160
"""Kept free for the line about the other days."""
_Numbered = tuple[int, WeekSentence]


def tell(
    sentences: Sequence[WeekSentence], *, language: Language, length: LengthRules = WEEK_LENGTH
) -> tuple[TellingLine, ...]:
    """Return the week in sentences, each with the numbers, from 1, of the sentences of its days it rests on."""
    numbered = list(enumerate(sentences, start=1))
    days = sorted({each.day for each in sentences})
    told = [TellingLine(phrasing.week_opening(days[0], days[-1], len(days), language), _first_of(numbered, days))]
    detailed = [day for day in days if any(each.day == day and each.is_detailed for each in sentences)]
    room = length.longest - len(told[0].text) - (REST_CHARACTERS if len(days) > len(detailed) else 0)
    told += _in_detail(numbered, detailed, room=room, language=language)
    rest = _rest(numbered, [day for day in days if day not in detailed], language)
    while rest is not None and len(joined(line.text for line in (*told, rest))) > length.longest and len(told) > 1:
        told = told[:-1]
    return (*told, rest) if rest is not None else tuple(told)


def _first_of(numbered: Sequence[_Numbered], days: Sequence[date]) -> tuple[int, ...]:
    return tuple(next(number for number, each in numbered if each.day == day) for day in days)


def _in_detail(
    numbered: Sequence[_Numbered], days: Sequence[date], *, room: int, language: Language
) -> list[TellingLine]:
    """Return the sentences of the chosen days, as many of each as fit; the first of a day, its strongest, always."""
    share = room // max(1, len(days))
    told: list[TellingLine] = []
    for day in days:
        mine = [(number, each) for number, each in numbered if each.day == day]
        telling = [(number, each) for number, each in mine if not each.is_general] or mine
        told += _some_of(telling, room=share, language=language)
    return told


def _some_of(telling: Sequence[_Numbered], *, room: int, language: Language) -> list[TellingLine]:
    told: list[TellingLine] = []
    for number, each in telling:
        text = each.text if told else phrasing.week_day(each.day, each.text, language)
        if told and len(joined([*(line.text for line in told), text])) > room:
            break
        told.append(TellingLine(text, (number,)))
    return told


def _rest(numbered: Sequence[_Numbered], days: Sequence[date], language: Language) -> TellingLine | None:
    subjects: list[tuple[date, str]] = []
    numbers: list[int] = []
    for day in days:
        mine = [(number, each) for number, each in numbered if each.day == day]
        telling = [(number, each) for number, each in mine if not each.is_general] or mine
        for number, each in telling:
            if word := quoting.subject_of_told(each.text):
                subjects.append((day, word))
                numbers.append(number)
                break
    return TellingLine(phrasing.week_rest(subjects, language), tuple(numbers)) if subjects else None
