"""Texts to vectors."""

from collections.abc import Sequence
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.recall.embedding_space import EmbeddingSpace

Role = Literal["passage", "query"]


class Embedder(Protocol):
    """Places texts in a space where nearness is likeness of meaning."""

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space all vectors of this embedder belong to."""
        ...

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text, `(len(texts), space.dims)`; raise `EmbedderUnavailable` when it cannot."""
        ...
