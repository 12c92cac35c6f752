"""The files of a home, as an erasure needs them."""

from collections.abc import Collection
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.erasing.pieces import Pieces
from omoide.domain.erasing.receipt import Left
from omoide.domain.personas.persona import PersonaId


@dataclass(frozen=True, slots=True)
class ErasureNote:
    """What is still to be looked for while an order is under way.  It is the only thing that holds the words, and goes last."""

    pieces: Pieces
    events: tuple[int, ...] = ()
    memories: tuple[int, ...] = ()
    documents: tuple[int, ...] = ()
    """Documents that name an erased subject."""
    session_id: str = ""
    """The session, when a whole one is erased: hooks' records of it go whatever they hold."""


class ErasureFiles(Protocol):
    """Keeps notes of orders under way; cleans and looks through files."""

    def alone(self) -> AbstractContextManager[bool]:
        """Give the right to erase in this home, and tell whether it was to be had: one at a time, in any process."""
        ...

    def keep_note(self, note: ErasureNote) -> str:
        """Keep a note, durably; return its name."""
        ...

    def note(self, name: str) -> ErasureNote | None:
        """Return a note; `None` when it is gone."""
        ...

    def drop_notes(self, *, but: Collection[str] = ()) -> None:
        """Overwrite notes and take them away, those of orders that were never given as well."""
        ...

    def clean(self, note: ErasureNote, persona_id: PersonaId) -> dict[str, int]:
        """Take the words out of caches, hooks' records and logs; return how many files of each kind were touched."""
        ...

    def remains(self, note: ErasureNote, *, in_rows: frozenset[str]) -> list[Left]:
        """Return the files and backups that still hold a piece; a database may hold what its rows do (`in_rows`)."""
        ...
