"""Nights: running them, and taking them back."""

import time
from functools import cached_property

from omoide.adapters.sql.memories.restoring import SqlDeletedMemories
from omoide.adapters.sql.nights.nights import SqlNightStore
from omoide.adapters.sql.nights.records import SqlNightRecords
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.bootstrap.models import ModelFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.relevance import calibration_of
from omoide.ports.models.embedder import Embedder
from omoide.usecases.nights.condense import Condenser
from omoide.usecases.nights.nights_ahead import ClockLeap, NightsAhead, SleepInTime, TakeBackNights
from omoide.usecases.nights.sleep import Sleep
from omoide.usecases.nights.undo import Undo


class NightFactory:
    """Makes what runs a night."""

    def __init__(
        self, foundation: Foundation, *, memories: MemoryFactory, models: ModelFactory, embedder: Embedder
    ) -> None:
        self._foundation = foundation
        self._memories = memories
        self._models = models
        self._embedder = embedder

    @cached_property
    def records(self) -> SqlNightRecords:
        """Return the records of nights."""
        return SqlNightRecords(self._foundation.database)

    @property
    def nights_ahead(self) -> NightsAhead:
        """Return the look for nights that lie ahead of the clock."""
        return NightsAhead(self.records, self._foundation.clock)

    @property
    def clock_leap(self) -> ClockLeap:
        """Return the look for a clock that stands years after the last night."""
        return ClockLeap(self._memories.night_reading, self.records, self._foundation.clock)

    def sleep(self, persona: Persona) -> Sleep:
        """Return the verb that runs a night."""
        settings = self._foundation.settings(persona.id)
        return Sleep(
            reading=self._memories.night_reading,
            store=SqlNightStore(self._foundation.database),
            records=self.records,
            memories=self._memories.store,
            condenser=Condenser(lambda: self._models.thinker(persona)),
            embedder=self._embedder,
            clock=self._foundation.clock,
            stopwatch=time.monotonic,
            rules=domain_rules.night_rules(settings),
            relations=domain_rules.relation_rules(settings, calibration_of(self._embedder.space)),
            grace_days=settings.compression.grace_days,
            interval_hours=settings.compression.interval_hours,
        )

    def in_time(self, persona: Persona) -> SleepInTime:
        """Return the verb that runs a night after those are taken back that were run before their time."""
        return SleepInTime(self.sleep(persona), self.take_back(persona))

    def take_back(self, persona: Persona) -> TakeBackNights:
        """Return the verb that takes back nights of a clock that was put right since."""
        return TakeBackNights(self.records, self.undo(persona), self._foundation.clock)

    def undo(self, persona: Persona) -> Undo:
        """Return the verb that takes the last night back."""
        settings = self._foundation.settings(persona.id)
        return Undo(
            reading=self._memories.night_reading,
            store=SqlNightStore(self._foundation.database),
            records=self.records,
            deleted=SqlDeletedMemories(self._foundation.database),
            embedder=self._embedder,
            clock=self._foundation.clock,
            rules=domain_rules.night_rules(settings),
            grace_days=settings.compression.grace_days,
        )
