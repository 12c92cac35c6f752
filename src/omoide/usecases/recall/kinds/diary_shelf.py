"""The days of the diary and its archives; never the secret diary (SPEC N1)."""

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field

from omoide.domain.notes.diary import DiaryEntry, entries
from omoide.domain.notes.note import NoteKind
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.passage import PassageKind, hashed_item
from omoide.domain.time import moment
from omoide.domain.time.moment import EARLIEST, Moment
from omoide.ports.notes.store import NoteStore
from omoide.ports.recall.shelf import ShelfMarks, ShelvedText


@dataclass(frozen=True, slots=True)
class DiaryShelf:
    """The diary, day by day."""

    notes: NoteStore
    marks: ShelfMarks
    read: MutableMapping[PersonaId, tuple[str, dict[int, DiaryEntry]]] = field(default_factory=dict)
    """The days as they were last read, and how the diary was marked then."""

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sort of thing it holds."""
        return frozenset({RecollectionKind.DIARY})

    @property
    def passages(self) -> PassageKind:
        """Return the passages by which its days are found."""
        return PassageKind.DIARY

    def mark(self, persona: Persona) -> str:
        """Return something that is another when a note has changed."""
        return self.marks.mark(persona.id, self.passages)

    def all(self, persona: Persona) -> list[ShelvedText]:
        """Return every day that was written about."""
        return [
            ShelvedText(number, _at(entry, persona) or EARLIEST, entry.text.strip())
            for number, entry in self._entries(persona).items()
        ]

    def get(self, persona: Persona, item_ids: Sequence[int], *, now: Moment) -> dict[int, Recallable]:
        """Return those of the days that are there."""
        written = self._entries(persona) if item_ids else {}
        return {
            number: Recallable(
                RecollectionKind.DIARY,
                number,
                "diary" if entry.day is None else f"diary {entry.day.isoformat()}",
                entry.text.strip(),
                _at(entry, persona),
                entry,
            )
            for number in item_ids
            if (entry := written.get(number)) is not None
        }

    def text_of(self, persona: Persona, number: int) -> str | None:
        """Return how a day reads."""
        entry = self._entries(persona).get(number)
        return None if entry is None else entry.text.strip()

    def _entries(self, persona: Persona) -> dict[int, DiaryEntry]:
        """Return the entries by numbers that stay the same while they do, and are nobody else's."""
        mark = self.mark(persona)
        known = self.read.get(persona.id)
        if known is None or known[0] != mark:
            known = self.read[persona.id] = (mark, self._numbered(persona))
        return known[1]

    def _numbered(self, persona: Persona) -> dict[int, DiaryEntry]:
        return {
            hashed_item(persona.id, entry.day, entry.text.strip()): entry
            for note in self.notes.all(persona.id, [NoteKind.DIARY])
            for entry in entries(note.text)
            if entry.text.strip()
        }


def _at(entry: DiaryEntry, persona: Persona) -> Moment | None:
    return None if entry.day is None else moment.start_of(entry.day, tz=persona.tz)
