"""What a move of a home's database from one place to another has done."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class MovePhase(StrEnum):
    """What a move is doing with a table."""

    COPY = "copy"
    CHECK = "check"


@dataclass(frozen=True, slots=True)
class MoveStep:
    """How far a move has come."""

    phase: MovePhase
    table: str
    rows: int
    """Of this table, done so far."""
    total: int
    """That the table has."""


@dataclass(frozen=True, slots=True)
class MovedTable:
    """A table that is the same on both sides, row by row."""

    name: str
    rows: int
    digest: str
    """Of everything in it, in order of its keys: the same wherever it is kept."""


@dataclass(frozen=True, slots=True)
class MovedHome:
    """A whole move."""

    source: str
    target: str
    tables: tuple[MovedTable, ...]
    was_resumed: bool
    """Whether it went on with a copy that was broken off."""

    @property
    def rows(self) -> int:
        """Return how many rows there are in all."""
        return sum(table.rows for table in self.tables)


MoveTold = Callable[[MoveStep], None]
"""Is told how far a move has come."""
