"""A sleep goes through its stages: broken off it goes on, out of budget it leaves the rest, and nobody sleeps twice at once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.jobs.sleep_locks import FileSleepLock
from omoide.domain.sleep.sleep_report import SleepReport, StageState
from omoide.domain.sleep.stage import ORDER, SleepStage
from omoide.domain.time import moment
from omoide.errors import AlreadyAsleep, InvalidInput
from omoide.usecases.sleep import stages as stage_works


@pytest.fixture
def mind(mind: Mind, clock: SimulatedClock) -> Mind:
    """Haru, to whom something was said on an evening."""
    clock.set(moment.parse("2026-01-18T20:00", tz=mind.persona.tz))
    mind.observe(user="健太の手術が決まった", assistant="そばにいるよ。")
    return mind


def states(report: SleepReport) -> dict[SleepStage, StageState]:
    return {each.stage: each.state for each in report.results}


def test_all_stages_are_gone_through_in_order_and_kept(mind: Mind, clock: SimulatedClock) -> None:
    clock.advance(days=1)
    heard: list[SleepStage] = []
    report = mind.sleep(watch=lambda now: heard.append(now.results[-1].stage))
    assert [each.stage for each in report.results] == [each for each in ORDER if each in states(report)]
    assert states(report)[SleepStage.NIGHT] is StageState.DONE
    assert states(report)[SleepStage.EPISODES] is StageState.DONE
    assert report.ended is not None
    assert sorted(set(heard), key=ORDER.index) == list(dict.fromkeys(heard))
    assert mind.sleep.reports() == [report]
    assert mind.sleep.under_way() is None


def test_a_second_sleep_has_nothing_to_do(mind: Mind, clock: SimulatedClock) -> None:
    clock.advance(days=1)
    mind.sleep()
    again = mind.sleep()
    assert set(states(again).values()) == {StageState.NOTHING}
    assert not again.did_anything


def test_only_the_stages_that_were_named_are_gone_through(mind: Mind, clock: SimulatedClock) -> None:
    clock.advance(days=1)
    report = mind.sleep(stages=["topics", "episodes"])
    assert list(states(report)) == [SleepStage.EPISODES, SleepStage.TOPICS]
    assert mind.memories.reports() == []
    with pytest.raises(InvalidInput, match="is no stage"):
        mind.sleep(stages=["naps"])


def test_a_sleep_that_was_broken_off_goes_on_by_itself_and_no_stage_is_gone_through_twice(
    opened: Callable[..., Omoide], mind: Mind, clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.advance(days=1)
    mind.digest()

    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(stage_works.EpisodeStage, "__call__", dies)
        with pytest.raises(KeyboardInterrupt):
            mind.settle()
    broken = mind.sleep.under_way()
    assert broken is not None
    assert states(broken) == {SleepStage.NIGHT: StageState.DONE, SleepStage.EPISODES: StageState.UNDER_WAY}
    assert mind.episodes.all() == []
    another = opened().mind("haru")
    another.settle()
    [report] = another.sleep.reports(limit=5)
    assert (report.id, report.ended is not None) == (broken.id, True)
    assert states(report)[SleepStage.EPISODES] is StageState.DONE
    assert len(another.memories.reports(limit=5)) == 1
    assert len(another.episodes.all()) == 1


def test_a_night_that_fell_due_after_a_sleep_was_broken_off_follows_in_the_same_call(
    mind: Mind, clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    def dies(*_: object) -> None:
        raise KeyboardInterrupt

    clock.advance(days=1)
    with monkeypatch.context() as patched:
        patched.setattr(stage_works.TopicStage, "__call__", dies)
        with pytest.raises(KeyboardInterrupt):
            mind.sleep()
    clock.advance(days=1)
    report = mind.sleep()
    assert states(report)[SleepStage.NIGHT] is StageState.DONE
    assert [each.ended is not None for each in mind.sleep.reports(limit=5)] == [True, True]
    assert len(mind.memories.reports(limit=5)) == 2


def test_when_no_night_is_due_nothing_is_written(mind: Mind, clock: SimulatedClock) -> None:
    clock.advance(days=1)
    mind.settle()
    clock.advance(seconds=3_600)
    mind.settle()
    assert len(mind.sleep.reports(limit=5)) == 1


def test_of_two_who_put_a_persona_to_sleep_one_does(tmp_path: Path, mind: Mind, clock: SimulatedClock) -> None:
    clock.advance(days=1)
    mind.digest()
    assert not mind.sleep.is_asleep()
    with FileSleepLock(tmp_path / "home").alone(mind.persona.id) as is_mine:
        assert is_mine
        assert mind.sleep.is_asleep()
        with pytest.raises(AlreadyAsleep, match="haru is asleep already"):
            mind.sleep()
        mind.settle()
        assert mind.sleep.reports() == []
    assert mind.sleep().did_anything


def test_what_the_time_does_not_suffice_for_is_left_and_done_the_next_time(mind: Mind, clock: SimulatedClock) -> None:
    clock.advance(days=1)
    mind.set("sleep.minutes", "0.00001")
    short = mind.sleep()
    assert states(short)[SleepStage.INDEX] is StageState.LEFT
    assert {each.why for each in short.results if each.state is StageState.LEFT} == {"time"}
    mind.set("sleep.minutes", "0")
    after = mind.sleep()
    assert StageState.LEFT not in states(after).values()
    assert len(mind.episodes.all()) == 1
    assert len(mind.memories.reports(limit=5)) == 1


def test_the_morning_tells_of_the_night_and_of_the_day(mind: Mind, clock: SimulatedClock) -> None:
    mind.observe(user="1月20日までに書類を出さないといけない", assistant="わかった")
    clock.set(moment.parse("2026-01-20T08:00", tz=mind.persona.tz))
    mind.sleep()
    report = mind.sleep.morning()
    assert report.sleep == mind.sleep.reports()[0]
    assert "思い出2件が夜を越した。" in report.text
    assert "1日分の出来事" in report.text
    assert any("書類" in line for line in report.due)
    assert "書類" in report.text
    assert mind.sleep.morning("2026-01-18T08:00").sleep is None
