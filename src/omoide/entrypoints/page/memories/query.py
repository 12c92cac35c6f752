"""Which memories the table shows: as the address of the page says it, whatever somebody typed there."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any, Final

from omoide.domain.memories.levels import Level
from omoide.ports.memories.browsing import MemoryOrder

PAGE_ROWS: Final = 25
MOST_PAGE: Final = 1_000_000
LONGEST_SOUGHT: Final = 200
ORDERS: Final = {
    "created_desc": (MemoryOrder.CREATED, True),
    "created_asc": (MemoryOrder.CREATED, False),
    "retention_asc": (MemoryOrder.RETENTION, False),
    "retention_desc": (MemoryOrder.RETENTION, True),
    "intensity_desc": (MemoryOrder.INTENSITY, True),
    "recalls_desc": (MemoryOrder.RECALLS, True),
}
"""Orders that are offered, by name."""
FIRST_ORDER: Final = next(iter(ORDERS))


@dataclass(frozen=True, slots=True)
class MemoryQuery:
    """Which memories are meant, and which page of them."""

    containing: str = ""
    level: int = 0
    """0: any."""
    category: str = ""
    is_protected: bool = False
    order: str = FIRST_ORDER
    """One of `ORDERS`."""
    page: int = 1

    @property
    def given(self) -> dict[str, Any]:
        """Return it as `mind.memories.page` takes it."""
        order, descending = ORDERS[self.order]
        return {
            "containing": self.containing,
            "levels": [self.level] if self.level else [],
            "category": self.category or None,
            "protected": self.is_protected,
            "order": order,
            "descending": descending,
            "offset": (self.page - 1) * PAGE_ROWS,
            "limit": PAGE_ROWS,
        }

    @property
    def address(self) -> dict[str, str]:
        """Return what of it stands in the address: only what is not as at first."""
        told = {
            "q": self.containing,
            "level": str(self.level) if self.level else "",
            "category": self.category,
            "protected": "1" if self.is_protected else "",
            "order": "" if self.order == FIRST_ORDER else self.order,
            "n": "" if self.page == 1 else str(self.page),
        }
        return {key: value for key, value in told.items() if value}


def query_of(address: Mapping[str, str]) -> MemoryQuery:
    """Return what an address means; what it says wrongly is as if it were not said."""
    level, page, order = (address.get(key, "") for key in ("level", "n", "order"))
    return MemoryQuery(
        containing=address.get("q", "")[:LONGEST_SOUGHT],
        level=int(level) if level in {str(int(each)) for each in Level} else 0,
        category=address.get("category", "")[:LONGEST_SOUGHT],
        is_protected=address.get("protected", "") == "1",
        order=order if order in ORDERS else FIRST_ORDER,
        page=min(MOST_PAGE, max(1, int(page))) if page.isascii() and page.isdigit() and len(page) < 9 else 1,
    )


def pages_of(total: int) -> int:
    """Return how many pages so many memories take; an empty one is one, too."""
    return max(1, ceil(total / PAGE_ROWS))
