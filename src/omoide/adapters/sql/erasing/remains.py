"""Every column of every table looked through for what was erased.

Long pieces are looked for in every text; a piece that another turn of the persona says is that turn's.  What was too short to
be looked for as text is looked for by row: no row anywhere may point at an event or a memory that is gone.
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

import numpy as np
from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    LargeBinary,
    Select,
    String,
    Table,
    Text,
    case,
    cast,
    func,
    null,
    or_,
    select,
)

from omoide.adapters.erasing.finder import WINDOW, PieceFinder
from omoide.adapters.sql.entities.tables import entities, entity_revisions
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.erasing.removing import KEPT
from omoide.adapters.sql.goals.tables import goal_notes, goals
from omoide.adapters.sql.knowledge import naming as known
from omoide.adapters.sql.memories.tables import memories, memory_history
from omoide.adapters.sql.notes.tables import note_revisions, notes
from omoide.adapters.sql.prepared import SQLITE
from omoide.adapters.sql.questions.tables import questions
from omoide.adapters.sql.recall import token_rows
from omoide.adapters.sql.recall.passages import item_of, kind_of
from omoide.adapters.sql.tables import completions, events, metadata, passages, vectors
from omoide.adapters.sql.topics.tables import topics
from omoide.domain.erasing.receipt import Left, LeftKind, in_documents
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.ports.erasing.files import ErasureNote

ROWS_AT_ONCE = 2_000
MOST_NAMED = 50
"""Turns that are named in a report; of more, the first."""
_SAID = frozenset({events.name, completions.name})
_NOTED = frozenset(
    table.name for table in (entities, entity_revisions, notes, note_revisions, topics, goals, goal_notes, questions)
)
Hit = tuple[int | None, int, str]
"""Whose row, its number (of the event, where there is one), and the piece."""


def found(connection: Connection, persona_id: PersonaId, note: ErasureNote) -> tuple[list[Left], frozenset[str]]:
    """Return the columns that still hold a piece, or rows that are gone, and every piece that rows of anybody hold."""
    finder = PieceFinder(note.pieces.long)
    hits: dict[tuple[str, str], list[Hit]] = {}
    for table in metadata.sorted_tables:
        for column, hit in _hits(connection, table, finder):
            hits.setdefault((table.name, column), []).append(hit)
    said = {
        piece for (name, _), found in hits.items() if name in _SAID for whose, _, piece in found if whose == persona_id
    }
    left = list(_documents_left(connection, hits, persona_id, note))
    pieces = frozenset(piece for found in hits.values() for _, _, piece in found)
    for (name, column), held in hits.items():
        if name not in known.TABLES:
            kept = _outside_documents(connection, held) if name == passages.name else held
            left += _left((name, column), kept, persona_id, said)
    return [*left, *_rows_left(connection, note)], pieces


def _outside_documents(connection: Connection, hits: list[Hit]) -> list[Hit]:
    inside = known.documents_of(connection, [number for _, number, _ in hits])
    return [hit for hit in hits if hit[1] not in inside]


def _documents_left(
    connection: Connection, hits: dict[tuple[str, str], list[Hit]], persona_id: PersonaId, note: ErasureNote
) -> Iterator[Left]:
    """Yield the documents that hold a piece or name the subject, by number; another persona's are not named."""
    mine: set[int] = known.still_known(connection, note.documents)
    pieces: set[str] = set()
    others: set[str] = set()
    for (name, _), held in hits.items():
        if name == passages.name:
            inside = known.documents_of(connection, [number for _, number, _ in held])
        elif name == known.CHUNKS:
            inside = known.documents_of_chunks(connection, [number for _, number, _ in held])
        elif name in known.TABLES:
            inside = {number: number for _, number, _ in held}
        else:
            continue
        ours = [(number, piece) for whose, number, piece in held if number in inside and whose == persona_id]
        mine |= {inside[number] for number, _ in ours if inside[number]}
        pieces |= {piece for _, piece in ours}
        others |= {piece for whose, number, piece in held if number in inside and whose != persona_id}
    yield from in_documents(sorted(mine), pieces=len(pieces))
    if others:
        yield Left("documents", LeftKind.OTHER_PERSONA, len(others))


def _left(place: tuple[str, str], hits: list[Hit], persona_id: PersonaId, said: set[str]) -> Iterator[Left]:
    """Yield what a column holds, by whose it is and why it is there."""
    name = ".".join(place)
    others = {piece for whose, _, piece in hits if whose not in (persona_id, None)}
    mine = [(number, piece) for whose, number, piece in hits if whose in (persona_id, None)]
    if place[0] in _SAID and mine:
        turns = tuple(sorted({number for number, _ in mine})[:MOST_NAMED])
        yield Left(name, LeftKind.SAID_ELSEWHERE, len({piece for _, piece in mine}), turns)
    elif place[0] in _NOTED and mine:
        yield Left(name, LeftKind.NOTE, len({piece for _, piece in mine}))
    elif unsaid := {piece for _, piece in mine if piece not in said}:
        yield Left(name, LeftKind.ROW, len(unsaid))
    if others:
        yield Left(name, LeftKind.OTHER_PERSONA, len(others))


