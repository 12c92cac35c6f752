"""Memories that come back: everything that was deleted is put where it was, many memories at a time."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, Table, delete, exists, func, insert, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories import rows
from omoide.adapters.sql.memories.tables import memories, memory_history, memory_skips, memory_texts
from omoide.adapters.sql.nights import relating as night_relating
from omoide.adapters.sql.nights.nights import move
from omoide.domain.memories.memory import Cause, embeddable
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import whole_piece
from omoide.domain.time.moment import Moment
from omoide.ports.memories.deleted_memories import DeletedId
from omoide.ports.nights.store import NightRun

_H = memory_history.c
_LATER = memory_history.alias("later")
_NEWEST = (
    select(func.max(_LATER.c.id))
    .where(_LATER.c.persona_id == _H.persona_id, _LATER.c.buried_as == _H.buried_as)
    .correlate(memory_history)
    .scalar_subquery()
)
"""Brought back and taken out again since, a memory comes back from its last deletion."""
_IS_BACK = exists().where(memories.c.persona_id == _H.persona_id, memories.c.label == _H.buried_as)
_Whole = dict[str, Any]
"""A row of `memories` with its texts and relations, as a deletion keeps them."""


class SqlDeletedMemories:
    """Brings back, many at a time, what a night took out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of_night(self, run: NightRun) -> list[DeletedId]:
        """Return the deletions of memories that the night took out and that are not back, the last one first."""
        query = select(_NEWEST).where(
            _H.persona_id == run.persona_id, _H.night_id == run.id, _H.buried_as.is_not(None), ~_IS_BACK
        )
        with self._database.reading() as connection:
            found = connection.execute(query.order_by(_H.id.desc())).scalars().all()
        return [DeletedId(each) for each in dict.fromkeys(found)]

    def texts(self, run: NightRun, deletions: Sequence[DeletedId]) -> dict[DeletedId, str]:
        """Return the texts to be embedded again, in the order of the deletions; one that was erased is left out."""
        with self._database.reading() as connection:
            return texts(connection, run.persona_id, deletions)

    def bring_back(
        self, run: NightRun, vectors: Mapping[DeletedId, NDArray[np.float32]], *, space: EmbeddingSpace, at: Moment
    ) -> None:
        """Bring memories back as they were, unless another process is further with this night."""
        with self._database.writing(run.persona_id) as connection:
            move(connection, run, phase=run.phase, done=run.done, ended=run.ended)
            bring_back(self._database, connection, run.persona_id, vectors, space=space, at=at)


def find(connection: Connection, persona_id: PersonaId, *, label: str) -> DeletedId | None:
    """Return the newest deletion of a memory with this label."""
    query = select(func.max(_H.id)).where(_H.persona_id == persona_id, _H.buried_as == label)
    found = connection.execute(query).scalar()
    return None if found is None else DeletedId(found)


def texts(connection: Connection, persona_id: PersonaId, deletions: Sequence[DeletedId]) -> dict[DeletedId, str]:
    """Return the texts of deleted memories, to be embedded again."""
    return {deletion: _text(whole) for deletion, whole in _deleted(connection, persona_id, deletions).items()}


def bring_back(
    database: Database,
    connection: Connection,
    persona_id: PersonaId,
    vectors: Mapping[DeletedId, NDArray[np.float32]],
    *,
    space: EmbeddingSpace,
    at: Moment,
) -> dict[DeletedId, str]:
    """Bring memories back in this order, inside the caller's transaction; one that is back already is left out.

    So is one whose turn was remembered again, for a turn makes one memory: what that one is called is returned.
    """
    deleted_before = _deleted(connection, persona_id, list(vectors))
    again = _remembered_again(connection, persona_id, deleted_before)
    raised = {deletion: whole for deletion, whole in deleted_before.items() if deletion not in again}
    if raised:
        _put_back(database, connection, persona_id, raised, vectors, space=space, at=at)
    return again


