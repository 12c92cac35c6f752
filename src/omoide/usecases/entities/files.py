"""Editing a profile in an editor; its file is named by number, for a name never becomes a path (SPEC EN3)."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from omoide.domain.entities.entity import UNKEPT, Entity, EntityId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import Persona
from omoide.errors import InvalidInput
from omoide.usecases.entities.edits import EditEntities
from omoide.usecases.notes.drafting import InEditor


@dataclass(frozen=True, slots=True)
class EditProfileInFile:
    """Lets an editor change a profile by way of a file."""

    edits: EditEntities
    in_editor: InEditor

    def __call__(
        self, persona: Persona, name: str, editor: Callable[[Path], None], *, author: NoteAuthor, reason: str = ""
    ) -> Entity:
        """Write what the editor left, over the version it was given; raise `DraftKept` when that cannot be done."""
        found = self.edits.reading.find(persona, name)
        base, text = (0, "") if found is None else (found.version, found.text)

        def write(typed: str) -> Entity:
            if found is None and not typed.strip():
                raise InvalidInput(f"nothing was written, and there is no entity named {name!r}")
            return self.edits.write(persona, name, typed, base=base, author=author, reason=reason)

        label = draft_label(UNKEPT if found is None else found.id)
        return self.in_editor(persona.id, label, text, editor, write=write)


def draft_label(entity_id: EntityId) -> str:
    """Return what the drafts of a profile are known by."""
    return f"entity-{entity_id}"
