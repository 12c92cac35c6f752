"""Drives: golden curves, and what never happens."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from omoide.domain.drives import drive, narrative
from omoide.domain.drives.drive import Drive, DriveRules, WantedAnswer, WantedEnd
from omoide.domain.drives.inner_state import InnerState, Stirrings, as_internal_state, inner_state
from omoide.domain.feelings.affect import Vad
from omoide.domain.feelings.mood import Mood
from omoide.domain.feelings.persona_emotion import EmotionCategory, EmotionEntry, PersonaEmotion
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

RULES = DriveRules()
NOW = Moment(1_774_742_400)
CALM = Mood(NOW, Vad(), Vad())
HOUR, DAY = 3_600, 86_400
emotions = st.builds(PersonaEmotion, st.sampled_from(EmotionCategory), st.floats(0, 1))
answers = st.builds(
    WantedAnswer, st.just("q"), priority=st.floats(0, 1), age_days=st.floats(0, 4000), is_asked=st.booleans()
)


def state(*, language: Language = Language.JA, rules: DriveRules = RULES, **given_: object) -> InnerState:
    return inner_state(Stirrings(NOW, **{"mood": CALM, **given_}), language=language, rules=rules)  # type: ignore[arg-type]


def test_boredom_follows_the_seeds_logarithmic_curve() -> None:
    curve = [(hours, round(drive.boredom(hours, rules=RULES), 2)) for hours in (0, 1, 2, 8, 14, 24, 48, 54, 168, 800)]
    assert curve == [
        (0, 0.0), (1, 0.1), (2, 0.16), (8, 0.33), (14, 0.41), (24, 0.48), (48, 0.58), (54, 0.6), (168, 0.77), (800, 1.0),
    ]  # fmt: skip


def test_a_question_fades_in_weeks_and_never_quite_goes() -> None:
    curve = [
        (days, round(drive.curiosity([WantedAnswer("q", 0.8, days)], rules=RULES), 3))
        for days in (0, 1, 7, 14, 30, 365)
    ]
    assert curve == [(0, 0.33), (1, 0.304), (7, 0.2), (14, 0.146), (30, 0.116), (365, 0.113)]


def test_more_questions_make_more_curious_and_asked_ones_half_as_much() -> None:
    levels = [round(drive.curiosity([WantedAnswer("q", 0.8)] * count, rules=RULES), 2) for count in (0, 1, 2, 4, 10)]
    assert levels == [0.0, 0.33, 0.55, 0.8, 0.98]
    asked = drive.curiosity([WantedAnswer("q", 0.8, is_asked=True)], rules=RULES)
    assert asked == pytest.approx(drive.curiosity([WantedAnswer("q", 0.4)], rules=RULES))


def test_the_most_urgent_goal_counts() -> None:
    assert drive.goal_achievement([]) == 0
    levels = [drive.goal_achievement([WantedEnd("g", priority)]) for priority in (1, 2, 3, 4, 5, 99)]
    assert levels == pytest.approx([0.8, 0.6, 0.4, 0.2, 0.2, 0.2])
    assert drive.goal_achievement([WantedEnd("later", 4), WantedEnd("now", 1)]) == pytest.approx(0.8)


def test_relatedness_is_weight_times_intensity_and_fades() -> None:
    assert drive.relatedness(None, hours=0, rules=RULES) == 0
    seed = PersonaEmotion(EmotionCategory.PROTECTIVE, 0.9)
    curve = [round(drive.relatedness(seed, hours=hours, rules=RULES), 2) for hours in (0, 12, 24, 48, 240)]
    assert curve == [0.81, 0.57, 0.41, 0.2, 0.0]
    by_category = {
        category.value: drive.relatedness(PersonaEmotion(category, 1.0), hours=0, rules=RULES)
        for category in EmotionCategory
    }
    assert by_category["protective"] == by_category["anxious"] > by_category["sadness"] > by_category["joy"]


@given(
    idle=st.floats(0, 1e7),
    questions=st.lists(answers, max_size=30),
    goals=st.lists(st.builds(WantedEnd, st.just("g"), priority=st.integers(-5, 50)), max_size=10),
    emotion=st.none() | emotions,
    valence=st.floats(-1, 1),
)
def test_every_drive_lies_between_0_and_1(
    idle: float, questions: list[WantedAnswer], goals: list[WantedEnd], emotion: PersonaEmotion | None, valence: float
) -> None:
    found = state(
        mood=Mood(NOW, Vad(), Vad(valence, 0, 0)),
        last_talk=Moment(int(NOW - idle)),
        questions=tuple(questions),
        goals=tuple(goals),
        emotion=None if emotion is None else EmotionEntry(NOW, emotion),
    )
    assert all(0 <= level <= 1 for _, level in found.levels)
    assert found.dominant is None or found.level(found.dominant) == max(level for _, level in found.levels)


@given(one=st.floats(0, 1e6), two=st.floats(0, 1e6))
def test_who_waits_longer_is_never_less_bored_and_older_questions_never_pull_more(one: float, two: float) -> None:
    less, more = sorted((one, two))
    assert drive.boredom(less, rules=RULES) <= drive.boredom(more, rules=RULES)
    fresh, old = (drive.pull(WantedAnswer("q", age_days=days), rules=RULES) for days in (less, more))
    assert fresh >= old >= 0.15


@given(questions=st.lists(answers, max_size=12), more=answers)
def test_one_more_question_never_makes_less_curious(questions: list[WantedAnswer], more: WantedAnswer) -> None:
    assert drive.curiosity([*questions, more], rules=RULES) >= drive.curiosity(questions, rules=RULES)


def test_nobody_who_was_never_talked_to_is_moved() -> None:
    found = state()
    assert found.dominant is None
    assert (found.narrative, found.lines) == ("", ())


def test_the_strongest_drive_leads_and_only_strong_ones_are_shown() -> None:
    found = state(
        last_talk=Moment(NOW - 30 * HOUR),
        questions=(WantedAnswer("猫の名前は？"),),
        goals=(WantedEnd("書類を出す", 1), WantedEnd("掃除", 4)),
        emotion=EmotionEntry(NOW, PersonaEmotion(EmotionCategory.JOY, 0.9)),
    )
    assert found.dominant is Drive.GOAL_ACHIEVEMENT
    assert found.lines == (
        "「書類を出す」のために、何かできることはないだろうか。",
        "もう1日、あなたと話していない。静かな時間が続いている。",
    )
    assert found.strongest_question == "猫の名前は？"


def test_a_heavy_mood_makes_protective_where_no_tag_says_so() -> None:
    grieving = state(mood=Mood(NOW, Vad(), Vad(-0.9, 0, 0)))
    assert grieving.level(Drive.RELATEDNESS) == pytest.approx(0.81)
    assert grieving.emotion == PersonaEmotion(EmotionCategory.PROTECTIVE, 0.9)
    said = state(
        mood=Mood(NOW, Vad(), Vad(-0.1, 0, 0)),
        emotion=EmotionEntry(Moment(NOW - HOUR), PersonaEmotion(EmotionCategory.ANXIOUS, 0.8)),
    )
    assert said.emotion is not None
    assert said.emotion.category is EmotionCategory.ANXIOUS


def test_it_has_the_shape_of_the_seeds_file() -> None:
    found = state(
        last_talk=Moment(NOW - 24 * HOUR), emotion=EmotionEntry(NOW, PersonaEmotion(EmotionCategory.PROTECTIVE, 0.9))
    )
    told = as_internal_state(found, tz=moment.zone("Asia/Tokyo"))
    assert told == {
        "drives": {
            "boredom": {"level": 0.4828, "last_interaction": "2026-03-28T09:00:00+09:00"},
            "curiosity": {"level": 0.0, "open_questions": []},
            "goal_achievement": {"level": 0.0, "active_goal_id": None, "goals": []},
            "relatedness": {
                "level": 0.81,
                "persona_emotion": "protective",
                "persona_intensity": 0.9,
                "last_emotion_change": "2026-03-29T09:00:00+09:00",
            },
        },
        "motivation_log": {
            "dominant_drive": "relatedness",
            "dominant_drive_label": "関係性維持欲求（Relatedness Drive）",
            "drive_level": 0.81,
            "narrative": "あなたを守りたいという気持ちがある。",
        },
    }


@pytest.mark.parametrize("language", list(Language))
def test_every_drive_and_every_emotion_has_words(language: Language) -> None:
    labels = {narrative.label(one, language=language) for one in Drive}
    close = {narrative.relatedness(category, language=language) for category in EmotionCategory}
    bored = {narrative.boredom(hours, language=language) for hours in (0, 1, 5, 24, 72)}
    named = {narrative.curiosity(text, language=language) for text in ("", "q")} | {
        narrative.goal(text, language=language) for text in ("", "g")
    }
    assert [len(words) for words in (labels, close, bored, named)] == [4, 7, 5, 4]
    assert "ユーザー" not in "".join(close | bored | named)
