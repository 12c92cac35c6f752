"""Writing notes: all or none, never over what somebody else has written meanwhile (SPEC N1).

Secrets are masked as everywhere.  Whoever edits a text that was read says of which version (`base`): when the note has moved
on, `NoteMoved` is raised and nothing is written.  Adding and replacing a passage need no base: they are made of the note as
it stands, again if somebody else was first.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.notes import diary, note
from omoide.domain.notes.note import Note, NoteAct, NoteAddress, NoteAuthor, NoteRules
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.errors import InvalidInput, NoteMoved, NotRecorded
from omoide.ports.notes.store import NoteEdit
from omoide.ports.time.clock import Clock
from omoide.usecases.notes.diaries import ArchiveDiary
from omoide.usecases.notes.reading import ReadNotes

MOST_TRIES = 50
"""How often an edit is made again because somebody else was first; each time somebody has come further."""


@dataclass(frozen=True, slots=True)
class EditNotes:
    """Edits the notes that one door may reach."""

    reading: ReadNotes
    archive: ArchiveDiary
    clock: Clock
    rules: NoteRules
    masking: SecretMasking
    unrecorded: Unrecorded

    def write(
        self,
        persona: Persona,
        address: NoteAddress,
        text: str,
        *,
        base: int | None,
        author: NoteAuthor,
        reason: str = "",
    ) -> Note:
        """Put a text in place of the note; without a base whatever stands there goes into the history."""
        kept = self._kept(text)
        return self._edited(persona, address, lambda _: kept, NoteAct.WRITE, base=base, author=author, reason=reason)

    def append(
        self, persona: Persona, address: NoteAddress, added: str, *, author: NoteAuthor, reason: str = ""
    ) -> Note:
        """Add to the end: to a diary below the heading of the day.  A diary that is full lets go of its oldest months."""
        if not added.strip():
            raise InvalidInput("there is nothing to add; the text is empty")
        kept = self._kept(added)
        today = moment.day(self.clock.now(), tz=persona.tz)

        def with_it(text: str) -> str:
            if address.kind.is_diary and not address.period:
                return self.masking.of_text(diary.with_entry(text, day=today, added=kept))
            return self.masking.of_text(diary.joinable(text) + diary.joinable(kept))

        return self._edited(persona, address, with_it, NoteAct.APPEND, author=author, reason=reason)

    def replace(
        self, persona: Persona, address: NoteAddress, old: str, new: str, *, author: NoteAuthor, reason: str = ""
    ) -> Note:
        """Replace a passage that stands exactly once; raise `InvalidInput` when it does not."""
        kept = self._kept(new)

        def with_it(text: str) -> str:
            if not old or (count := text.count(old)) != 1:
                stands = (
                    "is empty" if not old else "does not stand there" if not count else f"stands there {count} times"
                )
                raise InvalidInput(f"the passage to replace {stands}; give one that stands there exactly once")
            return self.masking.of_text(text.replace(old, kept))

        return self._edited(persona, address, with_it, NoteAct.REPLACE, author=author, reason=reason)

    def restore(
        self,
        persona: Persona,
        address: NoteAddress,
        version: int,
        *,
        base: int | None,
        author: NoteAuthor,
        reason: str = "",
    ) -> Note:
        """Let the note read as it did after a version, byte by byte; what it says now goes into the history."""
        text = self.reading.text_at(persona, address, version)  # was masked when it was written
        return self._edited(persona, address, lambda _: text, NoteAct.RESTORE, base=base, author=author, reason=reason)

    def _edited(
        self,
        persona: Persona,
        address: NoteAddress,
        change: Callable[[str], str],
        act: NoteAct,
        *,
        author: NoteAuthor,
        reason: str,
        base: int | None = None,
    ) -> Note:
        self.reading.reached(address)
        why = self.masking.of_text(note.checked_reason(reason))
        tries = MOST_TRIES
        while True:
            tries -= 1
            before = self.reading.store.get(persona.id, address)
            if base is not None and base != before.version:
                raise NoteMoved(address.kind.value, base=base, version=before.version)
            text = change(before.text)
            if text == before.text:
                return before
            edit = NoteEdit(address, before.version, text, act, author, why)
            try:
                return self._stored(persona, before, edit, change)
            except NoteMoved:
                if base is not None or not tries:
                    raise

    def _stored(self, persona: Persona, before: Note, edit: NoteEdit, change: Callable[[str], str]) -> Note:
        """Keep the edit, and before it, in the same step, those that make room for it in a full diary."""
        room = self._room(persona, before, edit)
        if room:
            rest = room[-1].text
            edit, before = replace(edit, base=edit.base + 1, text=change(rest)), replace(before, text=rest)
        note.checked(edit.text, before=before.text, address=edit.address, rules=self.rules)
        return self.reading.store.edit(persona.id, [*room, edit], at=self.clock.now())[-1]

    def _room(self, persona: Persona, before: Note, edit: NoteEdit) -> list[NoteEdit]:
        longest, grown = self.rules.longest_of(edit.address), len(edit.text) - len(before.text)
        is_full = edit.act is NoteAct.APPEND and edit.address.kind.is_diary and len(edit.text) > longest
        if not is_full or edit.address.period:
            return []
        return self.archive.edits(persona, before, author=NoteAuthor.OMOIDE, until_below=longest - grown + 1)

    def _kept(self, text: str) -> str:
        """Return the text as it may be kept; raise `NotRecorded` when the owner wants such a one never written down."""
        if self.unrecorded.covers_text(note.checked_text(text, what="note")):
            raise NotRecorded("note")
        return self.masking.of_text(text)
