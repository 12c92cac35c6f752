"""Finding files, and opening them so that nothing in a folder can hang or mislead us.

Links in folders are not followed (they may lead round in a circle, or out of what somebody meant to share), special files are
never waited for, and no more of a file is read than its limit allows.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout

from omoide.adapters.knowledge import csv_rows, docx, html, json_values, pdf, texts
from omoide.adapters.knowledge.reading import FileReading
from omoide.domain.knowledge.document import FORMATS, DocumentFormat, DocumentRules, format_of
from omoide.domain.knowledge.lines import DocumentLine
from omoide.domain.knowledge.report import FileTrouble, TroubleKind, refusal
from omoide.errors import StoreBusy, StoreUnavailable
from omoide.ports.knowledge.files import Listing, ReadFacts

LOCK = "knowledge.lock"
WAIT_SECONDS = 600.0
"""How long one who adds waits for another: longer than any one document takes."""
BLOCK = 1 << 20
_FLAGS = os.O_RDONLY
for _name in ("O_NONBLOCK", "O_NOFOLLOW", "O_CLOEXEC", "O_BINARY"):  # not every system has each
    _FLAGS |= getattr(os, _name, 0)

Reader = Callable[[FileReading], Iterator[DocumentLine]]
READERS: dict[DocumentFormat, Reader] = {
    DocumentFormat.TEXT: texts.plain_lines,
    DocumentFormat.MARKDOWN: texts.markdown_lines,
    DocumentFormat.PDF: pdf.lines,
    DocumentFormat.HTML: html.lines,
    DocumentFormat.DOCX: docx.lines,
    DocumentFormat.CSV: csv_rows.lines,
    DocumentFormat.JSON: json_values.lines,
}


class OpenFile:
    """One file while it is read."""

    def __init__(self, reading: FileReading, kind: DocumentFormat, stamp: tuple[int, int]) -> None:
        self._reading = reading
        self._stamp = stamp
        self.path = reading.path
        self.size = reading.size
        self.format = kind

    @cached_property
    def hash(self) -> str:
        """Return the hash of its bytes."""
        file, digest, size = self._reading.file, blake2b(digest_size=16), 0
        file.seek(0)
        while block := self._read(file):
            size += len(block)
            if size > self._reading.rules.file_bytes:
                raise self._reading.refused(TroubleKind.TOO_LARGE, f"{size:,}")
            digest.update(block)
        return digest.hexdigest()

    def lines(self) -> Iterator[DocumentLine]:
        """Yield what it says, never holding the whole of it; raise `DocumentRefused` when that cannot be had."""
        try:
            yield from READERS[self.format](self._reading)
        except OSError as exc:
            raise self._reading.refused(TroubleKind.UNREADABLE, exc.strerror or type(exc).__name__) from exc

    def facts(self) -> ReadFacts:
        """Return what was found beside its lines; raise `DocumentRefused` when the file was changed meanwhile."""
        if _stamp(os.fstat(self._reading.file.fileno())) != self._stamp:
            raise self._reading.refused(TroubleKind.CHANGED)
        return ReadFacts(self._reading.title, self._reading.encoding, self._reading.pages)

    def _read(self, file: BinaryIO) -> bytes:
        try:
            return file.read(BLOCK)
        except OSError as exc:
            raise self._reading.refused(TroubleKind.UNREADABLE, exc.strerror or type(exc).__name__) from exc


class KnowledgeFiles:
    """Files anywhere; the lock lies in the home."""

    def __init__(self, home: Path) -> None:
        self._lock = home / LOCK

    def named(self, path: str) -> str:
        """Return the whole path that is meant, links followed; it need not be there."""
        try:
            return str(Path(path).expanduser().resolve())
        except (OSError, RuntimeError, ValueError) as exc:
            raise refusal(path, TroubleKind.UNREADABLE, getattr(exc, "strerror", None) or str(exc)) from exc

    def is_folder(self, path: str) -> bool:
        """Tell whether there is a folder; raise `DocumentRefused` when there is nothing at all."""
        try:
            return stat.S_ISDIR(Path(path).stat().st_mode)
        except (OSError, ValueError) as exc:
            raise refusal(path, TroubleKind.UNREADABLE, getattr(exc, "strerror", None) or str(exc)) from exc

    def is_gone(self, path: str) -> bool:
        """Tell whether there is no such file any more; one that only cannot be reached now is not gone."""
        try:
            Path(path).lstat()
        except (FileNotFoundError, NotADirectoryError):
            return True
        except (OSError, ValueError):
            return False
        return False

    def below(self, folder: str, *, rules: DocumentRules) -> Listing:
        """Return the documents in a folder and all below it; links and special files are told, never followed."""
        walk = _Walk(most=rules.folder_files)
        waiting = [folder]
        while waiting:
            waiting += walk.look(waiting.pop())
            if len(walk.paths) > walk.most:
                raise refusal(folder, TroubleKind.TOO_MANY_FILES, f"{walk.most:,}")
        return Listing(tuple(sorted(walk.paths)), tuple(walk.troubles), walk.ignored)

    @contextmanager
    def open(self, path: str, *, rules: DocumentRules) -> Iterator[OpenFile]:
        """Open a file that is small enough; raise `DocumentRefused` when it is not, or is no readable file."""
        kind = format_of(path)
        if kind is None:
            raise refusal(path, TroubleKind.UNKNOWN_FORMAT, " ".join(FORMATS))
        if not _is_utf8(path):
            raise refusal(path.encode("utf-8", "replace").decode(), TroubleKind.NAME)
        try:
            handle = os.open(path, _FLAGS)
        except (OSError, ValueError) as exc:
            raise refusal(path, TroubleKind.UNREADABLE, getattr(exc, "strerror", None) or str(exc)) from exc
        facts = os.fstat(handle)
        if not stat.S_ISREG(facts.st_mode):
            os.close(handle)
            raise refusal(path, TroubleKind.SPECIAL)
        with os.fdopen(handle, "rb") as file:
            if facts.st_size > rules.file_bytes:
                raise refusal(path, TroubleKind.TOO_LARGE, f"{facts.st_size:,}")
            yield OpenFile(FileReading(path, file, facts.st_size, rules), kind, _stamp(facts))

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Give the right to change what is known, to one at a time in any process; raise `StoreBusy` after a long wait."""
        lock = FileLock(self._lock, mode=0o600)
        try:
            lock.acquire(timeout=WAIT_SECONDS)
        except Timeout as exc:
            raise StoreBusy(str(self._lock), seconds=WAIT_SECONDS) from exc
        except OSError as exc:
            raise StoreUnavailable(f"the lock {self._lock} cannot be made: {exc.strerror}") from exc
        try:
            yield
        finally:
            lock.release()


