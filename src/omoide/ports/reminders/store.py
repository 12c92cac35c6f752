"""Where it is kept what was told of due things, and what the owner said to that."""

from collections.abc import Collection, Sequence
from typing import Protocol

from omoide.domain.beliefs.state import StateId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.reminders.reminder import ReminderMark


class ReminderStore(Protocol):
    """Keeps marks: of one task, due time and slot at most one."""

    def marks(self, persona_id: PersonaId, state_ids: Collection[StateId]) -> list[ReminderMark]:
        """Return the marks of these tasks, oldest first."""
        ...

    def told_in(self, persona_id: PersonaId, session_id: str) -> list[ReminderMark]:
        """Return what was told in a session, in the order in which it was told."""
        ...

    def claim(self, persona_id: PersonaId, marks: Sequence[ReminderMark]) -> list[ReminderMark]:
        """Keep those of the marks whose slot nobody has taken and whose task was not dismissed meanwhile; return them."""
        ...

    def put(self, persona_id: PersonaId, mark: ReminderMark) -> None:
        """Keep a mark in place of the one that has its slot."""
        ...

    def drop(self, persona_id: PersonaId, state_id: StateId, slots: Collection[str]) -> None:
        """Take the marks of a task in these slots away, whatever time it was due."""
        ...
