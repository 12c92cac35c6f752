"""Tokens by vocabularies that come inside a package, and an estimate where there is none (extra `tokens`).

Nothing is ever fetched: a vocabulary is installed, or tokens are estimated.
"""

from functools import cache
from typing import Any

from omoide.domain.context.token_count import ESTIMATE, estimate, vocabulary_of
from omoide.ports.context.counter import TokenCounter


class EstimatedTokens:
    """Estimates from above."""

    name = ESTIMATE

    def __call__(self, text: str) -> int:
        """Return how many tokens the text takes at most."""
        return estimate(text)


class VocabularyTokens:
    """Counts with one vocabulary."""

    def __init__(self, name: str, tokenizer: Any) -> None:
        self.name = name
        self._tokenizer = tokenizer

    def __call__(self, text: str) -> int:
        """Return how many tokens the text takes."""
        return len(self._tokenizer.encode(text))


class InstalledCounters:
    """Knows the vocabularies that are installed."""

    def of(self, model: str) -> TokenCounter:
        """Return the way this model counts; an estimate where its vocabulary is not at hand."""
        name = vocabulary_of(model)
        tokenizer = None if name is None else _loaded(name)
        return EstimatedTokens() if name is None or tokenizer is None else VocabularyTokens(name, tokenizer)


@cache
def _loaded(name: str) -> Any:
    """Return the vocabulary; `None` when it is not installed."""
    try:
        import splintr
    except ImportError:
        return None
    try:
        return splintr.Tokenizer.from_pretrained(name)
    except ValueError:
        return None
