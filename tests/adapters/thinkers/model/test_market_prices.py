"""A price that is not ours is looked up in the library's list; what is not listed stays unknown."""

import pytest

from omoide.adapters.thinkers.meter import Purse, Tariff
from omoide.adapters.thinkers.model.market_prices import market_price
from omoide.domain.models.spending import Price
from tests.fakes.thinking import Surroundings


def test_a_listed_model_has_its_price() -> None:
    price = market_price("anthropic:claude-haiku-4-5")
    assert price is not None
    assert (price.input_usd, price.output_usd, price.cache_read_usd) == pytest.approx((1.0, 5.0, 0.1))


@pytest.mark.parametrize("label", ["openai:unheard-of", "ollama:qwen3", "nobody:x", "", "openai:"])
def test_what_is_not_listed_stays_unknown(label: str) -> None:
    assert market_price(label) is None


def test_the_owners_price_goes_before_the_markets_and_a_model_at_home_is_free() -> None:
    around = Surroundings()
    purse = Purse(around.ledger, around.prices, around.clock, around.purse().tz, market=lambda _label: Price(7.0))
    assert purse.price(Tariff("openai:unheard-of")) == Price(7.0)
    assert purse.price(Tariff("openai:unheard-of", is_local=True)) == Price(0.0)
    around.prices.set("unheard-of", Price(3.0))
    assert purse.price(Tariff("openai:unheard-of")) == Price(3.0)
