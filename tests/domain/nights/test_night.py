"""The night as a pure step."""

from dataclasses import replace
from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.memories.archive import ArchiveRules
from omoide.domain.memories.levels import RatioRules
from omoide.domain.memories.memory import Cause
from omoide.domain.nights import night
from omoide.domain.nights.night import NightRules
from omoide.domain.nights.population import NEVER, Population
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from tests.domain.nights.populations import DAY, START, assert_same, population, populations

TOKYO = ZoneInfo("Asia/Tokyo")
RULES = NightRules()
CROWDED = NightRules(ratios=RatioRules(ratio_min_population=0, room=0))
THRESHOLDS = NightRules(ratios=RatioRules(1.0, 1.0, 1.0, room=0))
"""The seed's thresholds alone: no room, and no level is ever crowded."""
FIRST = moment.parse("2026-01-19T03:00:00+09:00", tz=TOKYO)
rules = st.sampled_from([RULES, CROWDED, NightRules(archive=ArchiveRules(auto_delete_enabled=True))])


def hours(count: int) -> list[Moment]:
    return [Moment(FIRST + each * DAY) for each in range(count)]


def sleep(before: Population, nights: int = 1, by: NightRules = RULES) -> night.NightPlan:
    return night.plan(before, nights=hours(nights), rules=by)


def test_a_day_passes_for_a_memory_that_nobody_recalled() -> None:
    after = sleep(population(1, memory_days=0.375)).after
    assert after.memory_days.tolist() == [1.375]
    assert after.retention.tolist() == pytest.approx([60 * 0.95**1.375])
    assert after.faded_through.tolist() == [FIRST]


def test_a_recalled_memory_is_fresher_lasts_longer_and_loses_its_flag() -> None:
    after = sleep(population(1, memory_days=10.0, recalls=2, recall_count=1)).after
    assert after.memory_days.tolist() == [5.0]
    assert after.decay_coefficient.tolist() == pytest.approx([0.97])
    assert after.recall_count.tolist() == [2]
    assert after.recalls.tolist() == [0]


def test_missed_nights_are_caught_up_in_one() -> None:
    before = population(1, memory_days=0.5)
    one_by_one = before
    for hour in hours(5):
        one_by_one = night.plan(one_by_one, nights=[hour], rules=RULES).after
    assert_same(sleep(before, nights=5).after, one_by_one)


def test_a_memory_made_during_the_missed_nights_lives_only_through_its_own() -> None:
    made = [START, FIRST + DAY + 5]
    after = sleep(population(2, created=made, faded_through=made, memory_days=0.0), nights=4).after
    assert after.memory_days.tolist() == [4.0, 2.0]


def test_a_memory_falls_one_level_a_night_as_far_as_its_score_says() -> None:
    before = population(4, emotional_intensity=[90.0, 45.0, 12.0, 4.0], memory_days=0.1)
    first, second, third = (sleep(before, nights=nights, by=THRESHOLDS) for nights in (1, 2, 3))
    assert first.after.level.tolist() == [1, 2, 2, 2]
    assert first.of(Cause.FADED).ids.tolist() == [2, 3, 4]
    assert first.condensed.tolist() == [1, 2, 3]
    assert second.after.level.tolist() == [1, 2, 3, 3]
    assert third.after.level.tolist() == [1, 2, 3, 4]
    assert third.after.archived_at.tolist() == [NEVER, NEVER, NEVER, FIRST + 2 * DAY]


@given(before=populations(), nights=st.integers(2, 8))
def test_missed_nights_lead_by_thresholds_where_each_by_itself_would_have_led(before: Population, nights: int) -> None:
    before = replace(before, revival_requested_at=np.full_like(before.revival_requested_at, NEVER))
    one_by_one = before
    for count in range(1, nights + 1):
        one_by_one = sleep(one_by_one, nights=count, by=THRESHOLDS).after
    np.testing.assert_array_equal(sleep(before, nights=nights, by=THRESHOLDS).after.level, one_by_one.level)


@given(before=populations())
def test_by_thresholds_no_memory_falls_more_than_one_level_in_a_night(before: Population) -> None:
    before = replace(before, faded_through=np.maximum(before.faded_through, START))
    planned = sleep(before, by=RULES)
    assert (planned.of(Cause.FADED).after - planned.of(Cause.FADED).before <= 1).all()
    assert (planned.after.level - before.level <= 1).all()


def test_from_trace_to_archive_no_text_changes() -> None:
    planned = sleep(population(1, emotional_intensity=4.0, level=3), by=THRESHOLDS)
    assert planned.after.level.tolist() == [4]
    assert planned.condensed.tolist() == []


def test_a_level_never_rises_by_itself() -> None:
    assert sleep(population(1, emotional_intensity=100.0, level=3)).after.level.tolist() == [3]


