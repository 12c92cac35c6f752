"""Where goals are kept."""

from collections.abc import Collection, Sequence
from typing import Protocol

from omoide.domain.goals.goal import Goal, GoalStatus, NewGoal
from omoide.domain.personas.persona import PersonaId


class GoalStore(Protocol):
    """Keeps goals with their notes.  Holds no opinion about which are worth it."""

    def all(self, persona_id: PersonaId, *, statuses: Collection[GoalStatus] = ()) -> list[Goal]:
        """Return the goals, oldest first; with `statuses` only those that stand so."""
        ...

    def named(self, persona_id: PersonaId, name: str) -> Goal:
        """Return the goal with this id, `sh_000012` or just its number; raise `GoalNotFound` when there is none."""
        ...

    def add(self, persona_id: PersonaId, new: NewGoal) -> Goal | None:
        """Keep a goal; `None` when a turn it was made of was erased meanwhile."""
        ...

    def change(self, persona_id: PersonaId, changed: Sequence[Goal]) -> list[Goal]:
        """Keep goals as they stand from now on, all or none; each has the version that was read.

        Raise `GoalMoved` when one was changed, or erased, meanwhile.  Notes are only added.
        """
        ...

    def remove(self, persona_id: PersonaId, goal: Goal) -> None:
        """Delete a goal with its notes; raise `GoalMoved` when it is at another version."""
        ...
