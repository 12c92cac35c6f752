"""Files: texts that programs keep with a persona, by name.  A name is a name and never a place on a disk.

They are kept as notes are: with every edit, without secrets, and erased with what they hold.  Nothing shows them to the persona by itself.
"""

import unicodedata
from dataclasses import dataclass
from typing import Final

from omoide.domain.notes.note import Note, checked_text
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

LONGEST_NAME: Final = 1_000
_HERE: Final = "="
"""Before what a file says: an empty file is there, one that says nothing at all has gone."""


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file as it reads now."""

    name: str
    text: str
    version: int
    changed: Moment


def file_of(note: Note) -> KeptFile | None:
    """Return the file that a note holds; `None` when it has gone, or never was."""
    text = content_of(note.text)
    return None if note.changed is None or text is None else KeptFile(note.period, text, note.version, note.changed)


def content_of(text: str) -> str | None:
    """Return what a file says whose note says this; `None` when it has gone."""
    return text.removeprefix(_HERE) if text.startswith(_HERE) else None


def text_of(text: str | None) -> str:
    """Return what a note says that holds this text; `None` is a file that has gone."""
    return "" if text is None else f"{_HERE}{text}"


def checked_file_name(name: str) -> str:
    """Return the name; raise `InvalidInput` for one that cannot be kept or shown."""
    if not name or len(name) > LONGEST_NAME:
        raise InvalidInput(f"the name of a file has 1 to {LONGEST_NAME} characters; {len(name)} were given")
    if any(unicodedata.category(each) in ("Cc", "Cs", "Zl", "Zp") for each in checked_text(name, what="name")):
        raise InvalidInput("the name of a file holds a control character; use letters, digits and signs")
    return name
