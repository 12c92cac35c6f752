"""Reading a cue and a turn together."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.recall.parts.reading_together import TurnToRead


class PairReader(Protocol):
    """Tells whether a turn answers a cue, and which of two does."""

    def odds(self, cue: str, turns: Sequence[TurnToRead]) -> list[float]:
        """Return the log odds for each turn, in order; raise `ReaderUnavailable` when it cannot read."""
        ...

    def newer(self, cue: str, twos: Sequence[tuple[str, str]]) -> list[float]:
        """Return the log odds for each older and newer text, in order, that the newer one is the answer; raises like `odds`."""
        ...
