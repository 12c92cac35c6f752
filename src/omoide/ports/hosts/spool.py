"""Events of hooks that wait until they have been taken in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from omoide.domain.hosts.spool_record import AsideRecord, SpoolRecord


class Spool(Protocol):
    """Keeps what hooks left, until it is done."""

    def waiting(self) -> list[Path]:
        """Return the files that wait, oldest first."""
        ...

    def records(self) -> Iterator[tuple[Path, SpoolRecord]]:
        """Yield each record that waits; files that hold none are set aside."""
        ...

    def done(self, path: Path) -> None:
        """Take a file away: what it asked for is done."""
        ...

    def put(self, data: bytes) -> Path | None:
        """Keep a record, whole or not at all, and return its file; `None` when that cannot be done now."""
        ...

    def set_aside(self, path: Path, why: str) -> None:
        """Put a file where it is in nobody's way, with the kind of trouble in one word."""
        ...

    def aside(self) -> list[AsideRecord]:
        """Return what was set aside, oldest first."""
        ...

    def retry(self) -> int:
        """Put back what was set aside, to be tried again; return how many files that were."""
        ...
