"""Events of hooks that wait until they have been taken in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from omoide.domain.hosts.spool_record import SpoolRecord


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
