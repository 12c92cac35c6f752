"""Where notes and all their revisions are kept (SPEC N1)."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.notes.note import Note, NoteAct, NoteAddress, NoteAuthor, NoteKind
from omoide.domain.notes.revision import NoteRevision
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class NoteEdit:
    """A note as it is to read from now on, and what it was made of."""

    address: NoteAddress
    base: int
    """The version that was read; 0 for a note that nobody ever wrote."""
    text: str
    act: NoteAct
    author: NoteAuthor
    reason: str = ""


class NoteStore(Protocol):
    """Keeps notes by kind and period, with every edit.  Holds no opinion about who may reach which."""

    def get(self, persona_id: PersonaId, address: NoteAddress) -> Note:
        """Return the note; an empty one at version 0 when nobody ever wrote it."""
        ...

    def all(self, persona_id: PersonaId, kinds: Collection[NoteKind]) -> list[Note]:
        """Return the notes of these kinds that were ever written, each before its archives, these oldest first."""
        ...

    def revisions(self, persona_id: PersonaId, address: NoteAddress) -> list[NoteRevision]:
        """Return every edit of a note, oldest first; their versions count from 1 without a gap."""
        ...

    def edit(self, persona_id: PersonaId, edits: Sequence[NoteEdit], *, at: Moment) -> list[Note]:
        """Keep the edits, all or none; raise `NoteMoved` when one was made of another version than the last."""
        ...
