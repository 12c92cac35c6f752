"""Goals: making and moving them, and giving up what is stale or too much."""

from functools import cached_property

from omoide.adapters.sql.goals.goals import SqlGoalStore
from omoide.adapters.sql.reflection.reflections import SqlReflectionStore
from omoide.bootstrap.episodes import EpisodeFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.config import domain_rules
from omoide.domain.goals.exporting import ReflectionDates
from omoide.domain.goals.tidying import GoalRules
from omoide.domain.personas.persona import Persona
from omoide.domain.reflection import levels
from omoide.domain.time.moment import Moment
from omoide.usecases.goals.edits import EditGoals
from omoide.usecases.goals.tidy import TidyGoals


class GoalFactory:
    """Makes what knows the persona's goals."""

    def __init__(self, foundation: Foundation, *, events: EventFactory, episodes: EpisodeFactory) -> None:
        self._foundation = foundation
        self._events = events
        self._episodes = episodes

    @cached_property
    def store(self) -> SqlGoalStore:
        """Return the goals."""
        return SqlGoalStore(self._foundation.database)

    @cached_property
    def _reflections(self) -> SqlReflectionStore:
        return SqlReflectionStore(self._foundation.database)

    def _last_deep(self, persona: Persona) -> Moment | None:
        return levels.last_deep(self._reflections.all(persona.id))

    def rules(self, persona: Persona) -> GoalRules:
        """Return when goals are given up, and how many are shown."""
        return domain_rules.goal_rules(self._foundation.settings(persona.id))

    def edits(self, persona: Persona) -> EditGoals:
        """Return what is done to goals by hand."""
        return EditGoals(
            store=self.store,
            specials=self._episodes.specials(persona),
            clock=self._foundation.clock,
            masking=self._events.masking_of(persona),
            unrecorded=self._events.unrecorded(persona),
        )

    def tidy(self, persona: Persona) -> TidyGoals:
        """Return what gives goals up by itself."""
        return TidyGoals(self.edits(persona), self.rules(persona), deep_reflection=self._last_deep)

    def reflected(self, persona: Persona) -> ReflectionDates:
        """Return when it was last reflected, and how deeply."""
        return levels.dates_of(self._reflections.all(persona.id))
