"""The right to put a persona to sleep, as a lock that is given back when its holder is killed: on a file of the home, or of a server."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout
from sqlalchemy import text

from omoide.adapters.sql.database import Database
from omoide.domain.personas.persona import PersonaId

SLEEPS = 0x736C7070
"""Among all advisory locks of a database, those of sleeps."""


class FileSleepLock:
    """One lock for each persona."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def alone(self, persona_id: PersonaId) -> Iterator[bool]:
        """Give the right, and tell whether it was to be had."""
        lock = FileLock(self._folder / f"sleep-{persona_id}.lock", mode=0o600)
        try:
            lock.acquire(timeout=0)
        except (Timeout, OSError):
            yield False
            return
        try:
            yield True
        finally:
            lock.release()


class ServerSleepLock:
    """One lock for each persona, in the database that many machines share."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @contextmanager
    def alone(self, persona_id: PersonaId) -> Iterator[bool]:
        """Give the right, and tell whether it was to be had."""
        with self._database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as session:
            named = {"room": SLEEPS, "persona": int(persona_id)}
            is_mine = session.execute(text("SELECT pg_try_advisory_lock(:room, :persona)"), named).scalar_one()
            try:
                yield bool(is_mine)
            finally:
                if is_mine:
                    session.execute(text("SELECT pg_advisory_unlock(:room, :persona)"), named)
