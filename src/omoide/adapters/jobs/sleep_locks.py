"""The right to put a persona to sleep, as a lock on a file of the home: the system gives it back when its holder is killed."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from omoide.domain.personas.persona import PersonaId


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
