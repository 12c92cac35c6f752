"""Which occurrence is meant: things that recur every year, month or week, and the one a speaker has in mind."""

import re
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta

from omoide.domain.time.timeline import span
from omoide.domain.time.timeline.atom import Around, Calendar, ClockTime, Kind, Reference, Toward
from omoide.domain.time.timeline.span import Span, Unit


def made(
    match: re.Match[str],
    kind: Kind,
    unit: Unit,
    around: Around | None,
    *,
    floats: bool = False,
    confidence: float = 0.9,
) -> Calendar | None:
    """Return the calendar atom of a match; none when the calendar has no such day."""
    if around is None:
        return None
    return Calendar(match.start(), match.end(), kind, unit, around, floats, confidence)


def fixed(found: Span | None) -> Around | None:
    """Return the one occurrence of what does not recur."""
    return None if found is None else lambda _: (found,)


def yearly(place: Callable[[int], Span | None]) -> Around:
    """Return the occurrences of what recurs every year, given its place in a year."""

    def around(day: date) -> Sequence[Span]:
        near = _some(place(year) for year in range(day.year - 1, day.year + 2))
        return near if len(near) > 1 else _some(place(year) for year in range(day.year - 8, day.year + 9))

    return around


def monthly(place: Callable[[int, int], Span | None]) -> Around:
    """Return the occurrences of what recurs every month, given its place in a month."""

    def around(day: date) -> Sequence[Span]:
        for reach in (1, 14):
            found = []
            for offset in range(-reach, reach + 1):
                month = span.months_from(day.replace(day=1), offset)
                found.append(None if month is None else place(month.year, month.month))
            if some := _some(found):
                return some
        return ()

    return around


def weekly(weekday: int) -> Around:
    """Return the occurrences of a weekday."""

    def around(day: date) -> Sequence[Span]:
        back = (day.weekday() - weekday) % 7
        days = (span.days_from(day, offset - back) for offset in (-7, 0, 7))
        return tuple(span.whole_day(found) for found in days if found is not None)

    return around


JUST_NOW = timedelta(hours=3)
"""How far back さっき and `a moment ago` reach, past midnight too."""


def just_now(match: re.Match[str], ref: Reference) -> Calendar | None:
    """Return the hours before now."""
    return made(match, Kind.DATETIME_RANGE, Unit.SECOND, fixed(Span(ref.now - JUST_NOW, ref.now)), confidence=0.7)


def _some(spans: Iterable[Span | None]) -> list[Span]:
    return [found for found in spans if found is not None]


def looked_for(calendar: Calendar, ref: Reference, *, toward: Toward = Toward.NEAREST) -> Span | None:
    """Return the occurrence that is meant; where the speaker looks one way, the nearest on that way."""
    if ref.looking is Toward.NEAREST or not calendar.floats:
        return chosen(calendar, near=ref.now, toward=toward)
    past = ref.looking is Toward.PAST
    occurrences = calendar.around(ref.today)
    fitting = [each for each in occurrences if (each.start <= ref.now if past else each.end > ref.now)]
    return (fitting[-1] if past else fitting[0]) if fitting else chosen(calendar, near=ref.now)


def chosen(calendar: Calendar, *, near: datetime, toward: Toward = Toward.NEAREST) -> Span | None:
    """Return the occurrence that is meant by someone who speaks at `near`.

    The nearest one, unless the tense of the sentence points the other way and that one is about as near or within a
    week.
    """
    occurrences = calendar.around(near.date())
    if not occurrences:
        return None
    nearest = min(occurrences, key=lambda each: (distance(each, near), each.start))
    if toward is Toward.NEAREST or distance(nearest, near) == timedelta(0):
        return nearest
    past = toward is Toward.PAST
    fitting = [each for each in occurrences if (each.start <= near if past else each.end > near)]
    if not fitting:
        return nearest
    other = fitting[-1] if past else fitting[0]
    reach = max(3 * distance(nearest, near), timedelta(days=7))
    return other if distance(other, near) <= reach else nearest


def distance(each: Span, near: datetime) -> timedelta:
    """Return how far the stretch lies from an instant; nothing when it holds it."""
    return max(each.start - near, near - each.end, timedelta(0))


def first_from(calendar: Calendar, start: datetime) -> Span | None:
    """Return the first occurrence that does not begin before `start`."""
    return next((each for each in calendar.around(start.date()) if each.start >= start), None)


def last_until(calendar: Calendar, end: datetime) -> Span | None:
    """Return the last occurrence that does not begin after `end`."""
    return next((each for each in reversed(calendar.around(end.date())) if each.start <= end), None)


def at_clock(calendar: Calendar, clock: ClockTime) -> Calendar:
    """Return the calendar days at this time of day."""
    kind = Kind.DATETIME if clock.end_s is None else Kind.DATETIME_RANGE
    around = calendar.around

    def timed(day: date) -> Sequence[Span]:
        return [_timed(each, clock) for each in around(day)]

    return Calendar(
        min(calendar.at, clock.at), max(calendar.to, clock.to), kind, Unit.MINUTE, timed, calendar.floats,
        calendar.confidence, calendar.stage,
    )  # fmt: skip


def _timed(day: Span, clock: ClockTime) -> Span:
    midnight = day.start + timedelta(days=1) if clock.of_evening_before else day.start
    start = midnight + timedelta(seconds=clock.start_s)
    if clock.end_s is None:
        return Span(start, start)
    overnight = 86_400 if clock.end_s < clock.start_s else 0
    return Span(start, midnight + timedelta(seconds=clock.end_s + overnight))
