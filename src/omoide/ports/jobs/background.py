"""Work that may go on while the caller goes its way."""

from collections.abc import Callable
from typing import Protocol

ShouldStop = Callable[[], bool]


class Background(Protocol):
    """Runs work beside the caller.  Work must be safe to break off: what is left is found again from data."""

    def start(self, name: str, work: Callable[[ShouldStop], object]) -> None:
        """Begin the work, unless work of this name is under way."""
        ...

    def is_busy(self, name: str) -> bool:
        """Tell whether work of this name is under way."""
        ...
