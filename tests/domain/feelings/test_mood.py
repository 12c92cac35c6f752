"""Moods: the golden curve of a shock, and what never happens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.feelings import mood
from omoide.domain.feelings.affect import Affect, Vad
from omoide.domain.feelings.mood import MoodPoint, MoodRules
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment

HOUR = 3600
NOW = Moment(1_774_742_400)
RULES = MoodRules()
BLOW = Affect(Vad(-1.0, 1.0, -1.0), confidence=1.0)
axes = st.floats(-1.0, 1.0)
affects = st.builds(Affect, st.builds(Vad, axes, axes, axes), confidence=st.floats(0.0, 1.0))


def later(point: MoodPoint, hours: float) -> mood.Mood:
    return mood.at(point, Moment(int(point.at + hours * HOUR)), rules=RULES)


def test_a_blow_is_felt_at_once_halves_as_configured_and_colours_the_following_days() -> None:
    point = mood.after(None, BLOW, moment=NOW, rules=RULES)
    curve = [
        (hours, round(later(point, hours).shock.v, 3), round(later(point, hours).baseline.v, 3))
        for hours in GOLDEN_HOURS
    ]
    assert curve == [
        (0, -1.0, -0.0),
        (1, -0.972, -0.028),
        (6, -0.841, -0.146),
        (24, -0.5, -0.347),
        (48, -0.25, -0.347),
        (96, -0.062, -0.173),
        (240, -0.001, -0.007),
    ]


GOLDEN_HOURS = (0, 1, 6, 24, 48, 96, 240)


def test_a_light_stir_is_gone_in_hours_a_grave_one_in_days() -> None:
    light = mood.after(None, Affect(Vad(0.1, 0.0, 0.0), confidence=1.0), moment=NOW, rules=RULES)
    grave = mood.after(None, BLOW, moment=NOW, rules=RULES)
    assert light.half_life_hours < 2
    assert grave.half_life_hours == pytest.approx(24)
    assert later(light, light.half_life_hours).shock.v == pytest.approx(light.shock.v / 2, rel=1e-3)


@given(before=affects, turn=affects, hours=st.floats(0, 500))
def test_a_turn_never_moves_the_baseline(before: Affect, turn: Affect, hours: float) -> None:
    point = mood.after(None, before, moment=NOW, rules=RULES)
    moment = Moment(int(NOW + hours * HOUR))
    settled = mood.at(point, moment, rules=RULES)
    assert mood.after(point, turn, moment=moment, rules=RULES).baseline == settled.baseline


@given(turns=st.lists(st.tuples(affects, st.floats(0, 100)), max_size=20), hours=st.floats(0, 10_000))
def test_a_mood_stays_in_range_whatever_happens(turns: list[tuple[Affect, float]], hours: float) -> None:
    point, moment = None, NOW
    for affect, pause in turns:
        moment = Moment(int(moment + pause * HOUR))
        point = mood.after(point, affect, moment=moment, rules=RULES)
    found = mood.at(point, Moment(int(moment + hours * HOUR)), rules=RULES)
    assert all(-1 <= value <= 1 for vad in (found.felt, found.baseline, found.shock) for value in vad.axes)


@given(affect=affects)
def test_what_is_left_alone_calms_down(affect: Affect) -> None:
    point = mood.after(None, affect, moment=NOW, rules=RULES)
    assert later(point, 24 * 30).felt.severity < 1e-3


@pytest.mark.parametrize("language", list(Language))
def test_every_mood_has_words(language: Language) -> None:
    sides = [-0.8, 0.0, 0.8]
    told = {mood.told(mood.Mood(NOW, Vad(v, a, 0.0), Vad()), language=language) for v in sides for a in sides}
    assert len(told) == 9
