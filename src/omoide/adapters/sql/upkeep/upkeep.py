"""Care of the database file: copies while others write, checks, restores that keep the old file, vacuum (SPEC M15)."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from omoide.adapters.upkeep import backup_list
from omoide.adapters.upkeep.private_files import make_file, make_folder
from omoide.errors import InvalidInput, StoreUnavailable

_STEP_PAGES = 2048
_COMPANIONS = ("-wal", "-shm")
_IN_USE = "another process has {path} open; stop it (a server, a dashboard), then restore; nothing was changed"


class SqliteUpkeep:
    """Looks after one database file."""

    def __init__(self, path: Path, *, cache: Path) -> None:
        self._path = path
        self._cache = cache

    def backup(self, target: Path) -> int:
        """Write a consistent copy while others go on writing; return its size.  An existing file is never replaced."""
        with _told(target):
            is_there = target.exists()
        if is_there:
            raise InvalidInput(f"{target} is already there; name another file, a backup never replaces one")
        self._require()
        partial = target.with_name(f".{target.name}.partial")
        with _told(target):
            make_folder(target.parent)
            try:
                make_file(partial)
                with closing(sqlite3.connect(self._path)) as source, closing(sqlite3.connect(partial)) as copy:
                    source.backup(copy, pages=_STEP_PAGES)
                    copy.execute("PRAGMA journal_mode=DELETE")
                partial.replace(target)
            finally:
                partial.unlink(missing_ok=True)
        backup_list.note(self._path.parent, target)
        return target.stat().st_size

    def restore(self, source: Path) -> Path | None:
        """Put a backup in the database's place after checking it; return where the old file is kept, if there was one.

        No other process may have the home open.
        """
        with _told(source):
            is_there = source.is_file()
        if not is_there:
            raise InvalidInput(f"there is no backup {source}")
        if wrong := problems_of(source):
            raise StoreUnavailable(f"{source} is damaged and was not restored: {wrong[0]}")
        kept = _free_name(self._path.with_name(f"{self._path.name}.before-restore")) if self._path.exists() else None
        fresh = self._path.with_name(f".{self._path.name}.restoring")
        with _told(self._path):
            make_folder(self._path.parent)
            try:
                make_file(fresh)
                reading = f"{source.resolve().as_uri()}?mode=ro"
                with closing(sqlite3.connect(reading, uri=True)) as old, closing(sqlite3.connect(fresh)) as copy:
                    old.backup(copy)
                if kept is not None:
                    self._set_aside(kept)
                fresh.replace(self._path)
            finally:
                fresh.unlink(missing_ok=True)
            self._drop_cache()
        return kept

    def vacuum(self) -> tuple[int, int]:
        """Give unused space back; return the file's size before and after."""
        self._require()
        before = self._path.stat().st_size
        with _told(self._path), closing(sqlite3.connect(self._path, timeout=30)) as connection:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return before, self._path.stat().st_size

    def size(self) -> dict[str, int]:
        """Return how many bytes the database, its log and the caches take."""
        files = {
            "database": [self._path],
            "log": [self._path.with_name(self._path.name + each) for each in _COMPANIONS],
        }
        files["cache"] = [each for each in self._cache.rglob("*") if each.is_file()] if self._cache.is_dir() else []
        return {name: sum(each.stat().st_size for each in held if each.exists()) for name, held in files.items()}

    def _set_aside(self, kept: Path) -> None:
        """Move the old file away with what its log still holds folded in, so that nothing of it is lost."""
        try:
            with closing(sqlite3.connect(self._path, timeout=2)) as old:
                # Leaving WAL mode folds the log in, and is granted only to whoever has the file alone.
                [mode] = old.execute("PRAGMA journal_mode=DELETE").fetchone()
            if mode != "delete":
                raise StoreUnavailable(_IN_USE.format(path=self._path))
        except sqlite3.OperationalError as exc:
            if "locked" in str(exc):
                raise StoreUnavailable(_IN_USE.format(path=self._path)) from exc
            raise
        except sqlite3.DatabaseError:
            # A damaged file cannot be tidied; it is kept exactly as it is, log included.
            for each in _COMPANIONS:
                log = self._path.with_name(self._path.name + each)
                if log.exists():
                    log.replace(kept.with_name(kept.name + each))
        self._path.replace(kept)
        for each in _COMPANIONS:
            self._path.with_name(self._path.name + each).unlink(missing_ok=True)

    def _drop_cache(self) -> None:
        for each in self._cache.glob("vectors-*"):
            each.unlink(missing_ok=True)

    def _require(self) -> None:
        if not self._path.exists():
            raise StoreUnavailable(f"there is no database {self._path} yet; nothing has been kept in this home")


def problems_of(path: Path) -> list[str]:
    """Return what SQLite finds wrong with a file that nobody has open; nothing when it is sound and one of ours."""
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            found = [str(row[0]) for row in connection.execute("PRAGMA integrity_check")]
            tables = {row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except (sqlite3.DatabaseError, UnicodeDecodeError) as exc:
        return [str(exc)]
    wrong = [] if found == ["ok"] else found
    return wrong if {"personas", "events"} <= tables else [*wrong, "it is not a database of Omoide"]


def _free_name(wanted: Path) -> Path:
    for number in range(1, 10_000):
        name = wanted.with_name(f"{wanted.name}-{number}")
        if not name.exists():
            return name
    raise StoreUnavailable(f"too many files named {wanted.name}-N are kept already; remove some")


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except (sqlite3.Error, UnicodeDecodeError) as exc:  # a damaged file may not even name its trouble in UTF-8
        raise StoreUnavailable(f"the database {path} cannot be used: {exc}; what was there is untouched") from exc
    except OSError as exc:
        raise StoreUnavailable(f"{path} cannot be written: {exc.strerror}; what was there is untouched") from exc
