"""Stretches of local time and the calendar that cuts them: days, weeks from Monday, months, quarters, seasons, years.

All values are naive local date-times; the zone is applied once, when an expression leaves the package.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import assert_never

FIRST_YEAR, LAST_YEAR = 2, 9997
"""Years that can still be turned into moments in every zone, with room for neighbours."""

MIDNIGHT = datetime.min.time()
LONGEST_YEAR_DAYS = 366


class Unit(StrEnum):
    """A piece of the calendar or of the clock."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    YEAR = "year"
    DECADE = "decade"


class Piece(StrEnum):
    """A part of a longer stretch: the start of the week, late May, the second half of the year."""

    START = "start"
    MIDDLE = "middle"
    END = "end"
    FIRST_HALF = "first half"
    SECOND_HALF = "second half"
    HEAD = "head"
    """The first seven days."""
    TAIL = "tail"
    """The last seven days."""
    FIRST_TEN = "first ten"
    SECOND_TEN = "second ten"
    LAST_TEN = "last ten"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of local time; `end` is the first instant after it, equal to `start` for an instant."""

    start: datetime
    end: datetime
    last: datetime | None = None
    """Where the last unit it names begins: the 7th in `from the 3rd to the 7th`."""
    counted_from: datetime | None = None
    """The day it is counted from: October 25 in `the Sunday before October 25`."""


def midnight(day: date) -> datetime:
    """Return the first instant of a day."""
    return datetime.combine(day, MIDNIGHT)


def whole_day(day: date) -> Span:
    """Return the day."""
    first = midnight(day)
    return Span(first, first + timedelta(days=1))


def day_of(year: int, month: int, day: int) -> Span | None:
    """Return the day with this date; none when the calendar has no such day."""
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    try:
        return whole_day(date(year, month, day))
    except ValueError:
        return None


def months_from(start: date, months: int) -> date | None:
    """Return the same day so many months on (the last of the month when it is shorter); none outside the calendar."""
    years, month = divmod(start.month - 1 + months, 12)
    year = start.year + years
    if not FIRST_YEAR <= year <= LAST_YEAR:
        return None
    for day in range(start.day, 27, -1):
        try:
            return date(year, month + 1, day)
        except ValueError:
            continue
    return date(year, month + 1, min(start.day, 28))


def days_from(start: date, days: int) -> date | None:
    """Return the day so many days on; none outside the calendar."""
    ordinal = start.toordinal() + days
    if not date(FIRST_YEAR, 1, 1).toordinal() <= ordinal <= date(LAST_YEAR, 12, 31).toordinal():
        return None
    return date.fromordinal(ordinal)


_DAYS = {Unit.DAY: 1, Unit.WEEK: 7}
_MONTHS = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12, Unit.DECADE: 120}


def moved(start: date, unit: Unit, count: int) -> date | None:
    """Return the day `count` units on; clock units move no day."""
    if unit in _DAYS:
        return days_from(start, _DAYS[unit] * count)
    if unit in _MONTHS:
        return months_from(start, _MONTHS[unit] * count)
    return start


def unit_start(day: date, unit: Unit) -> date:
    """Return the first day of the unit in which the day lies."""
    match unit:
        case Unit.WEEK:
            return date.fromordinal(max(1, day.toordinal() - day.weekday()))
        case Unit.MONTH:
            return day.replace(day=1)
        case Unit.QUARTER:
            return day.replace(month=(day.month - 1) // 3 * 3 + 1, day=1)
        case Unit.YEAR:
            return day.replace(month=1, day=1)
        case Unit.DECADE:
            return date(max(1, day.year // 10 * 10), 1, 1)
        case Unit.DAY | Unit.SECOND | Unit.MINUTE | Unit.HOUR:
            return day
        case unreachable:
            assert_never(unreachable)


def unit_span(day: date, unit: Unit, *, offset: int = 0, count: int = 1) -> Span | None:
    """Return `count` whole units of the calendar, the first one `offset` units from the one in which the day lies."""
    first = moved(unit_start(day, unit), unit, offset)
    last = None if first is None else moved(first, unit, count)
    return None if first is None or last is None else Span(midnight(first), midnight(last))


def month_of(year: int, month: int) -> Span | None:
    """Return the month; none when there is no such month."""
    day = day_of(year, month, 1)
    return None if day is None else unit_span(day.start.date(), Unit.MONTH)


def year_of(year: int) -> Span | None:
    """Return the year."""
    return years(year, 1)


def years(first: int, count: int) -> Span | None:
    """Return so many whole years."""
    if not (first >= FIRST_YEAR and first + count <= LAST_YEAR):
        return None
    return Span(midnight(date(first, 1, 1)), midnight(date(first + count, 1, 1)))


def months(year: int, first: int, count: int) -> Span | None:
    """Return so many whole months, the first one in `year`."""
    start = day_of(year, first, 1)
    end = None if start is None else months_from(start.start.date(), count)
    return None if start is None or end is None else Span(start.start, midnight(end))


def nth_weekday(within: Span, weekday: int, nth: int) -> Span | None:
    """Return the nth such weekday of the stretch (-1: the last); none when it has fewer."""
    if nth > 0:
        first = within.start.date()
        day = days_from(first, (weekday - first.weekday()) % 7 + 7 * (nth - 1))
    else:
        final = days_from(within.end.date(), -1)
        day = None if final is None else days_from(final, -((final.weekday() - weekday) % 7))
    return None if day is None or not within.start <= midnight(day) < within.end else whole_day(day)


def nth_week(within: Span, nth: int) -> Span | None:
    """Return the nth week of the stretch, Monday to Sunday (-1: the last).

    As in ISO 8601 a week belongs to the stretch that holds its Thursday.
    """
    thursday = nth_weekday(within, 3, nth)
    return None if thursday is None else unit_span(thursday.start.date(), Unit.WEEK)


def piece_of(whole: Span, piece: Piece) -> Span:
    """Return the part of the stretch; a stretch too short to be cut is returned whole."""
    length = (whole.end - whole.start).days
    if length > LONGEST_YEAR_DAYS:
        return _of_years(whole, piece)
    match piece:
        case Piece.START | Piece.MIDDLE | Piece.END:
            return _third(whole, piece, length)
        case Piece.FIRST_HALF | Piece.SECOND_HALF:
            half = _half(whole, length)
            return Span(whole.start, half) if piece is Piece.FIRST_HALF else Span(half, whole.end)
        case Piece.HEAD | Piece.TAIL | Piece.FIRST_TEN | Piece.SECOND_TEN | Piece.LAST_TEN:
            edges = _EDGES[piece]
            return whole if length <= 20 else _cut(whole, edges[0] % length, edges[1] or length)
        case unreachable:
            assert_never(unreachable)


_EDGES = {
    Piece.HEAD: (0, 7),
    Piece.TAIL: (-7, 0),
    Piece.FIRST_TEN: (0, 10),
    Piece.SECOND_TEN: (10, 20),
    Piece.LAST_TEN: (20, 0),
}
"""First day and first day after it; below 0 counted from the end, 0 as the last being the end."""


def _cut(whole: Span, first_day: int, last_day: int) -> Span:
    return Span(whole.start + timedelta(days=first_day), whole.start + timedelta(days=last_day))


def _of_years(whole: Span, piece: Piece) -> Span:
    """Return the part of a stretch of years, in whole years: the late nineties are 1995 to 1999, their end 1997 to 1999."""
    count = whole.end.year - whole.start.year
    half, share = count // 2, max(1, count * 3 // 10)
    edges = {
        Piece.START: (0, half), Piece.FIRST_HALF: (0, half), Piece.MIDDLE: (share, count - share), Piece.END: (half, count),
        Piece.SECOND_HALF: (half, count), Piece.HEAD: (0, share), Piece.TAIL: (count - share, count),
    }  # fmt: skip
    if piece not in edges:
        return whole
    first, last = (months_from(whole.start.date(), 12 * edge) for edge in edges[piece])
    if first is None or last is None:
        return whole
    return Span(midnight(first), whole.end if edges[piece][1] == count else midnight(last))


def _half(whole: Span, length: int) -> datetime:
    if length >= 365:
        return midnight(months_from(whole.start.date(), 6) or whole.end.date())
    return whole.start + timedelta(days=15 if length > 27 else (length + 1) // 2 - 1)


def _third(whole: Span, piece: Piece, length: int) -> Span:
    if length >= 365:
        edges = [0, *(_months_in(whole, count) for count in (4, 8)), length]
    elif length > 27:
        edges = [0, 15, 15, length] if piece is not Piece.MIDDLE else [0, 9, 20, length]
    elif length == 7:
        edges = [0, 3, 4, 7] if piece is Piece.MIDDLE else [0, 3, 3, 7]
    else:
        return whole
    index = (Piece.START, Piece.MIDDLE, Piece.END).index(piece)
    return _cut(whole, edges[index], edges[index + 1])


def _months_in(whole: Span, count: int) -> int:
    later = months_from(whole.start.date(), count)
    return 0 if later is None else (midnight(later) - whole.start).days
