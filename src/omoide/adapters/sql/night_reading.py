"""What a night reads: numbers, texts, relations and vectors of a whole mind, column by column."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import ColumnElement, Connection, Select, func, select

from omoide.adapters.sql import memory_rows as rows
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memory_tables import memories, memory_relations, memory_texts
from omoide.adapters.sql.passages import STORED
from omoide.adapters.sql.tables import passages, spaces, vectors
from omoide.domain.memory import MemoryId
from omoide.domain.passage import Kind
from omoide.domain.persona import PersonaId
from omoide.domain.population import NEVER, Population
from omoide.domain.relations import Graph, canonical
from omoide.domain.space import EmbeddingSpace
from omoide.ports.nights import Texts

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


class SqlNightReading:
    """Reads what a night needs to know."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def population(self, persona_id: PersonaId) -> Population:
        """Return the numbers of all memories, as they stand."""
        query = (
            select(*(column.label(name) for name, (column, _) in _COLUMNS.items()))
            .where(_M.persona_id == persona_id)
            .order_by(_M.id)
        )
        with self._database.reading() as connection:
            columns = _columns(connection, query, width=len(_COLUMNS))
        kinds = {name: kind for name, (_, kind) in _COLUMNS.items()}
        return Population(**{name: np.array(column, kinds[name]) for name, column in zip(kinds, columns, strict=True)})

    def texts(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, Texts]:
        """Return the texts of those of the memories that are still there."""
        query = (
            select(memory_texts)
            .join(memories, memories.c.id == memory_texts.c.memory_id)
            .where(_M.persona_id == persona_id, _M.id.in_(memory_ids))
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

    def graph(self, persona_id: PersonaId) -> Graph:
        """Return all relations."""
        columns = ("source_id", "target_id", "kind", "similarity")
        query = select(*(memory_relations.c[name] for name in columns)).where(
            memory_relations.c.persona_id == persona_id
        )
        with self._database.reading() as connection:
            found = _columns(connection, query, width=len(columns))
        return canonical(
            Graph(
                np.array(found[0], np.int64),
                np.array(found[1], np.int64),
                np.array(found[2], np.int8),
                np.array(found[3], np.float64),
            )
        )

    def vectors(self, persona_id: PersonaId, space: EmbeddingSpace) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the ids of memories that have a vector, ascending, and the vectors."""
        query = (
            select(passages.c.item_id, vectors.c.data)
            .select_from(
                vectors.join(passages, passages.c.id == vectors.c.passage_id).join(
                    spaces, spaces.c.id == vectors.c.space_id
                )
            )
            .where(vectors.c.persona_id == persona_id, spaces.c.key == space.key, passages.c.kind == Kind.MEMORY.value)
        )
        with self._database.reading() as connection:
            item_ids, data = _columns(connection, query, width=2)
        ids = np.array(item_ids, np.int64)
        matrix = np.frombuffer(b"".join(data), STORED).reshape(len(ids), space.dims)
        if np.any(ids[1:] < ids[:-1]):
            order = np.argsort(ids, kind="stable")
            ids, matrix = ids[order], matrix[order]
        return ids, matrix.astype(np.float32)


def _columns(connection: Connection, query: Select[Any], *, width: int) -> list[tuple[Any, ...]]:
    """Return the result column by column, as the driver gives it: a row object for each memory would take as long."""
    rows = connection.execute(query).cursor.fetchall()
    return list(zip(*rows, strict=True)) or [()] * width
