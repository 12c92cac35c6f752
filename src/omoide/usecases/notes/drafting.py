"""Editing a text in an editor: what was typed is written, or kept and named; a kill leaves it where it was typed."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn, TypeVar

from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.notes.note import Note, NoteAddress, NoteAuthor
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.errors import DraftKept, NotRecorded, OmoideError
from omoide.ports.notes.drafts import NoteDrafts
from omoide.usecases.notes.edits import EditNotes

KeptT = TypeVar("KeptT")


@dataclass(frozen=True, slots=True)
class InEditor:
    """Lets an editor change a text by way of a file."""

    drafts: NoteDrafts
    masking: SecretMasking

    def __call__(
        self,
        persona_id: PersonaId,
        label: str,
        text: str,
        editor: Callable[[Path], None],
        *,
        write: Callable[[str], KeptT],
    ) -> KeptT:
        """Write what the editor left; raise `DraftKept` when that cannot be done."""
        path = self.drafts.start(persona_id, label, text)
        try:
            editor(path)
            kept = write(self.drafts.read(path))
        except NotRecorded:
            self.drafts.drop(path)
            raise
        except OmoideError as exc:
            self._spare(path, exc, unless=text)
        self.drafts.drop(path)
        return kept

    def _spare(self, path: Path, exc: OmoideError, *, unless: str) -> NoReturn:
        """Raise what went wrong; where something was typed, leave it in its file, without secrets."""
        try:
            text = self.drafts.read(path)
        except OmoideError:
            raise DraftKept(str(exc), path=str(path)) from exc
        if text == unless:
            self.drafts.drop(path)
            raise exc
        self.drafts.keep(path, self.masking.of_text(text))
        raise DraftKept(str(exc), path=str(path)) from exc


@dataclass(frozen=True, slots=True)
class EditInFile:
    """Lets an editor change a note by way of a file."""

    edit: EditNotes
    drafts: NoteDrafts

    def __call__(
        self,
        persona: Persona,
        address: NoteAddress,
        editor: Callable[[Path], None],
        *,
        author: NoteAuthor,
        reason: str = "",
    ) -> Note:
        """Write what the editor left, over the version it was given; raise `DraftKept` when that cannot be done."""
        note = self.edit.reading.get(persona, address)

        def write(text: str) -> Note:
            return self.edit.write(persona, address, text, base=note.version, author=author, reason=reason)

        in_editor = InEditor(self.drafts, self.edit.masking)
        return in_editor(persona.id, address.draft_label, note.text, editor, write=write)
