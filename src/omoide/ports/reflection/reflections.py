"""Where it is kept that a day was reflected on."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from omoide.domain.goals.goal import Goal, NewGoal
from omoide.domain.personas.persona import PersonaId
from omoide.domain.reflection.insight import NewInsight
from omoide.domain.reflection.levels import Reflection
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class NewReflection:
    """A day that was reflected on, with what was seen and what becomes of goals."""

    day: date
    level: int
    at: Moment
    by: str
    insight: NewInsight | None
    """`None` where nothing could be said."""
    new_goals: tuple[NewGoal, ...] = ()
    moved_goals: tuple[Goal, ...] = ()
    """As they stand from now on; each with the version that was read."""


class ReflectionStore(Protocol):
    """Keeps reflections: one for each day."""

    def all(self, persona_id: PersonaId) -> list[Reflection]:
        """Return every reflection, in order of their days."""
        ...

    def keep(self, persona_id: PersonaId, new: NewReflection) -> Reflection | None:
        """Keep a reflection with its entry and its goals, all or none.

        Return `None`, and change nothing, when the day was reflected on meanwhile, or a turn was erased.  Raise `GoalMoved` when a goal
        was changed meanwhile.  A stale one gets its entry again, and moves no goals.
        """
        ...
