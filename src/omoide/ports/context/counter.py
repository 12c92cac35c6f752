"""Counting tokens as a model would."""

from typing import Protocol


class TokenCounter(Protocol):
    """Counts tokens with one vocabulary, or estimates them from above."""

    @property
    def name(self) -> str:
        """Return the vocabulary, or `estimate`."""
        ...

    def __call__(self, text: str) -> int:
        """Return how many tokens the text takes."""
        ...


class TokenCounters(Protocol):
    """Knows how each model counts."""

    def of(self, model: str) -> TokenCounter:
        """Return the way this model counts; an estimate where its vocabulary is not at hand."""
        ...
