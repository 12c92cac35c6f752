"""Trouble with one persona's work: what kind, how often, and when it is tried again, ever more seldom."""

from dataclasses import dataclass

from omoide.domain.time.moment import Moment

FIRST_REST_SECONDS = 60
LONGEST_REST_SECONDS = 6 * 3_600


@dataclass(frozen=True, slots=True)
class WorkTrouble:
    """Why a persona's work does not go on."""

    persona: str
    """Its name."""
    kind: str
    """The kind of error, in one word; never anything that was said."""
    times: int
    """How often it was tried in vain, one after the other."""
    again_at: Moment
    """Before when it is not tried again."""

    @property
    def told(self) -> str:
        """Return the trouble in a few words."""
        return f"{self.persona}: {self.kind} ×{self.times}"


def troubled(before: WorkTrouble | None, *, persona: str, kind: str, now: Moment) -> WorkTrouble:
    """Return the trouble after one more try in vain; each rest is twice as long as the one before."""
    times = 1 if before is None else before.times + 1
    return WorkTrouble(persona, kind, times, Moment(now + rest_seconds(times)))


def rest_seconds(times: int, *, first_seconds: int = FIRST_REST_SECONDS) -> int:
    """Return how long work rests that was tried so often in vain."""
    return min(LONGEST_REST_SECONDS, first_seconds << min(times - 1, 20))