def _hits(connection: Connection, table: Table, finder: PieceFinder) -> Iterator[tuple[str, Hit]]:
    """Yield what is found in a table, with the name of the column."""
    columns = [column for column in table.columns if _may_hold_words(column)]
    if not columns:
        return
    # Said of the statement: of the connection, it would hold for all that follow.
    result = connection.execute(_query(connection, table, columns), execution_options={"stream_results": True})
    while rows := result.fetchmany(ROWS_AT_ONCE):
        starts, parts, at = list[int](), list[bytes](), 0
        cells = [(row, place) for row in rows for place in range(2, len(row)) if row[place] is not None]
        for row, place in cells:
            told = row[place]
            parts.append(told if isinstance(told, bytes) else str(told).encode("utf-8", "surrogatepass"))
            starts.append(at)
            at += len(parts[-1]) + 1
        for found_at, piece in finder.found_in(b"\0".join(parts)):
            row, place = cells[bisect_right(starts, found_at) - 1]
            yield columns[place - 2].name, (row[0], int(row[1] or 0), piece)


def _may_hold_words(column: Column[Any]) -> bool:
    """Tell whether words may stand in a column; vectors are numbers, and are looked through with the file's bytes."""
    return isinstance(column.type, String | Text | LargeBinary) and column is not vectors.c.data


def _query(connection: Connection, table: Table, columns: list[Column[Any]]) -> Select[Any]:
    """Return a query for whose each row is, its number, and its texts; what is shorter than any piece is not fetched."""
    number: ColumnElement[Any] = table.c.event_id if "event_id" in table.c else table.c.get("id", null())
    whose, joined = _owner(table)
    long = [_bytes(connection, column) >= WINDOW for column in columns]
    told = [case((is_long, column)) for is_long, column in zip(long, columns, strict=True)]
    return select(whose, number, *told).select_from(joined).where(or_(*long))


def _bytes(connection: Connection, column: Column[Any]) -> ColumnElement[int]:
    if connection.dialect.name == SQLITE:
        return func.length(cast(column, LargeBinary))
    return func.octet_length(column)


def _owner(table: Table) -> tuple[ColumnElement[Any], Any]:
    if "persona_id" in table.c:
        return table.c.persona_id, table
    for column in table.columns:
        for key in column.foreign_keys:
            parent = key.column.table
            if "persona_id" in parent.c and not column.nullable:
                return parent.c.persona_id, table.join(parent, key.column == column)
    return null(), table


def _rows_left(connection: Connection, note: ErasureNote) -> Iterator[Left]:
    with Going(connection) as gone:
        gone.add(GoingKind.EVENT, note.events)
        gone.add(GoingKind.MEMORY, note.memories)
        for table in metadata.sorted_tables:
            for column in table.columns:
                kind = _points_at(table, column)
                if kind is not None and table.name not in KEPT:
                    query = select(func.count()).select_from(table).where(column.in_(gone.ids(kind)))
                    if count := int(connection.execute(query).scalar_one()):
                        yield Left(f"{table.name}.{column.name}", LeftKind.ROW, count)
        yield from _passages_left(connection, gone)
    yield from _tokens_left(connection, note)


def _points_at(table: Table, column: Column[Any]) -> GoingKind | None:
    for target, kind in ((events, GoingKind.EVENT), (memories, GoingKind.MEMORY)):
        if column is target.c.id or any(key.column is target.c.id for key in column.foreign_keys):
            return kind
    return GoingKind.MEMORY if column is memory_history.c.memory_id else None


def _passages_left(connection: Connection, gone: Going) -> Iterator[Left]:
    for passage_kind, kind in ((PassageKind.EVENT, GoingKind.EVENT), (PassageKind.MEMORY, GoingKind.MEMORY)):
        mine = (passages.c.kind == passage_kind.value, passages.c.item_id.in_(gone.ids(kind)))
        if count := int(connection.execute(select(func.count()).select_from(passages).where(*mine)).scalar_one()):
            yield Left("passages.item_id", LeftKind.ROW, count)


def _tokens_left(connection: Connection, note: ErasureNote) -> Iterator[Left]:
    held = np.array(token_rows.all_held(connection), np.int64)
    for kind, ids in ((PassageKind.EVENT, note.events), (PassageKind.MEMORY, note.memories)):
        mine = held[kind_of(held) == list(PassageKind).index(kind)]
        if count := int(np.isin(item_of(mine), np.array(ids, np.int64)).sum()):
            yield Left("passage_tokens", LeftKind.ROW, count)
