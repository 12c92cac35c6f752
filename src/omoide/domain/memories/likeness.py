"""Likeness: which pairs of memories mean nearly the same (LTM 自動関連付けの最適化).

New and re-embedded memories are compared with all others: m × n, never n × n.  The others come in blocks, and each is
forgotten before the next one is read, so that the work fits into a few tens of megabytes whatever the size of the mind.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories.relations import KIND_CODE, Graph, Ids, RelationType, canonical

CELLS_PER_BLOCK = 8_000_000
"""Similarities held at once: 32 MB of them."""
DECIMALS = 5
"""Products of the same vectors differ in their last bits with the shape of a block; what is decided here must not."""

MARGIN = 0.005
"""What half precision in the store and 32 bits in the product may take from a cosine, and more."""


@dataclass(frozen=True, slots=True)
class Meanings:
    """Memories and what they mean, in no particular order."""

    ids: Ids
    vectors: NDArray[np.float32]
    """One row each: a unit vector up to rounding, or zero (a memory without meaning is like no other)."""

    def __len__(self) -> int:
        return len(self.ids)

    def only(self, kept: NDArray[np.bool_] | slice) -> "Meanings":
        """Return the memories at these places."""
        return Meanings(self.ids[kept], self.vectors[kept])


Pairs = tuple[Ids, Ids, NDArray[np.float64]]


def gathered(blocks: Iterable[Meanings]) -> Meanings:
    """Return the memories of all blocks as one."""
    held = list(blocks)
    if not held:
        return Meanings(np.zeros(0, dtype=np.int64), np.zeros((0, 0), dtype=np.float32))
    return Meanings(np.concatenate([each.ids for each in held]), np.concatenate([each.vectors for each in held]))


def like_pairs(fresh: Meanings, others: Iterable[Meanings], *, threshold: float) -> Graph:
    """Return every pair of a fresh memory and one of the others whose cosine reaches the threshold, each pair once.

    The fresh ones may be among the others; how these are cut into blocks changes nothing.
    """
    nothing = np.zeros(0, dtype=np.int64)
    found: list[Pairs] = [(nothing, nothing, np.zeros(0))]
    for block in others:
        found += [_alike(part, block, threshold) for part in _parts(fresh, beside=len(block))]
    left, right, similarity = (np.concatenate(columns) for columns in zip(*found, strict=True))
    low, high = np.minimum(left, right), np.maximum(left, right)
    kind = np.full(len(low), KIND_CODE[RelationType.SAME_TOPIC], dtype=np.int8)
    return canonical(Graph(low, high, kind, similarity))


def _parts(fresh: Meanings, *, beside: int) -> Iterator[Meanings]:
    step = max(1, CELLS_PER_BLOCK // max(1, beside))
    return (fresh.only(slice(start, start + step)) for start in range(0, len(fresh), step))


def _alike(one: Meanings, other: Meanings, threshold: float) -> Pairs:
    products = one.vectors @ other.vectors.T
    # A margin first, on 32-bit numbers; the decision is made exactly, on the few that are left.
    left, right = np.divmod(np.flatnonzero(products >= np.float32(threshold - MARGIN)), max(1, len(other)))
    similarity = _cosines(one.vectors[left].astype(np.float64), other.vectors[right].astype(np.float64))
    kept = (similarity >= threshold) & (one.ids[left] != other.ids[right])
    return one.ids[left[kept]], other.ids[right[kept]], similarity[kept]


def _cosines(one: NDArray[np.float64], other: NDArray[np.float64]) -> NDArray[np.float64]:
    products = np.einsum("ij,ij->i", one, other)
    lengths = np.linalg.norm(one, axis=1) * np.linalg.norm(other, axis=1)
    return np.asarray(np.round(products / np.where(lengths == 0, 1.0, lengths), DECIMALS), dtype=np.float64)
