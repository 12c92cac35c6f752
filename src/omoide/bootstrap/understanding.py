"""Digest: what is made of a turn."""

from collections.abc import Callable
from functools import cached_property

from omoide.adapters.sql.understanding.digestions import SqlDigestStore
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.episodes import resonate_of
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.feelings import FeelingFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.bootstrap.models import ModelFactory
from omoide.bootstrap.nights import NightFactory
from omoide.bootstrap.sleep import SleepFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.ports.models.embedder import Embedder
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.recall.kinds.shelve import Shelve
from omoide.usecases.understanding.digest import Digest
from omoide.usecases.understanding.gather import Gather
from omoide.usecases.understanding.remember import Remember
from omoide.usecases.understanding.while_away import WhileAway


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
        nights: NightFactory,
        sleep: SleepFactory,
        catch_up: CatchUp,
        shelve: Callable[[Persona], Shelve],
        embedder: Embedder,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._beliefs = beliefs
        self._feelings = feelings
        self._models = models
        self._nights = nights
        self._sleep = sleep
        self._catch_up = catch_up
        self._shelve = shelve
        self._embedder = embedder

    @cached_property
    def digests(self) -> SqlDigestStore:
        """Return the record of digesting."""
        return SqlDigestStore(self._foundation.database)

    def digest(self, persona: Persona) -> Digest:
        """Return the verb `digest` as this persona has it set."""
        beliefs, memories = self._beliefs, self._memories
        recent = self._events.recent(persona)
        return Digest(
            events=self._events.store,
            feelings=self._feelings.store,
            digests=self.digests,
            memories=memories.store,
            gather=Gather(
                beliefs.store,
                beliefs.preferences,
                recent,
                memories.recall_log,
                beliefs.store,
                at_one_moment=self._foundation.database.at_one_moment,
            ),
            remember=self.remember(persona),
            protect=memories.protect(persona),
            tidy=beliefs.tidy(persona),
            resonate=resonate_of(self._foundation, persona),
            thinker=self._models.thinker(persona),
            clock=self._foundation.clock,
            mood_rules=self._feelings.mood_rules(persona),
            gather_seconds=self._foundation.settings(persona.id).background.gather_seconds,
        )

    def while_away(self, persona: Persona) -> WhileAway:
        """Return the verb that works off what waits."""
        return WhileAway(
            shelve=self._shelve(persona),
            catch_up=self._catch_up,
            digest=self.digest(persona),
            sleep=self._nights.sleep(persona),
            through=self._sleep.through(persona),
            idle_minutes=self._foundation.settings(persona.id).sleep.idle_minutes,
        )

    def remember(self, persona: Persona) -> Remember:
        """Return how what was felt becomes a memory."""
        settings = self._foundation.settings(persona.id)
        return Remember(
            embedder=self._embedder,
            rules=domain_rules.retention_rules(settings),
            schedule_hour=settings.compression.schedule_hour,
        )
