"""Money is exact, prices are found by name, caps hold, and a month can be foretold."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.models import spending
from omoide.domain.models.spending import KNOWN_PRICES, NANO_PER_USD, Caps, Price, Spent, Usage
from omoide.errors import InvalidInput

HAIKU = KNOWN_PRICES["claude-haiku-4-5"]
tokens = st.integers(0, 10_000_000)


def test_ltms_own_estimate_comes_out_to_the_cent() -> None:
    # 231.3 M in and 18.2 M out at $1 and $5: LTM's table says $322.30 with its rounded parts.
    total = spending.cost_nano_usd(Usage(231_300_000, 18_200_000), price=HAIKU)
    assert total == 322_300_000_000


def test_cached_tokens_cost_a_tenth_and_batches_half() -> None:
    whole = spending.cost_nano_usd(Usage(1_000_000, 0), price=HAIKU)
    assert spending.cost_nano_usd(Usage(1_000_000, 0, cache_read_tokens=1_000_000), price=HAIKU) * 10 == whole
    assert spending.cost_nano_usd(Usage(1_000_000, 0), price=HAIKU, batched=True) * 2 == whole


@given(st.lists(st.tuples(tokens, tokens), max_size=20))
def test_the_sum_of_the_parts_is_the_bill(parts: list[tuple[int, int]]) -> None:
    usages = [Usage(i, o) for i, o in parts]
    apart = sum(spending.cost_nano_usd(usage, price=HAIKU) for usage in usages)
    assert apart == spending.cost_nano_usd(spending.total(usages), price=HAIKU)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("claude-haiku-4-5-20251001", "claude-haiku-4-5"),
        ("anthropic/claude-haiku-4.5", "claude-haiku-4-5"),
        ("claude-3-5-haiku-20241022", "claude-3-5-haiku"),
        ("claude-3-5-haiku-latest", "claude-3-5-haiku"),
        ("GPT-4o-mini-2024-07-18", "gpt-4o-mini"),
        ("gemini-2.5-flash", "gemini-2.5-flash"),
        ("gemini-2.5-flash-lite", "gemini-2.5-flash-lite"),
        ("text-embedding-3-small", "text-embedding-3-small"),
    ],
)
def test_a_models_price_is_found_under_its_name_without_date_or_house(name: str, known: str) -> None:
    assert spending.price_of(name, known=KNOWN_PRICES) == KNOWN_PRICES[known]


@pytest.mark.parametrize("name", ["gpt-4o", "gemini-2.5-flash-image", "qwen3", "", "claude-haiku-4-50x"])
def test_an_unknown_model_has_no_price_rather_than_a_wrong_one(name: str) -> None:
    assert spending.price_of(name, known=KNOWN_PRICES) is None


@pytest.mark.parametrize("wrong", [-1.0, float("nan"), float("inf")])
def test_a_price_that_cannot_be_is_refused(wrong: float) -> None:
    with pytest.raises(InvalidInput):
        Price(wrong)


def test_the_cap_that_would_be_passed_is_named() -> None:
    caps = Caps(daily_usd=1.0, monthly_usd=10.0)
    assert spending.passes(caps, spent=Spent(), next_nano_usd=NANO_PER_USD) is None
    assert spending.passes(caps, spent=Spent(1, 1), next_nano_usd=NANO_PER_USD) == "daily"
    assert spending.passes(caps, spent=Spent(0, 10 * NANO_PER_USD), next_nano_usd=1) == "monthly"
    assert spending.passes(Caps(), spent=Spent(10**18, 10**18), next_nano_usd=10**18) is None


def test_a_cap_of_nothing_lets_nothing_through() -> None:
    assert spending.passes(Caps(daily_usd=0.0), spent=Spent(), next_nano_usd=1) == "daily"


def test_a_steady_month_is_foretold_exactly() -> None:
    days = {date(2026, 1, day): 100 for day in range(1, 11)}
    assert spending.forecast_nano_usd(days, today=date(2026, 1, 10)) == 3_100


def test_a_month_without_spending_is_foretold_as_free() -> None:
    assert spending.forecast_nano_usd({}, today=date(2026, 1, 10)) == 0


@given(st.dictionaries(st.dates(date(2026, 1, 1), date(2026, 1, 31)), st.integers(0, 10**12), max_size=31))
def test_a_forecast_is_never_less_than_what_was_spent(days: dict[date, int]) -> None:
    today = max(days, default=date(2026, 1, 31))
    assert spending.forecast_nano_usd(days, today=today) >= sum(days.values())


@given(st.text())
def test_an_estimate_of_tokens_grows_with_the_text(text: str) -> None:
    assert 0 <= spending.estimated_tokens(text) <= spending.estimated_tokens(text + "あ")
