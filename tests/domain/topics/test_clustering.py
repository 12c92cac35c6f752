"""Points join topics one after the other: what has joined stays, and portions end where the whole does."""

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from omoide.domain.topics.calibration import TopicBounds
from omoide.domain.topics.clustering import (
    Centres,
    ClusterRules,
    Joined,
    Points,
    Sorted,
    near_anchor,
    no_centres,
    no_points,
    sorted_in,
)
from omoide.domain.topics.topic import TopicId

DIMS = 12
RULES = ClusterRules(TopicBounds(fixed=0.6, near=0.7, join=0.55, recall=0.3), window=60)


def toward(axis: int, *, tilt: float = 0.0, other: int = 0) -> NDArray[np.float32]:
    """Return a unit vector along an axis, tilted a little toward another one."""
    vector = np.zeros(DIMS)
    vector[axis] = 1.0
    vector[other] += tilt
    return (vector / np.linalg.norm(vector)).astype(np.float32)


def points(*vectors: NDArray[np.float32], days: list[int] | None = None, first: int = 1) -> Points:
    count = len(vectors)
    return Points(
        np.arange(first, first + count, dtype=np.int64),
        np.array(days or list(range(count)), np.int64),
        np.stack(vectors) if vectors else np.zeros((0, DIMS), np.float32),
    )


def fixed(*anchors: NDArray[np.float32]) -> Centres:
    count = len(anchors)
    return Centres(
        tuple(map(TopicId, range(1, count + 1))),
        np.zeros((count, DIMS)),
        np.zeros(count, np.int64),
        np.stack(anchors).astype(np.float64),
        np.ones(count, np.bool_),
    )


def sort(fresh: Points, *, centres: Centres | None = None, rules: ClusterRules = RULES) -> Sorted:
    return sorted_in(centres or no_centres(DIMS), no_points(DIMS), fresh, rules=rules)


def topic_of(done: Sorted) -> dict[int, TopicId]:
    return {each.number: each.topic_id for each in done.joined}


def test_three_that_lie_near_each_other_on_two_days_make_a_topic() -> None:
    done = sort(points(toward(1), toward(1, tilt=0.2), toward(5), toward(1, tilt=0.1, other=2)))
    assert len(done.born) == 1
    assert sorted(topic_of(done)) == [1, 2, 4]


def test_two_are_too_few_and_wait() -> None:
    done = sort(points(toward(1), toward(1, tilt=0.2), toward(5)))
    assert (done.joined, done.born) == ((), ())


def test_three_of_one_day_wait_for_another_day() -> None:
    day = points(toward(1), toward(1, tilt=0.1), toward(1, tilt=0.2), days=[7, 7, 7])
    assert sort(day).born == ()
    later = points(toward(1), toward(1, tilt=0.1), toward(1, tilt=0.2), toward(1, tilt=0.3), days=[7, 7, 7, 8])
    assert sorted(topic_of(sort(later))) == [1, 2, 3, 4]


def test_a_new_one_joins_the_nearest_topic_or_waits() -> None:
    first = sort(points(toward(1), toward(1), toward(1), toward(3), toward(3), toward(3)))
    more = points(toward(1, tilt=0.5, other=3), toward(8), first=7)
    done = sorted_in(first.centres, no_points(DIMS), more, rules=RULES)
    assert [(each.number, each.topic_id) for each in done.joined] == [(7, first.born[0])]


def test_the_owners_topics_take_their_members_first() -> None:
    grown = sort(points(toward(1), toward(1), toward(1)))
    own = fixed(toward(2))
    centres = Centres(
        (*grown.centres.ids, TopicId(9)),
        np.vstack([grown.centres.totals, own.totals]),
        np.append(grown.centres.counts, 0),
        np.vstack([grown.centres.anchors, own.anchors]),
        np.array([False, True]),
    )
    between = points(toward(1, tilt=0.9, other=2), first=4)
    done = sorted_in(centres, no_points(DIMS), between, rules=RULES)
    assert topic_of(done) == {4: TopicId(9)}


def test_what_lies_near_the_members_of_a_fixed_topic_joins_it_too() -> None:
    own = fixed(toward(2))
    near = [toward(2, tilt=0.9, other=4) for _ in range(3)]
    done = sort(points(*near, toward(4, tilt=0.8, other=2)), centres=own)
    assert set(topic_of(done).values()) == {TopicId(1)}
    assert len(done.joined) == 4


def test_those_around_a_newborn_topic_join_it() -> None:
    border = toward(1, tilt=1.1, other=2)  # near enough to the members on average, to none of them as a neighbour
    done = sort(points(border, toward(1), toward(1), toward(1)))
    assert sorted(topic_of(done)) == [1, 2, 3, 4]
    assert list(done.centres.counts) == [4]


