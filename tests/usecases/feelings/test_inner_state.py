"""What moves a persona, through the library: from what is kept, at any instant."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.drives.drive import Drive
from omoide.domain.time import moment
from tests.fakes.embedding import hashing


@pytest.fixture
def mind(tmp_path: Path, clock: SimulatedClock) -> Iterator[Mind]:
    with Omoide.open(tmp_path / "home", clock=clock, embedder=hashing()) as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        yield home.mind("haru")


def test_a_new_mind_is_moved_by_nothing(mind: Mind) -> None:
    assert mind.inner_state().dominant is None


def test_silence_makes_bored_and_the_owners_word_is_no_talk(mind: Mind) -> None:
    mind.observe(user="わたし鎌倉に住んでるよ", assistant="そっか", at="2026-03-01T20:00")
    mind.digest()
    levels = [
        round(mind.inner_state(at).level(Drive.BOREDOM), 2)
        for at in ("2026-03-01T19:00", "2026-03-01T20:00", "2026-03-02T20:00", "2026-03-08T20:00")
    ]
    assert levels == [0.0, 0.0, 0.48, 0.77]
    before = mind.inner_state().level(Drive.BOREDOM)
    [home] = mind.beliefs.all(kind="fact")
    mind.beliefs.correct(home.id, "あなたは逗子に住んでいる。")
    assert mind.inner_state().level(Drive.BOREDOM) == before


def test_what_is_to_be_done_urges_as_it_comes_near_and_no_longer_when_it_is_done(
    mind: Mind, clock: SimulatedClock
) -> None:
    clock.set(moment.parse("2026-03-01T20:00", tz=mind.persona.tz))
    mind.observe(user="3月20日までに書類を出さないといけない", assistant="わかった")
    mind.digest()
    wanted = (
        "2026-03-02T09:00",
        "2026-03-15T09:00",
        "2026-03-18T09:00",
        "2026-03-20T09:00",
        "2026-03-24T09:00",
        "2026-04-20T09:00",
    )
    levels = [round(mind.inner_state(at).level(Drive.GOAL_ACHIEVEMENT), 1) for at in wanted]
    assert levels == [0.2, 0.4, 0.6, 0.8, 0.8, 0.2]
    assert "書類" in mind.inner_state("2026-03-20T09:00").most_urgent_goal
    clock.set(moment.parse("2026-03-19T09:00", tz=mind.persona.tz))
    [task] = mind.beliefs.all(kind="task")
    mind.due.done(task.id)
    assert mind.inner_state("2026-03-20T09:00").level(Drive.GOAL_ACHIEVEMENT) == 0


def test_the_last_emotion_shown_and_the_mood_make_close(mind: Mind) -> None:
    mind.observe(
        user="ただいま",
        assistant='おかえり<persona_emotion category="protective" intensity="0.9"/>',
        at="2026-03-01T20:00",
    )
    mind.digest()
    near = mind.inner_state("2026-03-01T20:30")
    assert near.dominant is Drive.RELATEDNESS
    assert near.narrative == "あなたを守りたいという気持ちがある。"
    assert near.lines[0] == near.narrative
    assert near.mood.text
    assert mind.inner_state("2026-03-10T20:30").level(Drive.RELATEDNESS) < 0.1
    assert [one.emotion.category.value for one in mind.feelings.emotion_log()] == ["protective"]
    assert mind.feelings.emotion_log(until="2026-03-01T20:00") == mind.feelings.emotion_log(since="2026-03-02") == []


def test_looking_is_the_same_every_time(mind: Mind) -> None:
    for hour in range(8):
        mind.observe(
            user=f"{hour}時。妹のなおは京都にいるらしいよ", assistant="へえ", at=f"2026-03-01T{hour + 8:02}:00"
        )
    mind.digest()
    first = mind.inner_state("2026-03-02T08:00")
    assert mind.inner_state("2026-03-02T08:00") == first
    assert all(0 <= level <= 1 for _, level in first.levels)
