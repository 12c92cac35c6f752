"""Likeness: which pairs of memories mean nearly the same (LTM 自動関連付けの最適化).

New and re-embedded memories are compared with all others: m × n, never n × n, in blocks, so that the work fits into a
few tens of megabytes whatever the size of the mind.
"""

import numpy as np
from numpy.typing import NDArray

from omoide.domain.relations import KIND_CODE, Graph, Ids, RelationType, canonical

CELLS_PER_BLOCK = 8_000_000
"""Similarities held at once: 32 MB of them."""
DECIMALS = 5
"""Products of the same vectors differ in their last bits with the shape of a block; what is decided here must not."""

MARGIN = 0.005
"""What half precision in the store and 32 bits in the product may take from a cosine, and more."""


def like_pairs(fresh: NDArray[np.bool_], *, ids: Ids, vectors: NDArray[np.float32], threshold: float) -> Graph:
    """Return every pair of a fresh memory and another one whose cosine reaches the threshold, each pair once.

    Rows of `vectors` are unit vectors up to rounding (or zero: a memory without meaning is like no other).
    """
    rows = np.flatnonzero(fresh)
    step = max(1, CELLS_PER_BLOCK // max(1, len(ids)))
    found = [_block(rows[start : start + step], vectors, threshold) for start in range(0, len(rows), step)]
    if not found:
        empty = np.zeros(0, dtype=np.int64)
        return Graph(empty, empty, empty.astype(np.int8), np.zeros(0))
    left, right, similarity = (np.concatenate(columns) for columns in zip(*found, strict=True))
    low, high = np.minimum(ids[left], ids[right]), np.maximum(ids[left], ids[right])
    kind = np.full(len(low), KIND_CODE[RelationType.SAME_TOPIC], dtype=np.int8)
    return canonical(Graph(low, high, kind, similarity))


def _block(
    rows: NDArray[np.int64], vectors: NDArray[np.float32], threshold: float
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    products = vectors[rows] @ vectors.T
    # A margin first, on 32-bit numbers; the decision is made exactly, on the few that are left.
    left, right = np.nonzero(products >= np.float32(threshold - MARGIN))
    similarity = _cosines(vectors[rows[left]].astype(np.float64), vectors[right].astype(np.float64))
    kept = (similarity >= threshold) & (rows[left] != right)
    return rows[left[kept]], right[kept], similarity[kept]


def _cosines(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    products = np.einsum("ij,ij->i", one, other)
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    return np.asarray(np.round(products / np.where(lengths == 0, 1.0, lengths), DECIMALS), dtype=np.float64)
