"""Where a night reads and writes.  Every write is one bounded transaction that also notes how far the night is."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories.levels import Level
from omoide.domain.memories.likeness import Meanings
from omoide.domain.memories.memory import Cause, Draft, MemoryId
from omoide.domain.memories.relations import Graph
from omoide.domain.nights.night_report import NightReport
from omoide.domain.nights.population import Population
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import NewPassage
from omoide.domain.time.moment import Moment


class Phase(StrEnum):
    """What a night is doing, in order."""

    FADE = "fade"
    CONDENSE = "condense"
    RELATE = "relate"
    DELETE = "delete"
    DONE = "done"
    UNDOING = "undoing"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True)
class NightRun:
    """A night that has begun."""

    id: int
    persona_id: PersonaId
    until: Moment
    """The nightly hour up to which memories fade."""
    began: Moment
    ended: Moment | None
    phase: Phase
    done: int
    """How many rows of the phase are on the disk."""


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of a memory, as a night needs them."""

    trigger: str
    content: str
    summary: Draft | None
    trace: Draft | None


@dataclass(frozen=True, slots=True)
class Retold:
    """A memory whose text gets shorter (or, when a night is undone, longer again)."""

    memory_id: MemoryId
    hand: int
    level_before: Level
    level_after: Level
    archived_at: Moment | None
    cause: Cause
    retention_score: float
    before: Texts
    trigger: str
    content: str
    piece: NewPassage
    vector: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Fading:
    """One batch of memories before and after, and which of them keep their level until their text is shorter."""

    before: Population
    after: Population
    keeps_level: NDArray[np.bool_]
    causes: Mapping[int, Cause]
    """Why the level changes, by place in the batch, for those whose level changes now or with their text."""


class NightReading(Protocol):
    """What a night needs to know."""

    def population(self, persona_id: PersonaId) -> Population:
        """Return the numbers of all memories, as they stand."""
        ...

    def texts(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, Texts]:
        """Return the texts of those of the memories that are still there."""
        ...

    def labels(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, str]:
        """Return what those of the memories that are still there are called."""
        ...

    def graph(self, persona_id: PersonaId) -> Graph:
        """Return all relations."""
        ...

    def meanings(self, persona_id: PersonaId, space: EmbeddingSpace, *, among: NDArray[np.int64]) -> Iterator[Meanings]:
        """Yield the vectors of those of the memories (ids ascending) that have one, block by block."""
        ...


class NightStore(Protocol):
    """Begins a night, keeps its steps, ends it.  A step that another process took first raises `NightOvertaken`."""

    def begin(self, persona_id: PersonaId, *, until: Moment, at: Moment, before: Population) -> NightRun:
        """Note that a night has begun, with the numbers as they stood."""
        ...

    def before(self, run: NightRun) -> Population:
        """Return the numbers as they stood when the night began; raise `NightNotFound` when they are kept no longer."""
        ...

    def fade(self, run: NightRun, batch: Fading) -> NightRun:
        """Keep the numbers of one batch, except of memories that the owner touched meanwhile."""
        ...

    def retell(self, run: NightRun, batch: Sequence[Retold], *, space: EmbeddingSpace, rows: int) -> NightRun:
        """Keep new levels, texts and vectors of one batch of `rows` memories, some of which may be postponed.

        The texts as they were go into the history.
        """
        ...

    def relate(self, run: NightRun, *, removed: Graph, added: Graph) -> NightRun:
        """Take relations away and add others."""
        ...

    def delete(self, run: NightRun, memory_ids: Sequence[MemoryId]) -> NightRun:
        """Take memories out; they can come back while the grace period lasts."""
        ...

    def advance(self, run: NightRun, phase: Phase, *, at: Moment | None = None) -> NightRun:
        """Note that the next phase begins; `at` is when the night ended, if it did."""
        ...


class NightRecords(Protocol):
    """What is known of past nights."""

    def latest(self, persona_id: PersonaId) -> NightRun | None:
        """Return the last night that was begun, finished or not."""
        ...

    def standing(self, persona_id: PersonaId) -> NightRun | None:
        """Return the last night that is not undone: the one that undoing takes back next, or goes on with."""
        ...

    def changes(self, run: NightRun) -> tuple[Graph, Graph] | None:
        """Return the relations that the night removes and adds, once it knows them."""
        ...

    def keep_changes(self, run: NightRun, *, removed: Graph, added: Graph) -> None:
        """Note which relations the night removes and adds, before it does so."""
        ...

    def retold(self, run: NightRun) -> dict[MemoryId, Draft]:
        """Return the texts that the night made shorter, as they were."""
        ...

    def reports(self, persona_id: PersonaId, *, limit: int) -> list[NightReport]:
        """Return the reports of the last nights, newest first."""
        ...

    def close(self, run: NightRun, report: NightReport, *, past_grace: Moment) -> NightRun:
        """Note that the night has ended, keep its report, and drop what can no longer be undone, all in one step.

        That is the texts, rows and snapshots of nights and acts before `past_grace`.
        """
        ...
