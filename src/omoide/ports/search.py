"""Finding passages: by their words, and by their meaning."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.event import EventFilter
from omoide.domain.passage import Kind, Passage, PassageId, Side
from omoide.domain.persona import PersonaId
from omoide.domain.space import EmbeddingSpace


@dataclass(frozen=True, slots=True)
class Coverage:
    """How far the vectors of a space have come."""

    passages: int
    vectors: int

    @property
    def pending(self) -> int:
        """Return how many passages still wait."""
        return max(0, self.passages - self.vectors)


@dataclass(frozen=True, slots=True)
class Match:
    """A passage that answers a search, and how well."""

    passage_id: PassageId
    item_id: int
    side: Side
    score: float
    """BM25 for words (higher is better, unbounded), cosine for meaning (-1..1)."""


class PassageStore(Protocol):
    """Knows which passages still wait for a vector, and keeps the vectors."""

    def pending(self, persona_id: PersonaId, space: EmbeddingSpace, *, limit: int) -> list[Passage]:
        """Return passages without a vector in this space, oldest first."""
        ...

    def known_vectors(
        self, persona_id: PersonaId, space: EmbeddingSpace, hashes: Sequence[bytes]
    ) -> Mapping[bytes, NDArray[np.float32]]:
        """Return vectors already made in this space for texts with these hashes."""
        ...

    def put_vectors(
        self,
        persona_id: PersonaId,
        space: EmbeddingSpace,
        passage_ids: Sequence[PassageId],
        matrix: NDArray[np.float32],
    ) -> None:
        """Keep one vector per passage and note how far the work has come, all or none."""
        ...

    def forget_vectors(self, persona_id: PersonaId, space: EmbeddingSpace) -> None:
        """Drop the persona's vectors of this space, so that they are made anew."""
        ...

    def count(self, persona_id: PersonaId) -> int:
        """Return how many passages the persona has."""
        ...

    def coverage(self, persona_id: PersonaId) -> Mapping[str, Coverage]:
        """Return, for each space by its key, how many of the persona's passages have a vector in it."""
        ...


class TextIndex(Protocol):
    """Finds passages by their words.  Always complete: tokens are kept with the passage itself."""

    def match(
        self, persona_id: PersonaId, terms: Sequence[str], *, kind: Kind, where: EventFilter, limit: int
    ) -> list[Match]:
        """Return the best matches for any of the terms, best first."""
        ...

    def frequencies(self, terms: Sequence[str]) -> Mapping[str, int]:
        """Return in how many passages each term occurs."""
        ...

    def size(self) -> int:
        """Return how many passages there are."""
        ...

    def is_sound(self) -> bool:
        """Tell whether the tokens agree with the passages."""
        ...

    def rebuild(self) -> int:
        """Make the tokens anew from the passages; return how many there are."""
        ...


class VectorIndex(Protocol):
    """Finds passages by their meaning, among the vectors of one space."""

    def nearest(
        self,
        persona_id: PersonaId,
        vector: NDArray[np.float32],
        *,
        space: EmbeddingSpace,
        kind: Kind,
        where: EventFilter,
        limit: int,
    ) -> list[Match]:
        """Return the passages nearest to the vector, nearest first; new vectors of any process are seen."""
        ...

    def rebuild(self, persona_id: PersonaId, *, space: EmbeddingSpace) -> None:
        """Throw the cache away and read everything anew."""
        ...
