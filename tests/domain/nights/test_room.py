"""Room: the strongest memories stay readable, the others are forgotten step by step."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.memories import levels
from omoide.domain.memories.levels import Level, RatioRules, Standing
from omoide.domain.memories.memory import Cause
from omoide.domain.nights import night, room
from omoide.domain.nights.night import NightRules
from omoide.domain.nights.population import NEVER, Population
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from tests.domain.nights.populations import DAY, START, assert_same, population, populations

FIRST = moment.parse("2026-01-19T03:00:00+09:00", tz=moment.zone("Asia/Tokyo"))
SEED = NightRules(ratios=RatioRules(ratio_min_population=0, room=0))
sizes = st.integers(0, 70)


def sleep(before: Population, *, size: int, nights: int = 1, crowded_from: int = 500) -> night.NightPlan:
    rules = NightRules(ratios=RatioRules(ratio_min_population=crowded_from, room=size))
    return night.plan(before, nights=[Moment(FIRST + each * DAY) for each in range(nights)], rules=rules)


def small_talk(count: int, **columns: object) -> Population:
    """Return memories that the seed's thresholds archive, one level a night."""
    return population(count, **{"emotional_intensity": 4.0, "retention": 4.0} | columns)


def sheltered(standing: Standing, size: int) -> list[bool]:
    everyone = np.ones(len(standing.ids), dtype=np.bool_)
    found = room.sheltered(everyone, standing=standing, size=size)
    return [bool(each) for each in found]


def test_ten_memories_of_a_new_user_become_summaries_and_nothing_less() -> None:
    planned = sleep(small_talk(10), size=RatioRules().room, nights=365)
    assert planned.after.level.tolist() == [Level.SUMMARY] * 10
    assert planned.of(Cause.FADED).after.tolist() == [Level.SUMMARY] * 10
    assert planned.spared.ids.tolist() == list(range(1, 11))


def test_scores_fall_as_the_seed_says_whether_there_is_room_or_not() -> None:
    before = small_talk(10)
    roomy, crowded = sleep(before, size=30, nights=30).after, sleep(before, size=0, nights=30).after
    np.testing.assert_array_equal(roomy.retention, crowded.retention)
    np.testing.assert_array_equal(roomy.memory_days, crowded.memory_days)


def test_the_weakest_goes_when_there_is_one_too_many() -> None:
    weak = small_talk(4, emotional_intensity=[4.0, 3.0, 2.0, 1.0])
    first, second, third = (sleep(weak, size=3, nights=nights) for nights in (1, 2, 3))
    assert first.after.level.tolist() == [2, 2, 2, 2]
    assert first.spared.ids.tolist() == []
    assert second.after.level.tolist() == [2, 2, 2, 3]
    assert third.after.level.tolist() == [2, 2, 2, 4]
    assert third.spared.ids.tolist() == [1, 2, 3]


def test_of_equals_the_older_goes_first_and_then_the_less_recalled() -> None:
    ranks = Standing(
        retention=np.array([9.0, 5.0, 5.0, 5.0, 1.0]),
        created=np.array([1, 3, 2, 2, 9]),
        recall_count=np.array([0, 0, 1, 0, 5]),
        ids=np.arange(5),
    )
    assert sheltered(ranks, 4) == [True, True, True, True, False]
    assert sheltered(ranks, 3) == [True, True, True, False, False]
    assert sheltered(ranks, 2) == [True, True, False, False, False]
    assert sheltered(ranks, 1) == [True, False, False, False, False]
    assert sheltered(ranks, 0) == [False] * 5


def test_protected_and_archived_memories_take_no_room() -> None:
    before = small_talk(
        4,
        emotional_intensity=[90.0, 80.0, 4.0, 3.0],
        retention=[90.0, 80.0, 4.0, 3.0],
        protected=[True, False, False, False],
        level=[1, 4, 1, 1],
        archived_at=[NEVER, START - DAY, NEVER, NEVER],
    )
    assert sleep(before, size=2, nights=3).after.level.tolist() == [1, 4, 2, 2]
    assert sleep(before, size=1, nights=3).after.level.tolist() == [1, 4, 2, 4]


def test_a_trace_is_neither_raised_nor_archived_while_there_is_room() -> None:
    before = small_talk(2, level=3)
    planned = sleep(before, size=2, nights=100)
    assert planned.after.level.tolist() == [3, 3]
    assert planned.condensed.tolist() == []
    assert sleep(before, size=0).after.level.tolist() == [4, 4]


def test_what_came_back_from_the_archive_stays_a_trace() -> None:
    before = small_talk(
        4,
        level=[4, 1, 1, 1],
        archived_at=[START - DAY] + [NEVER] * 3,
        revival_requested_at=[START] + [NEVER] * 3,
    )
    back = sleep(before, size=10)
    assert back.of(Cause.REVIVED).ids.tolist() == [1]
    assert back.after.level.tolist() == [3, 2, 2, 2]
    assert sleep(back.after, size=10, nights=200).after.level.tolist() == [3, 2, 2, 2]


def test_a_crowd_leaves_those_alone_that_there_is_room_for() -> None:
    before = population(600, emotional_intensity=(40 + np.arange(600) / 10).tolist(), decay_coefficient=0.999, level=2)
    after = sleep(before, size=250, crowded_from=0).after
    assert after.level.tolist() == [4] * 140 + [3] * 210 + [2] * 250


