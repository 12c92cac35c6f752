"""What thinking would take, before anybody is asked (SPEC X6)."""

from collections.abc import Mapping
from dataclasses import dataclass

from omoide.domain.models.spending import Usage


@dataclass(frozen=True, slots=True)
class Expected:
    """What one purpose would take."""

    calls: int
    usage: Usage
    nano_usd: int | None
    """`None`: no price is known."""


def total_nano_usd(expected: Mapping[str, Expected]) -> int | None:
    """Return the cost of all purposes together; `None` when a price is missing."""
    costs = [line.nano_usd for line in expected.values()]
    return None if None in costs else sum(cost or 0 for cost in costs)
