"""What is kept of an erasure: what was looked for and what was seen, without the words, sealed by hash.

Each receipt's seal covers the seal before it: none can be changed, or taken out of the middle, without showing.
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum

from omoide.domain.time.moment import Moment


class LeftKind(StrEnum):
    """Why erased words are still there."""

    SAID_ELSEWHERE = "said_elsewhere"
    """Another turn of the persona says the same."""
    OTHER_PERSONA = "other_persona"
    """Another persona has them; it is not said which."""
    NOTE = "note"
    """The owner wrote them by hand: into a note, a profile, a goal, or as the name of a topic."""
    KNOWN_DOCUMENT = "known_document"
    """A document that was added holds them; it stays until it is removed."""
    ROW = "row"
    """A row that no turn accounts for."""
    FILE = "file"
    BACKUP = "backup"
    UNREAD = "unread"
    """A file or backup that could not be read: nobody knows."""


@dataclass(frozen=True, slots=True)
class Left:
    """A place where erased words were found, or could not be looked for."""

    place: str
    why: LeftKind
    pieces: int = 0
    events: tuple[int, ...] = ()
    """The turns that say the same, or the documents that hold it, where that is the reason."""


@dataclass(frozen=True, slots=True)
class ErasureReport:
    """What was erased, and where its words can still be found."""

    events: int
    rows: tuple[tuple[str, int], ...]
    """How many rows went, by table, and how many files."""
    redacted: tuple[int, ...] = ()
    """Turns of other sessions from which the words were taken out."""
    searched_for: int = 0
    """Pieces of the erased texts that were looked for, in every column and every file."""
    short: int = 0
    """Texts too short for that: only their own rows were looked for."""
    left: tuple[Left, ...] = ()
    is_searched: bool = True
    """False in a rehearsal, and when what was to be looked for is no longer known."""
    is_rehearsal: bool = False
    turns: tuple[int, ...] = ()
    """In a rehearsal, the turns that would go."""

    @property
    def left_in(self) -> tuple[str, ...]:
        """Return the places where the words can still be found."""
        return tuple(each.place for each in self.left)

    @property
    def is_clean(self) -> bool:
        """Tell whether the words were looked for and none was found."""
        return self.is_searched and not self.left


def in_documents(numbers: Sequence[int], *, pieces: int = 0) -> tuple[Left, ...]:
    """Return that documents hold erased words; nothing when none does."""
    return (Left("documents", LeftKind.KNOWN_DOCUMENT, pieces, tuple(sorted(numbers))),) if numbers or pieces else ()


@dataclass(frozen=True, slots=True)
class Receipt:
    """The record of one erasure."""

    number: int
    at: Moment
    scope: str
    """By what the turns were named, such as `session` or `client,period`."""
    report: ErasureReport | None
    """`None` while the erasure is under way, and for those of earlier versions."""
    seal: str = ""
    is_sound: bool = True
    """False when the receipt, or one before it, is not as it was sealed."""


def told(report: ErasureReport) -> dict[str, object]:
    """Return the report as JSON shows and keeps it."""
    return {**asdict(report), "rows": dict(report.rows), "left_in": list(report.left_in)}


def report_of(kept: Mapping[str, object]) -> ErasureReport:
    """Return the report that JSON kept."""
    fields = {
        name: value for name, value in kept.items() if name not in ("left_in", "left", "rows", "redacted", "turns")
    }
    left = [
        Left(each["place"], LeftKind(each["why"]), each["pieces"], tuple(each["events"]))
        for each in kept["left"]  # type: ignore[attr-defined]
    ]
    rows = tuple(kept["rows"].items())  # type: ignore[attr-defined]
    return ErasureReport(rows=rows, left=tuple(left), redacted=tuple(kept["redacted"]), **fields)  # type: ignore[arg-type]


def sealed(fields: Sequence[object], *, before: str) -> str:
    """Return the seal of a receipt's fields, after the seal before it."""
    canonical = json.dumps([before, *fields], ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()
