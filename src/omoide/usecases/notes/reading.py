"""Reading notes: as they read now or read then, what changed, and which hold some words (SPEC N1)."""

from dataclasses import dataclass

from omoide.domain.notes import diff, revision, search
from omoide.domain.notes.diff import DiffHunk
from omoide.domain.notes.note import Note, NoteAddress, NoteKind
from omoide.domain.notes.revision import NoteRevision
from omoide.domain.notes.search import NoteHit
from omoide.domain.personas.persona import Persona
from omoide.errors import InvalidInput, NoteNotFound
from omoide.ports.notes.store import NoteStore


@dataclass(frozen=True, slots=True)
class ReadNotes:
    """Reads the notes that one door may reach."""

    store: NoteStore
    kinds: tuple[NoteKind, ...]
    """What may be reached: the open notes, or the secret diary alone."""

    def get(self, persona: Persona, address: NoteAddress) -> Note:
        """Return the note, an empty one if nobody ever wrote it; raise `NoteNotFound` for an archive that is not there."""
        note = self.store.get(persona.id, self.reached(address))
        if address.period and not note.version:
            raise NoteNotFound(f"the {address.kind.value} has no archive of {address.period}")
        return note

    def version(self, persona: Persona, address: NoteAddress) -> int:
        """Return how often the note was edited; 0 when nobody ever wrote it."""
        return self.store.get(persona.id, self.reached(address)).version

    def all(self, persona: Persona) -> list[Note]:
        """Return what may be reached and was ever written, archives included."""
        return self.store.all(persona.id, self.kinds)

    def archives(self, persona: Persona, kind: NoteKind) -> list[Note]:
        """Return the archives of a diary, oldest first."""
        self.reached(NoteAddress(kind))
        return [note for note in self.store.all(persona.id, [kind]) if note.period]

    def history(self, persona: Persona, address: NoteAddress) -> list[NoteRevision]:
        """Return every edit, oldest first."""
        self.get(persona, address)
        return self.store.revisions(persona.id, address)

    def text_at(self, persona: Persona, address: NoteAddress, version: int) -> str:
        """Return the text after a version, letter by letter; 0 is before the first."""
        return self._text(self.history(persona, address), address, version)

    def diff(
        self, persona: Persona, address: NoteAddress, *, old: int | None = None, new: int | None = None
    ) -> list[DiffHunk]:
        """Return what changed between two versions: by default, what the last edit changed."""
        steps = self.history(persona, address)
        later = len(steps) if new is None else new
        earlier = max(0, later - 1) if old is None else old
        return diff.hunks(self._text(steps, address, earlier), self._text(steps, address, later))

    def search(self, persona: Persona, words: str, *, limit: int) -> list[NoteHit]:
        """Return the entries that hold most of the words, the fullest first."""
        return search.found(self.all(persona), words, limit=limit)

    def reached(self, address: NoteAddress) -> NoteAddress:
        """Return the address if this door reaches it; raise `InvalidInput` when it does not."""
        if address.kind not in self.kinds:
            raise InvalidInput(
                "the secret diary is reached by its own verb alone: `mind.secret_diary`, `omoide secret-diary`"
            )
        if address.period and not address.kind.is_diary:
            raise InvalidInput(f"the {address.kind.value} has no archives; only diaries do")
        return address

    def _text(self, steps: list[NoteRevision], address: NoteAddress, version: int) -> str:
        if not 0 <= version <= len(steps):
            raise NoteNotFound(f"the {address.kind.value} has no version {version}; its last one is {len(steps)}")
        return revision.text_at(steps, version)
