"""Atoms that stand side by side and mean one thing: a day and a time, a weekday and its date, the week of a day."""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date

from omoide.domain.time.timeline import counted, recurrence, span
from omoide.domain.time.timeline.atom import NIGHT_ENDS_S, Atom, Calendar, ClockTime, Every, Kind
from omoide.domain.time.timeline.joints import Joints
from omoide.domain.time.timeline.span import Span, Unit

LONGEST_GAP = 18
"""Characters between two atoms that may still belong together."""
_NOON_S = 43_200
_ANY_DAY = date(2000, 1, 1)
"""What does not recur is the same around every day."""

_Join = Callable[[str, Atom, Atom, Joints], Atom | None]


def joined(text: str, atoms: Sequence[Atom], *, joints: Joints) -> list[Atom]:
    """Return the atoms with those that mean one thing joined."""
    out = list(atoms)
    for join in (_clock_range, _weekday_and_date, _week_of, counted.beside_a_date, _day_and_clock, counted.length_from):
        out = _pass(text, out, joints, join)
    return out


def _pass(text: str, atoms: Sequence[Atom], joints: Joints, join: _Join) -> list[Atom]:
    out: list[Atom] = []
    for each in atoms:
        joint = join(text, out[-1], each, joints) if out and each.at - out[-1].to <= LONGEST_GAP else None
        if joint is None:
            out.append(each)
        else:
            out[-1] = joint
    return out


def opening(text: str, at: int, joints: Joints) -> int:
    """Return how many characters before `at` open a range, `between` or `from`; 0 when none do."""
    opened = joints.between.search(text[max(0, at - 14) : at])
    return len(opened[0]) if opened else 0


def is_range_gap(gap: str, opened: int, joints: Joints) -> bool:
    """Tell whether the words between two atoms make a range of them."""
    return bool(joints.range_gap.fullmatch(gap) or (opened and joints.and_gap.fullmatch(gap)))


def _clock_range(text: str, left: Atom, right: Atom, joints: Joints) -> Atom | None:
    if (
        not (isinstance(left, ClockTime) and isinstance(right, ClockTime))
        or left.end_s is not None
        or right.end_s is not None
    ):
        return None
    opened = opening(text, left.at, joints)
    if not is_range_gap(text[left.to : right.at], opened, joints):
        return None
    start_s, end_s = left.start_s, right.start_s
    if right.settled and not left.settled and end_s > _NOON_S and start_s + _NOON_S < end_s:
        start_s += _NOON_S
    elif not right.settled and end_s < start_s < end_s + _NOON_S:
        end_s += _NOON_S
    tail = joints.range_tail.match(text, right.to)
    return ClockTime(left.at - opened, tail.end() if tail else right.to, start_s, end_s, left.settled or right.settled)


def _weekday_and_date(text: str, left: Atom, right: Atom, joints: Joints) -> Atom | None:
    """Friday 5/12, 今週の金曜日(6月15日): the date says more than the weekday."""
    if not (isinstance(left, Calendar) and isinstance(right, Calendar) and right.kind is left.kind is Kind.DATE):
        return None
    if not re.fullmatch(r"[ ,(（、]{0,2}", text[left.to : right.at]) or right.unit is not Unit.DAY:
        return None
    if not joints.weekday_end.search(text[left.at : left.to]) or joints.weekday_end.search(text[right.at : right.to]):
        return None
    closed = text[right.to : right.to + 1] in (")", "）") and text[right.at - 1] in "(（"
    return replace(right, at=left.at, to=right.to + closed)


_WEEK_OF = re.compile(r" (?:of|beginning(?: on)?|starting(?: on)?|commencing) (?:the )?")


def _week_of(text: str, left: Atom, right: Atom, joints: Joints) -> Atom | None:
    """The week of April 10th: the week in which the day lies."""
    if not (isinstance(left, Calendar) and isinstance(right, Calendar) and right.kind is Kind.DATE):
        return None
    if not text[left.at : left.to].endswith("the week") or not _WEEK_OF.fullmatch(text[left.to : right.at]):
        return None
    around = right.around

    def weeks(day: date) -> list[Span]:
        found = (span.unit_span(each.start.date(), Unit.WEEK) for each in around(day))
        return [each for each in found if each is not None]

    return replace(right, at=left.at, kind=Kind.DATE_RANGE, unit=Unit.WEEK, around=weeks)


def _day_and_clock(text: str, left: Atom, right: Atom, joints: Joints) -> Atom | None:
    if not joints.clock_gap.fullmatch(text[left.to : right.at]):
        return None
    match left, right:
        case (Every(), ClockTime()) | (ClockTime(), Every()):
            return Every(left.at, right.to)
        case (ClockTime() as first, ClockTime() as second):
            return _part_and_clock(first, second)
        case (Calendar() as day, ClockTime() as clock) | (ClockTime() as clock, Calendar() as day):
            if day.kind is Kind.DATE and day.unit is Unit.DAY:
                return recurrence.at_clock(day, clock)
            return _narrowed(day, clock) if day.kind is Kind.DATETIME_RANGE else None
        case _:
            return None


def _part_and_clock(left: ClockTime, right: ClockTime) -> ClockTime | None:
    """Morning and 7, 8:00 and early morning: the part settles the clock."""
    part, clock = (left, right) if left.end_s is not None else (right, left)
    if part.end_s is None or clock.end_s is not None:
        return None
    late = part.start_s >= _NOON_S > clock.start_s and not clock.settled
    night = clock.of_evening_before or (part.of_evening_before and clock.start_s < NIGHT_ENDS_S)
    return ClockTime(left.at, right.to, clock.start_s + (_NOON_S if late else 0), of_evening_before=night)


def _narrowed(part: Calendar, clock: ClockTime) -> Calendar | None:
    """Return the time within a dated part of the day: tonight, 10 o'clock."""
    if part.floats:
        return None
    [found] = part.around(_ANY_DAY)
    late = found.start.hour >= 12 and not clock.settled
    start_s = clock.start_s + (_NOON_S if late and 14_400 < clock.start_s < _NOON_S else 0)
    end_s = clock.end_s
    if end_s is not None and late and end_s <= _NOON_S:
        end_s += _NOON_S
    whole = span.whole_day(found.start.date())
    base = replace(part, kind=Kind.DATE, unit=Unit.DAY, around=lambda _: (whole,))
    return recurrence.at_clock(base, replace(clock, start_s=start_s, end_s=end_s))
