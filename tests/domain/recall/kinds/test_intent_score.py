"""NEX's three-term score: its own table, its marks, and what holds for every number."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.recall.intent import Intent
from omoide.domain.recall.kinds import intent_score
from omoide.domain.recall.kinds.intent_score import SEED_WEIGHTS, IntentScoreRules, composite, scored
from omoide.domain.recall.relevance import CALIBRATIONS
from omoide.domain.time.moment import DAY_SECONDS, Moment

NOW = Moment(1_800_000_000)
RULES = IntentScoreRules()
unit = st.floats(0, 1)


@pytest.mark.parametrize(
    ("intent", "alpha", "beta", "gamma"),
    [
        (Intent.EMOTIONAL, 0.3, 0.6, 0.1),
        (Intent.FACTUAL, 0.5, 0.2, 0.3),
        (Intent.TECHNICAL, 0.3, 0.1, 0.6),
        (Intent.TEMPORAL, 0.2, 0.2, 0.6),
        (Intent.RELATIONAL, 0.4, 0.4, 0.2),
    ],
)
def test_the_weights_are_those_of_the_seed(intent: Intent, alpha: float, beta: float, gamma: float) -> None:
    weights = SEED_WEIGHTS[intent]
    assert (weights.similarity, weights.arousal, weights.time) == (alpha, beta, gamma)
    assert RULES.weights[intent] == weights


@pytest.mark.parametrize(
    ("intent", "expected"),
    [
        # Of NEX's own example: Sim 0.408, Arousal 0.80, Decay 0.45.
        (Intent.EMOTIONAL, 0.3 * 0.408 + 0.6 * 0.2 + 0.1 * 0.55 * 0.2),
        (Intent.FACTUAL, 0.277),
        (Intent.TECHNICAL, 0.2084),
        (Intent.TEMPORAL, 0.1876),
        (Intent.RELATIONAL, 0.2652),
    ],
)
def test_the_three_terms_add_up_as_in_the_seed(intent: Intent, expected: float) -> None:
    found = composite(similarity=0.408, arousal=0.80, decay=0.45, weights=SEED_WEIGHTS[intent])
    assert found == pytest.approx(expected, abs=1e-9)


def test_half_of_the_newness_is_left_after_some_fourteen_days() -> None:
    fortnight = Moment(NOW - 14 * DAY_SECONDS)
    assert intent_score.decay(fortnight, now=NOW, rate=0.05) == pytest.approx(math.exp(-0.7))
    assert intent_score.decay(fortnight, now=NOW, rate=0.05) == pytest.approx(0.5, abs=0.01)
    assert intent_score.decay(NOW, now=NOW, rate=0.05) == 1.0
    assert intent_score.decay(None, now=NOW, rate=0.05) == 0.0


def _at(days: float, *, arousal: float | None = 0.5, intent: Intent = Intent.FACTUAL) -> intent_score.Scored:
    at = Moment(int(NOW - days * DAY_SECONDS))
    return scored(similarity=0.4, arousal=arousal, at=at, now=NOW, intent=intent, rules=RULES)


def test_a_star_is_for_more_than_six_tenths_and_new_is_for_two_days() -> None:
    assert not _at(10, arousal=0.6).is_moving
    assert _at(10, arousal=0.61).is_moving
    assert _at(2.1).is_new
    assert not _at(2.2).is_new
    assert not _at(10, arousal=None).is_moving


def test_a_question_about_feelings_prefers_what_stirred_long_ago_and_one_about_versions_what_is_new() -> None:
    moving_and_old = {intent: _at(300, arousal=0.95, intent=intent).composite for intent in Intent}
    dull_and_new = {intent: _at(0, arousal=0.1, intent=intent).composite for intent in Intent}
    assert moving_and_old[Intent.EMOTIONAL] < dull_and_new[Intent.EMOTIONAL]
    lukewarm_and_old = _at(300, arousal=0.4, intent=Intent.TECHNICAL).composite
    assert dull_and_new[Intent.TECHNICAL] < lukewarm_and_old


@given(similarity=st.floats(0, 4), arousal=unit, one=unit, other=unit, intent=st.sampled_from(Intent))
def test_of_two_the_newer_is_never_worse(
    similarity: float, arousal: float, one: float, other: float, intent: Intent
) -> None:
    weights = SEED_WEIGHTS[intent]
    newer, older = max(one, other), min(one, other)
    better = composite(similarity=similarity, arousal=arousal, decay=newer, weights=weights)
    worse = composite(similarity=similarity, arousal=arousal, decay=older, weights=weights)
    assert better <= worse + 1e-12


@given(similarity=st.floats(0, 4), decay=unit, intent=st.sampled_from(Intent))
def test_what_moved_most_does_not_age(similarity: float, decay: float, intent: Intent) -> None:
    weights = SEED_WEIGHTS[intent]
    found = composite(similarity=similarity, arousal=1.0, decay=decay, weights=weights)
    assert found == pytest.approx(weights.similarity * similarity)


def test_a_distance_is_that_of_unit_vectors_and_a_threshold_goes_with_its_space() -> None:
    assert intent_score.distance(1.0) == 0.0
    assert intent_score.distance(0.6) == pytest.approx(intent_score.SEED_TOOL_DISTANCE)
    assert intent_score.distance(0.625) == pytest.approx(intent_score.SEED_AUTOMATIC_DISTANCE)
    bounds = {name: intent_score.threshold(RULES.least_nearness, each) for name, each in CALIBRATIONS.items()}
    assert len(set(bounds.values())) == len(bounds)
    for name, calibration in CALIBRATIONS.items():
        assert intent_score.distance(calibration.same) < bounds[name] < intent_score.distance(calibration.unrelated)


@given(st.lists(unit, max_size=20))
def test_numbers_that_are_shown_never_rise_and_never_lose_the_highest(relevances: list[float]) -> None:
    numbers = intent_score.falling(relevances)
    assert numbers == sorted(numbers, reverse=True)
    assert all(number >= own for number, own in zip(numbers, relevances, strict=True))
    assert max(numbers, default=0) == max(relevances, default=0)