def _put_back(
    database: Database,
    connection: Connection,
    persona_id: PersonaId,
    raised: Mapping[DeletedId, _Whole],
    vectors: Mapping[DeletedId, NDArray[np.float32]],
    *,
    space: EmbeddingSpace,
    at: Moment,
) -> None:
    wholes = list(raised.values())
    tick = rows.next_tick(database, connection, persona_id)
    connection.execute(insert(memories), [_row(memories, each["memory"]) | {"tick": tick} for each in wholes])
    if turns := _turns(wholes):
        connection.execute(delete(memory_skips).where(memory_skips.c.event_id.in_(turns)))
    connection.execute(insert(memory_texts), [_row(memory_texts, each["texts"]) for each in wholes])
    rows.add_passages(
        connection,
        persona_id,
        [
            (each["memory"]["id"], Moment(each["memory"]["created"]), whole_piece(_text(each)), vectors[deletion])
            for deletion, each in raised.items()
        ],
        space_id=rows.space_id_of(database, connection, space),
    )
    if relations := _relations(wholes):
        connection.execute(night_relating.addition(database), relations)
    connection.execute(insert(memory_history), [_chapter(persona_id, each["memory"], at=at) for each in wholes])


def _remembered_again(
    connection: Connection, persona_id: PersonaId, deleted_before: Mapping[DeletedId, _Whole]
) -> dict[DeletedId, str]:
    turns = _turns(deleted_before.values())
    if not turns:
        return {}
    mine = (memories.c.persona_id == persona_id, memories.c.event_id.in_(turns))
    query = select(memories.c.event_id, memories.c.label).where(*mine)
    names = {row.event_id: row.label for row in connection.execute(query)}
    made_of = {deletion: whole["memory"]["event_id"] for deletion, whole in deleted_before.items()}
    return {deletion: names[turn] for deletion, turn in made_of.items() if turn in names}


def _deleted(connection: Connection, persona_id: PersonaId, deletions: Sequence[DeletedId]) -> dict[DeletedId, _Whole]:
    """Return what lies in the deletions, in their order, without those that are empty now."""
    mine = (rows.belongs(_H.persona_id, persona_id), _H.row_before.is_not(None))
    query = select(_H.id, _H.row_before).where(_H.id.in_(deletions), *mine, ~_IS_BACK)
    held = {row.id: row.row_before for row in connection.execute(query)}
    return {deletion: json.loads(held[deletion]) for deletion in deletions if deletion in held}


def _text(whole: _Whole) -> str:
    return embeddable(trigger=whole["texts"]["trigger"], content=whole["texts"]["content"])


def _turns(wholes: Iterable[_Whole]) -> list[int]:
    return [each["memory"]["event_id"] for each in wholes if each["memory"]["event_id"] is not None]


def _row(table: Table, kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row of the table as it is now; it may have had fewer columns when this was kept."""
    return {column.name: kept.get(column.name) for column in table.columns}


def _relations(wholes: Sequence[_Whole]) -> list[dict[str, Any]]:
    """Return the relations that come back, each with the later one of its ends; whether the other is there is asked.

    Two memories that went in one step both keep the relation between them, and it comes back once.
    """
    place = {each["memory"]["id"]: number for number, each in enumerate(wholes)}
    return [
        {
            "source": kept["source_id"],
            "target": kept["target_id"],
            "sort": kept["kind"],
            "persona": kept["persona_id"],
            "likeness": kept["similarity"],
        }
        for number, each in enumerate(wholes)
        for kept in each["relations"]
        if max(place.get(kept[end], number) for end in ("source_id", "target_id")) == number
    ]


def _chapter(persona_id: PersonaId, memory: Mapping[str, Any], *, at: Moment) -> dict[str, object]:
    return {
        "persona_id": persona_id,
        "memory_id": memory["id"],
        "at": at,
        "cause": Cause.RESTORED.value,
        "level_before": memory["current_level"],
        "level_after": memory["current_level"],
        "retention_score": memory["retention_score"],
    }
