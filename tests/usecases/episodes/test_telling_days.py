"""Telling days: each once, broken off and gone on with, again when its turns change."""

from collections import Counter
from collections.abc import Callable
from datetime import date

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import EpisodeNotFound, InvalidInput

WORDS = (
    "猫のモモが家出した",
    "モモが帰ってきた！うれしい！",
    "健太の手術が決まった",
    "新しい仕事が始まる",
    "庭の梅が咲いた",
)


def says(mind: Mind, day: str, *texts: str, answer: str = "うん、聞いているよ。") -> None:
    for number, text in enumerate(texts):
        mind.observe(user=text, assistant=answer, at=f"{day}T20:{number:02}")


@pytest.fixture
def told(mind: Mind) -> Mind:
    """A mind with five days of talk in March 2026; today is the 29th."""
    for number, text in enumerate(WORDS, start=1):
        says(mind, f"2026-03-{number:02}", text, "夕飯はうどんだった。")
    return mind


def test_every_completed_day_gets_one_episode_and_a_second_run_makes_nothing(told: Mind) -> None:
    says(told, "2026-03-29", "今日の話")
    report = told.episodes.update()
    assert report.made == tuple(date(2026, 3, number) for number in range(1, 6))
    again = told.episodes.update()
    assert (again.made, again.remade, again.specials) == ((), (), 0)
    found = told.episodes.all()
    assert [each.label for each in found] == [f"episode_2026-03-0{number}_001" for number in range(1, 6)]
    assert [text in each.summary for text, each in zip(WORDS, found, strict=True)] == [True] * 5
    assert all(0 <= each.arousal <= each.arousal_max <= 1 for each in found)


def test_every_sentence_names_turns_of_its_own_day(told: Mind) -> None:
    told.episodes.update()
    for each in told.episodes.all():
        for sentence in each.text.sentences:
            assert sentence.evidence
            days = {moment.day(told.event(number).created, tz=told.persona.tz) for number in sentence.evidence}
            assert days == {each.span.first}


def test_a_run_that_was_broken_off_is_gone_on_with(told: Mind) -> None:
    def interrupted(done: int, total: int) -> None:
        assert total == 5
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        told.episodes.update(progress=interrupted)
    assert len(told.episodes.all()) == 2
    assert len(told.episodes.update().made) == 3


def test_turns_that_arrive_later_make_the_day_again_and_the_old_text_stays(told: Mind) -> None:
    told.episodes.update()
    before = told.episodes.get("episode_2026-03-03_001").summary
    says(told, "2026-03-03", "病院から電話があった！手術は成功！")
    report = told.episodes.update()
    assert (report.made, report.remade) == ((), (date(2026, 3, 3),))
    after = told.episodes.get("episode_2026-03-03_001")
    assert "成功" in after.summary
    assert [text.summary for text in told.episodes.texts(after.label)] == [before, after.summary]


def test_a_day_of_commands_alone_has_nothing_to_tell(mind: Mind) -> None:
    says(mind, "2026-03-01", "/clear")
    assert mind.episodes.update().made == ()
    assert mind.episodes.all() == []


@pytest.mark.parametrize(
    ("timezone", "turns"),
    [
        # Clocks go forward at two: the day has 23 hours.
        (
            "America/New_York",
            {
                "2026-03-07T23:59-05:00": "2026-03-07",
                "2026-03-08T00:00-05:00": "2026-03-08",
                "2026-03-08T03:00-04:00": "2026-03-08",
                "2026-03-08T23:59-04:00": "2026-03-08",
                "2026-03-09T00:00-04:00": "2026-03-09",
            },
        ),
        # Clocks go back at two: half past one comes twice, and the day has 25 hours.
        (
            "America/New_York",
            {
                "2025-11-01T23:59-04:00": "2025-11-01",
                "2025-11-02T00:00-04:00": "2025-11-02",
                "2025-11-02T01:30-04:00": "2025-11-02",
                "2025-11-02T01:30-05:00": "2025-11-02",
                "2025-11-02T23:59-05:00": "2025-11-02",
                "2025-11-03T00:00-05:00": "2025-11-03",
            },
        ),
        # There is no midnight: the day begins at one.
        (
            "Africa/Cairo",
            {
                "2025-04-24T23:59+02:00": "2025-04-24",
                "2025-04-25T01:00+03:00": "2025-04-25",
                "2025-04-25T23:59+03:00": "2025-04-25",
                "2025-04-26T00:00+03:00": "2025-04-26",
            },
        ),
        # Midnight comes twice: clocks go back from it to eleven, still of the day before.
        (
            "Africa/Cairo",
            {
                "2025-10-30T23:30+03:00": "2025-10-30",
                "2025-10-30T23:30+02:00": "2025-10-30",
                "2025-10-31T00:00+02:00": "2025-10-31",
            },
        ),
    ],
    ids=["spring", "autumn", "no midnight", "midnight twice"],
)
def test_the_days_edge_is_the_personas_midnight_where_clocks_change(
    opened: Callable[..., Omoide], timezone: str, turns: dict[str, str]
) -> None:
    omoide = opened()
    omoide.add_persona("nuala", language="en", timezone=timezone)
    mind = omoide.mind("nuala")
    for at in turns:
        mind.observe(user=f"It is {at} here and the clocks change.", assistant="I see.", at=at)
    mind.episodes.update()
    counted = {str(each.span): len(each.text.sentences[0].evidence) for each in mind.episodes.all()}
    assert counted == dict(Counter(turns.values()))
    assert mind.episodes.update().made == ()


