"""Moods: worked examples as golden curves (docs/mood.md), and what never happens."""

import math
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.events.event import EventId
from omoide.domain.feelings import mood, mood_words
from omoide.domain.feelings.affect import Affect, Vad
from omoide.domain.feelings.mood import FeltAt, MoodPoint, MoodRules, MoodTrail
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from tests.domain.feelings.lives import (
    A_DEATH,
    A_LONG_QUARREL,
    A_WEEK_OF_GRIEF,
    A_WEEK_OF_SMALL_JOYS,
    BEGIN,
    DEATH,
    HOUR,
    LOST_KEY,
    RULES,
    Said,
    at,
    lived,
    mood_at,
    small_talk,
)

axes = st.floats(-1.0, 1.0)
affects = st.builds(
    Affect, st.builds(Vad, axes, axes, axes), confidence=st.floats(0.0, 1.0), gravity=st.floats(0.0, 1.0)
)
steps = st.lists(st.tuples(affects, st.integers(0, 400_000)), max_size=20)
DAY = 24


def timed(given_steps: list[tuple[Affect, int]]) -> list[FeltAt]:
    moment, found = BEGIN, []
    for affect, pause in given_steps:
        moment = Moment(moment + pause)
        found.append(FeltAt(moment, affect))
    return found


def curve(turns: list[Said], hours: tuple[float, ...]) -> list[tuple[float, float, float, float]]:
    """Return hour, shock, baseline and what is felt, of valence."""
    found = [mood_at(turns, hour) for hour in hours]
    return [
        (hour, _rounded(one.shock.v), _rounded(one.baseline.v), _rounded(one.felt.v))
        for hour, one in zip(hours, found, strict=True)
    ]


def _rounded(value: float) -> float:
    return round(value, 2) + 0.0  # a negative zero is a zero


def test_a_death_is_felt_for_days_whatever_is_said_besides() -> None:
    assert curve(A_DEATH, (0, 1, 6, 24, 72, 7 * DAY, 14 * DAY, 30 * DAY)) == GOLDEN["death"]


def test_a_lost_key_is_forgotten_by_the_evening() -> None:
    assert curve([LOST_KEY], (0, 1, 3, 6, 12, 24)) == GOLDEN["key"]


def test_a_week_of_grief_darkens_the_baseline() -> None:
    assert curve(A_WEEK_OF_GRIEF, (12, 36, 84, 7 * DAY, 10 * DAY, 14 * DAY, 28 * DAY)) == GOLDEN["grief"]


def test_a_week_of_small_joys_brightens_it_a_little_and_passes() -> None:
    assert curve(A_WEEK_OF_SMALL_JOYS, (9, 33, 81, 153, 7 * DAY, 9 * DAY, 14 * DAY)) == GOLDEN["joys"]


def test_a_long_quarrel_weighs_more_with_every_day_and_is_slow_to_go() -> None:
    assert curve(A_LONG_QUARREL, (10, 34, 82, 154, 10 * DAY, 14 * DAY, 21 * DAY, 35 * DAY)) == GOLDEN["quarrel"]


GOLDEN: dict[str, list[tuple[float, float, float, float]]] = {
    "death": [
        (0, -0.91, 0.0, -0.91),
        (1, -0.9, -0.01, -0.9),
        (6, -0.86, -0.03, -0.86),
        (24, -0.72, -0.1, -0.75),
        (72, -0.46, -0.22, -0.57),
        (168, -0.18, -0.25, -0.38),
        (336, -0.04, -0.14, -0.17),
        (720, 0.0, -0.02, -0.02),
    ],
    "key": [
        (0, -0.47, 0.0, -0.47),
        (1, -0.37, 0.0, -0.37),
        (3, -0.23, -0.01, -0.24),
        (6, -0.12, -0.01, -0.13),
        (12, -0.03, -0.01, -0.04),
        (24, 0.0, -0.01, -0.01),
    ],
    "grief": [
        (12, -0.87, -0.06, -0.88),
        (36, -0.76, -0.15, -0.8),
        (84, -0.6, -0.26, -0.7),
        (168, -0.51, -0.35, -0.68),
        (240, -0.19, -0.32, -0.45),
        (336, -0.08, -0.24, -0.29),
        (672, 0.0, -0.05, -0.05),
    ],
    "joys": [
        (9, 0.39, 0.0, 0.39),
        (33, 0.39, 0.04, 0.41),
        (81, 0.39, 0.09, 0.44),
        (153, 0.39, 0.15, 0.48),
        (168, 0.31, 0.17, 0.42),
        (216, 0.0, 0.13, 0.13),
        (336, 0.0, 0.07, 0.07),
    ],
    "quarrel": [
        (10, -0.62, 0.0, -0.62),
        (34, -0.62, -0.06, -0.65),
        (82, -0.62, -0.16, -0.68),
        (154, -0.62, -0.26, -0.72),
        (240, -0.52, -0.33, -0.68),
        (336, -0.14, -0.29, -0.38),
        (504, -0.03, -0.15, -0.17),
        (840, 0.0, -0.03, -0.03),
    ],
}
LIVES = {
    "death": A_DEATH,
    "key": [LOST_KEY],
    "grief": A_WEEK_OF_GRIEF,
    "joys": A_WEEK_OF_SMALL_JOYS,
    "quarrel": A_LONG_QUARREL,
}
_ROW = re.compile(r"(?m)^\| (\w+) \| (\d+) \| (\S?\d\.\d\d) \| (\S?\d\.\d\d) \| (\S?\d\.\d\d) \| (.+) \|$")


