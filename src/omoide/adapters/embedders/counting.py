"""Stands in for a paid embedder in a dry run: counts what would be sent, and gives vectors that mean nothing."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.domain.models.spending import Usage, estimated_tokens
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.ports.models.embedder import Role


class CountingEmbedder:
    """Counts."""

    def __init__(self, space: EmbeddingSpace) -> None:
        self.space = space
        self.calls = 0
        self.usage = Usage()
        self._vectors = HashingEmbedder(dims=space.dims)

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text, and count its tokens."""
        self.calls += 1 if texts else 0
        self.usage += Usage(input_tokens=sum(map(estimated_tokens, texts)))
        return self._vectors.embed(texts, role=role)