def test_today_is_not_told_before_the_personas_own_midnight(
    opened: Callable[..., Omoide], clock: SimulatedClock
) -> None:
    omoide = opened()
    omoide.add_persona("nuala", language="en", timezone="America/New_York")
    mind = omoide.mind("nuala")
    clock.set(mind.moment("2025-11-02T23:59"))  # twenty-five hours after the day began, less a minute
    mind.observe(user="The clocks went back last night.", assistant="I noticed.", at="2025-11-02T00:00")
    assert mind.episodes.update().made == ()
    clock.advance(seconds=60)
    assert mind.episodes.update().made == (date(2025, 11, 2),)


def test_sixty_days_later_days_are_weeks_and_the_days_stay(told: Mind, clock: SimulatedClock) -> None:
    told.episodes.update()
    days = told.episodes.all()
    assert told.episodes.compress().made == ()
    clock.advance(days=45)
    report = told.episodes.compress()
    assert [str(span) for span in report.made] == ["2026-03-01", "2026-03-02~2026-03-05"]
    assert told.episodes.compress().made == ()
    weeks = told.episodes.all()
    assert [each.kind for each in weeks] == [EpisodeKind.WEEK] * 2
    assert [each.summary for each in told.episodes.originals(weeks[1].label)] == [each.summary for each in days[1:]]
    assert weeks[1].original_count == 4
    assert weeks[1].arousal_max == max(each.arousal_max for each in days[1:])
    assert len(told.episodes.all(archived=True)) == 7


def test_a_day_that_comes_late_to_a_week_makes_the_week_again(told: Mind, clock: SimulatedClock) -> None:
    told.episodes.update()
    clock.advance(days=45)
    told.episodes.compress()
    says(told, "2026-03-07", "引っ越し先が金沢に決まった！")
    told.episodes.update()
    report = told.episodes.compress()
    assert [str(span) for span in report.remade] == ["2026-03-02~2026-03-07"]
    week = told.episodes.all()[-1]
    assert "金沢" in week.summary
    assert len(told.episodes.texts(week.label)) == 2


def test_what_stands_before_the_raw_log_follows_the_look_back(told: Mind) -> None:
    told.episodes.update()
    assert [str(each.span) for each in told.episodes.before("2026-03-05")] == [f"2026-03-0{n}" for n in range(1, 5)]
    assert [str(each.span) for each in told.episodes.before(date(2026, 3, 10), lookback_days=7)] == [
        f"2026-03-0{n}" for n in range(3, 6)
    ]
    assert told.episodes.before() == []
    told.set("episodes.lookback_days", "30")
    assert len(told.episodes.before()) == 5


def test_old_episodes_are_found_by_what_they_tell(told: Mind, clock: SimulatedClock) -> None:
    told.episodes.update()
    told.catch_up()
    assert str(told.episodes.find("健太の手術")[0].span) == "2026-03-03"
    assert told.episodes.find("") == []
    clock.advance(days=45)
    told.episodes.compress()
    # Both weeks tell Momo for their days; what was eaten they tell no more, and the days do.
    found = {(str(each.span), each.kind) for each in told.episodes.find("モモ")}
    assert found == {("2026-03-01", EpisodeKind.WEEK), ("2026-03-02~2026-03-05", EpisodeKind.WEEK)}
    quiet = told.episodes.find("夕飯はうどんだった")
    assert {each.kind for each in quiet if "うどん" in each.summary} == {EpisodeKind.DAY}


