"""Documents, where something stands in one, and how large they may be (SPEC K1).

A document is a file that somebody added.  Its words are data and nothing else: they are found by asking for them, confirm no
belief (SPEC X8) and are never put before a model unasked.
"""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePath
from typing import Final, NewType

from omoide.domain.events.event import EventOrigin
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

DocumentId = NewType("DocumentId", int)
ChunkId = NewType("ChunkId", int)

ORIGIN: Final = "document"
"""What a hit says of where it comes from: a document is nobody's word."""
HEADING_SIGN: Final = " › "
LONGEST_HEADING: Final = 120
"""Characters of a heading path; of a longer one the nearest headings stay."""


class DocumentFormat(StrEnum):
    """How a document is read."""

    TEXT = "text"
    MARKDOWN = "markdown"
    PDF = "pdf"
    HTML = "html"
    DOCX = "docx"
    CSV = "csv"
    JSON = "json"


FORMATS: Final = {
    ".txt": DocumentFormat.TEXT,
    ".md": DocumentFormat.MARKDOWN,
    ".pdf": DocumentFormat.PDF,
    ".html": DocumentFormat.HTML,
    ".htm": DocumentFormat.HTML,
    ".docx": DocumentFormat.DOCX,
    ".csv": DocumentFormat.CSV,
    ".json": DocumentFormat.JSON,
}
"""By how a file's name ends."""


class PlaceUnit(StrEnum):
    """What places in a document are counted by."""

    LINE = "line"
    PAGE = "page"
    PARAGRAPH = "paragraph"
    ROW = "row"
    RECORD = "record"


UNITS: Final = {
    DocumentFormat.TEXT: PlaceUnit.LINE,
    DocumentFormat.MARKDOWN: PlaceUnit.LINE,
    DocumentFormat.HTML: PlaceUnit.LINE,
    DocumentFormat.PDF: PlaceUnit.PAGE,
    DocumentFormat.DOCX: PlaceUnit.PARAGRAPH,
    DocumentFormat.CSV: PlaceUnit.ROW,
    DocumentFormat.JSON: PlaceUnit.RECORD,
}
_TOLD: Final = {
    PlaceUnit.LINE: ("line", "lines", "行"),
    PlaceUnit.PAGE: ("p.", "pp.", "ページ"),
    PlaceUnit.PARAGRAPH: ("paragraph", "paragraphs", "段落"),
    PlaceUnit.ROW: ("row", "rows", "行目"),
    PlaceUnit.RECORD: ("record", "records", "件目"),
}


class KnownPathKind(StrEnum):
    """What is remembered of a path beside the documents themselves."""

    FOLDER = "folder"
    """What appears in it is taken in by an update."""
    LEFT_OUT = "left_out"
    """A file of such a folder that was removed: an update passes it over."""


@dataclass(frozen=True, slots=True)
class DocumentRules:
    """How large documents may be: what is larger is refused, and named."""

    file_bytes: int = 50_000_000
    pages: int = 2_000
    characters: int = 5_000_000
    """Of one document, as it is read."""
    expansion: float = 100.0
    """How many times its size the packed text of a file may grow to."""
    folder_files: int = 20_000


@dataclass(frozen=True, slots=True)
class DocumentPlace:
    """Where in a document something stands."""

    unit: PlaceUnit
    first: int
    """From 1 on."""
    last: int
    heading: str = ""
    """The headings above it, the outermost first: `Setup › Network`."""

    def told(self, language: Language) -> str:
        """Return the place as a citation has it."""
        one, many, japanese = _TOLD[self.unit]
        span = f"{self.first}" if self.first == self.last else f"{self.first}–{self.last}"
        number = (
            f"{span}{japanese}" if language is Language.JA else f"{one if self.first == self.last else many} {span}"
        )
        return f"{number}, {self.heading}" if self.heading else number


@dataclass(frozen=True, slots=True)
class DocumentFacts:
    """What is known of a document once it was read."""

    characters: int = 0
    chunks: int = 0
    title: str = ""
    encoding: str = ""
    """Of a text; empty where the format says it itself."""
    pages: int | None = None
    left_out: int = 0
    """Chunks that match `privacy.never_record`."""


@dataclass(frozen=True, slots=True)
class KnowledgeDocument:
    """A document that is known."""

    id: DocumentId
    path: str
    format: DocumentFormat
    size: int
    """Bytes of the file."""
    hash: str
    """Of the file's bytes, and of how they were read: when either changes, it is read again."""
    facts: DocumentFacts
    added: Moment
    changed: Moment
    missing_since: Moment | None = None
    """When an update found the file gone; its text is known until it is removed."""

    @property
    def name(self) -> str:
        """Return the file's name."""
        return PurePath(self.path).name

    @property
    def origin(self) -> EventOrigin:
        """Return whose words it holds: nobody's who talks here, so that it confirms nothing (SPEC X8)."""
        return EventOrigin.DOCUMENT


def format_of(path: str) -> DocumentFormat | None:
    """Return how a file is read, by its name; `None` for one that is no document."""
    return FORMATS.get(PurePath(path).suffix.lower())


def heading_path(headings: tuple[str, ...]) -> str:
    """Return the headings as one line, the outermost first; of a long one the end."""
    parts = [" ".join(each.split()) for each in headings if each.strip()]
    while len(parts) > 1 and len(HEADING_SIGN.join(parts)) > LONGEST_HEADING:
        parts.pop(0)
    return HEADING_SIGN.join(parts)[:LONGEST_HEADING]
