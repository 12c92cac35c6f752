"""What is kept of recalls, what it explains, and "not that"."""

import time
from functools import cached_property

from omoide.adapters.jobs.receipt_buffer import ReceiptBuffer
from omoide.adapters.sql.recall.receipts.demotions import RecentDemotions, SqlDemotionStore
from omoide.adapters.sql.recall.receipts.receipts import SqlReceiptStore
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.receipts.feedback import Demotion
from omoide.domain.recall.receipts.receipt import Asker
from omoide.domain.recall.relevance import calibration_of
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.receipts import ReceiptKeeping
from omoide.ports.time.clock import Clock
from omoide.usecases.recall.receipts.attend import AttendRecall
from omoide.usecases.recall.receipts.feedback import GiveFeedback, HeedFeedback
from omoide.usecases.recall.receipts.keep import KeepReceipt
from omoide.usecases.recall.receipts.look import LookAtRecalls

PATIENCE_MS = 250
"""How long writing receipts waits for other processes that write; nobody waits for it but a home that is closed."""

DEMOTION_BYTES = 1_000
"""About what a "not that" takes in memory."""


class ReceiptFactory:
    """Makes what keeps receipts of recalls, reads them, and takes "not that"."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        memories: MemoryFactory,
        embedder: Embedder,
        asker: Asker = Asker.LIBRARY,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._embedder = embedder
        self.asker = asker
        """Who recalls through this home."""

    @cached_property
    def store(self) -> SqlReceiptStore:
        """Return the receipts."""
        return SqlReceiptStore(self._foundation.database.hurried(patience_ms=PATIENCE_MS).unhurried_to_disk())

    @cached_property
    def buffer(self) -> ReceiptBuffer:
        """Return the receipts that wait to be written."""
        return ReceiptBuffer(self.store, now=self._foundation.clock.now)

    @cached_property
    def demotions(self) -> SqlDemotionStore:
        """Return every "not that"."""
        return SqlDemotionStore(self._foundation.database)

    @cached_property
    def recent_demotions(self) -> RecentDemotions:
        """Return the same for recalls, which ask each time."""
        return RecentDemotions(self.demotions, known=self._foundation.minds.by_mind(_known_bytes))

    def keep(self, persona: Persona, *, clock: Clock | None = None) -> KeepReceipt:
        """Return what leaves a receipt."""
        return KeepReceipt(
            sink=self.buffer,
            keeping=self._keeping(persona),
            masking=self._events.masking_of(persona),
            unrecorded=self._events.unrecorded(persona),
            clock=clock or self._foundation.clock,
            stopwatch=time.monotonic,
        )

    def heed(self, persona: Persona) -> HeedFeedback:
        """Return what tells what a cue does not mean."""
        calibration = calibration_of(self._embedder.space)
        return HeedFeedback(self.recent_demotions, self._embedder, calibration, self._events.masking_of(persona))

    def attend(self, persona: Persona) -> AttendRecall:
        """Return the seam around whichever verb recalls."""
        return AttendRecall(self.heed(persona), self.keep(persona))

    def look(self, persona: Persona) -> LookAtRecalls:
        """Return the look at what is kept."""
        return LookAtRecalls(
            self.store,
            self.buffer,
            self._events.store,
            self._memories.store,
            self._keeping(persona),
            self._foundation.clock,
        )

    def feedback(self, persona: Persona) -> GiveFeedback:
        """Return the owner's "not that"."""
        return GiveFeedback(
            self.recent_demotions,
            self._events.store,
            self._memories.store,
            self._embedder,
            self._events.masking_of(persona),
            self._events.unrecorded(persona),
            self._foundation.clock,
        )

    def close(self) -> None:
        """Write what waits."""
        if "buffer" in self.__dict__:
            self.buffer.close()

    def _keeping(self, persona: Persona) -> ReceiptKeeping:
        return ReceiptKeeping(days=self._foundation.settings(persona.id).recall.receipts_days)


def _known_bytes(known: tuple[float, list[Demotion]]) -> int:
    return len(known[1]) * DEMOTION_BYTES
