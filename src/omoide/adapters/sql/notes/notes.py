"""Notes with every edit: kept in one step, refused when somebody else was first."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, bindparam, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.notes.tables import note_revisions, notes
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.revisions import RevisionRows
from omoide.domain.notes.note import Note, NoteAct, NoteAddress, NoteAuthor, NoteKind
from omoide.domain.notes.revision import NoteRevision, Splice, splice_between
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import NoteMoved
from omoide.ports.notes.store import NoteEdit

_ORDER = list(NoteKind)
# Built once: every context reads two notes.
_NOTE = Prepared(
    select(notes.c.text, notes.c.version, notes.c.changed).where(
        notes.c.persona_id == bindparam("persona"),
        notes.c.kind == bindparam("kind"),
        notes.c.period == bindparam("period"),
    )
)


class SqlNoteStore:
    """Keeps notes by kind and period."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, persona_id: PersonaId, address: NoteAddress) -> Note:
        """Return the note; an empty one at version 0 when nobody ever wrote it."""
        mine = {"persona": persona_id, "kind": address.kind.value, "period": address.period}
        with self._database.reading() as connection:
            row = _NOTE.first(connection, mine)
        return Note(address) if row is None else Note(address, row[0], row[1], Moment(row[2]))

    def all(self, persona_id: PersonaId, kinds: Collection[NoteKind]) -> list[Note]:
        """Return the notes of these kinds that were ever written, each before its archives, these oldest first."""
        mine = (notes.c.persona_id == persona_id, notes.c.kind.in_([kind.value for kind in kinds]))
        with self._database.reading() as connection:
            found = [_note(row) for row in connection.execute(select(notes).where(*mine))]
        return sorted(found, key=lambda note: (_ORDER.index(note.kind), note.period))

    def revisions(self, persona_id: PersonaId, address: NoteAddress) -> list[NoteRevision]:
        """Return every edit of a note, oldest first; their versions count from 1 without a gap."""
        with self._database.reading() as connection:
            row = _row(connection, persona_id, address)
            return [] if row is None else REVISIONS.of(connection, persona_id, row.id)

    def edit(self, persona_id: PersonaId, edits: Sequence[NoteEdit], *, at: Moment) -> list[Note]:
        """Keep the edits, all or none; raise `NoteMoved` when one was made of another version than the last."""
        with self._database.writing(persona_id) as connection:
            return [_edited(connection, persona_id, each, at=at) for each in edits]


def _edited(connection: Connection, persona_id: PersonaId, edit: NoteEdit, *, at: Moment) -> Note:
    """Keep one edit; the write lock is held since before the version was read."""
    row = _row(connection, persona_id, edit.address)
    version, before = (0, "") if row is None else (int(row.version), str(row.text))
    if version != edit.base:
        raise NoteMoved(edit.address.kind.value, base=edit.base, version=version)
    values = {"version": version + 1, "changed": at, "text": edit.text}
    if row is None:
        where = {"persona_id": persona_id, "kind": edit.address.kind.value, "period": edit.address.period}
        kept = connection.execute(insert(notes).values(**where, **values))
        note_id = int(kept.inserted_primary_key[0])  # type: ignore[index]
    else:
        note_id = int(row.id)
        connection.execute(update(notes).where(notes.c.id == note_id).values(values))
    splice = splice_between(before, edit.text)
    REVISIONS.add(
        connection, persona_id, note_id, NoteRevision(version + 1, at, edit.author, edit.act, edit.reason, splice)
    )
    return Note(edit.address, edit.text, version + 1, at)


def _revision(row: AnyRow, splice: Splice, /) -> NoteRevision:
    return NoteRevision(row.version, Moment(row.at), NoteAuthor(row.author), NoteAct(row.act), row.reason, splice)


REVISIONS = RevisionRows(note_revisions, edited="note_id", read=_revision)
"""Every edit of every note."""


def _row(connection: Connection, persona_id: PersonaId, address: NoteAddress) -> AnyRow | None:
    mine = (notes.c.persona_id == persona_id, notes.c.kind == address.kind.value, notes.c.period == address.period)
    return connection.execute(select(notes).where(*mine)).first()


def _note(row: AnyRow) -> Note:
    return Note(NoteAddress(NoteKind(row.kind), row.period), row.text, row.version, Moment(row.changed))
