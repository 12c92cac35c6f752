"""Embedders for measuring: one that keeps its vectors in a file, one that throws dice for what is only searched through."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders.builtin import BuiltinEmbedder
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import content_hash
from omoide.ports.models.embedder import Role


class KeptVectors:
    """The built-in embedder, with what it already made; `save` keeps what is new."""

    def __init__(self, path: Path | None) -> None:
        self._embedder = BuiltinEmbedder()
        self._path = path
        self._known: dict[bytes, NDArray[np.float16]] = {}
        self._saved = 0
        if path is not None and path.exists():
            with np.load(path) as file:
                if str(file["space"]) == self.space.key:
                    self._known = {
                        row.tobytes(): vector for row, vector in zip(file["hashes"], file["matrix"], strict=True)
                    }
        self._saved = len(self._known)

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of the built-in embedder."""
        return self._embedder.space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return the vectors of the texts, made once; kept in half precision as the store keeps them."""
        fresh = [text for text in dict.fromkeys(texts) if content_hash(text) not in self._known]
        if fresh:
            made = self._embedder.embed(fresh, role=role).astype(np.float16)
            self._known |= dict(zip(map(content_hash, fresh), made, strict=True))
        return np.stack([self._known[content_hash(text)] for text in texts]).astype(np.float32)

    def save(self) -> None:
        """Write what is known to the file, if there is one and anything is new."""
        if self._path is None or len(self._known) == self._saved:
            return
        hashes = np.frombuffer(b"".join(self._known), np.uint8).reshape(-1, 16)
        np.savez(self._path, space=self.space.key, hashes=hashes, matrix=np.stack(list(self._known.values())))
        self._saved = len(self._known)


class DicedVectors:
    """Cues by the built-in embedder, passages at random: how fast a search is does not depend on what is found."""

    def __init__(self) -> None:
        self._embedder = BuiltinEmbedder()
        self._dice = np.random.default_rng(1)

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of the built-in embedder."""
        return self._embedder.space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return vectors of length one."""
        if role == "query":
            return self._embedder.embed(texts, role=role)
        rows: NDArray[np.float32] = self._dice.standard_normal((len(texts), self.space.dims), dtype=np.float32)
        rows /= np.linalg.norm(rows, axis=1, keepdims=True)
        return rows
