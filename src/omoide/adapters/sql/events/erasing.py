"""Erasing: an event and everything that was made of it, under an order that stays.

The order names the events; only then do the log's triggers let go of them.  What hangs on an event or on a memory is
found through the tables' own foreign keys, so that a table added later is emptied too.  Hashes stay, so that a copy of
an erased turn is recognised when it comes again.
"""

import hashlib
import json
from collections.abc import Sequence
from typing import TypeVar

from sqlalchemy import Column, Connection, LargeBinary, String, Table, Text, cast, delete, insert, or_, select, text

from omoide.adapters.sql.beliefs.tables import preferences, revision_evidence, revisions, states
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.events.erasure_tables import erased_events, erasures
from omoide.adapters.sql.memories.tables import memories, memory_history
from omoide.adapters.sql.models.tables import answers, text_vectors
from omoide.adapters.sql.recall.passages import address, marked
from omoide.adapters.sql.tables import events, metadata, passages, vectors
from omoide.domain.beliefs.state import Target
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind, Side
from omoide.domain.text.tokens import document_tokens
from omoide.domain.time.moment import Moment
from omoide.ports.events.erasing import Erased

BATCH = 400
T = TypeVar("T")
_FORGET_TOKENS = text("INSERT INTO passage_tokens (passage_tokens, rowid, tokens) VALUES ('delete', :rowid, :tokens)")
_KEPT = frozenset({"erased_events", "erasures"})


