"""What calls to models have cost."""

from collections.abc import Mapping
from datetime import date
from typing import Protocol

from omoide.domain.moment import Moment
from omoide.domain.spending import Call, Price


class Ledger(Protocol):
    """Keeps every call to a provider, whoever made it."""

    def add(self, call: Call) -> None:
        """Keep the call, durably."""
        ...

    def spent_nano_usd(self, *, since: Moment) -> int:
        """Return what all calls from this moment on have cost."""
        ...


class PriceList(Protocol):
    """What models cost; the owner's own prices go before the known ones."""

    def prices(self) -> Mapping[str, Price]:
        """Return the price of each model by name."""
        ...


class LedgerReader(Protocol):
    """Sums the ledger up, for people."""

    def calls(self, *, since: Moment, until: Moment | None = None) -> list[Call]:
        """Return the calls of a stretch of time, oldest first."""
        ...

    def nano_usd_by_day(self, *, since: date) -> Mapping[date, int]:
        """Return the cost of each local day."""
        ...
