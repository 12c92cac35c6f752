"""A week told without a model: the two most stirring days in detail, the others in a line (SPEC EP3).

It is always shorter than the days it tells: of a few quiet days no 400 characters are made.
"""

from collections.abc import Sequence
from datetime import date
from typing import Final

from omoide.domain.episodes.by_rules import phrasing, quoting
from omoide.domain.episodes.episode import joined
from omoide.domain.episodes.telling import WEEK_LENGTH, LengthRules, TellingLine, WeekSentence
from omoide.domain.text.excerpt import one_line
from omoide.domain.text.language import Language

KEPT_SHARE: Final = 0.75
"""Of the days' own length, the most that a week takes."""
LONGEST_SENTENCE: Final = 300
"""Characters of a day's sentence that stand in a week; of a longer one its beginning."""
_Numbered = tuple[int, WeekSentence]


def tell(
    sentences: Sequence[WeekSentence], *, language: Language, length: LengthRules = WEEK_LENGTH
) -> tuple[TellingLine, ...]:
    """Return the week in sentences, each with the numbers, from 1, of the sentences of its days it rests on."""
    numbered = list(enumerate(sentences, start=1))
    stirring = {each.day: each.arousal for each in sentences}
    detailed = {each.day for each in sentences if each.is_detailed}
    others = sorted(set(stirring) - detailed, key=lambda day: (-stirring[day], day))
    longest = min(length.longest, int(KEPT_SHARE * _size(sentences)))
    told = _told(numbered, detailed, set(), longest=longest, language=language)
    for count in range(1, len(others) + 1):
        if _size(told) >= length.least:
            break
        more = _told(numbered, detailed, set(others[:count]), longest=longest, language=language)
        if _size(more) > longest:
            break
        told = more
    return tuple(told)


def _size(lines: Sequence[TellingLine] | Sequence[WeekSentence]) -> int:
    return len(joined(line.text for line in lines))


def _told(
    numbered: Sequence[_Numbered], detailed: set[date], briefly: set[date], *, longest: int, language: Language
) -> list[TellingLine]:
    """Return the week with some days in detail, some by their strongest sentence, and of the rest a word."""
    days = sorted({each.day for _, each in numbered})
    told: list[TellingLine] = []
    if len(days) > 1:
        opening = phrasing.week_opening(days[0], days[-1], len(days), language)
        told.append(TellingLine(opening, _first_of(numbered, days)))
    rest = _rest(numbered, [day for day in days if day not in detailed | briefly], language)
    short = {day: _some_of(_telling_of(numbered, day)[:1], room=0, language=language) for day in briefly}
    room = longest - _size([*told, *(line for lines in short.values() for line in lines), *rest])
    whole = {
        day: _some_of(_telling_of(numbered, day), room=room // len(detailed), language=language) for day in detailed
    }
    in_order = [line for day in days for line in (whole | short).get(day, ())]
    return [*told, *in_order, *rest]


def _first_of(numbered: Sequence[_Numbered], days: Sequence[date]) -> tuple[int, ...]:
    return tuple(next(number for number, each in numbered if each.day == day) for day in days)


def _telling_of(numbered: Sequence[_Numbered], day: date) -> list[_Numbered]:
    """Return the sentences of a day that tell of something of it."""
    mine = [(number, each) for number, each in numbered if each.day == day]
    return [(number, each) for number, each in mine if not each.is_general] or mine


def _some_of(telling: Sequence[_Numbered], *, room: int, language: Language) -> list[TellingLine]:
    """Return as many of a day's sentences as there is room for; the first, its strongest, always."""
    told: list[TellingLine] = []
    for number, each in telling:
        own = one_line(each.text, longest=LONGEST_SENTENCE)
        text = own if told else phrasing.week_day(each.day, own, language)
        if told and len(joined([*(line.text for line in told), text])) > room:
            break
        told.append(TellingLine(text, (number,)))
    return told


def _rest(numbered: Sequence[_Numbered], days: Sequence[date], language: Language) -> list[TellingLine]:
    subjects: list[tuple[date, str]] = []
    numbers: list[int] = []
    for day in days:
        for number, each in _telling_of(numbered, day):
            if word := quoting.subject_of_told(each.text):
                subjects.append((day, word))
                numbers.append(number)
                break
    return [TellingLine(phrasing.week_rest(subjects, language), tuple(numbers))] if subjects else []
