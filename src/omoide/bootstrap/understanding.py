"""Digest: what is made of a turn."""

from functools import cached_property

from omoide.adapters.sql.understanding.digestions import SqlDigestStore
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.feelings import FeelingFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.bootstrap.models import ModelFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.ports.models.embedder import Embedder
from omoide.usecases.understanding.digest import Digest
from omoide.usecases.understanding.remember import Remember


class UnderstandingFactory:
    """Makes what thinks about turns."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        memories: MemoryFactory,
        beliefs: BeliefFactory,
        feelings: FeelingFactory,
        models: ModelFactory,
        embedder: Embedder,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._beliefs = beliefs
        self._feelings = feelings
        self._models = models
        self._embedder = embedder

    @cached_property
    def digests(self) -> SqlDigestStore:
        """Return the record of digesting."""
        return SqlDigestStore(self._foundation.database)

    def remember(self, persona: Persona) -> Remember:
        """Return the verb that makes memories of turns."""
        settings = self._foundation.settings(persona.id)
        return Remember(
            events=self._events.store,
            memories=self._memories.store,
            log=self._memories.recall_log,
            protect=self._memories.protect(persona),
            thinker=self._models.thinker(persona),
            embedder=self._embedder,
            clock=self._foundation.clock,
            rules=domain_rules.retention_rules(settings),
            schedule_hour=settings.compression.schedule_hour,
        )

    def digest(self, persona: Persona) -> Digest:
        """Return the verb `digest` as this persona has it set."""
        return Digest(
            events=self._events.store,
            beliefs=self._beliefs.store,
            preferences=self._beliefs.preferences,
            feelings=self._feelings.store,
            digests=self.digests,
            recent=self._events.recent(persona),
            told=self._memories.recall_log,
            tidy=self._beliefs.tidy(persona),
            thinker=self._models.thinker(persona),
            clock=self._foundation.clock,
            mood_rules=self._feelings.mood_rules(persona),
        )
