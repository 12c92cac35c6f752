"""Every table and example of LTM's 数理モデル, 減衰係数 and 想起による記憶強化, and what must hold for any memory."""

from zoneinfo import ZoneInfo

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.memories import retention
from omoide.domain.memories.retention import ReinforcementRules, RetentionRules
from omoide.domain.time import moment

TOKYO = ZoneInfo("Asia/Tokyo")
RULES = RetentionRules()
RECALL = ReinforcementRules()


@pytest.mark.parametrize(
    ("intensity", "expected"),
    [
        (100, (86, 64, 41, 16)),
        (50, (43, 32, 20, 8)),
        (35, (30, 22, 14, 6)),
        (20, (17, 13, 8, 3)),
    ],
)
def test_the_decay_simulation_of_the_seed(intensity: int, expected: tuple[int, ...]) -> None:
    scores = [retention.score(float(intensity), decay=0.995, memory_days=float(days)) for days in (30, 90, 180, 365)]
    assert tuple(round(score) for score in scores) == expected


@pytest.mark.parametrize(("intensity", "expected"), [(0, 0.70), (50, 0.75), (100, 0.80)])
def test_casual_decay_coefficients_of_the_seed(intensity: int, expected: float) -> None:
    found = retention.decay_coefficient("casual", emotional_intensity=intensity, rules=RULES)
    assert found == pytest.approx(expected)


@pytest.mark.parametrize(
    ("category", "low", "high"),
    [("casual", 0.70, 0.80), ("work", 0.85, 0.92), ("decision", 0.93, 0.97), ("emotional", 0.98, 0.999)],
)
def test_category_ranges_of_the_seed(category: str, low: float, high: float) -> None:
    ends = [retention.decay_coefficient(category, emotional_intensity=each, rules=RULES) for each in (0, 100)]
    assert ends == pytest.approx([low, high])


def test_an_unknown_category_fades_with_the_base_coefficient() -> None:
    assert retention.decay_coefficient("dream", emotional_intensity=10, rules=RULES) == 0.995


@pytest.mark.parametrize(
    ("created", "days"),
    [
        ("2026-01-18T18:00:00+09:00", 9 / 24),
        ("2026-01-18T01:00:00+09:00", 2 / 24),
        ("2026-01-18T03:00:00+09:00", 1.0),
        ("2026-01-18T02:59:59+09:00", 1 / 86400),
    ],
)
def test_a_memory_starts_at_the_time_to_its_first_night(created: str, days: float) -> None:
    at = moment.parse(created, tz=TOKYO)
    assert retention.initial_memory_days(at, hour=3, tz=TOKYO) == pytest.approx(days)


def test_the_night_follows_the_clock_on_the_wall_when_summer_time_begins() -> None:
    new_york = ZoneInfo("America/New_York")
    before = moment.parse("2026-03-07T03:00:00", tz=new_york)
    night = retention.next_batch(before, hour=3, tz=new_york)
    assert moment.iso(night, tz=new_york) == "2026-03-08T03:00:00-04:00"
    assert night - before == 23 * 3600


@pytest.mark.parametrize(("before", "after"), [(10.0, 5.0), (3.0, 1.5)])
def test_recall_halves_the_age_as_in_the_seed(before: float, after: float) -> None:
    assert retention.reinforced_days(before, rules=RECALL) == after


def test_recall_raises_the_coefficient_up_to_its_ceiling() -> None:
    assert retention.reinforced_decay(0.75, rules=RECALL, ceiling=0.999) == pytest.approx(0.77)
    assert retention.reinforced_decay(0.99, rules=RECALL, ceiling=0.999) == 0.999


def test_missed_nights_are_caught_up_and_a_recall_counts_on_the_first() -> None:
    days = retention.aged_days(
        np.array([10.0, 10.0, 10.0]),
        recalled=np.array([True, False, True]),
        nights=np.array([4, 4, 0]),
        rules=RECALL,
    )
    assert days.tolist() == [8.0, 14.0, 10.0]


@given(
    intensity=st.integers(0, 100),
    decay=st.floats(0.7, 0.999),
    days=st.floats(0, 4000),
    more=st.floats(0, 4000),
)
def test_retention_never_rises_without_recall(intensity: int, decay: float, days: float, more: float) -> None:
    now = retention.score(float(intensity), decay=decay, memory_days=days)
    later = retention.score(float(intensity), decay=decay, memory_days=days + more)
    assert 0.0 <= later <= now <= intensity


@given(st.lists(st.tuples(st.integers(0, 100), st.floats(0.7, 0.999), st.floats(0, 4000)), min_size=1))
def test_many_memories_fade_as_each_would_alone(rows: list[tuple[int, float, float]]) -> None:
    intensity, decay, days = (np.array(column, dtype=np.float64) for column in zip(*rows, strict=True))
    together = retention.score(intensity, decay=decay, memory_days=days)
    alone = [retention.score(float(a), decay=b, memory_days=c) for a, b, c in rows]
    assert together == pytest.approx(alone, rel=1e-12, abs=1e-300)
