"""The spool: events of hooks that wait on the disk until they have been taken in.

The hook client writes each into a file of its own and renames it when it is whole.  A file is removed only after what it
asks for is done; done twice, it changes nothing.  What cannot be taken in is set aside, never thrown away: it lies in a
folder of its own with a note that says when and why, until somebody has it tried again.
"""

import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from omoide.adapters.upkeep.private_files import FILE, make_folder
from omoide.domain.hosts.spool_record import AsideRecord, SpoolRecord, parsed
from omoide.domain.time.moment import Moment, checked
from omoide.errors import InvalidInput

ASIDE = "unreadable"
NO_RECORD = "no_record"
"""Why a file is set aside that holds no record at all."""
_WHY = ".why"
LARGEST_RECORD = 160 * 1024 * 1024
"""Bytes: hooks are given at most 64 MiB, of which a record is a part."""


class FileSpool:
    """The files that wait."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def waiting(self) -> list[Path]:
        """Return the files that wait, oldest first."""
        return _records_in(self._folder)

    def records(self) -> Iterator[tuple[Path, SpoolRecord]]:
        """Yield each record that waits; files that hold none are set aside."""
        for path in self.waiting():
            record = self._read(path)
            if record is not None:
                yield path, record

    def done(self, path: Path) -> None:
        """Take a file away: what it asked for is done."""
        path.unlink(missing_ok=True)

    def put(self, data: bytes) -> Path | None:
        """Keep a record, whole or not at all, and return its file; `None` when that cannot be done now."""
        path = self._folder / f"{time.time_ns():020d}-{os.getpid()}.json"
        half = path.with_suffix(".tmp")
        try:
            make_folder(self._folder)
            _write(half, data)
            return half.replace(path)
        except OSError:
            with suppress(OSError):
                half.unlink(missing_ok=True)
            return None

    def set_aside(self, path: Path, why: str) -> None:
        """Put a file where it is in nobody's way; where even that cannot be done, it is tried again later."""
        with suppress(OSError):
            make_folder(self._folder / ASIDE)
            with suppress(OSError):
                _write(self._folder / ASIDE / f"{path.name}{_WHY}", f"{int(time.time())} {why}".encode())
            path.replace(self._folder / ASIDE / path.name)

    def aside(self) -> list[AsideRecord]:
        """Return what was set aside, oldest first."""
        return [_noted(path) for path in _records_in(self._folder / ASIDE)]

    def retry(self) -> int:
        """Put back what was set aside, to be tried again; return how many files that were."""
        back = 0
        for path in _records_in(self._folder / ASIDE):
            with suppress(OSError):
                path.replace(self._folder / path.name)
                _note_of(path).unlink(missing_ok=True)
                back += 1
        return back

    def _read(self, path: Path) -> SpoolRecord | None:
        try:
            if path.is_file() and path.stat().st_size <= LARGEST_RECORD:
                return parsed(path.read_bytes())
            if not path.exists():  # somebody else was quicker
                return None
        except ValueError:
            pass
        except OSError:
            return None
        self.set_aside(path, NO_RECORD)
        return None


def _records_in(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.iterdir() if path.suffix == ".json")
    except OSError:
        return []


def _note_of(path: Path) -> Path:
    return path.with_name(f"{path.name}{_WHY}")


def _noted(path: Path) -> AsideRecord:
    """Return what is known of a file that was set aside; one without a note was set aside by an earlier version."""
    try:
        at, _, why = _note_of(path).read_text(encoding="utf-8", errors="replace").partition(" ")
        return AsideRecord(path.name, checked(int(at)), why)
    except (OSError, ValueError, InvalidInput):
        return AsideRecord(path.name, Moment(_written(path)), NO_RECORD)


def _written(path: Path) -> int:
    try:
        return int(path.lstat().st_mtime)
    except OSError:
        return 0


def _write(path: Path, data: bytes) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), FILE)
    with os.fdopen(file, "wb") as out:
        out.write(data)
        out.flush()
        os.fsync(file)
