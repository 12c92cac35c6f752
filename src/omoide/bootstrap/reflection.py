"""Reflection: the dream diary, the talk it is made of, and reflecting on days."""

from functools import cached_property

from omoide.adapters.sql.goals.goals import SqlGoalStore
from omoide.adapters.sql.memories.recall_log import SqlRecallLog
from omoide.adapters.sql.questions.questions import SqlQuestionStore
from omoide.adapters.sql.reflection.diary import SqlDreamDiary
from omoide.adapters.sql.reflection.reflections import SqlReflectionStore
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.episodes import EpisodeFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.bootstrap.models import ModelFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.usecases.reflection.gather import GatherReflection
from omoide.usecases.reflection.reflect import ReflectOnDays
from omoide.usecases.reflection.talk import ReadTalk
from omoide.usecases.understanding.gather import Gather


class ReflectionFactory:
    """Makes what looks back at night."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        memories: MemoryFactory,
        beliefs: BeliefFactory,
        episodes: EpisodeFactory,
        models: ModelFactory,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._beliefs = beliefs
        self._episodes = episodes
        self._models = models

    @cached_property
    def diary(self) -> SqlDreamDiary:
        """Return the dream diary."""
        return SqlDreamDiary(self._foundation.database)

    @cached_property
    def store(self) -> SqlReflectionStore:
        """Return which days were reflected on."""
        return SqlReflectionStore(self._foundation.database)

    def talk(self, persona: Persona) -> ReadTalk:
        """Return the reading of what was talked about."""
        told, beliefs = SqlRecallLog(self._foundation.database), self._beliefs
        gather = Gather(beliefs.store, beliefs.preferences, self._events.recent(persona), told, beliefs.store)
        return ReadTalk(self._events.store, self._episodes.reading, gather.worths, self._foundation.clock)

    def reflect(self, persona: Persona) -> ReflectOnDays:
        """Return the verb that reflects on days."""
        settings, database = self._foundation.settings(persona.id), self._foundation.database
        rules = domain_rules.reflection_rules(settings)
        return ReflectOnDays(
            store=self.store,
            diary=self.diary,
            gather=GatherReflection(
                talk=self.talk(persona),
                memories=self._memories.store,
                beliefs=self._beliefs.store,
                goals=SqlGoalStore(database),
                questions=SqlQuestionStore(database),
                rules=rules,
                drives=domain_rules.drive_rules(settings),
            ),
            thinker=lambda: self._models.thinker(persona),
            rules=rules,
        )