def test_the_page_shows_these_curves_and_what_is_told() -> None:
    page = (Path(__file__).parents[3] / "docs" / "mood.md").read_text("utf-8")
    rows = _ROW.findall(page)
    assert [
        (life, int(hour), *(float(value.replace("\u2212", "-")) for value in values)) for life, hour, *values, _ in rows
    ] == [(life, *point) for life, points in GOLDEN.items() for point in points]
    for life, hour, *_, told in rows:
        assert mood_words.told(mood_at(LIVES[life], int(hour)), language=Language.EN) == told


def test_how_often_a_thing_is_spoken_of_makes_it_no_graver() -> None:
    once, often = lived([DEATH]), lived([replace(DEATH, hours=turn / 1000) for turn in range(50)])
    assert once is not None
    assert often is not None
    assert once.grave.down.v == pytest.approx(often.grave.down.v, rel=1e-3)


def test_small_talk_takes_nothing_away_from_grief() -> None:
    assert mood_at(A_DEATH, 60).felt.v == pytest.approx(mood_at([DEATH], 60).felt.v, abs=1e-9)
    assert mood_at([small_talk(hour) for hour in range(24)], 24).felt == Vad()


def test_a_joke_on_the_day_of_a_death_lifts_nobody_out_of_it() -> None:
    joke = replace(LOST_KEY, hours=3.0, valence=A_WEEK_OF_SMALL_JOYS[0].valence, tags=())
    alone, beside = mood_at([DEATH], 3), mood_at([DEATH, joke], 3)
    assert alone.felt.v < beside.felt.v < -0.7


def test_equal_rates_are_no_special_case() -> None:
    same = MoodRules(24.0, 24.0, 24.0)
    near = MoodRules(24.0, 24.0 * (1 - 1e-9), 24.0 * (1 - 1e-9))
    felt = [DEATH, replace(LOST_KEY, hours=2.0)]
    assert mood_at(felt, 50, rules=same).felt.v == pytest.approx(mood_at(felt, 50, rules=near).felt.v, rel=1e-6)


@given(before=affects, turn=affects, seconds=st.integers(0, 2_000_000))
def test_a_turn_never_moves_the_baseline(before: Affect, turn: Affect, seconds: int) -> None:
    point = mood.after(None, before, moment=BEGIN, rules=RULES)
    moment = Moment(BEGIN + seconds)
    settled = mood.at(point, moment, rules=RULES)
    assert mood.after(point, turn, moment=moment, rules=RULES).baseline == settled.baseline


@given(felt=affects)
def test_at_once_exactly_what_counts_is_felt(felt: Affect) -> None:
    sure = replace(felt, confidence=1.0, vad=replace(felt.vad, a=abs(felt.vad.a)))
    found = mood.at(mood.after(None, sure, moment=BEGIN, rules=RULES), BEGIN, rules=RULES).felt
    assert found.axes == pytest.approx(sure.vad.axes, abs=1e-9)


@given(turns=steps, seconds=st.integers(0, 40_000_000))
def test_a_mood_stays_in_range_whatever_happens(turns: list[tuple[Affect, int]], seconds: int) -> None:
    felt = timed(turns)
    last = felt[-1].at if felt else BEGIN
    point = mood.folded(None, felt, rules=RULES)
    found = mood.at(point, Moment(last + seconds), rules=RULES)
    assert all(-1 <= value <= 1 for vad in (found.felt, found.baseline, found.shock) for value in vad.axes)


