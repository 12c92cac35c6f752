"""Work that may go on while the caller goes its way."""

from collections.abc import Callable
from typing import Protocol

ShouldStop = Callable[[], bool]
WORKER_LOCK = "worker.lock"
"""The lock, in the data home, of the process that works off what waits."""
WORKER_FAILED = "worker.failed"
"""Is touched by a worker that could not do its work; for a while no other is started."""


class Background(Protocol):
    """Runs work beside the caller.  Work must be safe to break off: what is left is found again from data."""

    def start(self, name: str, work: Callable[[ShouldStop], object]) -> None:
        """Begin the work, unless work of this name is under way."""
        ...

    def is_busy(self, name: str) -> bool:
        """Tell whether work of this name is under way."""
        ...