class SqlErasureStore:
    """Keeps orders to erase and carries them out."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def erased_keys(self, persona_id: PersonaId, keys: Sequence[str]) -> set[str]:
        """Return those of the idempotency keys whose event was erased."""
        hashed = {_hash(key): key for key in keys}
        found: set[str] = set()
        with self._database.reading() as connection:
            for group in _groups(list(hashed)):
                query = select(erased_events.c.key_hash).where(
                    erased_events.c.persona_id == persona_id, erased_events.c.key_hash.in_(group)
                )
                found |= {hashed[bytes(each)] for each in connection.execute(query).scalars()}
        return found

    def erased_sessions(self, persona_id: PersonaId, session_ids: Sequence[str]) -> dict[str, Moment]:
        """Return those of the sessions that were erased, and up to which moment."""
        hashed = {_hash(session_id): session_id for session_id in session_ids if session_id}
        found: dict[str, Moment] = {}
        with self._database.reading() as connection:
            for group in _groups(list(hashed)):
                query = (
                    select(erasures.c.session_hash, erasures.c.at)
                    .where(erasures.c.persona_id == persona_id, erasures.c.session_hash.in_(group))
                    .order_by(erasures.c.at)
                )
                found |= {hashed[bytes(row.session_hash)]: Moment(row.at) for row in connection.execute(query)}
        return found

    def erase_events(
        self, persona_id: PersonaId, event_ids: Sequence[EventId], *, session_id: str | None, at: Moment
    ) -> Erased:
        """Erase the events and all that was made of them, all or nothing, under an order that stays."""
        gone: dict[str, int] = {}
        with self._database.writing() as connection:
            connection.exec_driver_sql("PRAGMA secure_delete = ON")
            order_id = _ordered(connection, persona_id, event_ids, session_id=session_id, at=at)
            for group in _groups(list(event_ids)):
                made = _made_of(connection, persona_id, group)
                _without_passages(connection, persona_id, PassageKind.EVENT, group, gone)
                _without_passages(connection, persona_id, PassageKind.MEMORY, made, gone)
                _without(connection, memory_history, memory_history.c.memory_id, made, gone)
                _without_dependants(connection, memories, made, gone)
                _without_beliefs(connection, persona_id, group, gone)
                _without_dependants(connection, events, group, gone)
            _without_what_cannot_be_told_apart(connection, persona_id, session_id, gone)
        return Erased(order_id, gone.get("events", 0), tuple(sorted(gone.items())))

    def sweep(self) -> None:
        """Clear what the file still holds of rows that are gone: free pages, the journal, merged postings."""
        with self._database.writing() as connection:
            connection.execute(text("INSERT INTO passage_tokens (passage_tokens) VALUES ('optimize')"))
        with self._database.bare() as driver:
            if driver is not None:
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                driver.execute("VACUUM")
                driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def holding(self, persona_id: PersonaId, texts: Sequence[str]) -> list[str]:
        """Return the columns in which one of the texts can still be found."""
        found: list[str] = []
        with self._database.reading() as connection:
            for table in metadata.sorted_tables:
                for column in table.columns:
                    if isinstance(column.type, String | Text | LargeBinary) and _holds(connection, column, texts):
                        found.append(f"{table.name}.{column.name}")
        return found


def _ordered(
    connection: Connection, persona_id: PersonaId, event_ids: Sequence[EventId], *, session_id: str | None, at: Moment
) -> int:
    order = insert(erasures).values(
        persona_id=persona_id,
        at=at,
        session_hash=_hash(session_id) if session_id else None,
        events=len(event_ids),
    )
    order_id = int(connection.execute(order).inserted_primary_key[0])  # type: ignore[index]
    for group in _groups(list(event_ids)):
        mine = (events.c.persona_id == persona_id, events.c.id.in_(group))
        rows = [
            {
                "event_id": row.id,
                "erasure_id": order_id,
                "persona_id": persona_id,
                "key_hash": _hash(row.idempotency_key) if row.idempotency_key else None,
            }
            for row in connection.execute(select(events.c.id, events.c.idempotency_key).where(*mine))
        ]
        if rows:
            connection.execute(insert(erased_events), rows)
    return order_id


def _made_of(connection: Connection, persona_id: PersonaId, event_ids: Sequence[int]) -> list[int]:
    """Return the memories made of these events, those that were deleted into the history included."""
    mine = (memories.c.persona_id == persona_id, memories.c.event_id.in_(event_ids))
    living = list(connection.execute(select(memories.c.id).where(*mine)).scalars())
    deletions = select(memory_history.c.memory_id, memory_history.c.row_before).where(
        memory_history.c.persona_id == persona_id, memory_history.c.row_before.is_not(None)
    )
    wanted = set(event_ids)
    deleted_before = [
        row.memory_id
        for row in connection.execute(deletions)
        if json.loads(row.row_before).get("memory", {}).get("event_id") in wanted
    ]
    return sorted({*living, *deleted_before})


def _without_beliefs(
    connection: Connection, persona_id: PersonaId, event_ids: Sequence[int], gone: dict[str, int]
) -> None:
    """Delete every belief and preference that rests, at any step, on one of the events: its words may live on in it."""
    rests = select(revision_evidence.c.revision_id).where(revision_evidence.c.event_id.in_(event_ids))
    query = select(revisions.c.target, revisions.c.target_id).where(
        revisions.c.persona_id == persona_id, revisions.c.id.in_(rests)
    )
    touched = {(row.target, row.target_id) for row in connection.execute(query)}
    for target, table in ((Target.STATE, states), (Target.PREFERENCE, preferences)):
        ids = sorted(number for named, number in touched if named == target.value)
        steps: list[int] = []
        for group in _groups(ids):
            mine = (revisions.c.target == target.value, revisions.c.target_id.in_(group))
            steps += connection.execute(select(revisions.c.id).where(*mine)).scalars().all()
        _without_dependants(connection, revisions, steps, gone)
        _without_dependants(connection, table, ids, gone)


def _without_passages(
    connection: Connection, persona_id: PersonaId, kind: PassageKind, item_ids: Sequence[int], gone: dict[str, int]
) -> None:
    if not item_ids:
        return
    mine = (passages.c.persona_id == persona_id, passages.c.kind == kind.value, passages.c.item_id.in_(item_ids))
    known = connection.execute(select(passages).where(*mine)).all()
    words = [
        {
            "rowid": address(kind=kind, item_id=row.item_id, side=Side(row.side), part=row.part),
            "tokens": " ".join(marked(token, kind=kind, persona_id=persona_id) for token in document_tokens(row.text)),
        }
        for row in known
    ]
    if words:
        connection.execute(_FORGET_TOKENS, words)
    ids = [row.id for row in known]
    _without(connection, vectors, vectors.c.passage_id, ids, gone)
    _without(connection, passages, passages.c.id, ids, gone)


def _without_dependants(connection: Connection, table: Table, ids: Sequence[int], gone: dict[str, int]) -> None:
    """Delete the rows with these ids, and before them every row anywhere that points at them."""
    if not ids:
        return
    for other in reversed(metadata.sorted_tables):
        for column in other.columns:
            if (
                other.name not in _KEPT
                and other is not table
                and any(key.column is table.c.id for key in column.foreign_keys)
            ):
                _without(connection, other, column, ids, gone)
    _without(connection, table, table.c.id, ids, gone)


def _without(
    connection: Connection, table: Table, column: Column[int], ids: Sequence[int], gone: dict[str, int]
) -> None:
    for group in _groups(list(ids)):
        count = connection.execute(delete(table).where(column.in_(group))).rowcount
        if count:
            gone[table.name] = gone.get(table.name, 0) + count


def _without_what_cannot_be_told_apart(
    connection: Connection, persona_id: PersonaId, session_id: str | None, gone: dict[str, int]
) -> None:
    """Drop what may hold the erased words without saying so: paid answers, vectors by text, the session's own notes."""
    for table, condition in (
        (answers, or_(answers.c.persona_id == persona_id, answers.c.persona_id.is_(None))),
        (text_vectors, None),
    ):
        statement = delete(table) if condition is None else delete(table).where(condition)
        if count := connection.execute(statement).rowcount:
            gone[table.name] = count
    for table in metadata.sorted_tables if session_id else ():
        if "session_id" in table.c and "persona_id" in table.c and table is not events:
            mine = (table.c.persona_id == persona_id, table.c.session_id == session_id)
            if count := connection.execute(delete(table).where(*mine)).rowcount:
                gone[table.name] = gone.get(table.name, 0) + count


def _holds(connection: Connection, column: Column[str], texts: Sequence[str]) -> bool:
    held = cast(column, Text)
    return any(
        connection.execute(select(1).where(held.contains(each, autoescape=True)).limit(1)).first() is not None
        for each in texts
    )


def _groups(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[start : start + BATCH] for start in range(0, len(items), BATCH)]


def _hash(label: str) -> bytes:
    return hashlib.sha256(label.encode()).digest()
