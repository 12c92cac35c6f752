"""What is due and when: a task's `due` as an instant or a whole day (SPEC S1, X16).

A plan writes local times.  A bare date, and the last second of a day, mean the day; where only the day is known and the
task's own words name one time of day, that time of it is meant.  Times are read in the persona's zone, so that an
appointment at nine stays at nine when clocks change.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.state import DUE, State, StateId, StateKind
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.domain.time.timeline.reading import expressions
from omoide.domain.time.timeline.span import Unit
from omoide.errors import InvalidInput

LONGEST_READ: Final = 400
"""Characters of a task's words that are read for a time of day."""
_DAY_ONLY: Final = re.compile(r"\d{4}-?\d{2}-?\d{2}")
_END_OF_DAY: Final = (time(23, 59), time(23, 59, 59))
_OF_DAY: Final = (Unit.HOUR, Unit.MINUTE, Unit.SECOND)


@dataclass(frozen=True, slots=True)
class DueTask:
    """A task that is due at some time."""

    id: StateId
    body: str
    due: Moment
    """The instant; of a whole day, its last second."""
    day: date
    """The local day it is due on."""
    is_whole_day: bool


def due_tasks(states: Iterable[State], *, tz: ZoneInfo) -> list[DueTask]:
    """Return those of the states that are tasks, asserted, not done, and due at some time; the soonest first."""
    found = [due for state in states if (due := due_task(state, tz=tz)) is not None]
    return sorted(found, key=lambda one: (one.due, one.id))


def due_task(state: State, *, tz: ZoneInfo) -> DueTask | None:
    """Return what is due; `None` when it is no such task, or its time cannot be read."""
    if state.kind is not StateKind.TASK or state.candidate or state.is_done:
        return None
    named = state.payload.get(DUE)
    if not isinstance(named, str):
        return None
    try:
        due = moment.parse(named, tz=tz)
    except InvalidInput:
        return None
    there = moment.local(due, tz=tz)
    is_whole_day = _DAY_ONLY.fullmatch(named.strip()) is not None or there.time() in _END_OF_DAY
    if is_whole_day and (clock := _time_of_day(state.body, day=there.date(), tz=tz)) is not None:
        return DueTask(state.id, state.body, at_time(there.date(), clock, tz=tz), there.date(), is_whole_day=False)
    due = Moment(moment.start_of(there.date() + timedelta(days=1), tz=tz) - 1) if is_whole_day else due
    return DueTask(state.id, state.body, due, there.date(), is_whole_day)


def at_time(day: date, clock: time, *, tz: ZoneInfo) -> Moment:
    """Return a local time of day; one that the clocks leave out is as much later, of one that comes twice the first is meant."""
    return moment.of(datetime.combine(day, clock, tz))


def _time_of_day(body: str, *, day: date, tz: ZoneInfo) -> time | None:
    """Return the one time of day that words name; the beginning of a stretch; none when they name several."""
    found = {
        moment.local(each.start, tz=tz).time()
        for each in expressions(body[:LONGEST_READ], now=moment.start_of(day, tz=tz), tz=tz)
        if each.start is not None and each.unit in _OF_DAY and each.duration_s is None
    }
    return found.pop() if len(found) == 1 else None
