"""The section of due things: told at the right moment, once, until done or dismissed (SPEC X16).

What is told in a session is claimed for it, so that no other session tells it too; what one turn had no room for the next one tells,
while it is still so.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.context.budgeting import Item
from omoide.domain.reminders import reminder
from omoide.domain.reminders.reminder import AHEAD, Reminder, ReminderStage
from omoide.domain.time import moment
from omoide.errors import StoreBusy, StoreReadOnly
from omoide.usecases.context.sections import AskedSection
from omoide.usecases.reminders.tell import TellDue

DUE_SECTION = "due"


@dataclass(frozen=True, slots=True)
class DueNow:
    """Finds what a turn is told of due things."""

    tell: TellDue

    def __call__(self, asked: AskedSection) -> tuple[Reminder, ...]:
        """Return it; without a session nothing is marked, and where nothing can be written now it waits for the next turn."""
        look = self.tell.look
        if not asked.session_id:
            return tuple(reminder.to_tell(look.of(asked.persona, asked.states, at=asked.now), rules=look.rules))
        try:
            found = self.tell(asked.persona, at=asked.now, session_id=asked.session_id, states=asked.states)
        except (StoreBusy, StoreReadOnly):
            return ()
        return tuple(one for one in found if _still_holds(one, asked))


@dataclass(frozen=True, slots=True)
class DueThings:
    """What is due, in the words in which it is told."""

    def __call__(self, asked: AskedSection) -> Sequence[Item]:
        """Return what was told in this session before and is to be told now."""
        return [
            Item(f"{one.task.id}.{one.task.due}.{one.slot}", (one.line,), marks=f"[{one.task.day.isoformat()}][due]")
            for one in asked.due
        ]


def is_told_now(one: Reminder, asked: AskedSection) -> bool:
    """Tell whether it is this turn that is told it."""
    return one.told is None or one.told == asked.now


def _still_holds(one: Reminder, asked: AskedSection) -> bool:
    """Tell whether what was told once may still be told: not that something is to come when it has passed."""
    if one.told is None:
        return True
    is_today = moment.day(one.told, tz=asked.persona.tz) == asked.day
    return is_today and not (one.slot == AHEAD and one.stage is ReminderStage.OVERDUE)
