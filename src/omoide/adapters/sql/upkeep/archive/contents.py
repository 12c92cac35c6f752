"""Which tables are in an archive, which are not and why, and whose rows they are.

Every table is named in one of the two lists; a test holds that none is forgotten.
"""

from typing import Any, Final

from sqlalchemy import Column, ColumnElement, Select, Table, select

from omoide.adapters.sql.migrate import TABLES
from omoide.adapters.sql.notes.tables import note_revisions, notes
from omoide.adapters.sql.tables import passages, personas
from omoide.domain.notes.note import NoteKind
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import SHELVED

LEFT_OUT: Final = {
    "personas": "the manifest names it",
    "api_keys": "of the home",
    "audit": "of the home",
    "salts": "of the home",
    "prices": "of the home",
    "ledger": "what was spent stays on the bill of the home",
    "answers": "a cache: models are asked again",
    "answer_batches": "questions under way at a provider, by the home's account",
    "answer_batch_items": "questions under way at a provider, by the home's account",
    "text_vectors": "a cache: made again",
    "embedding_spaces": "vectors are made again",
    "vectors": "made again",
    "embedding_progress": "made again",
    "topic_centres": "made again from vectors",
    "transcripts": "how far logs of this machine were read; a turn is never kept twice",
    "contexts": "what sessions were shown, made again when they are needed",
    "context_blocks": "what sessions were shown, made again when they are needed",
    "recall_receipts": "why something came to mind, kept for some days",
    "erasures": "receipts of the home; what was erased is not in an archive",
    "erased_events": "known by the home's own salt",
    "event_redactions": "belongs to an erasure of the home",
}
"""Tables that are not in an archive, and why."""
NO_COLUMNS: Final = {
    "passages": frozenset({"hash"}),
    "nights": frozenset({"before", "relations"}),
}
"""Columns that are left out: what can be computed, and what only an undo of a past night needs."""


def tables() -> list[Table]:
    """Return the tables of an archive: each after those it points at."""
    return [table for table in TABLES.sorted_tables if table.name not in LEFT_OUT]


def columns(table: Table) -> list[str]:
    """Return the columns of a table that stand in an archive."""
    gone = NO_COLUMNS.get(table.name, frozenset())
    return [column.name for column in table.columns if column.name != "persona_id" and column.name not in gone]


def mine(table: Table, persona_id: PersonaId) -> ColumnElement[bool]:
    """Return which rows are the persona's: by its own number, or by that of what a row hangs on."""
    if "persona_id" in table.c:
        return _is(table.c.persona_id, persona_id)
    column, parent = next((key.parent, key.column.table) for key in _keys(table) if key.column.table is not personas)
    return _among(column, select(parent.c.id).where(mine(parent, persona_id)))


def _is(column: Column[Any], persona_id: PersonaId) -> ColumnElement[bool]:
    return column == persona_id


def _among(column: Column[Any], found: Select[Any]) -> ColumnElement[bool]:
    return column.in_(found)


def chosen(table: Table, persona_id: PersonaId, *, with_secret_diary: bool) -> list[ColumnElement[bool]]:
    """Return which of them go into an archive."""
    conditions = [mine(table, persona_id)]
    if table is passages:  # others are copies that are made anew whenever they differ
        conditions.append(passages.c.kind.not_in([kind.value for kind in SHELVED]))
    if not with_secret_diary and table is notes:
        conditions.append(notes.c.kind != NoteKind.SECRET_DIARY.value)
    if not with_secret_diary and table is note_revisions:
        conditions.append(note_revisions.c.note_id.not_in(_secret(persona_id)))
    return conditions


def _secret(persona_id: PersonaId) -> Select[Any]:
    return select(notes.c.id).where(notes.c.persona_id == persona_id, notes.c.kind == NoteKind.SECRET_DIARY.value)


def _keys(table: Table) -> list[Any]:
    """Return a table's foreign keys, in the order of its columns."""
    return [key for column in table.columns for key in column.foreign_keys]
