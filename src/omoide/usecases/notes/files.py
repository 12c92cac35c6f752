"""Files: read, and changed all or none, never over what somebody else has written meanwhile."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from omoide.domain.events.privacy import Unrecorded
from omoide.domain.events.secret_masking import SecretMasking
from omoide.domain.notes import file, note
from omoide.domain.notes.file import KeptFile
from omoide.domain.notes.note import Note, NoteAct, NoteAddress, NoteAuthor, NoteKind, NoteRules
from omoide.domain.notes.revision import NoteRevision
from omoide.domain.personas.persona import Persona
from omoide.errors import NoteMoved, NotRecorded
from omoide.ports.notes.store import NoteEdit, NoteStore
from omoide.ports.time.clock import Clock

MOST_TRIES = 50
"""How often a change is decided anew because somebody else was first; each time somebody has come further."""
Texts = Mapping[str, str]
"""What files say, by name; one that is not there is not among them."""
Decide = Callable[[Texts], Mapping[str, str | None]]
"""Returns what the files it is about shall say, by name; `None` for one that goes."""


@dataclass(frozen=True, slots=True)
class KeepFiles:
    """Keeps files."""

    store: NoteStore
    clock: Clock
    masking: SecretMasking
    unrecorded: Unrecorded

    def get(self, persona: Persona, name: str) -> KeptFile | None:
        """Return the file with this name; `None` when there is none."""
        return file.file_of(self.store.get(persona.id, _address(name)))

    def all(self, persona: Persona, *, under: str = "") -> list[KeptFile]:
        """Return the files whose names begin so, in the order of their names."""
        found = [file.file_of(each) for each in self._notes(persona, under)]
        return [each for each in found if each is not None]

    def history(self, persona: Persona, name: str) -> list[NoteRevision]:
        """Return every edit of a file, oldest first; also of one that has gone."""
        return self.store.revisions(persona.id, _address(name))

    def change(
        self,
        persona: Persona,
        decide: Decide,
        *,
        names: Sequence[str] | None = None,
        under: str = "",
        author: NoteAuthor,
        reason: str = "",
    ) -> list[KeptFile]:
        """Change files, all or none; return those that were changed and are still there.

        `decide` is shown the files of these names, or all whose names begin with `under`; when somebody else changes one of them
        meanwhile, it is asked again.  What it raises is raised, and nothing is written.
        """
        why = self.masking.of_text(note.checked_reason(reason))
        tries = MOST_TRIES
        while True:
            tries -= 1
            read = self._read(persona, names, under)
            known = {name: found.text for name, each in read.items() if (found := file.file_of(each)) is not None}
            wanted = {file.checked_file_name(name): self._kept(text) for name, text in decide(known).items()}
            edits = self._edits(persona, read, wanted, author=author, reason=why)
            try:
                kept = self.store.edit(persona.id, edits, at=self.clock.now()) if edits else []
            except NoteMoved:
                if not tries:
                    raise
                continue
            return [found for each in kept if (found := file.file_of(each)) is not None]

    def _read(self, persona: Persona, names: Sequence[str] | None, under: str) -> dict[str, Note]:
        if names is None:
            return {each.period: each for each in self._notes(persona, under)}
        return {name: self.store.get(persona.id, _address(name)) for name in names}

    def _notes(self, persona: Persona, under: str) -> list[Note]:
        return [each for each in self.store.all(persona.id, [NoteKind.FILE]) if each.period.startswith(under)]

    def _edits(
        self,
        persona: Persona,
        read: Mapping[str, Note],
        wanted: Mapping[str, str | None],
        *,
        author: NoteAuthor,
        reason: str,
    ) -> list[NoteEdit]:
        edits = []
        for name, text in wanted.items():
            before = read[name] if name in read else self.store.get(persona.id, _address(name))
            after = file.text_of(text)
            if after != before.text:
                note.checked(after, before=before.text, address=before.address, rules=NoteRules())
                edits.append(NoteEdit(before.address, before.version, after, NoteAct.WRITE, author, reason))
        return edits

    def _kept(self, text: str | None) -> str | None:
        """Return the text as it may be kept; raise `NotRecorded` when the owner wants such a one never written down."""
        if text is None:
            return None
        if self.unrecorded.covers_text(note.checked_text(text, what="file")):
            raise NotRecorded("file")
        return self.masking.of_text(text)


def _address(name: str) -> NoteAddress:
    return NoteAddress(NoteKind.FILE, file.checked_file_name(name))
