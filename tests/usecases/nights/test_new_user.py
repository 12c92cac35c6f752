"""What a new user said stays readable, and within reach: real rules, real encoder, real nights."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.memories.levels import Level
from omoide.domain.time import moment
from tests.fakes.small_talk import TURNS

pytestmark = pytest.mark.slow


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(moment.parse("2026-01-18T18:00:00", tz=moment.zone("Asia/Tokyo")))


@pytest.fixture
def mind(tmp_path: Path, clock: SimulatedClock) -> Iterator[Mind]:
    with Omoide.open(tmp_path / "home", clock=clock) as omoide:
        omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        talked = omoide.mind("haru")
        for user, assistant in TURNS:
            talked.observe(user=user, assistant=assistant, session_id="s1")
        assert talked.digest().remembered == len(TURNS)
        yield talked


def sleeps(mind: Mind, clock: SimulatedClock, nights: int) -> None:
    for _ in range(nights):
        clock.advance(days=1)
        assert mind.memories.sleep() is not None


def test_a_user_with_ten_ordinary_memories_reads_all_of_them_after_a_week(mind: Mind, clock: SimulatedClock) -> None:
    sleeps(mind, clock, 7)
    kept = mind.memories.all(newest_first=False)
    assert [memory.current_level for memory in kept] == [Level.SUMMARY] * len(TURNS)
    for memory, (user, assistant) in zip(kept, TURNS, strict=True):
        assert memory.retention_score < 20
        assert user in memory.trigger
        assert assistant.split(".")[0] in memory.content


def test_the_seeds_thresholds_alone_would_have_reduced_them_to_keywords(mind: Mind, clock: SimulatedClock) -> None:
    mind.set("compression.room", "0")
    sleeps(mind, clock, 7)
    kept = mind.memories.all(newest_first=False)
    assert all(memory.current_level > Level.SUMMARY for memory in kept)
    assert sum(memory.is_archived for memory in kept) >= 6


def test_what_faded_long_ago_still_comes_to_mind_when_it_is_spoken_of(mind: Mind, clock: SimulatedClock) -> None:
    sleeps(mind, clock, 60)
    for number in range(12):
        mind.observe(user=f"{number}番目の会議で大喧嘩になって本当に腹が立った", assistant="それはつらかったね")
    mind.digest()
    [cat] = [each for each in mind.memories.recall("猫の名前はモモだよ") if "モモ" in each.memory.trigger]
    assert cat.memory.retention_score < 0.001
    assert mind.memories.get(cat.memory.label).recalled_since_last_batch
