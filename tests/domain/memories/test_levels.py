"""Thresholds and ratios of LTM's 三段階圧縮モデル."""

import numpy as np
import pytest

from omoide.domain.memories import levels
from omoide.domain.memories.levels import Level, LevelRules, RatioRules, Standing

RULES = LevelRules()
ALWAYS = RatioRules(ratio_min_population=0)


@pytest.mark.parametrize(
    ("score", "level"),
    [
        (100.0, Level.FULL),
        (50.1, Level.FULL),
        (50.0, Level.SUMMARY),
        (20.1, Level.SUMMARY),
        (20.0, Level.TRACE),
        (5.1, Level.TRACE),
        (5.0, Level.ARCHIVE),
        (0.0, Level.ARCHIVE),
    ],
)
def test_the_thresholds_of_the_seed(score: float, level: Level) -> None:
    assert levels.level_for(score, rules=RULES) is level
    assert levels.levels_for(np.array([score]), rules=RULES).tolist() == [level]


def standing(retention: list[float], created: list[int] | None = None, recalls: list[int] | None = None) -> Standing:
    count = len(retention)
    return Standing(
        np.array(retention, dtype=np.float64),
        np.array(created or [0] * count, dtype=np.int64),
        np.array(recalls or [0] * count, dtype=np.int64),
        np.arange(count, dtype=np.int64),
    )


def enforce(start: list[int], ranks: Standing, rules: RatioRules = ALWAYS) -> list[int]:
    everyone = np.ones(len(start), dtype=np.bool_)
    anywhere = np.full(len(start), Level.ARCHIVE, dtype=np.int8)
    found = levels.enforce_ratios(
        np.array(start, dtype=np.int8), standing=ranks, counted=everyone, lowest=anywhere, rules=rules
    )
    return [int(each) for each in found]


def test_the_distribution_of_the_seeds_year() -> None:
    count = 36_500
    strong = standing([60 + 40 * place / count for place in range(count)])
    after = np.array(enforce([1] * count, strong))
    assert [int((after == level).sum()) for level in Level] == [5_475, 10_950, 12_775, 7_300]


def test_the_strongest_keep_the_highest_levels() -> None:
    after = enforce([1] * 20, standing([float(each) for each in range(20)]))
    assert after == [4] * 4 + [3] * 7 + [2] * 6 + [1] * 3


def test_of_equal_scores_the_oldest_leaves_first_and_then_the_least_recalled() -> None:
    everyone = np.ones(3, dtype=np.bool_)
    ranks = standing([60.0, 60.0, 60.0], created=[5, 3, 3], recalls=[0, 1, 0])
    assert levels.weakest(everyone, standing=ranks).tolist() == [2, 1, 0]


def test_ten_memories_of_a_new_user_are_not_pushed_out() -> None:
    assert enforce([1] * 10, standing([60.0] * 10), RatioRules()) == [1] * 10


def test_ratios_hold_only_above_the_smallest_population() -> None:
    assert not levels.is_crowding(500, rules=RatioRules())
    assert levels.is_crowding(501, rules=RatioRules())
    assert levels.is_crowding(1, rules=ALWAYS)


def test_archived_memories_count_in_the_base() -> None:
    after = enforce([4] * 80 + [1] * 20, standing([1.0] * 80 + [60.0] * 20))
    assert after.count(1) == 15
    assert after.count(2) == 5


def test_those_that_may_not_move_stay_although_the_level_is_crowded() -> None:
    found = levels.enforce_ratios(
        np.ones(20, dtype=np.int8),
        standing=standing([1.0] * 10 + [90.0] * 10),
        counted=np.ones(20, dtype=np.bool_),
        lowest=np.array([1] * 10 + [4] * 10, dtype=np.int8),
        rules=ALWAYS,
    )
    assert found[:10].tolist() == [1] * 10
    assert (found[10:] > 1).all()


@pytest.mark.parametrize(
    ("base", "most"),
    [
        (500, (500, 500, 500)),
        (600, (472, 495, 502)),
        (1_000, (362, 475, 512)),
        (1_400, (252, 455, 522)),
        (1_500, (225, 450, 525)),
        (36_500, (5_475, 10_950, 12_775)),
    ],
)
def test_past_the_smallest_crowd_the_levels_come_down_to_their_shares_step_by_step(
    base: int, most: tuple[int, int, int]
) -> None:
    assert tuple(levels.capacity(level, base=base, rules=RatioRules()) for level in list(Level)[:3]) == most


def test_the_shares_of_the_seed_hold_from_the_first_memory_where_a_crowd_is_never_too_small() -> None:
    assert [levels.capacity(level, base=20, rules=ALWAYS) for level in Level] == [3, 6, 7, 20]