def test_a_large_mind_of_strong_memories_ends_as_without_room() -> None:
    before = population(3_000, emotional_intensity=(60 + np.arange(3_000) / 75).tolist(), decay_coefficient=0.999)
    roomy, crowded = sleep(before, size=30), sleep(before, size=0)
    assert_same(roomy.after, crowded.after)
    assert [int((roomy.after.level == level).sum()) for level in Level] == [450, 900, 1_050, 600]


@pytest.mark.parametrize("intensity", [4.0, 30.0, 100.0])
def test_a_mind_that_grows_past_the_smallest_crowd_makes_no_wave(intensity: float) -> None:
    mind = population(0)
    fell: list[int] = []
    for number in range(90):
        fresh = population(20, emotional_intensity=intensity, retention=intensity, decay_coefficient=0.99)
        fresh = replace(
            fresh,
            ids=fresh.ids + number * 20,
            created=fresh.created + number * DAY,
            faded_through=fresh.created + number * DAY,
        )
        columns = {name: [getattr(each, name) for each in (mind, fresh)] for name in Population.__dataclass_fields__}
        mind = Population(**{name: np.concatenate(pair) for name, pair in columns.items()})
        planned = night.plan(mind, nights=[Moment(FIRST + number * DAY)], rules=NightRules())
        fell.append(int(((planned.after.level > Level.SUMMARY) & (planned.before.level <= Level.SUMMARY)).sum()))
        assert len(planned.of(Cause.CROWDED)) <= 4 * 20
        mind = planned.after
    assert max(fell) <= 2 * 20
    assert int((mind.level <= Level.SUMMARY).sum()) >= RatioRules().room


@given(before=populations(), size=sizes, nights=st.integers(1, 40))
def test_whatever_there_is_room_for_is_not_pushed_below_a_summary(before: Population, size: int, nights: int) -> None:
    planned = sleep(before, size=size, nights=nights)
    awake = before.is_active & ~before.protected
    fell = (planned.after.level > before.level) & (planned.after.level > Level.SUMMARY)
    assert int((awake & ~fell).sum()) >= min(size, int(awake.sum()))


@given(before=populations(), size=sizes, nights=st.integers(1, 40))
def test_who_falls_below_a_summary_is_weaker_than_all_who_are_spared(
    before: Population, size: int, nights: int
) -> None:
    planned = sleep(before, size=size, nights=nights)
    after = planned.after
    fell = (after.level > before.level) & (after.level > Level.SUMMARY)
    spared = np.isin(after.ids, planned.spared.ids)
    both = np.flatnonzero(fell | spared)
    keys = (after.ids[both], after.recall_count[both], after.created[both], planned_retention(planned)[both])
    order = both[np.lexsort(keys)]
    assert not np.any(np.diff(spared[order].astype(int)) < 0)


def planned_retention(planned: night.NightPlan) -> np.ndarray:
    """Return the scores as they stood when the levels were decided; revival comes later."""
    back = np.isin(planned.after.ids, planned.of(Cause.REVIVED).ids)
    return np.where(back, planned.before.retention, planned.after.retention)


@given(before=populations(), size=sizes)
def test_a_night_run_twice_equals_once_with_any_room(before: Population, size: int) -> None:
    once = sleep(before, size=size, nights=2)
    assert_same(sleep(once.survivors, size=size, nights=2).survivors, once.survivors)


@given(before=populations(), size=sizes, seed=st.integers(0, 1000))
def test_the_order_of_memories_does_not_matter_with_any_room(before: Population, size: int, seed: int) -> None:
    shuffled = before.only(np.random.default_rng(seed).permutation(len(before)))
    assert_same(sleep(shuffled, size=size).after.in_order(), sleep(before, size=size).after)


@given(before=populations(), nights=st.integers(1, 40))
def test_without_room_the_thresholds_are_the_seeds(before: Population, nights: int) -> None:
    planned = sleep(before, size=0, nights=nights)
    movable = (planned.nights > 0) & ~before.protected
    deserved = levels.levels_for(planned_retention(planned), rules=SEED.levels)
    settled = np.where(np.isin(before.ids, planned.of(Cause.REVIVED).ids), Level.ARCHIVE, planned.after.level)
    assert (settled[movable] >= np.minimum(deserved, before.level + 1)[movable]).all()
    long_ago = movable & (planned.nights >= 3) & (before.recalls == 0)
    score = before.emotional_intensity * before.decay_coefficient**before.memory_days
    already = levels.levels_for(score, rules=SEED.levels)
    assert (settled[long_ago] >= already[long_ago]).all()
    assert len(planned.spared) == 0


@given(before=populations(), smaller=sizes, more=st.integers(0, 20))
def test_more_room_never_makes_a_memory_fall_further_by_its_score(before: Population, smaller: int, more: int) -> None:
    awake = before.is_active & ~before.protected
    masks = [room.sheltered(awake, standing=before.standing, size=size) for size in (smaller, smaller + more)]
    assert (masks[0] <= masks[1]).all()
    assert int(masks[0].sum()) == min(smaller, int(awake.sum()))
