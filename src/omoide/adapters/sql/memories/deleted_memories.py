"""Memories that were taken out: kept as JSON in the history until the grace period ends, then gone."""

import json
from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories import rows
from omoide.adapters.sql.memories.tables import memories, memory_history, memory_relations, memory_skips, memory_texts
from omoide.domain.memories.memory import Cause, MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

EMPTY: Final = {"trigger_before": None, "content_before": None, "row_before": None, "buried_as": None}
"""What is left in the history of a text or a memory that can no longer come back."""


def delete_memories(
    database: Database,
    connection: Connection,
    persona_id: PersonaId,
    memory_ids: Sequence[MemoryId],
    *,
    at: Moment,
    cause: Cause,
    night_id: int | None,
    keep: bool,
) -> None:
    """Take memories out, inside the caller's transaction; with `keep` they can be raised again."""
    mine = (rows.belongs(memories.c.persona_id, persona_id), memories.c.id.in_(memory_ids))
    told: list[dict[str, Any]] = []
    for row in connection.execute(select(memories).where(*mine)).mappings():
        whole = json.dumps(_whole(connection, dict(row)), ensure_ascii=False) if keep else None
        told.append(
            {
                "persona_id": persona_id,
                "memory_id": row["id"],
                "night_id": night_id,
                "at": at,
                "cause": cause.value,
                "level_before": row["current_level"],
                "level_after": None,
                "retention_score": row["retention_score"],
                "row_before": whole,
                "buried_as": row["label"] if keep else None,
            }
        )
    if not told:
        return
    gone = [each["memory_id"] for each in told]
    rows.next_tick(database, connection, persona_id)
    _pass_over(connection, persona_id, gone, cause=cause, at=at)
    rows.remove_passages(connection, persona_id, gone)
    connection.execute(delete(memories).where(memories.c.id.in_(gone)))
    connection.execute(insert(memory_history), told)


def _pass_over(
    connection: Connection, persona_id: PersonaId, memory_ids: Sequence[int], *, cause: Cause, at: Moment
) -> None:
    """Note that the turns of these memories are not to be remembered again."""
    query = select(memories.c.event_id).where(memories.c.id.in_(memory_ids), memories.c.event_id.is_not(None))
    turns = connection.execute(query).scalars().all()
    if turns:
        rows_of = [{"persona_id": persona_id, "event_id": each, "reason": cause.value, "at": at} for each in turns]
        connection.execute(insert(memory_skips), rows_of)


def _whole(connection: Connection, row: dict[str, Any]) -> dict[str, Any]:
    texts = connection.execute(select(memory_texts).where(memory_texts.c.memory_id == row["id"])).mappings().one()
    touches = (memory_relations.c.source_id == row["id"]) | (memory_relations.c.target_id == row["id"])
    linked = connection.execute(select(memory_relations).where(touches)).mappings().all()
    return {"memory": row, "texts": dict(texts), "relations": [dict(each) for each in linked]}