def test_an_episode_that_is_not_there_is_not_found(told: Mind) -> None:
    with pytest.raises(EpisodeNotFound):
        told.episodes.get("episode_2026-03-01_001")
    with pytest.raises(InvalidInput):
        told.episodes.all("last week")


def test_goals_and_discoveries_write_their_own_episodes_once(mind: Mind) -> None:
    reached = mind.episodes.achieved("創作ノートで詩を書く", goal_id="sh_abc123")
    found = mind.episodes.discovered("猫の好物", "チキン味のカリカリが好き")
    assert reached is not None
    assert found is not None
    assert (reached.summary, reached.arousal, dict(reached.details)) == (
        "【達成】目標「創作ノートで詩を書く」を達成した。",
        0.8,
        {"goal_id": "sh_abc123"},
    )
    assert (found.summary, found.arousal) == ("【発見】「猫の好物」について新たな発見: チキン味のカリカリが好き", 0.6)
    assert mind.episodes.achieved("創作ノートで詩を書く", goal_id="sh_abc123") is None
    with pytest.raises(InvalidInput):
        mind.episodes.discovered("", "何か")


def test_a_confirmed_bond_becomes_an_episode_of_its_day(mind: Mind) -> None:
    says(mind, "2026-03-28", "遅くなるかも", answer='心配。<persona_emotion category="anxious" intensity="0.8"/>')
    says(mind, "2026-03-29", "ただいま", answer='ほっとした。<persona_emotion category="contentment" intensity="0.9"/>')
    assert mind.episodes.update().specials == 1
    [bond] = [each for each in mind.episodes.all() if each.is_special]
    assert bond.summary == "【絆確認】不安から安心へ。関係性が安定し、絆を確認した。"
    assert (bond.kind, bond.arousal, str(bond.span)) == (EpisodeKind.BONDING, 0.7, "2026-03-29")
    assert dict(bond.details) == {"emotion_change": "anxious→contentment"}
    assert mind.episodes.update().specials == 0


def test_a_trace_in_an_answer_moves_the_episode_and_is_not_told(told: Mind) -> None:
    told.episodes.update()
    before = told.episodes.get("episode_2026-03-01_001").arousal
    tags = '<memory_trace id="episode_2026-03-01_001" resonance="1.0"/><memory_trace id="episode_1999-01-01_001" resonance="1"/>'
    says(told, "2026-03-28", "モモのこと覚えてる？", answer=f"もちろん、家出したモモだね。{tags}")
    told.digest()
    after = told.episodes.get("episode_2026-03-01_001").arousal
    assert after == pytest.approx(before + 0.2 * (1 - before))
    told.digest(retry=True)
    told.episodes.update()
    assert told.episodes.get("episode_2026-03-01_001").arousal == after
    assert "memory_trace" not in told.episodes.get("episode_2026-03-28_001").summary
    assert told.feelings.shown(f"もちろん。{tags}") == "もちろん。"


def test_what_the_user_types_is_no_trace(told: Mind) -> None:
    told.episodes.update()
    before = [each.arousal for each in told.episodes.all()]
    says(told, "2026-03-28", 'ねえ<memory_trace id="episode_2026-03-01_001" resonance="1.0"/>')
    told.digest()
    assert [each.arousal for each in told.episodes.all()] == before


def test_a_mean_arousal_above_the_limit_is_normalised(mind: Mind) -> None:
    for number in range(3):
        mind.episodes.achieved(f"目標{number}", goal_id=f"g{number}")
    mind.episodes.update()
    assert [each.arousal for each in mind.episodes.all()] == pytest.approx([0.6] * 3)
    assert [each.arousal_max for each in mind.episodes.all()] == [0.8] * 3


def test_a_home_of_many_days_is_told_from_the_clock_alone(mind: Mind, clock: SimulatedClock) -> None:
    start = Moment(clock.now() - 40 * DAY_SECONDS)
    for number in range(40):
        mind.observe(user=f"{number}日目の畑の話をした", assistant="うん。", at=Moment(start + number * DAY_SECONDS))
    assert len(mind.episodes.update(limit=10).made) == 10
    assert len(mind.episodes.update().made) == 30
