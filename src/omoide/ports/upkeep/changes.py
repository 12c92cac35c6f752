"""Whether anything has changed since somebody last looked."""

from typing import Protocol


class StoreChanges(Protocol):
    """Looks at the database as a whole, at next to no cost."""

    def version(self) -> str:
        """Return a mark: another one than before whenever anybody, in any process, has written something in between."""
        ...

    def close(self) -> None:
        """Let go of what it looks through."""
        ...
