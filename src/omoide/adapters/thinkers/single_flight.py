"""One flight at a time for the same question, across threads and processes.

The locks are the operating system's, on files in the data home: a process that is killed lets go of them at once, and
nobody waits for the dead.  Questions share 256 files; two different ones meet in a file only by chance, and then the
second merely waits.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from omoide.adapters.upkeep.private_files import FILE, make_folder
from omoide.errors import StoreUnavailable, ThinkerUnavailable


@dataclass(frozen=True, slots=True)
class FileSingleFlight:
    """Locks in a directory, which is made when first needed."""

    directory: Path

    @contextmanager
    def hold(self, key: str, *, timeout_seconds: float) -> Iterator[None]:
        """Wait for the question's turn; raise `ThinkerUnavailable` when it does not come in time."""
        lock = self._lock(key)
        try:
            lock.acquire(timeout=timeout_seconds)
        except Timeout as exc:
            raise ThinkerUnavailable(
                f"the same question has been under way elsewhere for {timeout_seconds:g} s; it is asked again later"
            ) from exc
        except OSError as exc:
            raise StoreUnavailable(f"no lock can be made in {self.directory}: {exc.strerror}") from exc
        try:
            yield
        finally:
            lock.release()

    def _lock(self, key: str) -> FileLock:
        try:
            make_folder(self.directory)
        except OSError as exc:
            raise StoreUnavailable(f"the folder {self.directory} cannot be made: {exc.strerror}") from exc
        return FileLock(self.directory / f"ask-{key[:2]}.lock", thread_local=False, mode=FILE)
