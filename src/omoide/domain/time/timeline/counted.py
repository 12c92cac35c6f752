"""Times counted from another day than today: the Sunday before October 25, two weeks before Christmas."""

import re
from dataclasses import replace
from datetime import date, timedelta

from omoide.domain.time.timeline import recurrence, span
from omoide.domain.time.timeline.atom import Atom, Calendar, Kind, Length
from omoide.domain.time.timeline.joints import Joints
from omoide.domain.time.timeline.span import Span, Unit

_BESIDE = re.compile(r" (?P<way>before|after) (?:the )?")
_NAMES_A_WEEK = re.compile(r"\bthe week(?P<end>end)?$")


def beside_a_date(text: str, left: Atom, right: Atom, joints: Joints) -> Atom | None:
    """The Sunday before October 25, the weekend after Easter."""
    if not (isinstance(left, Calendar) and isinstance(right, Calendar) and right.kind is Kind.DATE):
        return None
    way, named = _BESIDE.fullmatch(text[left.to : right.at]), text[left.at : left.to]
    week = _NAMES_A_WEEK.search(named)
    weekday = left.floats and left.kind is Kind.DATE and joints.weekday_end.search(named)
    if way is None or right.unit is not Unit.DAY or not (week or weekday):
        return None
    before, around = way["way"] == "before", right.around

    def place(each: Span) -> Span | None:
        return _week_beside(each, week, before=before) if week else _beside(each, left, before=before)

    def beside(day: date) -> list[Span]:
        pairs = ((each, place(each)) for each in around(day))
        return [replace(found, counted_from=each.start) for each, found in pairs if found is not None]

    kind = Kind.DATE_RANGE if week else Kind.DATE
    return replace(right, at=left.at, kind=kind, unit=Unit.WEEK if week else Unit.DAY, around=beside)


def _beside(each: Span, weekday: Calendar, *, before: bool) -> Span | None:
    if before:
        return recurrence.last_until(weekday, each.start - timedelta(days=1))
    return recurrence.first_from(weekday, each.end)


def _week_beside(each: Span, named: re.Match[str], *, before: bool) -> Span | None:
    """Return the seven days beside the day, or the weekend nearest to it."""
    if named["end"] is None:
        days = timedelta(days=7)
        return Span(each.start - days, each.start) if before else Span(each.end, each.end + days)
    weekday = each.start.weekday()
    saturday = span.days_from(each.start.date(), -2 - weekday if before else (5 - weekday) % 7 or 7)
    last = None if saturday is None else span.days_from(saturday, 2)
    return None if saturday is None or last is None else Span(span.midnight(saturday), span.midnight(last))


_FROM = re.compile(
    r" (?P<way>from|after|before) (?:the )?|,? (?P<start>starting(?: from| on)?|beginning(?: on)?) |, (?P<comma>from) "
)


def length_from(text: str, left: Atom, right: Atom, joints: Joints) -> Atom | None:
    """Two weeks before Christmas is a day; three days starting next Monday is a stretch."""
    if not (isinstance(left, Length) and isinstance(right, Calendar) and right.kind is Kind.DATE) or left.seconds:
        return None
    way = _FROM.fullmatch(text[left.to : right.at])
    if way is None:
        return None
    sign = -1 if way["way"] == "before" else 1
    stretch = way["way"] is None
    around = right.around
    # Two weeks from Friday counts from the Friday to come, whichever day it leads to.
    is_next = way["way"] == "from" and right.floats and joints.weekday_end.search(text[right.at : right.to])

    def moved(day: date) -> list[Span]:
        bases = [each for each in around(day) if not is_next or each.start.date() >= day][: 1 if is_next else None]
        pairs = ((each, _moved(each, left, sign)) for each in bases)
        return [
            Span(each.start, later.start) if stretch else replace(later, counted_from=each.start)
            for each, later in pairs
            if later is not None
        ]

    kind = Kind.DATE_RANGE if stretch else Kind.DATE
    return replace(right, at=left.at, around=moved, kind=kind)


def _moved(each: Span, length: Length, sign: int) -> Span | None:
    day = span.months_from(each.start.date(), sign * length.months)
    later = None if day is None else span.days_from(day, sign * length.days)
    return None if later is None else span.whole_day(later)
