"""Notes and their history from which erased words are taken out, inside the transaction of the order (SPEC X1)."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from sqlalchemy import Connection, insert, select, update

from omoide.adapters.sql.database import AnyRow
from omoide.adapters.sql.notes.notes import revision_columns, revisions_of
from omoide.adapters.sql.notes.tables import note_revisions, notes
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.naming import Subject
from omoide.domain.notes import erased
from omoide.domain.notes.note import NoteAct, NoteAuthor
from omoide.domain.notes.revision import NoteRevision, splice_between, text_at
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

REDACTED = "notes: redacted"
"""What a report calls the revisions from which words were taken out."""
History = list[NoteRevision]


def without_words(connection: Connection, persona_id: PersonaId, *, words: ErasedWords, at: Moment) -> int:
    """Take erased words out of every revision of every note; return how many revisions were changed."""
    changed = 0
    for histories in _by_kind(connection, persona_id):
        gone = erased.doomed(histories.values(), words)
        for note_id, before in histories.items():
            after = erased.without(before, gone, words=words)
            if after != before:
                _rewrite(connection, persona_id, note_id, before, after)
                _note_that(connection, persona_id, note_id, after, at=at)
                changed += sum(1 for old, new in zip(before, after, strict=True) if old != new)
    return changed


def texts_of(connection: Connection, persona_id: PersonaId) -> list[str]:
    """Return all that was ever written into notes: whatever is left of it would be left of these."""
    mine = note_revisions.c.persona_id == persona_id
    query = select(note_revisions.c.added, note_revisions.c.reason).where(mine)
    return [text for row in connection.execute(query) for text in row if text]


def naming(connection: Connection, persona_id: PersonaId, subject: Subject) -> list[str]:
    """Return the sentences of any revision of any note that name the subject."""
    told = [erased.first_authors(histories.values()) for histories in _by_kind(connection, persona_id)]
    return [sentence for each in told for sentence in each if subject.is_named_in(sentence)]


def _by_kind(connection: Connection, persona_id: PersonaId) -> Iterator[dict[int, History]]:
    """Yield the histories of each note and its archives, by number, the note itself first."""
    query = select(notes).where(notes.c.persona_id == persona_id).order_by(notes.c.kind, notes.c.period)
    rows: Iterable[AnyRow] = connection.execute(query).all()
    for _, group in groupby(rows, key=lambda row: row.kind):
        yield {int(row.id): revisions_of(connection, row.id) for row in group}


def _rewrite(connection: Connection, persona_id: PersonaId, note_id: int, before: History, after: History) -> None:
    for old, new in zip(before, after, strict=True):
        if old != new:
            mine = (note_revisions.c.note_id == note_id, note_revisions.c.version == new.version)
            connection.execute(
                update(note_revisions)
                .where(*mine, note_revisions.c.persona_id == persona_id)
                .values(revision_columns(new))
            )


def _note_that(connection: Connection, persona_id: PersonaId, note_id: int, after: History, *, at: Moment) -> None:
    """Move the note on by one version: whoever read it with the words cannot write them back unawares."""
    version, text = len(after) + 1, text_at(after, len(after))
    made = NoteRevision(version, at, NoteAuthor.OMOIDE, NoteAct.ERASE, "", splice_between(text, text))
    connection.execute(insert(note_revisions).values(persona_id=persona_id, note_id=note_id, **revision_columns(made)))
    moved = {"text": text, "version": version, "changed": at}
    connection.execute(update(notes).where(notes.c.id == note_id).values(moved))
