"""Account: what thinking has cost, for what, and what the month will come to (SPEC L3, X6)."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from omoide.domain.models import spending
from omoide.domain.models.spending import Call, Caps, Usage
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time import moment
from omoide.ports.models.ledger import Ledger
from omoide.ports.time.clock import Clock


@dataclass(frozen=True, slots=True)
class Sum:
    """Calls of one kind, added up."""

    name: str
    calls: int
    usage: Usage
    nano_usd: int
    unpriced_calls: int
    """Calls that were made but whose price nobody knows: they are not in the sum."""
    mean_latency_ms: int


@dataclass(frozen=True, slots=True)
class Bill:
    """What a month has cost so far."""

    month: date
    """Its first day."""
    today: Sum
    total: Sum
    forecast_nano_usd: int | None
    """`None` for a month that is over."""
    caps: Caps
    by_purpose: list[Sum]
    by_model: list[Sum]
    by_persona: list[Sum]
    by_day: list[Sum]


@dataclass(frozen=True, slots=True)
class Account:
    """Reads the ledger of a month."""

    ledger: Ledger
    clock: Clock
    tz: ZoneInfo
    caps: Caps
    name_of: Callable[[PersonaId], str]

    def __call__(self, month: date | None = None) -> Bill:
        """Return the bill of the month this day lies in; of the present one when none is named."""
        today = moment.day(self.clock.now(), tz=self.tz)
        first = (month or today).replace(day=1)
        after = date(first.year + first.month // 12, first.month % 12 + 1, 1)
        calls = self.ledger.calls(since=moment.start_of(first, tz=self.tz), until=moment.start_of(after, tz=self.tz))
        is_present = first == today.replace(day=1)
        return Bill(
            month=first,
            today=added("today", [call for call in calls if self._day(call) == today]),
            total=added("month", calls),
            forecast_nano_usd=self._forecast(today) if is_present else None,
            caps=self.caps,
            by_purpose=_grouped(calls, lambda call: call.purpose),
            by_model=_grouped(calls, lambda call: call.model),
            by_persona=_grouped(calls, lambda call: "" if call.persona_id is None else self.name_of(call.persona_id)),
            by_day=sorted(_grouped(calls, lambda call: self._day(call).isoformat()), key=lambda line: line.name),
        )

    def _forecast(self, today: date) -> int:
        since = moment.start_of(date.fromordinal(today.toordinal() - 40), tz=self.tz)
        by_day: dict[date, int] = {}
        for call in self.ledger.calls(since=since):
            day = self._day(call)
            by_day[day] = by_day.get(day, 0) + (call.nano_usd or 0)
        return spending.forecast_nano_usd(by_day, today=today)

    def _day(self, call: Call) -> date:
        return moment.day(call.at, tz=self.tz)


def added(name: str, calls: Iterable[Call]) -> Sum:
    """Return the calls as one line."""
    listed = list(calls)
    answered = [call.latency_ms for call in listed if call.usage != Usage()]
    return Sum(
        name=name,
        calls=len(listed),
        usage=spending.total(call.usage for call in listed),
        nano_usd=sum(call.nano_usd or 0 for call in listed),
        unpriced_calls=sum(1 for call in listed if call.nano_usd is None),
        mean_latency_ms=round(sum(answered) / len(answered)) if answered else 0,
    )


def _grouped(calls: Iterable[Call], key: Callable[[Call], str]) -> list[Sum]:
    """Return one line per key, the dearest first."""
    groups: dict[str, list[Call]] = {}
    for call in calls:
        groups.setdefault(key(call), []).append(call)
    lines = [added(name, group) for name, group in groups.items()]
    return sorted(lines, key=lambda line: (-line.nano_usd, -line.usage.input_tokens, line.name))
