"""Tidy: goals that are given up by themselves, and achievements that nobody has told yet (SPEC D3; NEX Phases D and E).

Which they are is read from what is kept: a second run finds nothing, and one that was broken off is taken up by the next.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from omoide.domain.goals import tidying
from omoide.domain.goals.goal import Goal, GoalStatus
from omoide.domain.goals.tidying import GoalRules
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.errors import GoalMoved
from omoide.usecases.goals.edits import EditGoals

MOST_TRIES: Final = 5


@dataclass(frozen=True, slots=True)
class GoalReport:
    """What a run did, by the ids of goals."""

    stale: tuple[str, ...] = ()
    """Given up: nothing came of them for too long."""
    surplus: tuple[str, ...] = ()
    """Given up: there were too many."""
    told: tuple[str, ...] = ()
    """Reached before, and told only now."""

    @property
    def moved(self) -> int:
        """Return how many goals moved."""
        return len(self.stale) + len(self.surplus) + len(self.told)

    @property
    def is_empty(self) -> bool:
        """Tell whether there was nothing to do."""
        return not self.moved


@dataclass(frozen=True, slots=True)
class TidyGoals:
    """Gives goals up that are stale or too many."""

    edit: EditGoals
    rules: GoalRules
    deep_reflection: Callable[[Persona], Moment | None]
    """Returns when it was last reflected on a week or a month: then the limit holds."""

    def __call__(self, persona: Persona, *, limits: bool = False) -> GoalReport:
        """Give up what is to be given up; with `limits` the limit holds now, else since the last deep reflection."""
        now = self.edit.clock.now()
        until = now if limits else self.deep_reflection(persona)
        stale = self._given_up(
            persona,
            lambda goals: tidying.stale(goals, now=now, rules=self.rules, language=persona.language),
        )
        surplus = (
            []
            if until is None
            else self._given_up(
                persona,
                lambda goals: tidying.surplus(goals, until=until, now=now, rules=self.rules, language=persona.language),
            )
        )
        return GoalReport(_labels(stale), _labels(surplus), _labels(self._told(persona)))

    def _given_up(self, persona: Persona, decide: Callable[[list[Goal]], list[Goal]]) -> list[Goal]:
        """Decide and keep; decided again when somebody moved one of them meanwhile."""
        store, tries = self.edit.store, MOST_TRIES
        while True:
            tries -= 1
            try:
                return store.change(persona.id, decide(store.all(persona.id, statuses=[GoalStatus.ACTIVE])))
            except GoalMoved:
                if not tries:
                    raise

    def _told(self, persona: Persona) -> list[Goal]:
        reached = self.edit.store.all(persona.id, statuses=[GoalStatus.COMPLETED])
        return [self.edit.told(persona, goal) for goal in reached if not goal.is_told]


def _labels(goals: list[Goal]) -> tuple[str, ...]:
    return tuple(goal.label for goal in goals)
