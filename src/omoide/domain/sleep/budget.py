"""How long a sleep may take, and what it may cost (SPEC D1, X6)."""

from dataclasses import dataclass
from typing import Final

from omoide.domain.time.moment import MINUTE_SECONDS

NANO: Final = 1_000_000_000
TIME, COST = "time", "cost"


@dataclass(frozen=True, slots=True)
class SleepBudget:
    """Bounds of one sleep; 0 means none."""

    minutes: float = 60.0
    usd: float = 0.0

    def spent(self, *, seconds: float, nano_usd: int) -> str:
        """Return what is used up, `time` or `cost`; empty while there is some left of both."""
        if self.minutes and seconds >= self.minutes * MINUTE_SECONDS:
            return TIME
        return COST if self.usd and nano_usd >= self.usd * NANO else ""
