"""Times that a cue names: `on May 3, 2023`, `2025年10月`, `先月`, `two weeks ago`.

Only plain calendar words are read, in English and Japanese.  A period never hides anything: it lifts what lies near it,
so a word that was no date after all does little harm.

The full grammar of `timeline` is not used here: on the questions of LoCoMo it found a time in 76 more, but only 22 of
those had their evidence near it (`recently` and `last summer` are meant from within the story), at six times the cost.
"""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import assert_never
from zoneinfo import ZoneInfo

from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

LONGEST_READ = 2_000
"""Characters of a cue that are read for times."""


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of local calendar days."""

    start: Moment
    end: Moment
    """The first moment after it."""


class PeriodUnit(StrEnum):
    """A piece of the calendar."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    YEAR = "year"


_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<name>jan|january|feb|february|mar|march|apr|april|may|june?|july?|aug|august"
    r"|sept?|september|oct|october|nov|november|dec|december)"
)
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE | re.ASCII)
    for pattern in (
        rf"(?<!\d){_YEAR}[-/.](?P<month>\d{{1,2}})(?:[-/.](?P<day>\d{{1,2}}))?(?!\d)",
        rf"(?:(?<!\d){_YEAR}年の?)?(?<!\d)(?P<month>\d{{1,2}})月(?!間)(?:(?P<day>\d{{1,2}})日)?",
        rf"(?<!\d){_YEAR}年(?!の?\d{{1,2}}月)",
        rf"\b{_MONTH}\.? {_DAY}\b(?:,? {_YEAR}\b)?",
        rf"\b{_DAY}(?: of)? {_MONTH}\b(?:,? {_YEAR}\b)?",
        rf"\b{_MONTH},? {_YEAR}\b",
        rf"\b(?:in|since|during|until|by|last|this|of|early|late|mid) {_MONTH}\b(?!,? \d)",
        rf"\b(?:in|since|during|of) {_YEAR}\b",
    )
)
_RELATIVE = {
    "today": (PeriodUnit.DAY, 0), "今日": (PeriodUnit.DAY, 0), "yesterday": (PeriodUnit.DAY, 1), "昨日": (PeriodUnit.DAY, 1),
    "きのう": (PeriodUnit.DAY, 1), "一昨日": (PeriodUnit.DAY, 2), "おととい": (PeriodUnit.DAY, 2),
    "this week": (PeriodUnit.WEEK, 0), "今週": (PeriodUnit.WEEK, 0), "last week": (PeriodUnit.WEEK, 1), "先週": (PeriodUnit.WEEK, 1),
    "this month": (PeriodUnit.MONTH, 0), "今月": (PeriodUnit.MONTH, 0), "last month": (PeriodUnit.MONTH, 1), "先月": (PeriodUnit.MONTH, 1),
    "last year": (PeriodUnit.YEAR, 1), "去年": (PeriodUnit.YEAR, 1), "昨年": (PeriodUnit.YEAR, 1),
    "一昨年": (PeriodUnit.YEAR, 2), "おととし": (PeriodUnit.YEAR, 2),
}  # fmt: skip
_RELATIVE_WORDS = re.compile("|".join(sorted(_RELATIVE, key=len, reverse=True)), re.IGNORECASE)
_NUMBERS = ("a", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_AGO = re.compile(
    rf"(?P<count>\d{{1,3}}|\b(?:{'|'.join(_NUMBERS)}))"
    r"(?: (?P<en>day|week|month|year)s? ago|(?P<ja>日|週間|[かヶカヵ]月|年)前)",
    re.IGNORECASE,
)
_JAPANESE_UNITS = {"日": PeriodUnit.DAY, "週間": PeriodUnit.WEEK, "年": PeriodUnit.YEAR}


def named_periods(text: str, *, now: Moment, tz: ZoneInfo) -> list[Period]:
    """Return the periods a cue names, as they are meant at `now`; none when it names none."""
    text, today = text[:LONGEST_READ], moment.day(now, tz=tz)
    spans: list[tuple[date, date] | None] = []
    for pattern in _DATES:
        spans += [_absolute(match, today=today) for match in pattern.finditer(text)]
        text = pattern.sub("|", text)  # what a longer pattern has read, a shorter one must not read again
    spans += [_around(today, *_RELATIVE[match[0].lower()]) for match in _RELATIVE_WORDS.finditer(text)]
    spans += [_around(today, *_ago(match)) for match in _AGO.finditer(text)]
    return [
        Period(start=moment.start_of(first, tz=tz), end=moment.start_of(last, tz=tz))
        for first, last in dict.fromkeys(span for span in spans if span is not None)
    ]


def _absolute(match: re.Match[str], *, today: date) -> tuple[date, date] | None:
    named = match.groupdict()
    name, year_named = named.get("name"), named.get("year")
    month = _MONTHS.index(name[:3].lower()) + 1 if name else int(named.get("month") or 0)
    day = int(named.get("day") or 0)
    year = int(year_named) if year_named else _latest_year(month, day, today=today)
    try:
        first = date(year, month or 1, day or 1)
        unit = PeriodUnit.DAY if day else PeriodUnit.MONTH if month else PeriodUnit.YEAR
        return _around(first, unit, 0)
    except ValueError:  # the 31st of February is no date, whatever it was
        return None


def _latest_year(month: int, day: int, *, today: date) -> int:
    return today.year if (month, day) <= (today.month, today.day) else today.year - 1


def _ago(match: re.Match[str]) -> tuple[PeriodUnit, int]:
    word = match["count"].lower()
    count = int(word) if word.isdecimal() else _NUMBERS.index(word) + 1
    return (
        PeriodUnit(match["en"].lower()) if match["en"] else _JAPANESE_UNITS.get(match["ja"], PeriodUnit.MONTH)
    ), count


def _around(today: date, unit: PeriodUnit, back: int) -> tuple[date, date] | None:
    """Return the first day of the unit that lies `back` units before today, and the first day after it."""
    try:
        match unit:
            case PeriodUnit.DAY:
                first = today - timedelta(days=back)
                return first, first + timedelta(days=1)
            case PeriodUnit.WEEK:
                first = today - timedelta(days=today.weekday() + 7 * back)
                return first, first + timedelta(days=7)
            case PeriodUnit.MONTH:
                return _month(today, back), _month(today, back - 1)
            case PeriodUnit.YEAR:
                return date(today.year - back, 1, 1), date(today.year - back + 1, 1, 1)
            case unreachable:
                assert_never(unreachable)
    except (ValueError, OverflowError):  # further back than calendars go
        return None


def _month(today: date, back: int) -> date:
    years, month = divmod(today.month - 1 - back, 12)
    return date(today.year + years, month + 1, 1)
