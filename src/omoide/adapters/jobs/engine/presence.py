"""Which workers are alive, said by locks that the system gives back when their holder is killed.

The engine itself learns of a dead worker only from a service of its maker's, or when a worker of the same name starts again.
"""

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from filelock import FileLock, Timeout
from sqlalchemy import Connection, Engine, text

from omoide.adapters.upkeep.private_files import FILE, make_folder


class Presence(Protocol):
    """Says who is there."""

    def enter(self, worker: str) -> None:
        """Be there from now on."""
        ...

    def leave(self) -> None:
        """Be gone."""
        ...

    def is_there(self, worker: str) -> bool:
        """Tell whether a worker is alive."""
        ...


class FilePresence:
    """Locks on files: for workers that share a file system."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._held: FileLock | None = None

    def enter(self, worker: str) -> None:
        """Be there from now on."""
        make_folder(self._folder)
        self._held = FileLock(self._path(worker), mode=FILE, thread_local=False)
        self._held.acquire(timeout=0)

    def leave(self) -> None:
        """Be gone."""
        if self._held is not None:
            self._held.release()
            with suppress(OSError):
                Path(self._held.lock_file).unlink(missing_ok=True)
            self._held = None

    def is_there(self, worker: str) -> bool:
        """Tell whether a worker is alive; what a dead one left is cleared away."""
        path = self._path(worker)
        if not path.exists():
            return False
        try:
            with FileLock(path, timeout=0, mode=FILE, thread_local=False):
                path.unlink(missing_ok=True)
        except Timeout:
            return True
        except OSError:
            return True  # who cannot be looked at is left alone
        return False

    def _path(self, worker: str) -> Path:
        return self._folder / f"work-{worker}.lock"


class PostgresPresence:
    """Advisory locks of a session: for workers on many machines."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._held: Connection | None = None

    def enter(self, worker: str) -> None:
        """Be there from now on."""
        self._held = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        self._held.execute(text("SELECT pg_advisory_lock(:key)"), {"key": _key(worker)})

    def leave(self) -> None:
        """Be gone."""
        if self._held is not None:
            self._held.invalidate()  # the session ends, and its lock with it
            self._held.close()
            self._held = None

    def is_there(self, worker: str) -> bool:
        """Tell whether a worker is alive."""
        with self._engine.connect() as looking:
            taken = looking.execute(text("SELECT pg_try_advisory_xact_lock(:key)"), {"key": _key(worker)}).scalar_one()
        return not taken


def _key(worker: str) -> int:
    return int.from_bytes(hashlib.sha256(f"omoide {worker}".encode()).digest()[:8], signed=True)
