"""The meter between a thinker and its provider: no call past a cap, no call without a line in the ledger."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from omoide.domain.models import spending
from omoide.domain.models.spending import FREE, NANO_PER_USD, Call, CallOutcome, Caps, Price, Spent, Usage
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time import moment
from omoide.errors import BudgetSpent
from omoide.ports.models.ledger import Ledger, PriceList
from omoide.ports.time.clock import Clock

NO_CAPS = Caps()


@dataclass(frozen=True, slots=True)
class Tariff:
    """What one model's tokens cost."""

    model: str
    """`provider:model`."""
    is_local: bool = False
    batched: bool = False


@dataclass
class Purse:
    """The caps of this installation, and what is under way: one for all threads, so they pass no cap together."""

    ledger: Ledger
    prices: PriceList
    clock: Clock
    tz: ZoneInfo
    caps: Caps = NO_CAPS
    market: Callable[[str], Price | None] = field(default=lambda _model: None)
    """What a model costs that has no price of ours."""
    _under_way: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def spent(self) -> Spent:
        """Return what today and this month have cost so far."""
        today = moment.day(self.clock.now(), tz=self.tz)
        return Spent(
            today_nano_usd=self.ledger.spent_nano_usd(since=moment.start_of(today, tz=self.tz)),
            month_nano_usd=self.ledger.spent_nano_usd(since=moment.start_of(today.replace(day=1), tz=self.tz)),
        )

    def price(self, tariff: Tariff) -> Price | None:
        """Return the price of the model's tokens; `None` when nobody knows it."""
        name = tariff.model.split(":", 1)[-1]
        known = spending.price_of(name, known=self.prices.prices())
        if known is not None:
            return known
        return FREE if tariff.is_local else self.market(tariff.model)

    @contextmanager
    def reserved(self, expected: Usage, *, tariff: Tariff) -> Iterator[None]:
        """Hold what a call may cost while it is under way; raise `BudgetSpent` when a cap would be passed."""
        amount = self._checked(expected, tariff=tariff)
        try:
            yield
        finally:
            with self._lock:
                self._under_way -= amount

    def _checked(self, expected: Usage, *, tariff: Tariff) -> int:
        if not self.caps.are_set:
            return 0
        price = self.price(tariff)
        if price is None:
            raise BudgetSpent(
                f"a spending cap is set, but no price is known for {tariff.model}; "
                f"give it with `omoide cost price {tariff.model.split(':', 1)[-1]} --input USD --output USD`"
            )
        amount = spending.cost_nano_usd(expected, price=price, batched=tariff.batched)
        spent = self.spent()
        with self._lock:
            held = Spent(spent.today_nano_usd + self._under_way, spent.month_nano_usd + self._under_way)
            cap = spending.passes(self.caps, spent=held, next_nano_usd=amount) if amount else None
            if cap is not None:
                raise BudgetSpent(self._message(cap, spent=spent, amount=amount))
            self._under_way += amount
        return amount

    def _message(self, cap: str, *, spent: Spent, amount: int) -> str:
        so_far = spent.today_nano_usd if cap == "daily" else spent.month_nano_usd
        limit = self.caps.daily_usd if cap == "daily" else self.caps.monthly_usd
        return (
            f"the {cap} spending cap of ${limit:.2f} would be passed: ${so_far / NANO_PER_USD:.4f} is spent and the "
            f"next call may cost ${amount / NANO_PER_USD:.4f}; raise cost.{cap}_cap_usd, or wait"
        )


@dataclass(frozen=True, slots=True)
class Meter:
    """Counts the calls made on behalf of one persona."""

    purse: Purse
    persona_id: PersonaId | None = None

    def record(self, usage: Usage, *, purpose: str, tariff: Tariff, latency_ms: int, outcome: CallOutcome) -> Call:
        """Write the call into the ledger and return it."""
        price = self.purse.price(tariff)
        cost = None if price is None else spending.cost_nano_usd(usage, price=price, batched=tariff.batched)
        call = Call(
            at=self.purse.clock.now(),
            persona_id=self.persona_id,
            purpose=purpose,
            model=tariff.model,
            usage=usage,
            nano_usd=0 if usage == Usage() else cost,
            latency_ms=latency_ms,
            outcome=outcome,
            batched=tariff.batched,
        )
        self.purse.ledger.add(call)
        return call
