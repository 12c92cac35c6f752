"""Cleaning the files of a home, and looking through them (SPEC X1)."""

import json
import os
import zipfile
import zlib
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from filelock import FileLock, Timeout

from omoide.adapters.erasing import files_in_use, notes
from omoide.adapters.erasing.finder import PieceFinder
from omoide.adapters.upkeep import backup_list
from omoide.domain.erasing.receipt import Left, LeftKind
from omoide.domain.personas.persona import PersonaId
from omoide.domain.upkeep.archive import MANIFEST
from omoide.ports.erasing.files import ErasureNote

LOCK = "erasing.lock"
CACHE, SPOOL, LOGS, DRAFTS = "cache", "spool", "logs", "drafts"
_DATABASE = b"SQLite format 3\x00"
_LAST_WORDS = "last_assistant_message"
_ERASED_LINE = b"[erased]\n"


class HomeFiles:
    """The files below one home; `database` is the name of the one that is in use."""

    def __init__(self, home: Path, *, database: str, wait_seconds: float) -> None:
        self._home = home
        self._database = database
        self._wait_seconds = wait_seconds

    @contextmanager
    def alone(self) -> Iterator[bool]:
        """Give the right to erase in this home, and tell whether it was to be had."""
        lock = FileLock(self._home / LOCK, mode=0o600)
        try:
            lock.acquire(timeout=self._wait_seconds)
        except (Timeout, OSError):
            yield False
            return
        try:
            yield True
        finally:
            lock.release()

    def keep_note(self, note: ErasureNote) -> str:
        """Keep a note, durably; return its name."""
        return notes.keep(self._home, note)

    def note(self, name: str) -> ErasureNote | None:
        """Return a note; `None` when it is gone."""
        return notes.read(self._home, name)

    def drop_notes(self, *, but: Collection[str] = ()) -> None:
        """Overwrite notes and take them away, those of orders that were never given as well."""
        notes.drop(self._home, but=but)

    def clean(self, note: ErasureNote, persona_id: PersonaId) -> dict[str, int]:
        """Take the words out of caches, hooks' records and logs; return how many files of each kind were touched."""
        finder = PieceFinder(note.pieces.long)
        touched = {
            "files: vector caches": _dropped(self._home / CACHE, f"vectors-{persona_id}-*"),
            "files: spool": self._changed(SPOOL, lambda data: _record_without(data, finder, note.session_id)),
            "files: logs": self._changed(LOGS, lambda data: _lines_without(data, finder)),
            "files: drafts": self._changed(DRAFTS, lambda data: _lines_without(data, finder)),
        }
        return {name: count for name, count in touched.items() if count}

    def _changed(self, folder: str, change: Callable[[bytes], bytes]) -> int:
        return sum(_rewritten(path, change) for path in _files_below(self._home / folder))

    def remains(self, note: ErasureNote, *, in_rows: frozenset[str]) -> list[Left]:
        """Return the files and backups that still hold a piece; the database may hold what its rows do."""
        finder = PieceFinder(note.pieces.long)
        found: list[Left] = []
        for path in _files_below(self._home):
            if not path.name.startswith(notes.PREFIX):
                is_ours = path.name.startswith(self._database) and path.name[len(self._database) :] in (
                    "",
                    "-wal",
                    "-shm",
                )
                place = str(path.relative_to(self._home))
                found += _left_in_use(path, place, finder, in_rows) if is_ours else _left(path, place, finder)
        inside = self._home.resolve()
        for path in backup_list.known(self._home):
            if not path.resolve().is_relative_to(inside):
                found += _left(path, str(path), finder, is_backup=True)
        return found


def _left(path: Path, place: str, finder: PieceFinder, *, is_backup: bool = False) -> list[Left]:
    try:
        with path.open("rb") as file:
            is_backup = is_backup or file.read(len(_DATABASE)) == _DATABASE
            file.seek(0)
            found = finder.found_in_file(file) | _found_packed(file, finder)
    except FileNotFoundError:
        return []
    except (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError):
        return [Left(place, LeftKind.UNREAD)]
    return [Left(place, LeftKind.BACKUP if is_backup else LeftKind.FILE, len(found))] if found else []


def _found_packed(file: IO[bytes], finder: PieceFinder) -> set[str]:
    """Return the pieces that an exported mind holds, which a file shows only when it is unpacked."""
    file.seek(0)
    if not zipfile.is_zipfile(file):
        return set()
    found: set[str] = set()
    with zipfile.ZipFile(file) as packed:
        for name in packed.namelist() if MANIFEST in packed.namelist() else ():
            with packed.open(name) as member:
                found |= finder.found_in_file(member)
    return found


def _left_in_use(path: Path, place: str, finder: PieceFinder, in_rows: frozenset[str]) -> list[Left]:
    try:
        with files_in_use.opened(path) as file:
            found = finder.found_in_file(file) - in_rows
    except FileNotFoundError:
        return []
    except OSError:
        return [Left(place, LeftKind.UNREAD)]
    return [Left(place, LeftKind.FILE, len(found))] if found else []


def _files_below(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else []


def _dropped(folder: Path, pattern: str) -> int:
    found = list(folder.glob(pattern)) if folder.is_dir() else []
    for path in found:
        path.unlink(missing_ok=True)
    return len(found)


def _rewritten(path: Path, change: Callable[[bytes], bytes]) -> bool:
    """Change a file whole, or take it away when nothing is to be left; one that cannot be touched is found again later."""
    with suppress(OSError):
        before = path.read_bytes()
        after = change(before)
        if after == before:
            return False
        if not after:
            path.unlink()
            return True
        half = path.with_name(f"{path.name}.tmp")
        with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as out:
            out.write(after)
            out.flush()
            os.fsync(out.fileno())
        half.replace(path)
        return True
    return False


def _record_without(data: bytes, finder: PieceFinder, session_id: str) -> bytes:
    """Return a hook's record without its last words when they are erased ones; nothing when there is no more to it."""
    is_told = next(finder.found_in(data), None) is not None
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        return b"" if is_told else data
    if not isinstance(told, dict):
        return b"" if is_told else data
    if session_id and told.get("session_id") == session_id:
        return b""
    if not is_told:
        return data
    left = json.dumps(told | {_LAST_WORDS: ""}).encode()
    return b"" if next(finder.found_in(left), None) is not None else left


def _lines_without(data: bytes, finder: PieceFinder) -> bytes:
    places = sorted({at for at, _ in finder.found_in(data)})
    if not places:
        return data
    kept, start = list[bytes](), 0
    for line in data.splitlines(keepends=True):
        end = start + len(line)
        kept.append(_ERASED_LINE if bisect_left(places, start) < bisect_left(places, end) else line)
        start = end
    return b"".join(kept)
