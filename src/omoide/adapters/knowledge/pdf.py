"""PDF: page by page; bookmarks are its headings."""

import logging
import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from omoide.adapters.knowledge.reading import FileReading
from omoide.adapters.knowledge.texts import again
from omoide.domain.knowledge.lines import DocumentLine, Outline, unwrapped
from omoide.domain.knowledge.report import TroubleKind
from omoide.errors import DocumentRefused

if TYPE_CHECKING:
    from pypdf import PdfReader

MOST_BOOKMARKS = 5_000
DEEPEST_BOOKMARK = 6
FORGET_EVERY = 25
"""Pages."""
# What the library lets through of files that are not what they say; each stands for the same: this is no sound PDF.
_BROKEN = (
    ArithmeticError,
    AssertionError,
    AttributeError,
    LookupError,
    MemoryError,
    NotImplementedError,
    RecursionError,
    TypeError,
    ValueError,
    zlib.error,
)


def lines(reading: FileReading) -> Iterator[DocumentLine]:
    """Yield the pages below their bookmarks; one without text is passed over."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it tells of every oddity, in the words of the file
    with again(reading) as file:
        try:
            opened = PdfReader(file, strict=False)
            _unlock(reading, opened)
            reading.pages = len(opened.pages)
            if reading.pages > reading.rules.pages:
                raise reading.refused(TroubleKind.TOO_MANY_PAGES, f"{reading.pages:,}")
            reading.title = _title(opened)
            yield from _pages(opened)
        except DocumentRefused:
            raise
        except (PyPdfError, *_BROKEN) as exc:
            raise reading.refused(TroubleKind.DAMAGED, type(exc).__name__) from exc


def _unlock(reading: FileReading, opened: "PdfReader") -> None:
    """Open what only its owner's rights protect; what needs a password is refused."""
    from pypdf.errors import DependencyError, PyPdfError

    if not opened.is_encrypted:
        return
    try:
        is_open = bool(opened.decrypt(""))
    except DependencyError as exc:
        raise reading.refused(TroubleKind.NEEDS_EXTRA) from exc
    except (PyPdfError, *_BROKEN) as exc:
        raise reading.refused(TroubleKind.ENCRYPTED) from exc
    if not is_open:
        raise reading.refused(TroubleKind.ENCRYPTED)


def _pages(opened: "PdfReader") -> Iterator[DocumentLine]:
    bookmarks, outline = _bookmarks(opened), Outline()
    for number, page in enumerate(opened.pages, 1):
        for level, title in bookmarks.get(number, ()):
            outline.enter(level, title)
        text = unwrapped(page.extract_text() or "")
        if text.strip():
            yield DocumentLine(text, number, outline.headings)
        if not number % FORGET_EVERY:  # what pages are made of would stay for as long as the file is open
            opened.resolved_objects.clear()


def _title(opened: "PdfReader") -> str:
    try:
        told = opened.metadata
        return "" if told is None else " ".join(str(told.get("/Title") or "").split())[:200]
    except _BROKEN:
        return ""


def _bookmarks(opened: "PdfReader") -> dict[int, list[tuple[int, str]]]:
    """Return the bookmarks of each page, with their level; none of a file whose bookmarks are broken."""
    found: dict[int, list[tuple[int, str]]] = {}
    try:
        for count, (level, entry) in enumerate(_flat(opened.outline, 1)):
            page = opened.get_destination_page_number(entry)
            title = " ".join(str(entry.title or "").split())[:120]
            if page is not None and page >= 0 and title:
                found.setdefault(page + 1, []).append((level, title))
            if count >= MOST_BOOKMARKS:
                break
    except _broken_bookmarks():
        return {}
    return found


def _broken_bookmarks() -> tuple[type[Exception], ...]:
    from pypdf.errors import PyPdfError

    return (PyPdfError, *_BROKEN)


def _flat(entries: Any, level: int) -> Iterator[tuple[int, Any]]:
    for entry in entries:
        if not isinstance(entry, list):
            yield level, entry
        elif level < DEEPEST_BOOKMARK:
            yield from _flat(entry, level + 1)
