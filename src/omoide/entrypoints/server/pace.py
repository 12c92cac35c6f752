"""How much a prompt can be given when many wait: everything, what words alone find, or nothing to somebody who has left.

A prompt goes on without memories after its deadline.  So whoever stands at the head of a long line takes the short way,
early enough that the last in the line is still served.
"""

from dataclasses import dataclass
from enum import Enum, auto

OF_DEADLINE = 0.2
"""Share of a hook's deadline that may pass here; the rest goes by while its process starts, waits for a processor and ends."""
FIRST_GUESS_SECONDS = 0.02
LEARNT = 0.2
"""Weight of the last answer in what an answer usually takes."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a request stands in the line when its turn comes."""

    waited_seconds: float = 0.0
    behind: int = 0


class Haste(Enum):
    """How a prompt is answered."""

    NONE = auto()
    WORDS_ALONE = auto()
    TOO_LATE = auto()


class Pace:
    """Knows what an answer usually takes, and so how much haste is needed."""

    def __init__(self, *, deadline_seconds: float, lanes: int) -> None:
        self._deadline_seconds = deadline_seconds
        self._lanes = lanes
        self._usual_seconds = FIRST_GUESS_SECONDS

    def haste(self, place: Place) -> Haste:
        """Tell how a prompt is to be answered so that those behind it are answered in time."""
        if place.waited_seconds >= self._deadline_seconds:
            return Haste.TOO_LATE
        until_all_are_served = self._usual_seconds * (1 + place.behind / self._lanes)
        is_in_time = place.waited_seconds + until_all_are_served <= self._deadline_seconds * OF_DEADLINE
        return Haste.NONE if is_in_time else Haste.WORDS_ALONE

    def took(self, seconds: float) -> None:
        """Learn from an answer that was made in full."""
        self._usual_seconds += (seconds - self._usual_seconds) * LEARNT