def test_what_was_pushed_out_by_the_crowd_is_told_apart() -> None:
    planned = sleep(population(20, emotional_intensity=[100.0 - each for each in range(20)]), by=CROWDED)
    assert len(planned.of(Cause.FADED)) == 0
    assert planned.of(Cause.CROWDED).after.tolist() == [2] * 6 + [3] * 7 + [4] * 4


def test_an_appointment_does_not_fade_before_its_day() -> None:
    before = population(1, emotional_intensity=10.0, level=1, kept_until=FIRST + 3 * DAY - 1)
    waiting = sleep(before, nights=3, by=THRESHOLDS)
    assert waiting.after.level.tolist() == [1]
    assert waiting.after.memory_days.tolist() == [0.5]
    passed = sleep(waiting.after, nights=5, by=THRESHOLDS)
    assert passed.after.memory_days.tolist() == [2.5]
    assert passed.after.level.tolist() == [3]


def test_an_asked_for_memory_comes_back_while_there_is_room() -> None:
    before = population(
        10,
        level=[4] * 5 + [1] * 5,
        archived_at=[START - 10 * DAY] * 5 + [NEVER] * 5,
        emotional_intensity=[30.0, 50.0, 40.0, 20.0, 10.0] + [90.0] * 5,
        revival_requested_at=[START] * 5 + [NEVER] * 5,
        memory_days=40.0,
    )
    before = replace(before, decay_coefficient=np.where(before.level == 1, 0.999, 0.95))
    planned = sleep(before)
    assert planned.of(Cause.REVIVED).ids.tolist() == [2, 3, 1]
    assert planned.of(Cause.REVIVAL_REFUSED).ids.tolist() == [4, 5]
    after = planned.after
    assert after.level.tolist()[:5] == [3, 3, 3, 4, 4]
    assert after.retention[1] == pytest.approx(50 * 0.995**10)
    assert after.recalls.tolist()[:5] == [1, 1, 1, 0, 0]
    assert after.recall_count.tolist()[:5] == [1, 1, 1, 0, 0]
    assert (after.revival_requested_at == NEVER).all()
    assert after.archived_at.tolist()[:3] == [NEVER] * 3


def test_the_archive_is_frozen() -> None:
    before = population(1, level=4, archived_at=START - DAY, recalls=1, memory_days=7.0)
    assert_same(sleep(before).after, before)


def test_without_nights_and_without_memories_nothing_happens() -> None:
    before = population(3)
    assert_same(night.plan(before, nights=[], rules=RULES).after, before)
    assert len(sleep(population(0)).after) == 0


@given(before=populations(), by=rules)
def test_a_night_run_twice_equals_once(before: Population, by: NightRules) -> None:
    once = sleep(before, nights=2, by=by)
    twice = sleep(once.survivors, nights=2, by=by)
    assert_same(twice.survivors, once.survivors)


@given(before=populations(), by=rules, nights=st.integers(1, 30))
def test_protected_memories_never_change_level(before: Population, by: NightRules, nights: int) -> None:
    planned = sleep(before, nights=nights, by=by)
    np.testing.assert_array_equal(planned.after.level[before.protected], before.level[before.protected])
    assert not np.isin(before.ids[before.protected], planned.deleted).any()


@given(before=populations(), by=rules, seed=st.integers(0, 1000))
def test_the_order_of_memories_does_not_matter(before: Population, by: NightRules, seed: int) -> None:
    shuffled = before.only(np.random.default_rng(seed).permutation(len(before)))
    assert_same(sleep(shuffled, by=by).after.in_order(), sleep(before, by=by).after)


@given(before=populations(), by=rules)
def test_retention_never_rises_without_recall_or_revival(before: Population, by: NightRules) -> None:
    before = replace(
        before,
        recalls=np.zeros_like(before.recalls),
        retention=before.emotional_intensity * before.decay_coefficient**before.memory_days,
    )
    planned = sleep(before, by=by)
    untouched = ~np.isin(before.ids, planned.of(Cause.REVIVED).ids)
    assert (planned.after.retention[untouched] <= before.retention[untouched] + 1e-9).all()


@given(before=populations(), by=rules)
def test_levels_only_rise_by_revival(before: Population, by: NightRules) -> None:
    planned = sleep(before, by=by)
    risen = planned.after.ids[planned.after.level < before.level]
    assert set(risen.tolist()) == set(planned.of(Cause.REVIVED).ids.tolist())


def test_nights_due_are_the_hours_since_the_last_one() -> None:
    due = night.nights_due(FIRST, until=Moment(FIRST + 3 * DAY), hour=3, tz=TOKYO)
    assert due == hours(4)[1:]
    assert night.nights_due(FIRST, until=Moment(FIRST + DAY - 1), hour=3, tz=TOKYO) == []
