"""A year of made-up days by the rules alone: no store, a few seconds."""

from dataclasses import fields, replace
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from omoide.domain.memories import retention
from omoide.domain.memories.levels import Level
from omoide.domain.nights import night, simulation
from omoide.domain.nights.night import NightRules
from omoide.domain.nights.population import NEVER, Population
from omoide.domain.nights.simulation import LIVES, DrawnTurn, Life
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment

TOKYO = ZoneInfo("Asia/Tokyo")
RULES = NightRules()
START = moment.parse("2026-01-01T00:00:00", tz=TOKYO)


def of_day(drawn: list[DrawnTurn], *, morning: int, first_id: int) -> Population:
    count = len(drawn)
    created = np.array([morning + turn.second for turn in drawn], dtype=np.int64)
    intensity = np.array([turn.impression.emotional_intensity for turn in drawn], dtype=np.float64)
    nothing, never = np.zeros(count, dtype=np.int64), np.full(count, NEVER, dtype=np.int64)
    decay = [
        retention.decay_coefficient(turn.impression.category, emotional_intensity=strength, rules=RULES.retention)
        for turn, strength in zip(drawn, intensity, strict=True)
    ]
    days = [retention.initial_memory_days(Moment(each), hour=3, tz=TOKYO) for each in created.tolist()]
    return Population(
        ids=np.arange(first_id, first_id + count, dtype=np.int64),
        created=created,
        memory_days=np.array(days),
        recalls=nothing,
        recall_count=nothing,
        emotional_intensity=intensity,
        decay_coefficient=np.array(decay),
        level=np.ones(count, dtype=np.int8),
        retention=intensity.copy(),
        archived_at=never,
        protected=nothing.astype(np.bool_),
        revival_requested_at=never,
        kept_until=never,
        faded_through=created.copy(),
        hand=nothing,
    )


def lived(life: Life, *, days: int, turns: int, seed: int = 1) -> Population:
    rng = np.random.default_rng(seed)
    topics = np.zeros(0, dtype=np.int64)
    mind = of_day([], morning=START, first_id=1)
    for number in range(days):
        morning = START + number * DAY_SECONDS
        drawn = simulation.draw_day(life, turns=turns, rng=rng)
        recalls = mind.recalls.copy()
        for turn in drawn:
            known = np.where(mind.is_active, topics, -1)
            called = simulation.called_up(
                turn.topic,
                topics=known,
                retention=mind.retention,
                recall_count=mind.recall_count,
                top_k=5,
                rng=rng,
            )
            recalls[called] += 1
        fresh = of_day(drawn, morning=morning, first_id=len(mind) + 1)
        mind = replace(mind, recalls=recalls)
        columns = {each.name: (getattr(mind, each.name), getattr(fresh, each.name)) for each in fields(Population)}
        mind = Population(**{name: np.concatenate(pair) for name, pair in columns.items()})
        topics = np.concatenate([topics, [turn.topic for turn in drawn]]).astype(np.int64)
        hour = Moment(morning + DAY_SECONDS + 3 * 3600)
        mind = night.plan(mind, nights=[hour], rules=RULES).after
    return mind


def shares(mind: Population) -> list[float]:
    return [float((mind.level == level).mean()) for level in Level]


def test_a_year_of_strong_memories_ends_at_the_seeds_table() -> None:
    mind = lived(LIVES["deep"], days=365, turns=20)
    assert len(mind) == 7_300
    assert shares(mind) == pytest.approx([0.15, 0.30, 0.35, 0.20], abs=0.02)


def test_no_level_is_ever_larger_than_its_share() -> None:
    for life in LIVES.values():
        full, summary, trace, _ = shares(lived(life, days=90, turns=20))
        assert full <= 0.15
        assert summary <= 0.30
        assert trace <= 0.35


def test_small_talk_fades_into_the_archive_by_itself() -> None:
    assert shares(lived(LIVES["light"], days=120, turns=10))[3] > 0.5


def test_the_same_seed_gives_the_same_life() -> None:
    one, other = (lived(LIVES["mixed"], days=10, turns=5) for _ in range(2))
    np.testing.assert_array_equal(one.retention, other.retention)
