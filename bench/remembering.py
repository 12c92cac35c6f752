"""Memories of made-up turns, made without asking anyone what they mean."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from omoide import Mind
from omoide.domain.events.event import Event
from omoide.domain.feelings.emotion import Valence
from omoide.domain.memories.memory import Impression
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time.moment import day
from omoide.ports.memories.store import NewMemory
from omoide.ports.models.embedder import Embedder, Role


class Known:
    """An embedder that embeds each text once: the made-up turns repeat themselves."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._known: dict[str, NDArray[np.float32]] = {}

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of the embedder."""
        return self._embedder.space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return the vectors of the texts."""
        fresh = [text for text in dict.fromkeys(texts) if text not in self._known]
        if fresh:
            self._known |= dict(zip(fresh, self._embedder.embed(fresh, role=role), strict=True))
        return np.stack([self._known[text] for text in texts])


def remember(mind: Mind, events: Sequence[Event], embedder: Known) -> None:
    """Make a memory of each turn, its meaning that of what the user said."""
    vectors = embedder.embed([event.user for event in events])
    store = mind._home.memories.store  # noqa: SLF001 - filling by the front door would take an hour
    store.add_all(
        mind.persona.id,
        [_memory(mind, event, vector) for event, vector in zip(events, vectors, strict=True)],
        space=embedder.space,
    )


def _memory(mind: Mind, event: Event, vector: NDArray[np.float32]) -> NewMemory:
    impression = Impression(
        trigger=event.user,
        content=event.assistant or "",
        emotional_intensity=40 + event.id % 50,
        emotional_valence=Valence.NEUTRAL,
        emotional_arousal=event.id % 100,
        emotional_tags=(),
        category="casual",
    )
    return NewMemory(
        impression=impression,
        event_id=event.id,
        session_id=event.session_id,
        created=event.created,
        day=day(event.created, tz=mind.persona.tz),
        memory_days=0.5,
        decay_coefficient=0.99,
        piece=whole_piece(f"{impression.trigger} {impression.content}"),
        vector=vector,
    )
