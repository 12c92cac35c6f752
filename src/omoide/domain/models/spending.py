"""What thinking costs: tokens, prices, caps and forecasts (SPEC L3, X6; LTM 年間コスト見積もり).

Money is counted in whole nano-dollars, so that sums are exact: a token at $0.02 a million is 20 of them.  A price that
nobody knows is `None`, never zero: a bill that says nothing is better than one that lies.
"""

from calendar import monthrange
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from math import ceil

from omoide.domain.personas.persona import PersonaId
from omoide.domain.text.language import is_japanese
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

NANO_PER_USD = 1_000_000_000
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one or more calls.  `input_tokens` includes those read from and written to a provider's cache."""

    input_tokens: int = 0
    output_tokens: int = 0
    cache_read_tokens: int = 0
    cache_write_tokens: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        """Return the tokens of both."""
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.cache_read_tokens + other.cache_read_tokens,
            self.cache_write_tokens + other.cache_write_tokens,
        )


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    input_usd: float
    output_usd: float = 0.0
    cache_read_usd: float | None = None
    """`None`: as dear as fresh input."""
    cache_write_usd: float | None = None
    batch_factor: float = 0.5
    """What a provider's batch interface asks of these prices; OpenAI, Anthropic and Google ask half."""

    def __post_init__(self) -> None:
        """Refuse prices that cannot be: negative, not a number, or beyond reason."""
        named = {"input": self.input_usd, "output": self.output_usd, "batch factor": self.batch_factor}
        named |= {"cache read": self.cache_read_usd or 0.0, "cache write": self.cache_write_usd or 0.0}
        for name, value in named.items():
            if not 0.0 <= value <= 100_000.0:
                raise InvalidInput(f"the {name} price {value!r} cannot be; give US dollars for a million tokens")


FREE = Price(0.0, 0.0)
"""A model that runs on the owner's own machine."""

KNOWN_PRICES: Mapping[str, Price] = {
    # LTM's estimate is made with the first two; they are the seed's prices.
    "claude-haiku-4-5": Price(1.00, 5.00, cache_read_usd=0.10, cache_write_usd=1.25),
    "text-embedding-3-small": Price(0.02),
    "claude-3-5-haiku": Price(0.80, 4.00, cache_read_usd=0.08, cache_write_usd=1.00),
    "claude-sonnet-4-5": Price(3.00, 15.00, cache_read_usd=0.30, cache_write_usd=3.75),
    "claude-opus-4-5": Price(5.00, 25.00, cache_read_usd=0.50, cache_write_usd=6.25),
    "gpt-4o-mini": Price(0.15, 0.60, cache_read_usd=0.075),
    "gpt-4.1-mini": Price(0.40, 1.60, cache_read_usd=0.10),
    "gpt-5-mini": Price(0.25, 2.00, cache_read_usd=0.025),
    "gpt-5-nano": Price(0.05, 0.40, cache_read_usd=0.005),
    "gemini-2.5-flash": Price(0.30, 2.50, cache_read_usd=0.03),
    "gemini-2.5-flash-lite": Price(0.10, 0.40, cache_read_usd=0.01),
    "text-embedding-3-large": Price(0.13),
    "gemini-embedding-001": Price(0.15),
}


def price_of(model: str, *, known: Mapping[str, Price]) -> Price | None:
    """Return the price of the longest known name that the model's begins with; `None` when there is none.

    Providers add dates (`claude-haiku-4-5-20251001`), routers add a house (`anthropic/claude-haiku-4-5`).
    """
    whole = {known_name.casefold(): known_name for known_name in known}.get(model.casefold())
    begins = [known_name for known_name in known if _is_version_of(_plain(model), _plain(known_name))]
    best = whole if whole is not None else max(begins, key=len, default=None)
    return None if best is None else known[best]


def _plain(model: str) -> str:
    return model.casefold().rsplit("/", 1)[-1].replace(".", "-")


def _is_version_of(name: str, known_name: str) -> bool:
    """`gpt-4o-mini-2024-07-18` and `…-latest` are versions; `gemini-2.5-flash-lite` is another model than `…-flash`."""
    if name == known_name:
        return True
    rest = name.removeprefix(known_name)
    return rest != name and rest[:1] in "-:@" and (rest[1:2].isdigit() or rest[1:] in ("latest", "preview"))


