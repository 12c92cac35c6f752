"""LTM's 記憶の関連付け: direction, cleaning, turning round, linking."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from omoide.domain.memories import likeness, relations
from omoide.domain.memories.likeness import Meanings
from omoide.domain.memories.memory import MemoryId
from omoide.domain.memories.relations import KIND_CODE, Bearings, Graph, Relation, RelationRules, RelationType

RULES = RelationRules()


def bearings(retention: list[float], created: list[int] | None = None, ids: list[int] | None = None) -> Bearings:
    count = len(retention)
    return Bearings(
        np.array(ids or range(1, count + 1), dtype=np.int64),
        np.array(retention, dtype=np.float64),
        np.array(created or [0] * count, dtype=np.int64),
    )


def graph(*pairs: tuple[int, int], kind: RelationType = RelationType.SAME_TOPIC) -> Graph:
    return relations.graph_of([Relation(MemoryId(a), MemoryId(b), kind, 0.9) for a, b in pairs])


def pairs_of(found: Graph) -> list[tuple[int, int]]:
    return list(zip(found.source.tolist(), found.target.tolist(), strict=True))


@pytest.mark.parametrize(
    ("scores", "created", "expected"),
    [
        ([60.0, 30.0], [0, 9], [True, False]),
        ([34.9, 30.0], [0, 9], [False, True]),
        ([34.9, 30.0], [9, 0], [True, False]),
        ([35.0, 30.0], [0, 9], [True, False]),
        ([30.0, 30.0], [5, 5], [False, True]),
    ],
)
def test_relations_point_from_higher_to_lower_or_from_newer_to_older(
    scores: list[float], created: list[int], expected: list[bool]
) -> None:
    where = bearings(scores, created)
    found = relations.points_rightly(np.array([1, 2]), np.array([2, 1]), bearings=where, rules=RULES)
    assert found.tolist() == expected


def test_relations_to_what_is_no_longer_active_are_dropped() -> None:
    where = bearings([50.0, 40.0], ids=[1, 3])
    assert pairs_of(relations.cleaned(graph((1, 2), (1, 3), (4, 2)), bearings=where)) == [(1, 3), (4, 2)]


def test_a_relation_whose_order_changed_is_turned_round() -> None:
    after = relations.turned(graph((1, 2), (3, 1)), bearings=bearings([10.0, 40.0, 90.0]), rules=RULES)
    assert pairs_of(after) == [(2, 1), (3, 1)]


def test_turning_round_never_gives_a_memory_more_than_ten() -> None:
    wrong = graph(*((each, 1) for each in range(2, 20)))
    after = relations.turned(wrong, bearings=bearings([90.0] + [10.0] * 18), rules=RULES)
    assert pairs_of(after) == [(1, each) for each in range(10, 20)]


def test_what_was_told_stays_before_what_was_found() -> None:
    told = graph((1, 2), kind=RelationType.CONTRADICTS)
    many = relations.joined(told, graph(*((1, each) for each in range(3, 20))))
    kept = relations.limited(many, limit=3)
    assert (1, 2) in pairs_of(kept)
    assert len(kept) == 3


def test_turning_round_onto_an_existing_relation_leaves_one() -> None:
    after = relations.turned(graph((1, 2), (2, 1)), bearings=bearings([10.0, 40.0]), rules=RULES)
    assert pairs_of(after) == [(2, 1)]


def test_a_pair_that_is_related_either_way_is_not_linked_again() -> None:
    where = bearings([90.0, 50.0, 10.0])
    added = relations.linked(graph((2, 1)), graph((1, 2), (1, 3)), bearings=where, rules=RULES)
    assert pairs_of(added) == [(1, 3)]


def test_the_nearest_are_linked_while_the_source_has_room() -> None:
    where = bearings([90.0] + [10.0] * 20)
    found = [Relation(MemoryId(1), MemoryId(each), RelationType.SAME_TOPIC, 0.8 + each / 200) for each in range(5, 22)]
    held = graph((1, 2), (1, 3), (1, 4))
    added = relations.linked(held, relations.graph_of(found), bearings=where, rules=RULES)
    assert pairs_of(added) == [(1, each) for each in range(15, 22)]


def unit(rows: list[list[float]]) -> NDArray[np.float32]:
    vectors: NDArray[np.float32] = np.array(rows, dtype=np.float32)
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True), dtype=np.float32)


def like(
    fresh: list[bool], vectors: NDArray[np.float32], *, threshold: float = 0.85, cuts: tuple[int, ...] = ()
) -> Graph:
    """Compare the memories 1, 2, … with the fresh ones among them; the others come cut into blocks."""
    whole = Meanings(np.arange(1, len(vectors) + 1), vectors)
    ends = [0, *cuts, len(vectors)]
    blocks = [whole.only(slice(start, end)) for start, end in itertools.pairwise(ends)]
    return likeness.like_pairs(whole.only(np.array(fresh, dtype=np.bool_)), blocks, threshold=threshold)


def test_only_pairs_with_a_fresh_memory_are_compared() -> None:
    vectors = unit([[1, 0], [1, 0.1], [1, 0.2], [0, 1]])
    assert pairs_of(like([False, False, True, True], vectors)) == [(1, 3), (2, 3)]


def test_a_memory_without_meaning_is_like_no_other() -> None:
    assert len(like([True, True], np.zeros((2, 3), dtype=np.float32))) == 0


def test_without_fresh_memories_nothing_is_compared() -> None:
    assert len(like([False, False], np.eye(2, dtype=np.float32), threshold=0)) == 0


def test_an_empty_mind_holds_no_pairs() -> None:
    nothing = likeness.gathered([])
    assert len(likeness.like_pairs(nothing, [], threshold=0.85)) == 0
    assert len(likeness.like_pairs(nothing, [nothing], threshold=0.85)) == 0


@given(st.integers(1, 40), st.integers(0, 999), st.data())
def test_blocks_find_what_one_product_finds(count: int, seed: int, data: st.DataObject) -> None:
    dice = np.random.default_rng(seed)
    vectors = unit(dice.normal(size=(count, 3)).tolist())
    fresh = (dice.random(count) < 0.5).tolist()
    cuts = tuple(sorted(data.draw(st.lists(st.integers(0, count), max_size=4))))
    exact = vectors.astype(np.float64) / np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    whole = np.round(exact @ exact.T, 5)
    expected = {
        (a + 1, b + 1)
        for a in range(count)
        for b in range(a + 1, count)
        if whole[a, b] >= 0.85 and (fresh[a] or fresh[b])
    }
    assert set(pairs_of(like(fresh, vectors, cuts=cuts))) == expected


@given(st.integers(2, 30), st.integers(0, 999))
def test_a_settled_graph_points_rightly_and_settling_again_changes_nothing(count: int, seed: int) -> None:
    dice = np.random.default_rng(seed)
    where = bearings((dice.integers(0, 1000, count) / 10).tolist(), dice.integers(0, 9, count).tolist())
    source, target = dice.integers(1, count + 1, (2, 60))
    apart = source != target
    kind = dice.integers(0, len(KIND_CODE), 60).astype(np.int8)
    start = relations.canonical(Graph(source[apart], target[apart], kind[apart], dice.random(60)[apart]))
    once = relations.turned(start, bearings=where, rules=RULES)
    again = relations.turned(once, bearings=where, rules=RULES)
    assert relations.points_rightly(once.source, once.target, bearings=where, rules=RULES).all()
    assert pairs_of(again) == pairs_of(once)
    assert np.unique(once.source, return_counts=True)[1].max(initial=0) <= RULES.max_relations_per_memory


def test_what_one_graph_has_and_another_has_not() -> None:
    assert pairs_of(relations.without(graph((1, 2), (1, 3)), graph((1, 3), (9, 9)))) == [(1, 2)]
