"""Reading a cue and a turn together."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.recall.parts.deep import TurnToRead


class PairReader(Protocol):
    """Tells whether a turn answers a cue."""

    def odds(self, cue: str, turns: Sequence[TurnToRead]) -> list[float]:
        """Return the log odds for each turn, in order; raise `ReaderUnavailable` when it cannot read."""
        ...
