"""Resident vectors: kinds side by side, and the best of several blocks."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from omoide import Mind, SimulatedClock
from omoide.adapters.index.nearest import nearest_of
from omoide.adapters.index.resident import KINDS, Resident, VectorBlock, empty, joined
from omoide.domain.events.event import EventFilter
from omoide.domain.recall.passage import PassageKind

DIMS = 4


def block(items: list[tuple[int, int, PassageKind]], *, seed: int = 1) -> VectorBlock:
    """Return a block of (passage, thing, kind)."""
    count = len(items)
    return VectorBlock(
        matrix=np.random.default_rng(seed).standard_normal((count, DIMS)).astype(np.float32),
        passage_ids=np.array([passage for passage, _, _ in items], np.int64),
        item_ids=np.array([item for _, item, _ in items], np.int64),
        created=np.zeros(count, np.int64),
        kinds=np.array([KINDS.index(kind) for _, _, kind in items], np.int8),
        sides=np.zeros(count, np.int8),
        characters=np.full(count, 10, np.int32),
        alive=np.ones(count, np.bool_),
    )


def plainly(blocks: list[VectorBlock], vector: NDArray[np.float32], kind: PassageKind) -> dict[int, float]:
    """Return the best cosine of each thing, row by row."""
    best: dict[int, float] = {}
    for each in blocks:
        for row in range(each.rows):
            if each.alive[row] and KINDS[each.kinds[row]] is kind:
                item = int(each.item_ids[row])
                score = float(np.einsum("ij,j->i", each.matrix[row : row + 1], vector)[0])
                best[item] = max(score, best.get(item, -np.inf))
    return best


rows = st.lists(st.tuples(st.integers(1, 60), st.integers(1, 12), st.sampled_from(KINDS)), max_size=25)


@given(parts=st.lists(rows, min_size=1, max_size=5), seed=st.integers(0, 999), kind=st.sampled_from(KINDS))
def test_every_thing_is_as_near_as_its_nearest_piece_in_any_block(
    parts: list[list[tuple[int, int, PassageKind]]], seed: int, kind: PassageKind
) -> None:
    resident = Resident(empty(DIMS))
    for number, items in enumerate(parts):
        once = {passage: (passage, item, sort) for passage, item, sort in items}
        if once:
            resident.add(block(list(once.values()), seed=seed + number), last_id=number)
    vector = np.random.default_rng(seed).standard_normal(DIMS).astype(np.float32)
    expected = plainly(resident.blocks(), vector, kind)
    for blocks in (resident.blocks(), [joined(resident.blocks())]):
        near = nearest_of(blocks, vector, kind=kind)
        assert near.item_ids.tolist() == sorted(expected)
        np.testing.assert_allclose(near.cosines, [expected[item] for item in sorted(expected)], rtol=1e-5, atol=1e-6)


def test_only_the_rows_of_a_kind_are_compared_once_blocks_are_joined() -> None:
    mixed = block([(number, number, KINDS[number % 2]) for number in range(1, 41)])
    whole = joined([mixed])
    spans = [whole.groups(kind).span for kind in KINDS[:2]]
    assert sorted((span.start, span.stop) for span in spans) == [(0, 20), (20, 40)]


def test_turns_of_a_session_are_found_by_the_roster_with_and_without_a_moment(
    mind: Mind, clock: SimulatedClock
) -> None:
    first = mind.observe(user="一つ目", assistant="うん", session_id="a")
    mind.observe(user="よその話", assistant="うん", session_id="b")
    clock.advance(seconds=60)
    later = mind.observe(user="二つ目", assistant="うん", session_id="a")
    rosters, haru = mind._home.recall.rosters, mind.persona.id
    assert rosters.matching(haru, EventFilter(session_id="a")).tolist() == [first.id, later.id]
    assert rosters.matching(haru, EventFilter(session_id="a", since=later.created)).tolist() == [later.id]
    assert rosters.matching(haru, EventFilter(session_id="none")).tolist() == []
