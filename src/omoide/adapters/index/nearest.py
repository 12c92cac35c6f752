"""Search by meaning: every vector of the persona is compared, in one product.

A search is as fast as memory can be read: 36,500 rows of 384 take 3–6 ms, 180,000 take 22 ms on one thread.  So where rows are
many they are first compared in eight bits (`coarse`), all of them, and the nearest once more exactly; what was not among
these keeps a cosine that is right within about a thousandth.  Indexes that look at a part of the rows lose recall under filters.
"""

from collections.abc import Sequence
from functools import reduce
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import Connection, bindparam, func, select

from omoide.adapters.index import cachefile
from omoide.adapters.index.residency import HeldMinds, HeldPart, Stripes
from omoide.adapters.index.resident import KINDS, SIDES, Resident, VectorBlock, empty, joined, with_codes
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.erasing.tables import erasures
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.recall.passages import STORED
from omoide.adapters.sql.tables import passages, progress, spaces, vectors
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import PassageKind
from omoide.ports.recall.search import Nearness, ThingVectors

CACHE_AFTER_ROWS = 2048
"""The cache file is written anew when the tail is longer than this, and than a tenth of the bulk."""
COMPARED_EXACTLY = 1_024
"""Rows, those nearest in the coarse picture, that are compared once more."""
_SAMPLED = 16
_PORTION = 16_384
"""Rows that are read from the store at once."""
_PROBES = 16

_PROGRESS = Prepared(
    select(progress.c.passage_id).where(
        progress.c.persona_id == bindparam("persona_id"), progress.c.space_id == bindparam("space_id")
    )
)
# An order is seen once its rows are gone, and there is a newer one after every erasure.
_LAST_ORDER = Prepared(select(func.max(erasures.c.id)).where(erasures.c.persona_id == bindparam("persona_id")))
_NEWER = Prepared(
    select(
        vectors.c.id,
        vectors.c.passage_id,
        vectors.c.data,
        passages.c.kind,
        passages.c.item_id,
        passages.c.side,
        passages.c.created,
        func.length(passages.c.text).label("characters"),
    )
    .join(passages, passages.c.id == vectors.c.passage_id)
    .where(
        vectors.c.space_id == bindparam("space_id"),
        vectors.c.persona_id == bindparam("persona_id"),
        vectors.c.id > bindparam("last_id"),
    )
    .order_by(vectors.c.id)
)


