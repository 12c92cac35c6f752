"""Words thrown into buckets: likeness by shared words only, instant and deterministic; for tests and benchmarks."""

from collections.abc import Sequence
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders.unit import unit_rows
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.text.tokens import document_tokens
from omoide.ports.models.embedder import Role


class HashingEmbedder:
    """Each word adds a fixed direction."""

    def __init__(self, *, dims: int = 256, version: str = "1") -> None:
        self._space = EmbeddingSpace(name="hashing", dims=dims, fingerprint=version)

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of these vectors."""
        return self._space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text."""
        matrix = np.zeros((len(texts), self._space.dims), np.float32)
        for row, text in zip(matrix, texts, strict=True):
            for token in document_tokens(text):
                digest = blake2b(token.encode("utf-8", "surrogatepass"), digest_size=8, key=b"omoide").digest()
                row[int.from_bytes(digest[:4], "little") % self._space.dims] += 1.0 if digest[4] & 1 else -1.0
        return unit_rows(matrix)
