"""One persona's trouble is not everybody's: its work rests, is named, and is tried again."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

import pytest

from omoide import Omoide, SimulatedClock
from omoide.asks.appraise_turn import AppraiseTurn
from omoide.asks.ask import Ask
from omoide.domain.time.moment import Moment
from omoide.ports.models.thinker import Answered
from tests.fakes.embedding import hashing
from tests.usecases.minds import ScriptedThinker

ValueT = TypeVar("ValueT")
NOON = Moment(1_767_614_400)


@dataclass
class BrokenFor(ScriptedThinker):
    """A thinker with a mistake in it: some turns raise what nobody foresaw."""

    word: str = "雷"
    is_mended: bool = False
    tries: list[str] = field(default_factory=list)

    def answer(self, ask: Ask[ValueT]) -> Answered[ValueT]:
        if isinstance(ask, AppraiseTurn) and self.word in ask.turn.user and not self.is_mended:
            self.tries.append(ask.turn.user)
            raise KeyError(self.word)
        return super().answer(ask)


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(NOON)


@pytest.fixture
def thinker() -> BrokenFor:
    return BrokenFor()


@pytest.fixture
def omoide(
    tmp_path: Path, clock: SimulatedClock, thinker: BrokenFor, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Omoide]:
    monkeypatch.setenv("OMOIDE_BACKGROUND__AUTO", "true")
    with Omoide.open(tmp_path, clock=clock, embedder=hashing(), thinker=thinker, beside="nowhere") as opened:
        opened.persona("aki").observe(user="雷が落ちた", assistant="怖いね")
        opened.persona("haru").observe(user="猫の名前はモモ", assistant="覚えたよ")
        yield opened


def remembered(omoide: Omoide, name: str) -> int:
    return len(omoide.mind(name).memories.all())


def test_the_personas_after_it_are_worked_for_in_the_same_round(omoide: Omoide) -> None:
    assert omoide.work_off() is False
    assert (remembered(omoide, "aki"), remembered(omoide, "haru")) == (0, 1)


def test_it_is_named_with_its_kind_and_nothing_that_was_said(omoide: Omoide) -> None:
    omoide.work_off()
    assert [trouble.told for trouble in omoide.troubles()] == ["aki: KeyError ×1"]
    assert any("aki: KeyError ×1" in finding.detail for finding in omoide.examine() if finding.check == "work")


def test_it_rests_longer_each_time_and_is_no_work_meanwhile(
    omoide: Omoide, clock: SimulatedClock, thinker: BrokenFor
) -> None:
    for _ in range(5):
        omoide.work_off()
    assert len(thinker.tries) == 1
    assert not omoide.has_work()
    clock.advance(seconds=61)
    assert omoide.has_work()
    omoide.work_off()
    clock.advance(seconds=61)
    omoide.work_off()
    assert len(thinker.tries) == 2


def test_what_was_mended_goes_on_at_the_next_try_and_is_forgotten(
    omoide: Omoide, clock: SimulatedClock, thinker: BrokenFor, tmp_path: Path
) -> None:
    omoide.work_off()
    thinker.is_mended = True
    clock.advance(seconds=61)
    omoide.work_off()
    assert remembered(omoide, "aki") == 1
    assert omoide.troubles() == []
    assert not list(tmp_path.glob("worker.troubles*"))


def test_another_process_knows_of_it_and_lets_it_rest(
    omoide: Omoide, clock: SimulatedClock, thinker: BrokenFor, tmp_path: Path
) -> None:
    omoide.work_off()
    with Omoide.open(tmp_path, clock=clock, embedder=hashing(), thinker=thinker, beside="nowhere") as other:
        assert not other.has_work()
        assert [trouble.persona for trouble in other.troubles()] == ["aki"]
    assert len(thinker.tries) == 1
