"""Memories that fade, plugged together."""

import time
from functools import cached_property

from omoide.adapters.index.memory_field import ResidentMemoryField
from omoide.adapters.sql.memories.manual_edits import SqlManualEdits
from omoide.adapters.sql.memories.memories import SqlMemoryStore
from omoide.adapters.sql.memories.recall_log import SqlRecallLog
from omoide.adapters.sql.memories.restoring import SqlDeletedMemories
from omoide.adapters.sql.nights.nights import SqlNightStore
from omoide.adapters.sql.nights.reading import SqlNightReading
from omoide.adapters.sql.nights.records import SqlNightRecords
from omoide.adapters.sql.upkeep.upkeep import SqliteUpkeep
from omoide.bootstrap import CACHE, DATABASE, Wiring
from omoide.config import Settings
from omoide.config import domain_rules as fading
from omoide.domain.personas.persona import Persona
from omoide.usecases.memories.manual_edits import Foresee, Protect, Release, Restore
from omoide.usecases.nights.condense import Condenser
from omoide.usecases.nights.sleep import Sleep
from omoide.usecases.nights.undo import Undo
from omoide.usecases.recall.recall_memories import RecallMemories, RecallRules
from omoide.usecases.understanding.remember import Remember


class MemoryWiring:
    """The parts of a home that keep, recall and fade memories."""

    def __init__(self, wiring: Wiring) -> None:
        self._wiring = wiring
        self.clock = wiring.clock

    @cached_property
    def store(self) -> SqlMemoryStore:
        """Return the memories."""
        return SqlMemoryStore(self._wiring.database)

    @cached_property
    def field(self) -> ResidentMemoryField:
        """Return what recall weighs."""
        return ResidentMemoryField(self._wiring.database)

    @cached_property
    def log(self) -> SqlRecallLog:
        """Return what came to mind so far."""
        return SqlRecallLog(self._wiring.database)

    @cached_property
    def hand(self) -> SqlManualEdits:
        """Return the owner's hand."""
        return SqlManualEdits(self._wiring.database, embedder=lambda: self._wiring.embedder)

    @cached_property
    def reading(self) -> SqlNightReading:
        """Return what a night reads."""
        return SqlNightReading(self._wiring.database)

    @cached_property
    def records(self) -> SqlNightRecords:
        """Return the records of nights."""
        return SqlNightRecords(self._wiring.database)

    @cached_property
    def upkeep(self) -> SqliteUpkeep:
        """Return the care of the database file."""
        return SqliteUpkeep(self._wiring.home / DATABASE, cache=self._wiring.home / CACHE)

    def remember(self, persona: Persona) -> Remember:
        """Return how what was felt becomes a memory."""
        settings = self._settings(persona)
        return Remember(
            embedder=self._wiring.embedder,
            rules=fading.retention_rules(settings),
            schedule_hour=settings.compression.schedule_hour,
        )

    def recall(self, persona: Persona) -> RecallMemories:
        """Return the verb that finds what comes to mind."""
        return RecallMemories(
            field=self.field,
            vectors=self._wiring.vectors,
            texts=self._wiring.texts,
            memories=self.store,
            log=self.log,
            embedder=self._wiring.embedder,
            clock=self.clock,
            rules=_recall_rules(self._settings(persona)),
        )

    def sleep(self, persona: Persona) -> Sleep:
        """Return the verb that runs a night."""
        settings = self._settings(persona)
        return Sleep(
            reading=self.reading,
            store=SqlNightStore(self._wiring.database),
            records=self.records,
            memories=self.store,
            condenser=Condenser(lambda: self._wiring.thinker(persona)),
            embedder=self._wiring.embedder,
            clock=self.clock,
            stopwatch=time.monotonic,
            rules=fading.night_rules(settings),
            relations=fading.relation_rules(settings),
            grace_days=settings.compression.grace_days,
            interval_hours=settings.compression.interval_hours,
        )

    def undo(self, persona: Persona) -> Undo:
        """Return the verb that takes the last night back."""
        return Undo(self.sleep(persona), SqlDeletedMemories(self._wiring.database))

    def protect(self, persona: Persona) -> Protect:
        """Return the verb that protects a memory."""
        return Protect(self.store, self.hand, self.clock, fading.protection_rules(self._settings(persona)))

    def release(self, persona: Persona) -> Release:
        """Return the verb that lets a memory fade again."""
        return Release(self.store, self.hand, self.clock, fading.protection_rules(self._settings(persona)))

    def restore(self, persona: Persona) -> Restore:
        """Return the verb that brings a memory back."""
        return Restore(self.store, self.hand, self.clock, fading.night_rules(self._settings(persona)))

    def foresee(self, persona: Persona) -> Foresee:
        """Return the verb that says what the coming nights will do."""
        return Foresee(self.store, self.reading, self.clock, fading.night_rules(self._settings(persona)))

    def _settings(self, persona: Persona) -> Settings:
        return self._wiring.for_persona(persona.id).settings


def _recall_rules(settings: Settings) -> RecallRules:
    return RecallRules(
        retrieval=fading.retrieval_rules(settings),
        reinforcement=fading.reinforcement_rules(settings),
        resonance=fading.resonance_rules(settings),
        levels=fading.level_rules(settings),
        archive=fading.archive_rules(settings),
        relations=fading.relation_rules(settings),
    )
