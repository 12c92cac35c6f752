"""Every edit of an entity, kept so that any earlier text comes back byte by byte; how notes have it (`domain/notes/revision.py`)."""

from dataclasses import dataclass
from enum import StrEnum

from omoide.domain.notes.note import NoteAuthor
from omoide.domain.notes.revision import Splice
from omoide.domain.time.moment import Moment


class EntityAct(StrEnum):
    """What an edit did."""

    WRITE = "write"
    APPEND = "append"
    CONSOLIDATE = "consolidate"
    NAME = "name"
    MERGE = "merge"
    RESTORE = "restore"
    ARCHIVE = "archive"
    UNARCHIVE = "unarchive"
    ERASE = "erase"


@dataclass(frozen=True, slots=True)
class EntityRevision:
    """One edit: who made it, when, why, what it changed, and the names after it."""

    version: int
    at: Moment
    author: NoteAuthor
    act: EntityAct
    reason: str
    splice: Splice
    names: tuple[str, ...] = ()
    """After the edit, the entity's own first."""
