"""A clock set to 1970 or 2099 while Omoide runs: nothing is lost, nothing has a negative age, no night takes years."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.jobs import detached
from omoide.domain.memories.levels import Level
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.upkeep.finding import FindingState
from tests.entrypoints.hooks.spooling import Spooling
from tests.fakes.embedding import hashing

EPOCH, CENTURY_END = Moment(60), Moment(4_080_000_000)


def lived(mind: Mind, clock: SimulatedClock) -> None:
    """Let a mind talk and sleep for three days."""
    for day in range(3):
        mind.observe(user=f"猫のモモと {day} 日目の散歩をした", assistant="楽しかったね", session_id=f"s{day}")
        mind.digest()
        clock.set(Moment(clock.now() + DAY_SECONDS))
        mind.memories.sleep(by_itself=True)


def levels(mind: Mind) -> dict[Level, int]:
    return {level: held for level, held in mind.memories.count().items() if held}


@pytest.mark.parametrize("wrong", [EPOCH, CENTURY_END], ids=["1970", "2099"])
def test_what_is_said_and_asked_under_a_wrong_clock_is_kept_and_answered(
    wrong: Moment, mind: Mind, clock: SimulatedClock
) -> None:
    lived(mind, clock)
    right = clock.now()
    clock.set(wrong)
    mind.observe(user="時計がおかしいときの話", assistant="うん", session_id="odd")
    mind.digest()
    assert mind.recall("猫のモモと散歩")
    found = mind.memories.recall("猫のモモと散歩", session_id="odd2")
    assert found
    assert all(hit.why.priority >= 0 for hit in found)
    assert all(memory.memory_days >= 0 and memory.retention_score >= 0 for memory in mind.memories.all())
    mind.feelings.mood()
    mind.memories.forecast(days=3)
    clock.set(right)
    mind.observe(user="時計が直った", assistant="よかった", session_id="back")
    mind.digest()
    assert {event.user for event in mind.log()} >= {"時計がおかしいときの話", "時計が直った"}
    assert len(mind.log()) == 5
    assert mind.recall("時計が直った")
    clock.set(Moment(right + DAY_SECONDS))
    assert mind.memories.sleep(by_itself=True) is not None


def test_no_night_of_seventy_years_runs_by_itself(mind: Mind, clock: SimulatedClock) -> None:
    lived(mind, clock)
    before, right = levels(mind), clock.now()
    clock.set(CENTURY_END)
    mind.observe(user="まだ気づいていない", assistant="うん")
    mind.digest()
    assert mind.memories.sleep(by_itself=True) is None
    clock.set(right)
    after = levels(mind)
    assert {level: after[level] - before.get(level, 0) for level in after} == {Level.FULL: 1, Level.SUMMARY: 0}


def test_doctor_says_that_the_clock_has_leapt_and_the_owner_may_sleep_all_the_same(
    opened: Callable[..., Omoide], clock: SimulatedClock
) -> None:
    omoide = opened()
    mind = omoide.persona("haru")
    lived(mind, clock)
    clock.set(CENTURY_END)
    [nights] = [each for each in omoide.examine() if each.check == "nights"]
    assert (nights.state, nights.todo) == (FindingState.ATTENTION, "leap")
    assert "2026-03-3" in nights.detail or "2026-04-0" in nights.detail
    assert mind.memories.sleep() is not None
    [nights] = [each for each in omoide.examine() if each.check == "nights"]
    assert nights.state is FindingState.OK


def test_two_years_away_are_no_leap(mind: Mind, clock: SimulatedClock) -> None:
    lived(mind, clock)
    clock.set(Moment(clock.now() + 730 * DAY_SECONDS))
    assert mind.memories.sleep(by_itself=True) is not None


def test_a_night_is_looked_for_again_when_the_clock_was_put_back(
    tmp_path: Path, clock: SimulatedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_BACKGROUND__AUTO", "true")
    rested: list[str] = []
    with Omoide.open(tmp_path / "home", clock=clock, embedder=hashing(), beside="nowhere") as omoide:
        lived(omoide.persona("haru"), clock)
        right = clock.now()
        clock.set(CENTURY_END)
        omoide.work_off()
        clock.set(Moment(right + 2 * DAY_SECONDS))
        omoide.work_off(rested=lambda persona: rested.append(persona.name))
    assert rested == ["haru"]


@pytest.mark.parametrize("at", [EPOCH, CENTURY_END], ids=["1970", "2099"])
def test_a_turn_whose_end_was_told_by_a_wrong_clock_is_kept(
    at: Moment, tmp_path: Path, opened: Callable[..., Omoide]
) -> None:
    spooling = Spooling(tmp_path, opened)
    told = json.loads(spooling.good("hello"))
    told |= {"at": at, "last_assistant_message": "answer to hello"}
    spooling.put("1", json.dumps(told).encode())
    assert spooling.round() is None
    assert spooling.said() == ["hello\nanswer to hello"]
    assert spooling.spool.aside() == []


def test_a_worker_that_failed_in_the_future_is_started_again(tmp_path: Path) -> None:
    mark = tmp_path / "worker.failed"
    mark.touch()
    assert detached._rests(tmp_path)
    os.utime(mark, (time.time() + 10**9, time.time() + 10**9))
    assert not detached._rests(tmp_path)
