"""Notes and their history from which erased words are taken out, inside the transaction of the order (SPEC X1)."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from sqlalchemy import Connection, select, update

from omoide.adapters.sql.database import AnyRow
from omoide.adapters.sql.notes.notes import REVISIONS
from omoide.adapters.sql.notes.tables import notes
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
                changed += REVISIONS.rewrite(connection, persona_id, note_id, before=before, after=after)
                _note_that(connection, persona_id, note_id, after, at=at)
    return changed


def texts_of(connection: Connection, persona_id: PersonaId) -> list[str]:
    """Return all that was ever written into notes: whatever is left of it would be left of these."""
    return REVISIONS.texts(connection, persona_id)


def naming(connection: Connection, persona_id: PersonaId, subject: Subject) -> list[str]:
    """Return the sentences of any revision of any note that name the subject."""
    told = [erased.first_authors(histories.values()) for histories in _by_kind(connection, persona_id)]
    return [sentence for each in told for sentence in each if subject.is_named_in(sentence)]


def _by_kind(connection: Connection, persona_id: PersonaId) -> Iterator[dict[int, History]]:
    """Yield the histories of each note and its archives, by number, the note itself first."""
    query = select(notes).where(notes.c.persona_id == persona_id).order_by(notes.c.kind, notes.c.period)
    rows: Iterable[AnyRow] = connection.execute(query).all()
    for _, group in groupby(rows, key=lambda row: row.kind):
        yield {int(row.id): REVISIONS.of(connection, persona_id, row.id) for row in group}


def _note_that(connection: Connection, persona_id: PersonaId, note_id: int, after: History, *, at: Moment) -> None:
    """Move the note on by one version: whoever read it with the words cannot write them back unawares."""
    version, text = len(after) + 1, text_at(after, len(after))
    made = NoteRevision(version, at, NoteAuthor.OMOIDE, NoteAct.ERASE, "", splice_between(text, text))
    REVISIONS.add(connection, persona_id, note_id, made)
    moved = {"text": text, "version": version, "changed": at}
    connection.execute(update(notes).where(notes.c.id == note_id).values(moved))
