"""What a night reads: numbers, texts, relations and vectors of a whole mind, column by column."""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, CursorResult, Select, func, select

from omoide.adapters.sql import columns
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.half_precision import widen
from omoide.adapters.sql.memories import rows
from omoide.adapters.sql.memories.tables import memories, memory_relations, memory_texts
from omoide.adapters.sql.recall.passages import STORED
from omoide.adapters.sql.tables import passages, spaces, vectors
from omoide.domain.memories import relations
from omoide.domain.memories.likeness import Meanings
from omoide.domain.memories.memory import MemoryId
from omoide.domain.memories.relations import Graph, canonical
from omoide.domain.nights.population import NEVER, Population
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import PassageKind
from omoide.ports.nights.store import Texts

_M = memories.c
_COLUMNS: dict[str, tuple[ColumnElement[Any], type]] = {
    "ids": (_M.id, np.int64),
    "created": (_M.created, np.int64),
    "memory_days": (_M.memory_days, np.float64),
    "recalls": (_M.recalls_since_last_batch, np.int64),
    "recall_count": (_M.recall_count, np.int64),
    "emotional_intensity": (_M.emotional_intensity, np.float64),
    "decay_coefficient": (_M.decay_coefficient, np.float64),
    "level": (_M.current_level, np.int8),
    "retention": (_M.retention_score, np.float64),
    "archived_at": (func.coalesce(_M.archived_at, NEVER), np.int64),
    "protected": (_M.protected, np.bool_),
    "revival_requested_at": (func.coalesce(_M.revival_requested_at, NEVER), np.int64),
    "kept_until": (func.coalesce(_M.kept_until, NEVER), np.int64),
    "faded_through": (_M.faded_through, np.int64),
    "hand": (_M.hand, np.int64),
}
_RELATION = {"source": np.int64, "target": np.int64, "kind": np.int8, "similarity": np.float64}


_VECTORS = (
    select(passages.c.item_id, vectors.c.data)
    .select_from(
        vectors.join(passages, passages.c.id == vectors.c.passage_id).join(spaces, spaces.c.id == vectors.c.space_id)
    )
    .where(passages.c.kind == PassageKind.MEMORY.value)
)
BLOCK = 32_768
"""Vectors in one block.  Products of few rows are shared out among processors so often that a busy one delays them all."""
PORTION = 512
"""Vectors read at a time: few enough to stay close to the processor on their way into the block."""
FEW = 2000
"""Up to so many memories are looked up one by one; for more the whole mind is read through."""


class SqlNightReading:
    """Reads what a night needs to know."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def population(self, persona_id: PersonaId) -> Population:
        """Return the numbers of all memories, as they stand."""
        query = select(*(column for column, _ in _COLUMNS.values())).where(_M.persona_id == persona_id)
        kinds = {name: kind for name, (_, kind) in _COLUMNS.items()}
        with self._database.reading() as connection:
            found = Population(**columns.read(connection, query, kinds))
        return found if _ascends(found.ids) else found.in_order()

    def texts(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, Texts]:
        """Return the texts of those of the memories that are still there."""
        query = (
            select(memory_texts)
            .join(memories, memories.c.id == memory_texts.c.memory_id)
            .where(rows.belongs(_M.persona_id, persona_id), _M.id.in_(memory_ids))
        )
        with self._database.reading() as connection:
            return {
                MemoryId(row.memory_id): Texts(
                    row.trigger,
                    row.content,
                    rows.draft(row.summary_trigger, row.summary_content),
                    rows.draft(row.trace_trigger, row.trace_content),
                )
                for row in connection.execute(query)
            }

    def labels(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, str]:
        """Return what those of the memories that are still there are called."""
        query = select(_M.id, _M.label).where(rows.belongs(_M.persona_id, persona_id), _M.id.in_(memory_ids))
        with self._database.reading() as connection:
            return {MemoryId(row.id): row.label for row in connection.execute(query)}

    def graph(self, persona_id: PersonaId) -> Graph:
        """Return all relations."""
        held = memory_relations.c
        query = select(held.source_id, held.target_id, held.kind, held.similarity).where(held.persona_id == persona_id)
        with self._database.reading() as connection:
            return canonical(Graph(**columns.read(connection, query, _RELATION)))

    def meanings(self, persona_id: PersonaId, space: EmbeddingSpace, *, among: NDArray[np.int64]) -> Iterator[Meanings]:
        """Yield the vectors of those of the memories (ids ascending) that have one, block by block."""
        queries = _vector_queries(persona_id, space, among=among)
        with self._database.reading() as connection:
            for query in queries:
                yield from _blocks(connection.execute(query), among=among, dims=space.dims)


def _vector_queries(persona_id: PersonaId, space: EmbeddingSpace, *, among: NDArray[np.int64]) -> list[Select[Any]]:
    held = _VECTORS.where(spaces.c.key == space.key)
    if len(among) > FEW:
        return [held.where(vectors.c.persona_id == persona_id)]
    mine = held.where(rows.belongs(passages.c.persona_id, persona_id))
    parts = [among[start : start + rows.BATCH].tolist() for start in range(0, len(among), rows.BATCH)]
    return [mine.where(passages.c.item_id.in_(part)) for part in parts]


def _blocks(result: CursorResult[Any], *, among: NDArray[np.int64], dims: int) -> Iterator[Meanings]:
    while True:
        block = Meanings(np.empty(BLOCK, np.int64), np.empty((BLOCK, dims), np.float32))
        filled = 0
        while filled <= BLOCK - PORTION and (found := result.cursor.fetchmany(PORTION)):
            filled += _fill(block.only(slice(filled, None)), found, among=among)
        if not filled:
            return
        yield block.only(slice(filled))


def _fill(room: Meanings, found: Sequence[tuple[int, bytes]], *, among: NDArray[np.int64]) -> int:
    """Put those of the vectors that are wanted into the room; return how many that were."""
    ids = np.array([memory_id for memory_id, _ in found], np.int64)
    wanted = relations.holds(among, ids)
    halves = np.frombuffer(b"".join([data for _, data in found]), STORED).reshape(len(ids), -1)[wanted]
    room.ids[: len(halves)] = ids[wanted]
    widen(halves, room.vectors[: len(halves)])
    return len(halves)


def _ascends(ids: NDArray[np.int64]) -> bool:
    return bool(np.all(ids[1:] > ids[:-1]))
