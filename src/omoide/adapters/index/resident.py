"""Vectors of one persona in one space, as arrays.

The bulk lies in one block (memory-mapped from a cache file when there is one), what came since in a few small ones.
A passage that got a new vector is dead in the old row and alive in the new one.  Where rows are many, the block has a coarse
picture of itself that is looked at first.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.index import coarse
from omoide.adapters.index.coarse import Codes
from omoide.domain.recall.passage import PassageKind, Side
from omoide.ports.recall.search import ThingVectors

Vectors = NDArray[np.floating[Any]]

COLUMNS = ("passage_ids", "item_ids", "created", "kinds", "sides", "characters")
KINDS = tuple(PassageKind)
SIDES = tuple(Side)
FEW_ROWS = 256
"""Single turns come in blocks of one, which are joined at once into one of so many rows, and that, when it is full, with all other
rows that came since: each block costs a search as much as some hundred rows do."""
MANY_ROWS = 16_384
"""From so many rows on a joined block gets its coarse picture; fewer are compared exactly in two milliseconds."""
GROUPED_BYTES = 64
"""What is worked out for each row of a block when it is first searched: which thing it belongs to, where it points."""
_AT_ONCE = 8_192
"""Rows that are widened at once: few enough to stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Groups:
    """Rows of one kind, in the order of the things they belong to."""

    span: slice
    """Where in the block rows of this kind lie at all: only these need be compared."""
    rows: NDArray[np.int64] | None
    """Which rows of the span, in order; `None` when it is all of them as they lie."""
    item_ids: NDArray[np.int64]
    """Each thing once, ascending."""
    starts: NDArray[np.int64]
    """Where each thing's rows begin."""
    characters: NDArray[np.int64]
    """How long each thing is."""
    answers: NDArray[np.bool_] | None
    """Which rows of the span are pieces of an assistant's answer; `None` when there are none."""
    _weights: dict[float, NDArray[np.float32]] = field(default_factory=dict)

    def weights(self, answer_weight: float) -> NDArray[np.float32] | None:
        """Return what each row of the span counts when answers count in part; `None` when all count in full."""
        if self.answers is None or answer_weight == 1.0:
            return None
        weights = self._weights.get(answer_weight)
        if weights is None:
            weights = np.where(self.answers, np.float32(answer_weight), np.float32(1.0))
            self._weights[answer_weight] = weights
        return weights

    def best(self, scores: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the best score of each thing, given those of the span."""
        if not len(self.starts):
            return scores[:0]
        ordered = scores if self.rows is None else scores[self.rows]
        return ordered if len(ordered) == len(self.starts) else np.maximum.reduceat(ordered, self.starts)


def _grouped(block: "VectorBlock", wanted: NDArray[np.bool_]) -> Groups:
    places = np.flatnonzero(wanted)
    span = slice(int(places[0]), int(places[-1]) + 1) if len(places) else slice(0, 0)
    item_ids, wanted = block.item_ids[span], wanted[span]
    rows: NDArray[np.int64] | None = None
    if not wanted.all() or np.any(item_ids[1:] < item_ids[:-1]):
        rows = np.flatnonzero(wanted)
        rows = rows[np.argsort(item_ids[rows], kind="stable")]
    ordered = item_ids if rows is None else item_ids[rows]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1]))) if len(ordered) else ordered
    lengths = block.characters[span] if rows is None else block.characters[span][rows]
    characters = np.add.reduceat(lengths.astype(np.int64), starts) if len(starts) else np.zeros(0, np.int64)
    answers = block.sides[span] == SIDES.index(Side.ASSISTANT)
    return Groups(span, rows, ordered[starts], starts, characters, answers if answers.any() else None)


@dataclass(slots=True)
class VectorBlock:
    """Rows of vectors, and what they belong to."""

    matrix: Vectors
    """In half precision, as the store keeps them, where they are many."""
    passage_ids: NDArray[np.int64]
    item_ids: NDArray[np.int64]
    created: NDArray[np.int64]
    kinds: NDArray[np.int8]
    sides: NDArray[np.int8]
    characters: NDArray[np.int32]
    alive: NDArray[np.bool_]
    _groups: "dict[PassageKind, Groups]" = field(default_factory=dict)
    _leanings: dict[bytes, NDArray[np.float32]] = field(default_factory=dict)
    codes: "dict[PassageKind, Codes] | None" = None
    """The rows of each kind, dead ones included, in eight bits; only where those of a kind lie side by side."""
    _wide: NDArray[np.float32] | None = None

    def wide(self, rows: "slice | NDArray[np.int64]") -> NDArray[np.float32]:
        """Return rows in full width; a block that is searched exactly is widened once."""
        if self.codes is not None:
            return coarse.widened(self.matrix[rows])
        if self._wide is None:
            self._wide = coarse.widened(self.matrix)
        return self._wide[rows]

    def estimates(self, kind: PassageKind, vector: NDArray[np.float32]) -> NDArray[np.float32] | None:
        """Return nearly how near the rows of the kind's span are; `None` where there is no coarse picture."""
        if self.codes is None:
            return None
        first = int(np.searchsorted(self.kinds, KINDS.index(kind)))
        span = self.groups(kind).span
        return self.codes[kind].near(vector)[span.start - first : span.stop - first]

    def groups(self, kind: PassageKind) -> "Groups":
        """Return which living rows of this kind belong to which thing; worked out once, until a row dies."""
        groups = self._groups.get(kind)
        if groups is None:
            groups = self._groups[kind] = _grouped(self, self.alive & (self.kinds == KINDS.index(kind)))
        return groups  # not looked up again: another thread may take in new rows meanwhile

    def leaning(self, direction: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return how far each row points into a direction; rows never change, so it is worked out once."""
        key = direction.tobytes()
        scores = self._leanings.get(key)
        if scores is None:
            parts = [slice(at, at + _AT_ONCE) for at in range(0, self.rows, _AT_ONCE)]
            scores = np.zeros(self.rows, np.float32)
            for part in parts:
                scores[part] = np.einsum("ij,j->i", self.wide(part), direction)
            self._leanings[key] = scores
        return scores

    def things(self, kind: PassageKind, item_ids: Sequence[int]) -> Iterator[tuple[int, ThingVectors]]:
        """Yield those of the things that have living rows here, with their vectors."""
        groups = self.groups(kind)
        if not len(groups.item_ids):
            return
        living = groups.span.stop - groups.span.start if groups.rows is None else len(groups.rows)
        wanted = np.array(item_ids, np.int64)
        places = np.minimum(np.searchsorted(groups.item_ids, wanted), len(groups.item_ids) - 1)
        places = places[groups.item_ids[places] == wanted]
        if not len(places):
            return
        spans = [
            (int(groups.starts[at]), int(groups.starts[at + 1]) if at + 1 < len(groups.starts) else living)
            for at in places
        ]
        rows = np.concatenate([np.arange(first, last) for first, last in spans])
        rows = (rows if groups.rows is None else groups.rows[rows]) + groups.span.start
        vectors, answers = self.wide(rows), self.sides[rows] == SIDES.index(Side.ASSISTANT)
        begin = 0
        for at, (first, last) in zip(places, spans, strict=True):
            here = slice(begin, begin + last - first)
            begin = here.stop
            yield int(groups.item_ids[at]), ThingVectors(vectors[here], answers[here])

    @property
    def held_bytes(self) -> int:
        """Return what the block takes, with what is worked out when it is first searched."""
        columns: int = sum(getattr(self, name).nbytes for name in COLUMNS) + self.alive.nbytes
        if self.codes is not None:
            return self.matrix.nbytes + columns + sum(each.nbytes for each in self.codes.values())
        wide = 0 if self.matrix.dtype == np.float32 else self.matrix.size * 4
        return self.matrix.nbytes + wide + columns + self.rows * GROUPED_BYTES

    def drop(self, passage_ids: NDArray[np.int64]) -> None:
        """Take the rows of these passages out of every search."""
        self.alive &= ~np.isin(self.passage_ids, passage_ids)
        self._groups.clear()

    @property
    def rows(self) -> int:
        """Return how many rows there are, dead ones included."""
        return len(self.passage_ids)


def empty(dims: int) -> VectorBlock:
    """Return a block without rows."""
    return VectorBlock(
        matrix=np.zeros((0, dims), np.float32),
        passage_ids=np.zeros(0, np.int64),
        item_ids=np.zeros(0, np.int64),
        created=np.zeros(0, np.int64),
        kinds=np.zeros(0, np.int8),
        sides=np.zeros(0, np.int8),
        characters=np.zeros(0, np.int32),
        alive=np.zeros(0, np.bool_),
    )


def side_by_side(blocks: Sequence[VectorBlock]) -> list[tuple[VectorBlock, NDArray[np.bool_]]]:
    """Return the living rows of all blocks, kind by kind, as rows of each."""
    return [(block, block.alive & (block.kinds == kind)) for kind in range(len(KINDS)) for block in blocks]


def in_columns(parts: Sequence[tuple[VectorBlock, NDArray[np.bool_]]]) -> dict[str, NDArray[np.generic]]:
    """Return everything about these rows but the vectors themselves."""
    return {name: np.concatenate([getattr(block, name)[rows] for block, rows in parts]) for name in COLUMNS}


def codes_of(blocks: Sequence[VectorBlock], *, dims: int) -> Iterator[tuple[PassageKind, Codes]]:
    """Yield the living rows of all blocks in eight bits, kind by kind."""
    for number, kind in enumerate(KINDS):
        chosen = [(block, np.flatnonzero(block.alive & (block.kinds == number))) for block in blocks]
        parts = (
            block.matrix[places[at : at + _AT_ONCE]]
            for block, places in chosen
            for at in range(0, len(places), _AT_ONCE)
        )
        yield kind, coarse.encoded(parts, rows=sum(len(places) for _, places in chosen), dims=dims)


def joined(blocks: Sequence[VectorBlock]) -> VectorBlock:
    """Return the living rows of all blocks as one block, those of a kind side by side."""
    parts = side_by_side(blocks)
    matrix = np.concatenate([block.matrix[rows] for block, rows in parts])
    return VectorBlock(matrix=matrix, alive=np.ones(len(matrix), np.bool_), **in_columns(parts))  # type: ignore[arg-type]


def are_many(rows: int) -> bool:
    """Tell whether a joined block of so many rows needs a coarse picture."""
    return rows >= MANY_ROWS


def with_codes(block: VectorBlock) -> VectorBlock:
    """Return a joined block with its coarse picture, where its rows are many."""
    if are_many(block.rows):
        block.codes = dict(codes_of([block], dims=block.matrix.shape[1]))
    return block


@dataclass(slots=True)
class Resident:
    """The bulk, what came since, and how far into the store they reach."""

    bulk: VectorBlock
    recent: list[VectorBlock] = field(default_factory=list)
    last_id: int = 0
    """Vectors of the store up to this id are here."""
    progress: int = 0
    """How far the embedding had come at the last look; it falls only when vectors were thrown away."""
    last_order: int = 0
    """The last order to erase at that look: after another one, everything is read anew."""

    @property
    def recent_rows(self) -> int:
        """Return how many rows came since the bulk was laid down."""
        return sum(block.rows for block in self.recent)

    @property
    def held_bytes(self) -> int:
        """Return what everything takes."""
        return sum(block.held_bytes for block in self.blocks())

    def blocks(self) -> list[VectorBlock]:
        """Return everything there is to search."""
        return [self.bulk, *self.recent]

    def add(self, block: VectorBlock, *, last_id: int) -> None:
        """Take in newer rows; a row for a passage already here replaces the old one."""
        for old in self.blocks():
            if old.rows and block.passage_ids.min() <= old.passage_ids.max():
                old.drop(block.passage_ids)
        self.recent.append(block)
        self.last_id = last_id

    def tidy(self) -> None:
        """Join what came since: the last rows to one block, and that to the others once they are more than a few."""
        first = next((at for at, block in enumerate(self.recent) if block.rows < FEW_ROWS), len(self.recent))
        if len(self.recent) - first > 1:
            self.recent = [*self.recent[:first], joined(self.recent[first:])]
        if len(self.recent) > 1 and self.recent[-1].rows >= FEW_ROWS:
            self.recent = [joined(self.recent)]
