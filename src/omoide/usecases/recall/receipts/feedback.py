""" "Not that": said, taken back, and heeded by the next recall (SPEC X7)."""

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from omoide.domain.events.event import EventId
from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import Persona
from omoide.domain.recall.receipts import feedback
from omoide.domain.recall.receipts.feedback import Demotion, DemotionId, FeedbackRules
from omoide.domain.recall.receipts.receipt import EVENT, LONGEST_CUE, MEMORY, ItemRef
from omoide.domain.recall.relevance import Calibration
from omoide.errors import (
    EmbedderUnavailable,
    EventNotFound,
    FeedbackNotFound,
    InvalidInput,
    MemoryNotFound,
    NotRecorded,
)
from omoide.ports.events.store import EventStore
from omoide.ports.memories.store import MemoryReading
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.receipts import DemotionStore
from omoide.ports.time.clock import Clock


@dataclass(frozen=True, slots=True)
class HeedFeedback:
    """Tells what a cue does not mean."""

    demotions: DemotionStore
    embedder: Embedder
    calibration: Calibration
    masking: SecretMasking
    rules: FeedbackRules = field(default_factory=FeedbackRules)

    def __call__(self, persona: Persona, cue: str) -> frozenset[ItemRef]:
        """Return what the owner said "not that" to, for this cue or one near to it."""
        known = self.demotions.all(persona.id) if cue.strip() else []
        if not known:
            return frozenset()
        told = self.masking.of_start(cue, most=LONGEST_CUE)
        alike = [each for each in known if feedback.shared_share(told, each.cue) >= self.rules.least_words]
        vector = self._vector(told) if any(not feedback.is_same_cue(told, each.cue) for each in alike) else None
        return frozenset(each.item for each in known if self._is_meant(told, each, vector))

    def _is_meant(self, cue: str, demotion: Demotion, vector: NDArray[np.float32] | None) -> bool:
        space = self.embedder.space.key
        cosine = None if vector is None else feedback.cosine_between(vector, demotion, space=space)
        return feedback.is_meant_too(cue, demotion, cosine, calibration=self.calibration, rules=self.rules)

    def _vector(self, cue: str) -> NDArray[np.float32] | None:
        try:
            [vector] = self.embedder.embed([cue], role="query")
        except EmbedderUnavailable:
            return None
        return np.asarray(vector, np.float32)


@dataclass(frozen=True, slots=True)
class GiveFeedback:
    """Takes the owner's "not that", and takes it back."""

    demotions: DemotionStore
    events: EventStore
    memories: MemoryReading
    embedder: Embedder
    masking: SecretMasking
    unrecorded: Unrecorded
    clock: Clock

    def not_that(self, persona: Persona, item: ItemRef, *, cue: str) -> Demotion:
        """Put an item behind whatever else comes to mind for a cue, and for cues near to it."""
        if not cue.strip():
            raise InvalidInput('say for which cue it is "not that": it has no words')
        if self.unrecorded.covers_text(cue):
            raise NotRecorded("cue")
        told = self.masking.of_start(cue, most=LONGEST_CUE)
        space, vector = self._vector(told)
        meant = Demotion(self.canonical(persona, item), told, self.clock.now(), space, vector)
        return self.demotions.add(persona.id, meant)

    def undo(self, persona: Persona, demotion_id: DemotionId) -> Demotion:
        """Take a "not that" back; raise `FeedbackNotFound` when there is none."""
        found = self.demotions.drop(persona.id, demotion_id)
        if found is None:
            raise FeedbackNotFound(demotion_id)
        return found

    def canonical(self, persona: Persona, item: ItemRef) -> ItemRef:
        """Return what stands for an item: the turn that a memory was made of; raise when a turn or memory is not there."""
        if item.kind == MEMORY:
            found = self.memories.get(persona.id, [MemoryId(int(item.id))]).get(MemoryId(int(item.id)))
            if found is None:
                raise MemoryNotFound(item.id)
            return item if found.event_id is None else ItemRef(EVENT, str(found.event_id))
        if item.kind == EVENT and not self.events.get(persona.id, [EventId(int(item.id))]):
            raise EventNotFound(int(item.id))
        return item

    def _vector(self, cue: str) -> tuple[str, bytes]:
        try:
            [vector] = self.embedder.embed([cue], role="query")
        except EmbedderUnavailable:
            return "", b""
        return self.embedder.space.key, np.asarray(vector, np.float32).tobytes()
