"""Whether what is kept is sound."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Counts:
    """How much is kept."""

    personas: int
    events: int
    passages: int
    vectors: int


class Health(Protocol):
    """Looks at the database without changing it."""

    def problems(self) -> list[str]:
        """Return what the database itself finds wrong; nothing when it is sound."""
        ...

    def counts(self) -> Counts:
        """Return how much is kept."""
        ...

    def revision(self) -> str:
        """Return the step of the migrations the database is at."""
        ...

    def engine(self) -> str:
        """Return the database's own name and version."""
        ...
