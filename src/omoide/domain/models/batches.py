"""Questions handed in to a provider together, for half the price, and what came of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Collected:
    """What one look at the batches under way brought."""

    answered: int = 0
    failed: int = 0
    under_way: int = 0

    def __add__(self, other: "Collected") -> "Collected":
        """Return both visits together."""
        return Collected(self.answered + other.answered, self.failed + other.failed, self.under_way + other.under_way)
