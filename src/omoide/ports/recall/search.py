"""Finding what is kept: by its words, by its meaning, and by when it was said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.events.event import Event, EventFilter, EventId
from omoide.domain.events.roster import Ints, Roster
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import NewPassage, Passage, PassageId, PassageKind


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
class Nearness:
    """How near things lie to a cue: the best of each thing's passages."""

    item_ids: Ints
    """Ascending, each once."""
    cosines: NDArray[np.float32]
    characters: Ints
    """How long each thing is: the characters of its passages."""
    is_estimate: bool = False
    """All but the nearest are right within about a thousandth only."""


@dataclass(frozen=True, slots=True)
class ThingVectors:
    """The vectors of one thing's passages, its beginning first."""

    rows: NDArray[np.float32]
    are_answers: NDArray[np.bool_]
    """Which of them are pieces of an assistant's answer."""


@dataclass(frozen=True, slots=True)
class Postings:
    """Which things hold which words, and how many do."""

    ids: Mapping[str, Ints]
    """Token → ids of the things that hold it, ascending; one may come twice.  Words in very many things are left out."""
    frequencies: Mapping[str, int]
    """Token → how many things hold it, also where they are not listed; a token that is missing was found nowhere."""


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

    def forget_other_spaces(self, persona_id: PersonaId, space: EmbeddingSpace) -> int:
        """Drop the persona's vectors of every other space, and where topics lay there; return how many vectors that were."""
        ...

    def count(self, persona_id: PersonaId) -> int:
        """Return how many passages the persona has."""
        ...

    def coverage(self, persona_id: PersonaId) -> Mapping[str, Coverage]:
        """Return, for each space by its key, how many of the persona's passages have a vector in it."""
        ...


class EventPassages(Protocol):
    """The passages of events, which can be cut anew; their words follow when the index is rebuilt."""

    def events_holding(self, persona_id: PersonaId, marks: Sequence[str]) -> list[EventId]:
        """Return the events with a passage that holds one of the marks, oldest first."""
        ...

    def texts(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> Mapping[EventId, tuple[str, ...]]:
        """Return the texts of the events' passages."""
        ...

    def replace(self, persona_id: PersonaId, anew: Mapping[Event, Sequence[NewPassage]]) -> None:
        """Keep these passages of the events in place of the old ones; vectors and words are to be made again."""
        ...


class TextIndex(Protocol):
    """Finds things by their words.  Always complete: words are kept with the passage itself."""

    def postings(self, persona_id: PersonaId, tokens: Sequence[str], *, kind: PassageKind) -> Postings:
        """Return which things hold each of the tokens, and how many do."""
        ...

    def size(self) -> int:
        """Return how many passages there are."""
        ...

    def is_sound(self) -> bool:
        """Tell whether the words are whole and agree with the passages."""
        ...

    def rebuild(self) -> int:
        """Make the postings anew from the passages; return how many passages there are."""
        ...


class VectorIndex(Protocol):
    """Finds things by their meaning, among the vectors of one space."""

    def nearness(
        self,
        persona_id: PersonaId,
        vector: NDArray[np.float32],
        *,
        space: EmbeddingSpace,
        kind: PassageKind,
        answer_weight: float = 1.0,
    ) -> Nearness:
        """Return how near every thing that has a vector lies; new vectors of any process are seen.

        What an assistant answered at length counts `answer_weight` of its cosine.
        """
        ...

    def leaning(
        self, persona_id: PersonaId, direction: NDArray[np.float32], *, space: EmbeddingSpace, kind: PassageKind
    ) -> Nearness:
        """Return how far every thing points into a direction that is asked for again and again."""
        ...

    def vectors_of(
        self, persona_id: PersonaId, item_ids: Sequence[int], *, space: EmbeddingSpace, kind: PassageKind
    ) -> Mapping[int, ThingVectors]:
        """Return the vectors of these things, as far as they have any."""
        ...

    def rebuild(self, persona_id: PersonaId, *, space: EmbeddingSpace) -> None:
        """Throw the cache away and read everything anew."""
        ...

    def drop_other_spaces(self, persona_id: PersonaId, *, space: EmbeddingSpace) -> None:
        """Let go of what is held, in memory or in files, of every other space."""
        ...


class Rosters(Protocol):
    """Knows every persona's events by id, time and session."""

    def roster(self, persona_id: PersonaId) -> Roster:
        """Return the roster of all events kept so far, by any process."""
        ...

    def matching(self, persona_id: PersonaId, where: EventFilter) -> Ints:
        """Return the ids of the events that pass the filter, ascending."""
        ...
