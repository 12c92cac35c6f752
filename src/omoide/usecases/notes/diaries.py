"""Months that are over go into the archives of their diary (SPEC N1; NEX `memory_archived_*.txt`).

Moving is one step: what leaves the diary stands in the archive, or nothing has happened.  Both keep their history.
"""

from dataclasses import dataclass
from datetime import date

from omoide.domain.notes import diary, note
from omoide.domain.notes.note import Note, NoteAct, NoteAddress, NoteAuthor, NoteKind, NoteRules
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.errors import InvalidInput, NoteMoved
from omoide.ports.notes.store import NoteEdit
from omoide.ports.time.clock import Clock
from omoide.usecases.notes.reading import ReadNotes

MOST_TRIES = 50


@dataclass(frozen=True, slots=True)
class ArchiveDiary:
    """Moves months of a diary into its archives."""

    reading: ReadNotes
    clock: Clock
    rules: NoteRules

    def __call__(
        self, persona: Persona, kind: NoteKind, *, before: date | None = None, author: NoteAuthor
    ) -> list[Note]:
        """Move every month before that of the day, by default today; return the archives that something went into."""
        self.reading.reached(NoteAddress(kind))
        if not kind.is_diary:
            raise InvalidInput(f"the {kind.value} has no days; only diaries are archived")
        for tried in range(MOST_TRIES):
            held = self.reading.store.get(persona.id, NoteAddress(kind))
            edits = self.edits(persona, held, before=before, author=author)
            if not edits:
                break
            try:
                return self.reading.store.edit(persona.id, edits, at=self.clock.now())[:-1]
            except NoteMoved:
                if tried == MOST_TRIES - 1:
                    raise
        return []

    def edits(
        self,
        persona: Persona,
        held: Note,
        *,
        before: date | None = None,
        author: NoteAuthor,
        until_below: int | None = None,
    ) -> list[NoteEdit]:
        """Return the edits of the archives, then that of the diary; none when no month is over."""
        present = moment.day(self.clock.now(), tz=persona.tz)
        split = diary.archived(held.text, before=min(before or present, present), until_below=until_below)
        found = [self._moved(persona, held.kind, month, text, author) for month, text in split.moved.items()]
        kept = NoteEdit(held.address, held.version, split.kept, NoteAct.ARCHIVE, author)
        return [*found, kept] if found else []

    def _moved(self, persona: Persona, kind: NoteKind, month: str, text: str, author: NoteAuthor) -> NoteEdit:
        address = NoteAddress(kind, month)
        there = self.reading.store.get(persona.id, address)
        whole = diary.joinable(there.text) + text
        note.checked(whole, before=there.text, address=address, rules=self.rules)
        return NoteEdit(address, there.version, whole, NoteAct.ARCHIVE, author)
