"""How evidence becomes an order."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RankingRules:
    """The knobs of the ranking."""

    floor: float = 0.0
