"""What calls to models have cost, and what they will."""

from collections.abc import Mapping
from typing import Protocol

from omoide.domain.models.spending import Call, Price
from omoide.domain.time.moment import Moment


class Ledger(Protocol):
    """Keeps every call to a provider, whoever made it."""

    def add(self, call: Call) -> None:
        """Keep the call, durably."""
        ...

    def spent_nano_usd(self, *, since: Moment) -> int:
        """Return what all calls from this moment on have cost."""
        ...

    def calls(self, *, since: Moment, until: Moment | None = None) -> list[Call]:
        """Return the calls of a stretch of time, oldest first."""
        ...


class PriceList(Protocol):
    """What models cost; the owner's own prices go before the known ones."""

    def prices(self) -> Mapping[str, Price]:
        """Return the price of each model by name."""
        ...

    def own(self) -> Mapping[str, Price]:
        """Return only the prices the owner has given."""
        ...

    def set(self, model: str, price: Price | None) -> None:
        """Keep the owner's price of a model; `None` takes it away."""
        ...
