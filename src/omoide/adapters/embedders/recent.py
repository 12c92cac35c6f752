"""Vectors of what was embedded a moment ago: one prompt is asked about several times, and tasks stay the same from turn to turn."""

import threading
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.ports.models.embedder import Embedder, Role

MOST: Final = 1_000
"""Vectors that are held; 1.5 MB of the built-in encoder's."""
LONGEST: Final = 2_000
"""Characters of a text whose vector is held."""


class RecentEmbedder:
    """Holds the last vectors in memory; a text that is just being embedded is not embedded beside."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._held: OrderedDict[tuple[Role, str], NDArray[np.float32]] = OrderedDict()
        self._under_way: dict[tuple[Role, str], Future[NDArray[np.float32]]] = {}
        self._lock = threading.Lock()

    @property
    def space(self) -> EmbeddingSpace:
        """Return the space of the embedder behind it."""
        return self._embedder.space

    def embed(self, texts: Sequence[str], *, role: Role = "passage") -> NDArray[np.float32]:
        """Return one unit row per text; only those not seen lately are embedded."""
        with self._lock:
            found = {text: self._held[role, text] for text in texts if (role, text) in self._held}
            missing = [text for text in dict.fromkeys(texts) if text not in found]
            elsewhere = {text: self._under_way[role, text] for text in missing if (role, text) in self._under_way}
            mine = {text: Future[NDArray[np.float32]]() for text in missing if text not in elsewhere}
            self._under_way |= {(role, text): vector for text, vector in mine.items()}
        if mine:
            found |= self._embedded(mine, role)
        found |= {text: vector.result() for text, vector in elsewhere.items()}
        self._hold(role, found)
        rows = [found[text] for text in texts]
        return np.stack(rows) if rows else np.zeros((0, self.space.dims), np.float32)

    def _embedded(
        self, mine: Mapping[str, "Future[NDArray[np.float32]]"], role: Role
    ) -> dict[str, NDArray[np.float32]]:
        """Embed texts for whoever waits for them."""
        try:
            found = dict(zip(mine, self._embedder.embed(list(mine), role=role), strict=True))
        except BaseException as exc:
            for vector in mine.values():
                vector.set_exception(exc)
            raise
        else:
            for text, vector in mine.items():
                vector.set_result(found[text])
            return found
        finally:
            with self._lock:
                for text in mine:
                    del self._under_way[role, text]

    def _hold(self, role: Role, vectors: dict[str, NDArray[np.float32]]) -> None:
        with self._lock:
            for text, vector in vectors.items():
                if len(text) <= LONGEST:
                    self._held[role, text] = vector
                    self._held.move_to_end((role, text))
            while len(self._held) > MOST:
                self._held.popitem(last=False)
