"""Reading turns without a model."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.understanding.judging.agreement import Agreement
from omoide.domain.understanding.reading import Reading, TurnInPlace


class Reader(Protocol):
    """Says what a listener would take from a turn."""

    def read(self, turns: Sequence[TurnInPlace]) -> list[Reading]:
        """Return one reading a turn, in order; raise `ReaderUnavailable` when there is none to be had."""
        ...

    def agreement(self) -> Agreement:
        """Return how likely what it reads is right; raise `ReaderUnavailable` as `read` does."""
        ...