@given(turns=steps, sign=st.sampled_from([1, -1]), pauses=st.lists(st.integers(1, 500_000), min_size=2, max_size=12))
def test_what_is_all_dark_or_all_bright_only_calms_down(
    turns: list[tuple[Affect, int]], sign: int, pauses: list[int]
) -> None:
    one_way = [
        (replace(affect, vad=Vad(*(sign * abs(value) for value in affect.vad.axes))), pause) for affect, pause in turns
    ]
    felt = timed(one_way)
    point, moment = mood.folded(None, felt, rules=RULES), felt[-1].at if felt else BEGIN
    sizes = []
    for pause in [0, *pauses]:
        moment = Moment(moment + pause)
        sizes.append([abs(value) for value in mood.at(point, moment, rules=RULES).felt.axes])
    for earlier, later in pairwise(sizes):
        assert all(two <= one + 1e-9 for one, two in zip(earlier, later, strict=True))


@given(turns=steps, pauses=st.lists(st.integers(0, 500_000), min_size=2, max_size=8))
def test_a_shock_never_grows_by_itself(turns: list[tuple[Affect, int]], pauses: list[int]) -> None:
    felt = timed(turns)
    point, moment = mood.folded(None, felt, rules=RULES), felt[-1].at if felt else BEGIN
    strongest = []
    for pause in [0, *pauses]:
        moment = Moment(moment + pause)
        left = mood.after(point, Affect(Vad()), moment=moment, rules=RULES)
        strongest.append(
            max(value for one in (left.grave, left.light) for vad in (one.up, one.down) for value in vad.axes)
        )
    assert all(two <= one for one, two in pairwise(strongest))


@given(turns=steps)
def test_everything_passes(turns: list[tuple[Affect, int]]) -> None:
    felt = timed(turns)
    last = felt[-1].at if felt else BEGIN
    found = mood.at(mood.folded(None, felt, rules=RULES), Moment(last + 120 * DAY * HOUR), rules=RULES)
    assert max(map(abs, found.felt.axes)) < 1e-4


@given(turns=st.permutations([(0.9, -0.9), (0.1, 0.5), (0.6, -0.3), (0.0, 0.8)]))
def test_the_order_of_one_instant_is_no_matter(turns: list[tuple[float, float]]) -> None:
    felt = [FeltAt(BEGIN, Affect(Vad(v, v / 2, -v), confidence=1.0, gravity=weight)) for weight, v in turns]
    begun = MoodPoint(Moment(BEGIN - 5000), Vad(0.1, 0.2, 0.3))
    assert mood.folded(begun, felt, rules=RULES) == mood.folded(begun, felt[::-1], rules=RULES)


@given(turns=steps, cut=st.integers(0, 20))
def test_going_on_from_a_kept_point_is_the_same_as_from_the_beginning(
    turns: list[tuple[Affect, int]], cut: int
) -> None:
    felt = timed(turns)
    kept = mood.folded(None, felt[:cut], rules=RULES)
    trail = MoodTrail(kept, EventId(1), tuple(felt[cut:]))
    assert mood.along(trail, rules=RULES) == mood.folded(None, felt, rules=RULES)


@given(turns=steps, first=st.integers(0, 500_000), second=st.integers(0, 500_000))
def test_looking_in_between_changes_nothing(turns: list[tuple[Affect, int]], first: int, second: int) -> None:
    felt = timed(turns)
    point, last = mood.folded(None, felt, rules=RULES), felt[-1].at if felt else BEGIN
    nothing = Affect(Vad(), gravity=0.0)
    stopped = mood.after(point, nothing, moment=Moment(last + first), rules=RULES)
    whole = mood.at(point, Moment(last + first + second), rules=RULES)
    parts = mood.at(stopped, Moment(last + first + second), rules=RULES)
    assert parts.felt.axes == pytest.approx(whole.felt.axes, abs=1e-9)


def test_a_mood_of_before_the_last_turn_is_not_turned_back() -> None:
    point = lived([DEATH])
    assert mood.at(point, Moment(BEGIN - HOUR), rules=RULES).felt == mood.at(point, BEGIN, rules=RULES).felt
    assert math.isclose(mood_at([DEATH], 72).shock.v, mood_at([DEATH], 0).shock.v / 2, rel_tol=0.02)
    assert at(1) - at(0) == HOUR