def cost_nano_usd(usage: Usage, *, price: Price, batched: bool = False) -> int:
    """Return what the tokens cost at this price."""
    fresh = max(0, usage.input_tokens - usage.cache_read_tokens - usage.cache_write_tokens)
    read_usd = price.input_usd if price.cache_read_usd is None else price.cache_read_usd
    write_usd = price.input_usd if price.cache_write_usd is None else price.cache_write_usd
    dollars_per_million = (
        fresh * price.input_usd
        + usage.cache_read_tokens * read_usd
        + usage.cache_write_tokens * write_usd
        + usage.output_tokens * price.output_usd
    )
    factor = price.batch_factor if batched else 1.0
    return round(dollars_per_million * factor * NANO_PER_USD / MILLION)


class CallOutcome(StrEnum):
    """What a call to a provider came to.  Every one of them may be billed."""

    ANSWERED = "answered"
    UNUSABLE = "unusable"
    REFUSED = "refused"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Call:
    """One line of the ledger: a call that was made."""

    at: Moment
    persona_id: PersonaId | None
    """`None` for calls on nobody's behalf, such as checks."""
    purpose: str
    """The ask's name, or `embed`."""
    model: str
    """`provider:model`."""
    usage: Usage
    nano_usd: int | None
    """`None`: no price is known."""
    latency_ms: int
    outcome: CallOutcome
    batched: bool = False


@dataclass(frozen=True, slots=True)
class Caps:
    """How much may be spent; `None`: as much as it takes."""

    daily_usd: float | None = None
    monthly_usd: float | None = None

    @property
    def are_set(self) -> bool:
        """Tell whether there is any cap."""
        return self.daily_usd is not None or self.monthly_usd is not None


@dataclass(frozen=True, slots=True)
class Spent:
    """What was spent so far, on the owner's local day and month."""

    today_nano_usd: int = 0
    month_nano_usd: int = 0


def passes(caps: Caps, *, spent: Spent, next_nano_usd: int) -> str | None:
    """Return the name of the cap that the next call would pass; `None` when it may be made."""
    for name, cap_usd, so_far in (
        ("daily", caps.daily_usd, spent.today_nano_usd),
        ("monthly", caps.monthly_usd, spent.month_nano_usd),
    ):
        if cap_usd is not None and so_far + next_nano_usd > round(cap_usd * NANO_PER_USD):
            return name
    return None


def forecast_nano_usd(spent_by_day: Mapping[date, int], *, today: date) -> int:
    """Return what this month will have cost: what was spent, and for each day to come the mean of the last seven.

    Today counts as a whole day once it has cost more than the mean; days before the first spending count for nothing.
    """
    month = sum(cost for day, cost in spent_by_day.items() if (day.year, day.month) == (today.year, today.month))
    if not spent_by_day:
        return 0
    first = min(spent_by_day)
    window = [day for back in range(1, 8) if (day := date.fromordinal(today.toordinal() - back)) >= first]
    recent = [spent_by_day.get(day, 0) for day in window]
    mean = sum(recent) / len(recent) if recent else float(spent_by_day.get(today, 0))
    rest_of_today = max(0.0, mean - spent_by_day.get(today, 0))
    days_to_come = monthrange(today.year, today.month)[1] - today.day
    return round(month + rest_of_today + mean * days_to_come)


def total(usages: Iterable[Usage]) -> Usage:
    """Return the sum of all."""
    return sum(usages, Usage())


TOKENS_PER_JAPANESE_CHARACTER = 1.1
TOKENS_PER_OTHER_CHARACTER = 0.3
"""Measured by `bench/cost.py` on the tokenizers of several vendors; see docs/how-to/models.md."""


def estimated_tokens(text: str) -> int:
    """Return about how many tokens a text has, for caps and dry runs; the bill itself counts what the provider says."""
    japanese = sum(map(is_japanese, text))
    return ceil(japanese * TOKENS_PER_JAPANESE_CHARACTER + (len(text) - japanese) * TOKENS_PER_OTHER_CHARACTER)
