"""Whether a due thing is to be told at an instant (SPEC X16).

| when it is due | told | how often |
|---|---|---|
| at a time | from `lead_minutes` before it until then | once |
| on a day | from `morning_hour` of that day until it ends | once |
| it has passed | from then on, on later days from `morning_hour`, for `overdue_days` days | once a day, never twice on one day |
| it was snoozed | from the time it was snoozed to | once; afterwards as above |

What was told is a mark with a slot: of one task, one due time and one slot there is one mark, so that of two who would
tell it one does.  A task that gets another due time is told anew.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, time
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.beliefs.state import StateId
from omoide.domain.reminders.due import DueTask, at_time
from omoide.domain.time import moment
from omoide.domain.time.moment import MINUTE_SECONDS, Moment

AHEAD: Final = "ahead"
DISMISSED: Final = "dismissed"
SNOOZED: Final = "snoozed"
"""Slots; what is told after it was snoozed, and on a day after it was due, has the time or the day in its slot."""


@dataclass(frozen=True, slots=True)
class ReminderRules:
    """When due things are told."""

    lead_minutes: int = 120
    morning_hour: int = 6
    overdue_days: int = 7
    most_at_once: int = 5


class ReminderStage(StrEnum):
    """How a due thing stands."""

    LATER = "later"
    """Not yet its time."""
    SOON = "soon"
    """At a time that is near."""
    TODAY = "today"
    """Some time today."""
    OVERDUE = "overdue"


@dataclass(frozen=True, slots=True)
class ReminderMark:
    """What was told, or said, of one due time of a task."""

    state_id: StateId
    due: Moment
    slot: str
    at: Moment
    session_id: str = ""
    until: Moment | None = None
    """To when it was snoozed."""

    @property
    def is_telling(self) -> bool:
        """Tell whether it says that something was told."""
        return self.slot not in (DISMISSED, SNOOZED)


@dataclass(frozen=True, slots=True)
class Reminder:
    """A due thing, as it stands at an instant."""

    task: DueTask
    stage: ReminderStage
    at: Moment
    """The instant."""
    slot: str = ""
    """Under which it is told; empty when it is not to be told at this instant."""
    told: Moment | None = None
    """When it was told in this slot; `None` while it is still to be told."""
    dismissed: bool = False
    snoozed_until: Moment | None = None
    """Until when, while it is."""
    line: str = ""
    """In the persona's language."""

    @property
    def is_open(self) -> bool:
        """Tell whether this is a time to tell it, told already or not."""
        return bool(self.slot)

    @property
    def is_to_be_told(self) -> bool:
        """Tell whether it is to be told now, and has not been."""
        return self.is_open and self.told is None


def standing(
    task: DueTask, marks: Iterable[ReminderMark], *, now: Moment, tz: ZoneInfo, rules: ReminderRules
) -> Reminder:
    """Return how a due thing stands; `marks` may be those of other tasks and of other due times too."""
    mine = [one for one in marks if one.state_id == task.id and one.due == task.due]
    stage = _stage(task, now=now, tz=tz, rules=rules)
    if any(one.slot == DISMISSED for one in mine):
        return Reminder(task, stage, now, dismissed=True)
    snoozed = max((one.until for one in mine if one.slot == SNOOZED and one.until is not None), default=None)
    if snoozed is not None and now < snoozed:
        return Reminder(task, stage, now, snoozed_until=snoozed)
    told = [one for one in mine if one.is_telling]
    slot = _after(snoozed) if snoozed is not None else ""
    if slot and not any(one.slot == slot for one in told):
        is_late = (
            moment.day(now, tz=tz).toordinal() - moment.day(snoozed or now, tz=tz).toordinal() > rules.overdue_days
        )
        return Reminder(task, stage, now, "" if is_late else slot)
    return _by_its_time(task, stage, told, now=now, tz=tz, rules=rules)


def to_tell(reminders: Sequence[Reminder], *, rules: ReminderRules) -> list[Reminder]:
    """Return what is to be told now: what is past first, then what comes soonest; so much at once as a listener can take in."""
    wanted = [one for one in reminders if one.is_to_be_told]
    return sorted(wanted, key=lambda one: (one.task.due, one.task.id))[: rules.most_at_once]


def mark_of(reminder: Reminder, *, session_id: str) -> ReminderMark:
    """Return the mark that says it was told."""
    return ReminderMark(reminder.task.id, reminder.task.due, reminder.slot, reminder.at, session_id)


def _by_its_time(
    task: DueTask,
    stage: ReminderStage,
    told: Sequence[ReminderMark],
    *,
    now: Moment,
    tz: ZoneInfo,
    rules: ReminderRules,
) -> Reminder:
    today = moment.day(now, tz=tz)
    match stage:
        case ReminderStage.LATER:
            return Reminder(task, stage, now)
        case ReminderStage.SOON | ReminderStage.TODAY:
            opens = _opens(task, tz=tz, rules=rules)
            return Reminder(task, stage, now, AHEAD, _first(one.at for one in told if one.at >= opens))
        case ReminderStage.OVERDUE:
            days = today.toordinal() - task.day.toordinal()
            is_early = days > 0 and now < _morning(today, tz=tz, rules=rules)
            if days > rules.overdue_days or is_early:
                return Reminder(task, stage, now)
            on_this_day = _first(one.at for one in told if moment.day(one.at, tz=tz) == today)
            return Reminder(task, stage, now, today.isoformat(), on_this_day)


def _stage(task: DueTask, *, now: Moment, tz: ZoneInfo, rules: ReminderRules) -> ReminderStage:
    if now > task.due:
        return ReminderStage.OVERDUE
    if now < _opens(task, tz=tz, rules=rules):
        return ReminderStage.LATER
    return ReminderStage.TODAY if task.is_whole_day else ReminderStage.SOON


def _opens(task: DueTask, *, tz: ZoneInfo, rules: ReminderRules) -> Moment:
    """Return from when it is told."""
    if task.is_whole_day:
        return _morning(task.day, tz=tz, rules=rules)
    return Moment(task.due - rules.lead_minutes * MINUTE_SECONDS)


def _morning(day: date, *, tz: ZoneInfo, rules: ReminderRules) -> Moment:
    return at_time(day, time(rules.morning_hour), tz=tz)


def _after(snoozed: Moment) -> str:
    return f"after {snoozed}"


def _first(moments: Iterable[Moment]) -> Moment | None:
    return min(moments, default=None)
