"""Where the engine's own database lies.  It is derived, and no backup needs it: deleted, everything still gets done."""

import sqlite3
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from filelock import FileLock
from sqlalchemy import URL, Engine, create_engine, event, make_url

from omoide.adapters.jobs.engine.presence import FilePresence, PostgresPresence, Presence
from omoide.adapters.sql.closing_pool import ClosingPool
from omoide.adapters.upkeep.private_files import FILE, make_file, make_folder
from omoide.errors import StoreUnavailable

JOBS_FILE = "jobs.db"
BUSY_MS = 30_000
LOCKS = "locks"


class JobPlace(Protocol):
    """Where jobs are kept."""

    def is_there(self) -> bool:
        """Tell, at no cost, whether anything was ever put down."""
        ...

    def stamp(self) -> object:
        """Return, at no cost, what is another when somebody has written; `None` when that cannot be told."""
        ...

    def connected(self) -> Engine:
        """Return connections to it."""
        ...

    def make(self, *, anew: bool = False) -> None:
        """Make what the engine needs to begin; `anew` takes what is there away."""
        ...

    def alone(self) -> AbstractContextManager[object]:
        """Have nobody else make it, or bring it up to date, meanwhile."""
        ...

    def presence(self, engine: Engine) -> Presence:
        """Return who says which workers are alive."""
        ...


@dataclass(frozen=True, slots=True)
class JobFile:
    """One file beside the data home."""

    folder: Path

    @property
    def path(self) -> Path:
        """Return the file."""
        return self.folder / JOBS_FILE

    def is_there(self) -> bool:
        """Tell whether anything was ever put down."""
        return self.path.exists()

    def stamp(self) -> object:
        """Return when the file and its log were last written."""
        return tuple(_written(self.path.with_name(name)) for name in (JOBS_FILE, f"{JOBS_FILE}-wal"))

    def connected(self) -> Engine:
        """Return connections that write one after the other, and need not survive a power cut."""
        engine = create_engine("sqlite://", creator=self._opened, poolclass=ClosingPool)

        @event.listens_for(engine, "connect")
        def _as_the_engine_wants_it(connection: Any, _record: object) -> None:
            connection.isolation_level = "IMMEDIATE"
            for pragma in (f"busy_timeout={BUSY_MS}", "foreign_keys=ON", "journal_mode=WAL", "synchronous=NORMAL"):
                connection.execute(f"PRAGMA {pragma}")

        return engine

    def make(self, *, anew: bool = False) -> None:
        """Make the file, for its owner alone."""
        try:
            make_folder(self.folder)
            for name in (JOBS_FILE, f"{JOBS_FILE}-wal", f"{JOBS_FILE}-shm") if anew else ():
                self.path.with_name(name).unlink(missing_ok=True)
            make_file(self.path)
        except OSError as exc:
            raise StoreUnavailable(f"the jobs in {self.path} cannot be kept: {exc.strerror}") from exc

    def _opened(self) -> sqlite3.Connection:
        return sqlite3.connect(self.path, check_same_thread=False)  # a path no address could hold is one as well

    def alone(self) -> AbstractContextManager[object]:
        """Hold a lock beside the file."""
        try:
            make_folder(self.folder / LOCKS)
        except OSError as exc:
            raise StoreUnavailable(f"no lock can be made in {self.folder}: {exc.strerror}") from exc
        return FileLock(self.folder / LOCKS / "jobs.lock", timeout=BUSY_MS / 1000, mode=FILE)

    def presence(self, _engine: Engine) -> Presence:
        """Return locks beside the file."""
        return FilePresence(self.folder / LOCKS)


@dataclass(frozen=True, slots=True)
class JobServer:
    """A schema of its own in PostgreSQL."""

    url: str

    def is_there(self) -> bool:
        """Tell whether to look: it costs a connection to know."""
        return True

    def stamp(self) -> object:
        """Tell nothing."""
        return None

    def connected(self) -> Engine:
        """Return connections."""
        return create_engine(self._url, poolclass=ClosingPool, pool_pre_ping=True)

    def make(self, *, anew: bool = False) -> None:
        """Make nothing: the server is there."""

    def alone(self) -> AbstractContextManager[object]:
        """Hold nothing: the engine takes its turn there by itself, and a transaction left open would have it wait for ever."""
        return nullcontext()

    def presence(self, engine: Engine) -> Presence:
        """Return locks of the server."""
        return PostgresPresence(engine)

    @property
    def _url(self) -> URL:
        return make_url(self.url).set(drivername="postgresql+psycopg")


def _written(path: Path) -> tuple[int, int]:
    with suppress(OSError):
        found = path.stat()
        return found.st_mtime_ns, found.st_size
    return 0, 0
