"""Embedding spaces: which vectors may be compared with which.

Two vectors mean something together only when the same model made them.  A space is the name of that promise: it changes
whenever the model, its weights or its dimensions do, and vectors of different spaces are never compared (SPEC R8, X9).
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EmbeddingSpace:
    """One coordinate system of meaning."""

    name: str
    dims: int
    fingerprint: str
    """Tells two versions of a model of the same name apart: a hash of weights, or the provider's model id."""

    @property
    def key(self) -> str:
        """Return the text under which the store knows this space."""
        return f"{self.name}/{self.dims}/{self.fingerprint[:16]}"
