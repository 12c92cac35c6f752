"""Vectors of one persona in one space, as arrays: what is searched exactly, in one pass.

The bulk lies in one block (memory-mapped from a cache file when there is one), what came since in a few small ones.
A passage that got a new vector is dead in the old row and alive in the new one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from omoide.domain.passage import Kind, Side

KINDS = tuple(Kind)
SIDES = tuple(Side)
MANY_BLOCKS = 16
"""Single turns come in blocks of one; joining them now and then keeps a search to few matrix products."""


@dataclass(slots=True)
class Block:
    """Rows of vectors, and what they belong to."""

    matrix: NDArray[np.float32]
    passage_ids: NDArray[np.int64]
    item_ids: NDArray[np.int64]
    created: NDArray[np.int64]
    kinds: NDArray[np.int8]
    sides: NDArray[np.int8]
    alive: NDArray[np.bool_]

    @property
    def rows(self) -> int:
        """Return how many rows there are, dead ones included."""
        return len(self.passage_ids)


def empty(dims: int) -> Block:
    """Return a block without rows."""
    return Block(
        matrix=np.zeros((0, dims), np.float32),
        passage_ids=np.zeros(0, np.int64),
        item_ids=np.zeros(0, np.int64),
        created=np.zeros(0, np.int64),
        kinds=np.zeros(0, np.int8),
        sides=np.zeros(0, np.int8),
        alive=np.zeros(0, np.bool_),
    )


def joined(blocks: Sequence[Block]) -> Block:
    """Return the living rows of all blocks as one block."""
    return Block(
        matrix=np.concatenate([block.matrix[block.alive] for block in blocks]),
        passage_ids=np.concatenate([block.passage_ids[block.alive] for block in blocks]),
        item_ids=np.concatenate([block.item_ids[block.alive] for block in blocks]),
        created=np.concatenate([block.created[block.alive] for block in blocks]),
        kinds=np.concatenate([block.kinds[block.alive] for block in blocks]),
        sides=np.concatenate([block.sides[block.alive] for block in blocks]),
        alive=np.ones(sum(int(block.alive.sum()) for block in blocks), np.bool_),
    )


@dataclass(slots=True)
class Resident:
    """The bulk, what came since, and how far into the store they reach."""

    bulk: Block
    recent: list[Block] = field(default_factory=list)
    last_id: int = 0
    """Vectors of the store up to this id are here."""
    progress: int = 0
    """How far the embedding had come at the last look; it falls only when vectors were thrown away."""

    @property
    def recent_rows(self) -> int:
        """Return how many rows came since the bulk was laid down."""
        return sum(block.rows for block in self.recent)

    def blocks(self) -> list[Block]:
        """Return everything there is to search."""
        return [self.bulk, *self.recent]

    def add(self, block: Block, *, last_id: int) -> None:
        """Take in newer rows; a row for a passage already here replaces the old one."""
        for old in self.blocks():
            if old.rows and block.passage_ids.min() <= old.passage_ids.max():
                old.alive &= ~np.isin(old.passage_ids, block.passage_ids)
        self.recent.append(block)
        if len(self.recent) > MANY_BLOCKS:
            self.recent = [joined(self.recent)]
        self.last_id = last_id
