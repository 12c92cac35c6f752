"""Memories that fade: keeping them, and what the owner does to them by hand."""

from collections.abc import Callable
from functools import cached_property

from omoide.adapters.sql.memories.browsing import SqlMemoryBrowsing
from omoide.adapters.sql.memories.manual_edits import SqlManualEdits
from omoide.adapters.sql.memories.memories import SqlMemoryStore
from omoide.adapters.sql.memories.recall_log import SqlRecallLog
from omoide.adapters.sql.nights.reading import SqlNightReading
from omoide.bootstrap.foundation import Foundation
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.ports.models.embedder import Embedder
from omoide.usecases.memories.manual_edits import Foresee, Protect, Release, Restore


class MemoryFactory:
    """Makes what keeps memories and changes them at the owner's word."""

    def __init__(self, foundation: Foundation, *, embedder: Callable[[], Embedder]) -> None:
        self._foundation = foundation
        self._embedder = embedder

    @cached_property
    def store(self) -> SqlMemoryStore:
        """Return the memories."""
        return SqlMemoryStore(self._foundation.database)

    @cached_property
    def browsing(self) -> SqlMemoryBrowsing:
        """Return the memories a page at a time."""
        return SqlMemoryBrowsing(self._foundation.database)

    @cached_property
    def recall_log(self) -> SqlRecallLog:
        """Return what came to mind so far."""
        return SqlRecallLog(self._foundation.database)

    @cached_property
    def manual_edits(self) -> SqlManualEdits:
        """Return what the owner does by hand."""
        return SqlManualEdits(self._foundation.database, embedder=self._embedder)

    @cached_property
    def night_reading(self) -> SqlNightReading:
        """Return what a night reads, which a forecast reads too."""
        return SqlNightReading(self._foundation.database)

    def protect(self, persona: Persona) -> Protect:
        """Return the verb that protects a memory."""
        rules = domain_rules.protection_rules(self._foundation.settings(persona.id))
        return Protect(self.store, self.manual_edits, self._foundation.clock, rules)

    def release(self, persona: Persona) -> Release:
        """Return the verb that lets a memory fade again."""
        rules = domain_rules.protection_rules(self._foundation.settings(persona.id))
        return Release(self.store, self.manual_edits, self._foundation.clock, rules)

    def restore(self, persona: Persona) -> Restore:
        """Return the verb that brings a memory back."""
        rules = domain_rules.night_rules(self._foundation.settings(persona.id))
        return Restore(self.store, self.manual_edits, self._foundation.clock, rules)

    def foresee(self, persona: Persona) -> Foresee:
        """Return the verb that says what the coming nights will do."""
        rules = domain_rules.night_rules(self._foundation.settings(persona.id))
        return Foresee(self.store, self.night_reading, self._foundation.clock, rules)
