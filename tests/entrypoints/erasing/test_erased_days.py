"""Episodes made of erased turns are made again without them; nothing of the old telling is left anywhere."""

import json

import pytest

from omoide import Mind, SimulatedClock
from omoide.domain.episodes.episode import EpisodeKind

SECRET = "Quillfeather"


@pytest.fixture
def told(mind: Mind) -> Mind:
    """A mind with two days of talk, of which one names somebody, both told."""
    mind.observe(user=f"{SECRET}先生に診てもらった", assistant="どうだった？", at="2026-03-02T20:00", session_id="s1")
    mind.observe(user="庭の梅が咲いた", assistant="見たいな。", at="2026-03-02T20:05", session_id="s2")
    mind.observe(user="モモが帰ってきた", assistant="よかった。", at="2026-03-03T20:00", session_id="s3")
    mind.episodes.update()
    return mind


def holds(mind: Mind, words: str) -> list[str]:
    home = mind._home.foundation.folder
    return [file.name for file in home.rglob("*") if file.is_file() and words.encode() in file.read_bytes()]


def test_a_day_is_told_again_without_the_erased_turn(told: Mind) -> None:
    assert SECRET in told.episodes.all()[0].summary
    report = told.erase(session_id="s1")
    assert report.left_in == ()
    assert dict(report.rows)["episodes"] == 1
    assert [str(each.span) for each in told.episodes.all()] == ["2026-03-03"]
    assert holds(told, SECRET) == []
    assert [str(day) for day in told.episodes.update().made] == ["2026-03-02"]
    first = told.episodes.all()[0]
    assert "庭の梅が咲いた" in first.summary
    assert SECRET not in first.summary


def test_the_text_before_goes_too(told: Mind) -> None:
    told.observe(user="手紙も書いた", assistant="いいね。", at="2026-03-02T21:00", session_id="s9")
    assert told.episodes.update().remade
    told.erase(session_id="s1")
    assert holds(told, SECRET) == []


def test_a_week_that_tells_it_goes_and_its_other_days_stand_again(told: Mind, clock: SimulatedClock) -> None:
    clock.advance(days=60)
    told.episodes.compress()
    assert [each.kind for each in told.episodes.all()] == [EpisodeKind.WEEK]
    told.erase(session_id="s1")
    [day] = told.episodes.all()
    assert (day.kind, str(day.span), day.is_archived) == (EpisodeKind.DAY, "2026-03-03", False)
    told.episodes.update()
    assert len(told.episodes.compress().made) == 1
    [week] = told.episodes.all()
    assert "梅" in week.summary
    assert holds(told, SECRET) == []


def test_erasing_by_name_takes_the_days_that_name_it(told: Mind) -> None:
    assert told.erase(about=SECRET).left_in == ()
    told.episodes.update()
    assert SECRET not in json.dumps([each.summary for each in told.episodes.all()])


def test_a_dry_run_changes_nothing(told: Mind) -> None:
    before = [each.summary for each in told.episodes.all()]
    assert dict(told.erase(session_id="s1", dry_run=True).rows)["episodes"] == 1
    assert [each.summary for each in told.episodes.all()] == before


def test_a_whole_persona_goes_with_its_days_and_weeks(told: Mind, clock: SimulatedClock) -> None:
    clock.advance(days=60)
    told.episodes.compress()
    told.episodes.achieved("詩を書く", goal_id="g1")
    told.erase(everything=True)
    assert holds(told, SECRET) == []
    assert holds(told, "詩を書く") == []


def test_what_resonated_has_counted_when_a_turn_is_digested_again(told: Mind) -> None:
    tag = '<memory_trace id="episode_2026-03-03_001" resonance="1.0"/>'
    told.observe(user="元気？", assistant=f"元気だよ。{tag}", at="2026-03-04T20:00", session_id="s4")
    told.digest()
    after = told.episodes.get("episode_2026-03-03_001").arousal
    told.erase(session_id="s2")
    told.digest()
    assert told.episodes.get("episode_2026-03-03_001").arousal == after