@dataclass(slots=True)
class _Walk:
    most: int
    paths: list[str] = field(default_factory=list)
    troubles: list[FileTrouble] = field(default_factory=list)
    ignored: int = 0

    def look(self, folder: str) -> list[str]:
        """Take in what lies in a folder; return the folders below it."""
        try:
            with os.scandir(folder) as entries:
                return [each.path for each in entries if self._is_folder(each)]
        except OSError as exc:
            self._trouble(folder, TroubleKind.UNREADABLE, exc.strerror or type(exc).__name__)
            return []

    def _is_folder(self, entry: "os.DirEntry[str]") -> bool:
        if entry.name.startswith("."):
            self.ignored += 1
            return False
        try:
            mode = entry.stat(follow_symlinks=False).st_mode
        except OSError as exc:
            self._trouble(entry.path, TroubleKind.UNREADABLE, exc.strerror or type(exc).__name__)
            return False
        if stat.S_ISDIR(mode):
            return True
        if stat.S_ISLNK(mode):
            self._trouble(entry.path, TroubleKind.LINK)
        elif format_of(entry.name) is None:
            self.ignored += 1
        elif not stat.S_ISREG(mode):
            self._trouble(entry.path, TroubleKind.SPECIAL)
        elif not _is_utf8(entry.path):
            self._trouble(entry.path, TroubleKind.NAME)
        else:
            self.paths.append(entry.path)
        return False

    def _trouble(self, path: str, kind: TroubleKind, detail: str = "") -> None:
        self.troubles.append(FileTrouble(path.encode("utf-8", "replace").decode(), kind, detail))


def _is_utf8(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


def _stamp(facts: os.stat_result) -> tuple[int, int]:
    return facts.st_size, facts.st_mtime_ns
