"""The forecast is what the nights will do."""

from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.memories.levels import Level, RatioRules
from omoide.domain.memories.memory import Cause
from omoide.domain.nights import forecast, night
from omoide.domain.nights.night import NightRules
from omoide.domain.nights.population import Population
from omoide.domain.time.moment import Moment
from tests.domain.nights.populations import DAY, START, assert_same, population, populations

TOKYO = ZoneInfo("Asia/Tokyo")
NOW = Moment(START)
THRESHOLDS = NightRules(ratios=RatioRules(1.0, 1.0, 1.0, room=0))
"""The seed's thresholds alone: no room, and no level is ever crowded."""


def look(before: Population, days: int, rules: NightRules | None = None) -> forecast.Outlook:
    return forecast.outlook(before, now=NOW, days=days, rules=rules or NightRules(), tz=TOKYO)


def test_a_memory_falls_on_the_night_its_score_crosses_the_threshold() -> None:
    falls = look(population(1, memory_days=0.0), days=60, rules=THRESHOLDS).falls
    assert [(fall.before, fall.after, fall.cause) for fall in falls] == [
        (Level.FULL, Level.SUMMARY, Cause.FADED),
        (Level.SUMMARY, Level.TRACE, Cause.FADED),
        (Level.TRACE, Level.ARCHIVE, Cause.FADED),
    ]
    nights = [(fall.at - falls[0].at) // DAY for fall in falls]
    assert nights == [0, 18, 45]
    assert falls[0].retention_score == pytest.approx(60 * 0.95**4)


def test_what_there_is_room_for_is_named_once_on_the_night_its_score_alone_would_push_it_down() -> None:
    falls = look(population(1, memory_days=0.0), days=400).falls
    assert [(fall.before, fall.after, fall.cause, fall.is_a_stay) for fall in falls] == [
        (Level.FULL, Level.SUMMARY, Cause.FADED, False),
        (Level.SUMMARY, Level.SUMMARY, Cause.SPARED, True),
    ]
    assert (falls[1].at - falls[0].at) // DAY == 18
    assert falls[1].retention_score == pytest.approx(60 * 0.95**22)


def test_one_memory_is_foreseen_with_the_room_that_it_has_among_all() -> None:
    everyone = population(3, emotional_intensity=[60.0, 50.0, 40.0], retention=[60.0, 50.0, 40.0])
    ends = {}
    for size in (1, 2, 0):
        rules = NightRules(ratios=RatioRules(room=size))
        for place in range(3):
            ahead = forecast.outlook_of_one(everyone, place, now=NOW, days=400, rules=rules, tz=TOKYO)
            ends[size, place] = int(ahead.after.level[0])
    assert ends == {(1, 0): 2, (1, 1): 4, (1, 2): 4, (2, 0): 2, (2, 1): 2, (2, 2): 4, (0, 0): 4, (0, 1): 4, (0, 2): 4}


def test_a_crowd_is_foreseen_too() -> None:
    rules = NightRules(ratios=RatioRules(ratio_min_population=0, room=0))
    falls = look(population(20, emotional_intensity=100.0, decay_coefficient=0.999), days=1, rules=rules).falls
    assert {fall.cause for fall in falls} == {Cause.CROWDED}


def test_protected_memories_are_in_no_forecast() -> None:
    assert look(population(3, protected=True), days=400).falls == ()


@settings(max_examples=30)
@given(before=populations(), days=st.integers(1, 20))
def test_the_nights_do_what_was_foreseen(before: Population, days: int) -> None:
    rules = NightRules(ratios=RatioRules(ratio_min_population=10, room=10))
    expected = look(before, days, rules)
    current = before
    for hour in night.nights_due(NOW, until=Moment(NOW + days * DAY), hour=3, tz=TOKYO):
        due = night.nights_due(Moment(START - 10 * DAY), until=hour, hour=3, tz=TOKYO)
        current = night.plan(current, nights=due, rules=rules).survivors
    assert_same(expected.after, current)
