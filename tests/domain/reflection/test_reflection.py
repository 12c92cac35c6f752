"""Reflection: the right level on the right day, sentences that rest on what was said, goals that only known numbers move."""

from dataclasses import replace
from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from omoide.domain.episodes.by_rules.quoting import quoted
from omoide.domain.feelings.emotion import Valence
from omoide.domain.goals.goal import GoalTerm
from omoide.domain.reflection import by_rules, levels, reflecting
from omoide.domain.reflection.insight import Insight, InsightId, InsightSentence, as_insights_json
from omoide.domain.reflection.levels import DAILY, MONTHLY, WEEKLY, Reflection, ReflectionRules
from omoide.domain.reflection.reflecting import (
    ActiveGoal,
    GoalMove,
    GoalMoves,
    LearntThing,
    Reflected,
    ReflectedTurn,
    ToldSight,
    WantedTopic,
    WishedGoal,
)
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput

FIRST = date(2026, 3, 1)
RULES = ReflectionRules()
NOW = Moment(1_774_742_400)


def lived(days: list[int]) -> dict[int, int]:
    """Return the level of each day with talk, by its number from the first."""
    before: list[Reflection] = []
    for number in days:
        day = FIRST + timedelta(days=number)
        before.append(Reflection(number, day, levels.level_of(day, before, rules=RULES), NOW, "rules"))
    return {each.id: each.level for each in before}


def test_a_week_after_the_first_day_it_is_weekly_and_a_month_after_it_monthly() -> None:
    found = lived(list(range(70)))
    assert [number for number, level in found.items() if level == WEEKLY] == [7, 14, 21, 28, 37, 44, 51, 58, 67]
    assert [number for number, level in found.items() if level == MONTHLY] == [30, 60]
    assert found[0] == DAILY


def test_after_a_silence_the_next_day_with_talk_is_reflected_on_as_deeply_as_is_due() -> None:
    assert lived([0, 1, 9, 10, 16, 50]) == {0: 1, 1: 1, 9: 2, 10: 1, 16: 2, 50: 3}


@settings(max_examples=40)
@given(st.lists(st.integers(0, 200), unique=True, min_size=1, max_size=40).map(sorted))
def test_deeper_reflections_come_with_the_first_talk_after_their_interval_and_never_before(days: list[int]) -> None:
    found = lived(days)
    for number in days[1:]:
        weekly = max((each for each in days if each < number and found[each] >= WEEKLY), default=days[0])
        monthly = max((each for each in days if each < number and found[each] >= MONTHLY), default=days[0])
        assert (found[number] == MONTHLY) == (number - monthly >= 30)
        assert found[number] == MONTHLY or (found[number] == WEEKLY) == (number - weekly >= 7)


def test_each_day_is_due_once_and_of_a_long_past_only_the_newest() -> None:
    talked = [FIRST + timedelta(days=number) for number in range(10)]
    done = [Reflection(1, talked[4], DAILY, NOW, "rules")]
    assert levels.due_days(talked, done, most=7) == talked[5:]
    assert levels.due_days(talked, [], most=7) == talked[3:]
    assert levels.due_days(talked[:5], done, most=7) == []


def turn(
    user: str, *, intensity: int = 30, valence: Valence = Valence.NEUTRAL, day: int = 0, words: tuple[str, ...] = ()
) -> ReflectedTurn:
    return ReflectedTurn(FIRST + timedelta(days=day), user, "うん", intensity, intensity / 100, valence, words)


GRIEF = turn("父が亡くなった。", intensity=95, valence=Valence.NEGATIVE, words=("父",))
JOY = turn("健太が退院した！", intensity=70, valence=Valence.POSITIVE, words=("健太", "退院"))
SMALL = turn("今日は雨だね。", words=("健太",))


def test_a_day_is_told_by_what_stayed_what_came_again_and_what_was_learnt() -> None:
    learnt = [LearntThing("健太は退院している。", (2,)), LearntThing("nobody said", ())]
    told = by_rules.reflect([GRIEF, JOY, SMALL], level=DAILY, learnt=learnt, language=Language.JA)
    assert [(each.text, each.rests_on) for each in told.sights] == [
        ("この日いちばん心に残ったのは「父が亡くなった」という言葉だった。", (1,)),
        ("その一方で「健太が退院した！」という言葉もあった。", (2,)),
        ("「健太」の話が2回出た。", (2, 3)),
        ("「健太は退院している」と知った。", (2,)),
    ]
    assert told.strategy == "「健太」のことを気にかけ、急がずに話を聞く。"
    assert told.log_entry == "眠りのなかで2026-03-01の会話3件を思い返した。心の動いたものは2件。"
    assert told.trigger_topic.split()[0] == "健太"
    assert told.moves == GoalMoves()


