"""What models cost on the market, as far as the library's own list knows; asked when no price of ours is there."""

from functools import lru_cache

from omoide.domain.models.model_role import Provider
from omoide.domain.models.spending import Price
from omoide.errors import InvalidInput

_HOUSES = {
    Provider.OPENAI: "openai",
    Provider.ANTHROPIC: "anthropic",
    Provider.GEMINI: "google",
    Provider.OPENROUTER: "openrouter",
}
_TOKENS = 1_000
"""Few, so that no surcharge for long texts is in the price."""


@lru_cache(maxsize=64)
def market_price(label: str) -> Price | None:
    """Return the listed price of `provider:model`; `None` when it is not listed, or the list is not installed."""
    provider, _, model = label.partition(":")
    house = _HOUSES.get(Provider(provider)) if provider in set(Provider) else None
    if house is None:
        return None
    try:
        from genai_prices import Usage, calc_price
    except ImportError:
        return None

    def listed(usage: Usage) -> float:
        return float(calc_price(usage, model_ref=model, provider_id=house).total_price) * 1_000_000 / _TOKENS

    try:
        return Price(
            input_usd=listed(Usage(input_tokens=_TOKENS)),
            output_usd=listed(Usage(output_tokens=_TOKENS)),
            cache_read_usd=listed(Usage(input_tokens=_TOKENS, cache_read_tokens=_TOKENS)),
        )
    except (LookupError, ValueError, TypeError, InvalidInput):
        return None