def test_a_wide_topic_draws_nobody_in_by_being_in_the_middle() -> None:
    spread = [toward(axis) for axis in range(1, 7)]
    centres = Centres(
        (TopicId(1),),
        np.sum(spread, axis=0)[None].astype(np.float64),
        np.array([6]),
        np.zeros((1, DIMS)),
        np.zeros(1, np.bool_),
    )
    middle = np.sum(spread, axis=0)
    stranger = (middle / np.linalg.norm(middle)).astype(np.float32)
    assert sort(points(stranger), centres=centres).joined == ()


def test_what_waits_beyond_the_window_is_not_looked_at() -> None:
    rules = ClusterRules(RULES.bounds, window=3)
    far = [toward(1), toward(1), *(toward(axis) for axis in (4, 6, 8)), toward(1)]
    assert sort(points(*far), rules=rules).born == ()
    assert len(sort(points(*far)).born) == 1


def test_waiting_points_near_a_new_fixed_topic_are_found() -> None:
    waiting = points(toward(1), toward(2), toward(1, tilt=0.5, other=2))
    assert [number for number, _ in near_anchor(toward(1).astype(np.float64), waiting, bounds=RULES.bounds)] == [1, 3]
    assert near_anchor(toward(1).astype(np.float64), no_points(DIMS), bounds=RULES.bounds) == []


def test_nothing_makes_nothing() -> None:
    assert sort(points()).joined == ()
    zero = points(np.zeros(DIMS, np.float32), np.zeros(DIMS, np.float32), np.zeros(DIMS, np.float32))
    assert sort(zero).born == ()


@st.composite
def lives(draw: st.DrawFn) -> Points:
    """Points around a few directions, over some days."""
    count = draw(st.integers(0, 60))
    dice = np.random.default_rng(draw(st.integers(0, 2**32)))
    axes = dice.integers(0, 6, size=count)
    noise = dice.normal(scale=draw(st.floats(0.01, 0.5)), size=(count, DIMS))
    vectors = np.eye(DIMS)[axes] + noise
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True) if count else 1.0
    return Points(
        np.arange(1, count + 1),
        np.sort(dice.integers(0, 20, size=count)),
        vectors.astype(np.float32),
    )


def in_portions(life: Points, cuts: list[int], rules: ClusterRules) -> dict[int, int]:
    """Return the topic of each point, numbered in order of birth, when the life is sorted in portions."""
    centres, topics, born = no_centres(DIMS), dict[int, int](), 0
    edges = [0, *sorted({min(cut, len(life)) for cut in cuts}), len(life)]
    for start, end in pairwise(edges):
        if start == end:
            continue
        lowest = int(life.numbers[start]) - rules.window
        waits = [at for at in range(start) if int(life.numbers[at]) not in topics and life.numbers[at] >= lowest]
        done = sorted_in(centres, only(life, waits), only(life, list(range(start, end))), rules=rules)
        real = {new: TopicId(born + place) for place, new in enumerate(done.born, start=1)}
        born += len(real)
        before = dict(topics)
        topics |= {each.number: int(real.get(each.topic_id, each.topic_id)) for each in done.joined}
        assert before.items() <= topics.items()  # whoever had joined stays
        ids = tuple(real.get(each, each) for each in done.centres.ids)
        centres = Centres(ids, done.centres.totals, done.centres.counts, done.centres.anchors, done.centres.fixed)
    return topics


def only(life: Points, places: list[int]) -> Points:
    return Points(life.numbers[places], life.days[places], life.vectors[places])


@settings(max_examples=150, deadline=None)
@given(life=lives(), cuts=st.lists(st.integers(0, 60), max_size=8), window=st.sampled_from([5, 20, 3_000]))
def test_portions_of_any_size_end_where_the_whole_does_and_nobody_changes_topic(
    life: Points, cuts: list[int], window: int
) -> None:
    rules = ClusterRules(RULES.bounds, window=window)
    whole = in_portions(life, [], rules)
    assert in_portions(life, cuts, rules) == whole
    assert in_portions(life, list(range(len(life))), rules) == whole


@settings(max_examples=100, deadline=None)
@given(life=lives())
def test_every_topic_has_its_least_members_and_days_and_counts_them(life: Points) -> None:
    done = sort(life)
    days = {int(number): int(day) for number, day in zip(life.numbers, life.days, strict=True)}
    for place, topic_id in enumerate(done.centres.ids):
        mine: list[Joined] = [each for each in done.joined if each.topic_id == topic_id]
        assert len(mine) >= RULES.least_members
        assert len({days[each.number] for each in mine}) >= RULES.least_days
        assert done.centres.counts[place] == len(mine)
    assert len({each.number for each in done.joined}) == len(done.joined)
