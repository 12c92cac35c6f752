"""Look: receipts that are kept, and what they explain (SPEC R6, X7)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.context.shown import shown_event
from omoide.domain.events.event import EventId
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.receipts.explanation import RecallExplanation
from omoide.domain.recall.receipts.receipt import (
    EVENT,
    MEMORY,
    ItemRef,
    RecallCandidate,
    RecallId,
    RecallReceipt,
)
from omoide.errors import RecallNotFound
from omoide.ports.events.store import EventStore
from omoide.ports.memories.store import MemoryReading
from omoide.ports.recall.receipts import ReceiptKeeping, ReceiptSink, ReceiptStore
from omoide.ports.time.clock import Clock

LOOKED_THROUGH: Final = 200
"""Of the last receipts, those in which one thing is looked for."""


@dataclass(frozen=True, slots=True)
class LookAtRecalls:
    """Looks at what is kept of recalls; those of this process that still wait are written first."""

    store: ReceiptStore
    sink: ReceiptSink
    events: EventStore
    memories: MemoryReading
    keeping: ReceiptKeeping
    clock: Clock

    def recent(self, persona: Persona, *, limit: int, session_id: str | None = None) -> list[RecallReceipt]:
        """Return the last receipts, the newest first; none that is too old to be kept."""
        self.sink.flush()
        oldest = self.keeping.oldest(self.clock.now())
        found = self.store.recent(persona.id, limit=limit, session_id=session_id)
        return [each for each in found if each.at >= oldest]

    def last(self, persona: Persona, *, session_id: str | None = None) -> RecallReceipt:
        """Return the last receipt; raise `RecallNotFound` when none is kept."""
        found = self.recent(persona, limit=1, session_id=session_id)
        if not found:
            raise RecallNotFound
        return found[0]

    def get(self, persona: Persona, recall_id: RecallId) -> RecallReceipt:
        """Return one receipt; raise `RecallNotFound` when it is not kept."""
        self.sink.flush()
        found = self.store.get(persona.id, recall_id)
        if found is None or found.at < self.keeping.oldest(self.clock.now()):
            raise RecallNotFound(recall_id)
        return found

    def holding(self, persona: Persona, item: ItemRef, *, is_shown: bool = False) -> RecallReceipt | None:
        """Return the last receipt in which an item was found, or shown; `None` when there is none among the last ones."""
        recent = self.recent(persona, limit=LOOKED_THROUGH)
        holding = (each for each in recent if each.holds(item))
        return next((each for each in holding if not is_shown or any(one.item == item for one in each.shown)), None)

    def explained(
        self, persona: Persona, receipt: RecallReceipt | None, *, about: RecallCandidate | None = None
    ) -> RecallExplanation:
        """Return what a receipt explains, or what it says of one thing."""
        wanted = [about.item] if about is not None else [] if receipt is None else [c.item for c in receipt.candidates]
        texts = self.texts(persona, wanted)
        return RecallExplanation(persona.language, persona.tz, receipt, about, texts)

    def texts(self, persona: Persona, items: Sequence[ItemRef]) -> Mapping[ItemRef, str]:
        """Return what turns and memories say, as far as they are still there."""
        turns = [EventId(int(each.id)) for each in items if each.kind == EVENT]
        remembered = [MemoryId(int(each.id)) for each in items if each.kind == MEMORY]
        said = self.events.get(persona.id, turns) if turns else {}
        kept = self.memories.get(persona.id, remembered) if remembered else {}
        found = {ItemRef(EVENT, str(key)): shown_event(event).text for key, event in said.items()}
        return found | {ItemRef(MEMORY, str(key)): memory.text for key, memory in kept.items()}