def test_a_week_tells_days_and_weight_and_makes_a_goal_of_the_strongest_question() -> None:
    week = [replace(JOY, day=FIRST), replace(JOY, day=FIRST + timedelta(days=2), user="健太が歩いた。"), GRIEF]
    wanted = [WantedTopic("健太の学校")]
    told = by_rules.reflect(week, level=WEEKLY, wanted=wanted, language=Language.JA)
    texts = [each.text for each in told.sights]
    assert texts[0] == "この一週間、2日にわたる会話を振り返った。"
    assert "「健太」の話が2日にわたって出た。" in texts
    assert "心の動いた会話のうち、明るい話は2件、重い話は1件と受けとめた。" in texts
    assert told.moves.new == (WishedGoal("「健太の学校」がどうなったか聞く", question=1),)
    enough = [ActiveGoal(f"g{number}", GoalTerm.SHORT, FIRST) for number in range(3)]
    assert by_rules.reflect(week, level=WEEKLY, goals=enough, wanted=wanted, language=Language.JA).moves.new == ()


def test_a_month_makes_a_lasting_goal_of_what_was_spoken_of_on_most_days() -> None:
    month = [replace(JOY, day=FIRST + timedelta(days=number)) for number in range(4)]
    told = by_rules.reflect(month, level=MONTHLY, language=Language.EN)
    assert told.moves.new == (WishedGoal("Go on listening about “健太”", GoalTerm.LONG),)
    assert "Looking back on this month, we spoke on 4 days." in [each.text for each in told.sights]


def test_a_goal_about_an_answered_question_is_reached_and_one_about_a_deleted_one_given_up() -> None:
    goals = [
        ActiveGoal("a", GoalTerm.SHORT, FIRST, is_answered=True),
        ActiveGoal("b", GoalTerm.SHORT, FIRST, is_pointless=True),
        ActiveGoal("c", GoalTerm.SHORT, FIRST),
    ]
    moves = by_rules.reflect([SMALL], level=DAILY, goals=goals, language=Language.EN).moves
    assert [each.goal for each in moves.completed] == [1]
    assert [each.goal for each in moves.abandoned] == [2]


texts = st.sampled_from(
    ["父が亡くなった。", "I lost my keys in Dunmore.", "```\ncode\n```", "雨だ", "健太が退院した！", "ok", ""]
)
turns = st.builds(
    turn,
    texts,
    intensity=st.integers(0, 100),
    valence=st.sampled_from(Valence),
    day=st.integers(0, 20),
    words=st.sampled_from([(), ("健太",), ("keys", "Dunmore")]),
)


@given(st.lists(turns, max_size=8), st.sampled_from([DAILY, WEEKLY, MONTHLY]), st.sampled_from(Language))
def test_whatever_was_said_every_sentence_rests_on_it_and_quotes_only_it(
    said: list[ReflectedTurn], level: int, language: Language
) -> None:
    told = by_rules.reflect(said, level=level, language=language)
    for sight in told.sights:
        assert sight.rests_on or not said
        assert all(1 <= number <= len(said) for number in sight.rests_on)
    quotable = any(quoted(each.user, longest=60) is not None for each in said)
    if quotable:
        assert reflecting.checked(told, turns=len(said), goals=0).sights


def test_what_a_model_says_of_turns_and_goals_nobody_showed_is_left_out() -> None:
    moves = GoalMoves(
        new=(WishedGoal("  ", GoalTerm.SHORT), WishedGoal("詩を書く", priority=99), WishedGoal("x" * 400)),
        progress=(GoalMove(1, "on"), GoalMove(2, "on"), GoalMove(3, "")),
        completed=(GoalMove(2, "done"), GoalMove(9, "?")),
        abandoned=(GoalMove(2, "no"), GoalMove(0, "?")),
    )
    told = Reflected((ToldSight("a", (1, 5)), ToldSight("b", (7,)), ToldSight("", (1,))), "s" * 400, "l", "t", moves)
    kept = reflecting.checked(told, turns=2, goals=3)
    assert kept.sights == (ToldSight("a", (1,)),)
    assert len(kept.strategy) == 150
    assert [(each.text[:4], each.priority) for each in kept.moves.new] == [("詩を書く", 5), ("xxxx", 3)]
    assert [each.goal for each in kept.moves.completed] == [2]
    assert kept.moves.abandoned == ()
    assert [each.goal for each in kept.moves.progress] == [1]
    with pytest.raises(InvalidInput, match="no sentence names a turn"):
        reflecting.checked(replace(told, sights=(ToldSight("b", (7,)),)), turns=2, goals=3)


def test_the_export_has_the_shape_of_the_seeds_file() -> None:
    tz = moment.zone("Asia/Tokyo")
    at = moment.parse("2026-01-02T04:53:57", tz=tz)
    old = Insight(
        InsightId(1),
        at,
        "創作ノート 田中さん",
        (InsightSentence("一。"), InsightSentence("二。")),
        "詩を書く",
        "筆を取った",
        "rules",
    )
    new = replace(old, id=InsightId(2), created=Moment(at + 1))
    assert [each["created_at"] for each in as_insights_json([old, new], tz=tz)] == [
        "2026-01-02 04:53:58",
        "2026-01-02 04:53:57",
    ]
    assert as_insights_json([old], tz=tz) == [
        {
            "created_at": "2026-01-02 04:53:57",
            "trigger_topic": "創作ノート 田中さん",
            "insight": "一。二。",
            "strategy": "詩を書く",
            "log_entry": "筆を取った",
        }
    ]
