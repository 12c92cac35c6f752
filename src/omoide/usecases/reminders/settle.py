"""The owner's word on a due thing: it is done, need not be told, is to be told later, or again (SPEC X16)."""

from dataclasses import dataclass

from omoide.domain.beliefs.state import State, StateId
from omoide.domain.personas.persona import Persona
from omoide.domain.reminders.due import DueTask, due_task
from omoide.domain.reminders.reminder import DISMISSED, SNOOZED, ReminderMark
from omoide.domain.time.moment import Moment
from omoide.errors import BeliefClosed, InvalidInput
from omoide.ports.reminders.store import ReminderStore
from omoide.ports.time.clock import Clock
from omoide.usecases.beliefs.corrections import OwnersCorrections


@dataclass(frozen=True, slots=True)
class SettleDue:
    """Lets the owner say what becomes of a due thing.  Saying the same twice changes nothing."""

    corrections: OwnersCorrections
    marks: ReminderStore
    clock: Clock

    def done(self, persona: Persona, state_id: StateId, *, reason: str = "") -> State:
        """Say that a task has been done, due at some time or not."""
        return self.corrections.done(persona, state_id, reason=reason)

    def dismiss(self, persona: Persona, state_id: StateId) -> None:
        """Say that it need not be told any more; the task stays open."""
        task = self._due(persona, state_id)
        self.marks.put(persona.id, ReminderMark(task.id, task.due, DISMISSED, self.clock.now()))

    def snooze(self, persona: Persona, state_id: StateId, *, until: Moment) -> None:
        """Say that it is to be told again at a time to come, and not before."""
        now = self.clock.now()
        if until <= now:
            raise InvalidInput("a reminder can only be snoozed to a time that is still to come; give a later one")
        task = self._due(persona, state_id)
        self.marks.drop(persona.id, task.id, [DISMISSED])
        self.marks.put(persona.id, ReminderMark(task.id, task.due, SNOOZED, now, until=until))

    def remind(self, persona: Persona, state_id: StateId) -> None:
        """Take back that it was dismissed or put off."""
        task = self._due(persona, state_id)
        self.marks.drop(persona.id, task.id, [DISMISSED, SNOOZED])

    def _due(self, persona: Persona, state_id: StateId) -> DueTask:
        state = self.corrections.beliefs.one(persona, state_id)
        if state.is_done or state.is_past_at(self.clock.now()):
            raise BeliefClosed(state_id)
        task = due_task(state, tz=persona.tz)
        if task is None:
            raise InvalidInput(
                f"belief {state_id} is no task that is due at some time; omoide due --all lists those that are"
            )
        return task