class ResidentVectorIndex:
    """Holds the vectors of each persona and space in memory and follows what other processes write."""

    def __init__(self, database: Database, *, cache: Path | None, minds: HeldMinds | None = None) -> None:
        self._database = database
        self._cache = cache
        self._residents: HeldPart[tuple[PersonaId, str], Resident] = (minds or HeldMinds()).by_mind_and(
            lambda resident: resident.held_bytes
        )
        self._space_ids: dict[str, int] = {}
        self._locks = Stripes()

    def nearness(
        self,
        persona_id: PersonaId,
        vector: NDArray[np.float32],
        *,
        space: EmbeddingSpace,
        kind: PassageKind,
        answer_weight: float = 1.0,
    ) -> Nearness:
        """Return how near every thing that has a vector lies; new vectors of any process are seen."""
        blocks = self._blocks(persona_id, space)
        return nearest_of(blocks, vector, kind=kind, answer_weight=answer_weight)

    def leaning(
        self, persona_id: PersonaId, direction: NDArray[np.float32], *, space: EmbeddingSpace, kind: PassageKind
    ) -> Nearness:
        """Return how far every thing points into a direction that is asked for again and again."""
        found = [
            Nearness(groups.item_ids, groups.best(block.leaning(direction)[groups.span]), groups.characters)
            for block in self._blocks(persona_id, space)
            if len((groups := block.groups(kind)).item_ids)
        ]
        return _merged(found)

    def vectors_of(
        self, persona_id: PersonaId, item_ids: Sequence[int], *, space: EmbeddingSpace, kind: PassageKind
    ) -> dict[int, ThingVectors]:
        """Return the vectors of these things, as far as they have any."""
        found: dict[int, list[ThingVectors]] = {}
        resident = self._residents.get(
            (persona_id, space.key)
        )  # they were compared just now: no second look at the store
        for block in self._blocks(persona_id, space) if resident is None else resident.blocks():
            for item_id, each in block.things(kind, item_ids):
                found.setdefault(item_id, []).append(each)
        return {item_id: each[0] if len(each) == 1 else _together(each) for item_id, each in found.items()}

    def _blocks(self, persona_id: PersonaId, space: EmbeddingSpace) -> list[VectorBlock]:
        with self._locks.of(persona_id), self._database.reading() as connection:
            return self._refreshed(connection, persona_id, space).blocks()

    def rebuild(self, persona_id: PersonaId, *, space: EmbeddingSpace) -> None:
        """Throw the cache away and read everything anew."""
        with self._locks.of(persona_id), self._database.reading() as connection:
            self._residents.pop((persona_id, space.key), None)
            if path := self._path(persona_id, space):
                path.unlink(missing_ok=True)
            self._refreshed(connection, persona_id, space)

    def drop_other_spaces(self, persona_id: PersonaId, *, space: EmbeddingSpace) -> None:
        """Let go of what is held, in memory or in files, of every other space."""
        with self._locks.of(persona_id):
            for key in [each for each in self._residents if each[0] == persona_id and each[1] != space.key]:
                self._residents.pop(key, None)
            if (mine := self._path(persona_id, space)) is not None:
                for path in mine.parent.glob(f"vectors-{persona_id}-*.bin"):
                    if path != mine:
                        path.unlink(missing_ok=True)

    def _refreshed(self, connection: Connection, persona_id: PersonaId, space: EmbeddingSpace) -> Resident:
        space_id = self._space_id(connection, space)
        resident = self._residents.get((persona_id, space.key))
        if space_id is None:
            return resident or Resident(empty(space.dims))
        mine = {"persona_id": persona_id, "space_id": space_id}
        far = _number(_PROGRESS.first(connection, mine))
        order = _number(_LAST_ORDER.first(connection, {"persona_id": persona_id}))
        if resident is None or far < resident.progress or order != resident.last_order:
            resident = self._opened(connection, persona_id, space, space_id)
            self._residents[persona_id, space.key] = resident
        resident.progress, resident.last_order = far, order
        known = resident.last_id
        for rows in _NEWER.portions(connection, mine | {"last_id": known}, size=_PORTION):
            resident.add(_block(rows, dims=space.dims), last_id=rows[-1][0])
        if resident.last_id != known:
            self._save_if_long(resident, persona_id, space)
            self._residents[persona_id, space.key] = resident  # it has grown, and may have left meanwhile
        return resident

    def _space_id(self, connection: Connection, space: EmbeddingSpace) -> int | None:
        if space.key not in self._space_ids:
            found = connection.execute(select(spaces.c.id).where(spaces.c.key == space.key)).scalar()
            if found is None:
                return None
            self._space_ids[space.key] = int(found)
        return self._space_ids[space.key]

    def _opened(self, connection: Connection, persona_id: PersonaId, space: EmbeddingSpace, space_id: int) -> Resident:
        path = self._path(persona_id, space)
        cached = cachefile.read(path, space=space.key) if path else None
        if cached and _agrees(connection, cached[0], cached[1], persona_id, space_id):
            return Resident(cached[0], last_id=cached[1])
        return Resident(empty(space.dims))

    def _save_if_long(self, resident: Resident, persona_id: PersonaId, space: EmbeddingSpace) -> None:
        path = self._path(persona_id, space)
        if resident.recent_rows <= max(CACHE_AFTER_ROWS, resident.bulk.rows // 10):
            resident.tidy()
            return
        if path:
            cachefile.write(path, resident.blocks(), last_id=resident.last_id, space=space.key)
        cached = cachefile.read(path, space=space.key) if path else None
        if cached and cached[1] == resident.last_id:
            resident.bulk = cached[0]
        else:
            resident.bulk = with_codes(joined(resident.blocks()))
        resident.recent = []

    def _path(self, persona_id: PersonaId, space: EmbeddingSpace) -> Path | None:
        if self._cache is None:
            return None
        safe = "".join(character if character.isalnum() else "-" for character in space.key)
        return self._cache / f"vectors-{persona_id}-{safe}.bin"


def nearest_of(
    blocks: Sequence[VectorBlock], vector: NDArray[np.float32], *, kind: PassageKind, answer_weight: float = 1.0
) -> Nearness:
    """Return how near every thing of a kind lies, by its nearest piece in any of the blocks, things ascending."""
    return _merged(
        [
            _best(block, vector, kind=kind, answer_weight=answer_weight)
            for block in blocks
            if len(block.groups(kind).item_ids)
        ]
    )


def _best(block: VectorBlock, vector: NDArray[np.float32], *, kind: PassageKind, answer_weight: float) -> Nearness:
    groups = block.groups(kind)
    weights = groups.weights(answer_weight)
    scores = block.estimates(kind, vector)
    if scores is None:
        scores = _exactly(block.wide(groups.span), vector)
        scores = scores if weights is None else scores * weights
    else:
        scores = scores if weights is None else np.multiply(scores, weights, out=scores)
        rows = _highest(scores, COMPARED_EXACTLY)
        exact = _exactly(block.wide(rows + groups.span.start), vector)
        scores[rows] = exact if weights is None else exact * weights[rows]
    return Nearness(groups.item_ids, groups.best(scores), groups.characters, is_estimate=block.codes is not None)


def _exactly(rows: NDArray[np.float32], vector: NDArray[np.float32]) -> NDArray[np.float32]:
    # One pass at the speed of memory; for a matrix times a vector this beats BLAS, whose threads only wait.
    found: NDArray[np.float32] = np.einsum("ij,j->i", rows, vector)
    return found


def _highest(scores: NDArray[np.float32], count: int) -> NDArray[np.int64]:
    """Return the places of about so many of the highest; a sample tells how high they are.  Equals are all there, or none."""
    if len(scores) <= count:
        return np.arange(len(scores))
    sample = scores[::_SAMPLED] if len(scores) >= _SAMPLED * 64 else scores
    place = len(sample) - max(1, count * len(sample) // len(scores))
    bound = np.partition(sample, place)[place]
    high = np.flatnonzero(scores >= bound)
    return high if len(high) <= 2 * count else np.flatnonzero(scores > bound)


def _merged(found: list[Nearness]) -> Nearness:
    """Return the best of all blocks, things ascending: a retold memory, or a turn completed later, lies in two."""
    if not found:
        return Nearness(np.zeros(0, np.int64), np.zeros(0, np.float32), np.zeros(0, np.int64))
    whole, *others = sorted(found, key=lambda near: -len(near.item_ids))
    # The small ones first, among themselves: the bulk is copied once and not once for each of them.
    return _joined(whole, reduce(_joined, others)) if others else whole


def _joined(whole: Nearness, near: Nearness) -> Nearness:
    if whole.item_ids[-1] < near.item_ids[0]:  # the usual case: what came since is newer than all else
        return Nearness(
            np.concatenate([whole.item_ids, near.item_ids]),
            np.concatenate([whole.cosines, near.cosines]),
            np.concatenate([whole.characters, near.characters]),
            is_estimate=whole.is_estimate or near.is_estimate,
        )
    places = np.searchsorted(whole.item_ids, near.item_ids)
    known = whole.item_ids[np.minimum(places, len(whole.item_ids) - 1)] == near.item_ids
    at, new = places[known], ~known
    cosines, characters = whole.cosines.copy(), whole.characters.copy()
    cosines[at] = np.maximum(cosines[at], near.cosines[known])
    characters[at] += near.characters[known]
    return Nearness(
        np.insert(whole.item_ids, places[new], near.item_ids[new]),
        np.insert(cosines, places[new], near.cosines[new]),
        np.insert(characters, places[new], near.characters[new]),
        is_estimate=whole.is_estimate or near.is_estimate,
    )


def _together(parts: Sequence[ThingVectors]) -> ThingVectors:
    return ThingVectors(
        np.concatenate([each.rows for each in parts]), np.concatenate([each.are_answers for each in parts])
    )


def _agrees(connection: Connection, block: VectorBlock, last_id: int, persona_id: PersonaId, space_id: int) -> bool:
    """Tell whether a cached block still shows what the store holds: as many rows, and the same ones where we look."""
    mine = (vectors.c.persona_id == persona_id, vectors.c.space_id == space_id, vectors.c.id <= last_id)
    held, newest = connection.execute(select(func.count(), func.max(vectors.c.id)).where(*mine)).one()
    if held != block.rows or (newest or 0) != last_id:
        return False
    probes = {int(row) for row in np.linspace(0, block.rows - 1, _PROBES)} if block.rows else set()
    ids = [int(block.passage_ids[row]) for row in probes]
    query = select(vectors.c.passage_id, vectors.c.data).where(vectors.c.passage_id.in_(ids), *mine)
    stored = {row.passage_id: np.frombuffer(row.data, STORED) for row in connection.execute(query)}
    return all(
        (data := stored.get(int(block.passage_ids[row]))) is not None and np.array_equal(data, block.matrix[row])
        for row in probes
    )


def _block(rows: Sequence[tuple[Any, ...]], *, dims: int) -> VectorBlock:
    kinds = {kind.value: at for at, kind in enumerate(KINDS)}
    sides = {side.value: at for at, side in enumerate(SIDES)}
    _, passage_ids, vectors_of, kind, item_ids, side, created, characters = zip(*rows, strict=True)
    data = np.frombuffer(b"".join(vectors_of), STORED).reshape(len(rows), dims)
    return VectorBlock(
        matrix=data if len(rows) == _PORTION else data.astype(np.float32),
        passage_ids=np.array(passage_ids, np.int64),
        item_ids=np.array(item_ids, np.int64),
        created=np.array(created, np.int64),
        kinds=np.array([kinds[each] for each in kind], np.int8),
        sides=np.array([sides[each] for each in side], np.int8),
        characters=np.array(characters, np.int32),
        alive=np.ones(len(rows), np.bool_),
    )


def _number(row: tuple[Any, ...] | None) -> int:
    return int(row[0] or 0) if row else 0
