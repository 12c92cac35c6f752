"""Relations that a night takes away and adds, many at a time, inside the caller's transaction."""

from typing import Any

from sqlalchemy import Connection, Insert, and_, bindparam, delete, exists, select

from omoide.adapters.sql import columns
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories.tables import memories, memory_relations
from omoide.domain.memories.relations import Graph
from omoide.domain.personas.persona import PersonaId

_R = memory_relations.c
_TAKE_AWAY = delete(memory_relations).where(
    and_(_R.source_id == bindparam("source"), _R.target_id == bindparam("target"), _R.kind == bindparam("sort"))
)


def take_away(connection: Connection, graph: Graph) -> None:
    """Take relations away; those that are gone already do no harm."""
    columns.write(connection, _TAKE_AWAY, _keys(graph))


def addition(database: Database) -> Insert:
    """Return the statement that adds a relation, unless it is there or one of its memories is gone meanwhile."""
    values = {
        "source_id": bindparam("source", type_=_R.source_id.type),
        "target_id": bindparam("target", type_=_R.target_id.type),
        "kind": bindparam("sort", type_=_R.kind.type),
        "persona_id": bindparam("persona", type_=_R.persona_id.type),
        "similarity": bindparam("likeness", type_=_R.similarity.type),
    }
    both_there = [exists().where(memories.c.id == values[end]) for end in ("source_id", "target_id")]
    row = select(*(value.label(name) for name, value in values.items())).where(*both_there)
    return database.insert_new(memory_relations).from_select(list(values), row)


def add(connection: Connection, statement: Insert, persona_id: PersonaId, graph: Graph) -> None:
    """Add relations by the statement of `addition`."""
    rows = _keys(graph) | {"likeness": graph.similarity.tolist(), "persona": [persona_id] * len(graph)}
    columns.write(connection, statement, rows)


def _keys(graph: Graph) -> dict[str, list[Any]]:
    return {"source": graph.source.tolist(), "target": graph.target.tolist(), "sort": graph.kind.tolist()}
