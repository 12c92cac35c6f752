"""What is due at an instant, and how it stands; nothing is changed by looking (SPEC X16)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from omoide.domain.beliefs.state import State, StateKind
from omoide.domain.personas.persona import Persona
from omoide.domain.reminders import reminder, wording
from omoide.domain.reminders.due import DueTask, due_tasks
from omoide.domain.reminders.reminder import Reminder, ReminderMark, ReminderRules
from omoide.domain.time.moment import Moment
from omoide.ports.beliefs.store import BeliefStore
from omoide.ports.reminders.store import ReminderStore

MOST_TASKS: Final = 5_000
"""Open tasks that are looked at, the last confirmed first."""


@dataclass(frozen=True, slots=True)
class LookAtDue:
    """Says how due things stand."""

    beliefs: BeliefStore
    marks: ReminderStore
    rules: ReminderRules

    def __call__(self, persona: Persona, *, at: Moment) -> list[Reminder]:
        """Return every due thing as it stands at an instant, those due first first."""
        return self.of(persona, self.beliefs.open(persona.id, {StateKind.TASK: MOST_TASKS}, at=at), at=at)

    def of(self, persona: Persona, states: Iterable[State], *, at: Moment) -> list[Reminder]:
        """Return the same of states that were read already."""
        tasks = due_tasks(states, tz=persona.tz)
        if not tasks:
            return []
        marks: dict[int, list[ReminderMark]] = {}
        for mark in self.marks.marks(persona.id, [task.id for task in tasks]):
            if mark.at <= at:
                marks.setdefault(mark.state_id, []).append(mark)
        return [self._standing(persona, task, marks.get(task.id, ()), at) for task in tasks]

    def _standing(self, persona: Persona, task: DueTask, marks: Sequence[ReminderMark], at: Moment) -> Reminder:
        found = reminder.standing(task, marks, now=at, tz=persona.tz, rules=self.rules)
        seen = found.told if found.told is not None else at
        return replace(found, line=wording.line(task, at=seen, tz=persona.tz, language=persona.language))
