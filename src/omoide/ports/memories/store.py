"""Where memories are kept and read."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.events.event import EventId
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Chapter, Impression, Memory, MemoryId
from omoide.domain.memories.relations import Relation
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import NewPassage
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class NewMemory:
    """A memory on its way into the store, with the passage by which it will be found."""

    impression: Impression
    event_id: EventId | None
    session_id: str
    created: Moment
    day: date
    """The local day it belongs to; its label is numbered within it."""
    memory_days: float
    decay_coefficient: float
    piece: NewPassage
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class NoMemory:
    """Why a turn makes no memory."""

    reason: str


@dataclass(frozen=True, slots=True)
class MemoryFilter:
    """Which memories are meant; every field left at its default lets all through."""

    levels: frozenset[Level] = frozenset()
    protected_only: bool = False
    category: str | None = None
    since: Moment | None = None
    until: Moment | None = None
    session_id: str | None = None


class MemoryStore(Protocol):
    """Takes memories in.  Holds no opinion about their worth."""

    def add(self, persona_id: PersonaId, new: NewMemory, *, space: EmbeddingSpace) -> Memory:
        """Keep a memory with its passage and vector; return the one already made of the same event, if there is one.

        One that asks for protection waits for it from the same moment, so that the wish is never lost.
        """
        ...

    def add_all(self, persona_id: PersonaId, new: Sequence[NewMemory], *, space: EmbeddingSpace) -> list[Memory]:
        """Keep several memories in one step, all or none."""
        ...

    def of_event(self, persona_id: PersonaId, event_id: EventId) -> Memory | None:
        """Return the memory that was made of an event, if there is one."""
        ...

    def of_events(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, Memory]:
        """Return the memories that were made of these events, by event; one of which none was made is left out."""
        ...

    def numbers_of(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, MemoryId]:
        """Return the numbers of the memories that were made of these events."""
        ...

    def has_any_of_no_event(self, persona_id: PersonaId) -> bool:
        """Tell whether there is a memory that was made of no event: somebody wrote it down."""
        ...

    def unremembered(self, persona_id: PersonaId, *, limit: int) -> list[EventId]:
        """Return complete events that wait to become a memory, oldest first."""
        ...


class MemoryReading(Protocol):
    """Looks at memories.  Looking is not recalling: nothing changes."""

    def get(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        """Return those of the memories that this persona has."""
        ...

    def unbound(self, persona_id: PersonaId, *, limit: int) -> list[MemoryId]:
        """Return memories that were made of no turn, at most so many."""
        ...

    def named(self, persona_id: PersonaId, name: str) -> Memory:
        """Return the memory with this label or number; raise `MemoryNotFound` when there is none."""
        ...

    def find(
        self, persona_id: PersonaId, where: MemoryFilter, *, limit: int | None = None, newest_first: bool = True
    ) -> list[Memory]:
        """Return the memories that pass the filter, in order of time."""
        ...

    def count(self, persona_id: PersonaId) -> Mapping[Level, int]:
        """Return how many memories there are at each level."""
        ...

    def relations(
        self, persona_id: PersonaId, memory_ids: Sequence[MemoryId], *, both_ways: bool = True
    ) -> list[Relation]:
        """Return the relations that begin at these memories, and with `both_ways` those that end there."""
        ...

    def history(self, persona_id: PersonaId, memory_id: MemoryId) -> list[Chapter]:
        """Return what happened to a memory, oldest first."""
        ...
