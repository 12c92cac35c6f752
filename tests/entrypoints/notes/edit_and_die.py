"""Run by a test: adds numbered lines to a note or a profile, telling each that is kept, until it is killed.

python -m tests.entrypoints.notes.edit_and_die WHAT HOME NAME COUNT [cas]
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide import Mind, Omoide
from omoide.domain.notes.revision import TextRevision
from omoide.errors import EntityMoved, EntityNotFound, NoteMoved

WHOM = "美緒"


class EditedText(Protocol):
    """A text with every edit, whose editors may be many."""

    def read(self) -> tuple[str, int]:
        """Return it and its version."""
        ...

    def append(self, line: str) -> None:
        """Add a line to its end."""
        ...

    def write(self, text: str, *, base: int) -> bool:
        """Put a text in its place; tell whether nobody was first."""
        ...

    def history(self) -> Sequence[TextRevision]:
        """Return every edit."""
        ...


@dataclass
class Notepad:
    """The notepad."""

    mind: Mind

    def read(self) -> tuple[str, int]:
        note = self.mind.notes.notepad.read()
        return note.text, note.version

    def append(self, line: str) -> None:
        self.mind.notes.notepad.append(line)

    def write(self, text: str, *, base: int) -> bool:
        try:
            self.mind.notes.notepad.write(text, base=base)
        except NoteMoved:
            return False
        return True

    def history(self) -> Sequence[TextRevision]:
        return self.mind.notes.notepad.history()


@dataclass
class Profile:
    """Somebody's profile, which is made by whoever is first."""

    mind: Mind

    def read(self) -> tuple[str, int]:
        try:
            known = self.mind.entities.get(WHOM).entity
        except EntityNotFound:
            return "", 0
        return known.text, known.version

    def append(self, line: str) -> None:
        self.mind.entities.write(WHOM, line)

    def write(self, text: str, *, base: int) -> bool:
        try:
            self.mind.entities.write(WHOM, text, mode="replace", base=base)
        except EntityMoved:
            return False
        return True

    def history(self) -> Sequence[TextRevision]:
        return self.mind.entities.history(WHOM)


KINDS: dict[str, type[Notepad] | type[Profile]] = {"notepad": Notepad, "profile": Profile}


def main(what: str, home: str, name: str, count: int, *, by_hand: bool) -> None:
    """Add lines; by hand each is read, changed and written over the version that was read, again if somebody was first."""
    edited: EditedText = KINDS[what](Omoide.open(home, beside="nowhere").persona("haru"))
    for number in range(count):
        line = f"- {name}:{number}"
        is_kept = False
        while by_hand and not is_kept:
            text, version = edited.read()
            is_kept = edited.write(f"{text}{line}\n", base=version)
        if not by_hand:
            edited.append(line)
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4]), by_hand=sys.argv[5:] == ["cas"])
