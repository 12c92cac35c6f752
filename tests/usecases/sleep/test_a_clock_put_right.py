"""A night that a wrong clock ran a day early: once the clock is right, everything becomes as if it had been right all the time."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from pathlib import Path
from typing import Any

import pytest
from bench.ninety_state import end_state

from omoide import Mind, Omoide, SimulatedClock
from omoide.adapters.sql.nights.nights import SqlNightStore
from omoide.domain.time.moment import DAY_SECONDS, Moment
from tests.fakes.embedding import hashing

EVENING = Moment(1_772_362_800)
"""An evening in Tokyo."""
NIGHT_SECONDS = 8 * 3_600
DAYS = 7
TURNS = 9
"""A day: after some days there are more than thirty, so that which ones stay readable depends on all of them."""


class BrokenOffError(Exception):
    """Whoever sleeps is gone."""


Breaks = Callable[[str], AbstractContextManager[None]]


def nothing_breaks(_when: str) -> AbstractContextManager[None]:
    return nullcontext()


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Mind, SimulatedClock]]:
    clock = SimulatedClock(EVENING)
    with Omoide.open(folder, clock=clock, embedder=hashing(), beside="nowhere") as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        yield home.mind("haru"), clock


def lives(
    mind: Mind, clock: SimulatedClock, number: int, *, is_early: bool = False, breaks: Breaks = nothing_breaks
) -> None:
    """Live a day and its night; the clock may stand a day ahead when the persona first goes to sleep.

    `breaks` breaks off, in the middle, the sleep under the wrong clock or the first one under the right clock.
    """
    clock.set(Moment(EVENING + number * DAY_SECONDS))
    for turn in range(TURNS):
        felt = "嬉しい" if turn % 3 else "つらい"
        mind.observe(user=f"{number}日目の{turn}番目、{felt}ことがあった。", assistant="うん。")
    night = Moment(EVENING + number * DAY_SECONDS + NIGHT_SECONDS)
    if is_early:
        clock.set(Moment(night + DAY_SECONDS))
        with breaks("early"):
            mind.sleep()
    clock.set(night)
    if is_early:
        with breaks("right"):
            mind.sleep()
            return  # once is enough where nothing broke
    mind.sleep()


def lived(folder: Path, *, early: int | None = None, breaks: Breaks = nothing_breaks) -> dict[str, list[Any]]:
    """Return what becomes of a life of some days."""
    with opened(folder) as (mind, clock):
        for number in range(DAYS):
            lives(mind, clock, number, is_early=number == early, breaks=breaks)
        return end_state(mind, at=clock.now())


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Any]]:
    return lived(tmp_path_factory.mktemp("undisturbed") / "home")


def differing(one: dict[str, list[Any]], other: dict[str, list[Any]]) -> set[str]:
    return {name for name, rows in one.items() if rows != other[name]}


def test_a_night_of_a_clock_a_day_ahead_is_run_anew_when_its_time_comes(
    tmp_path: Path, undisturbed: dict[str, list[Any]]
) -> None:
    assert differing(undisturbed, lived(tmp_path / "home", early=4)) == set()


@pytest.mark.parametrize("step", ["fade", "relate"])
@pytest.mark.parametrize("when", ["early", "right"])
def test_it_is_so_when_that_night_or_its_taking_back_is_broken_off(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, undisturbed: dict[str, list[Any]], when: str, step: str
) -> None:
    broken = []

    @contextmanager
    def breaks(now: str) -> Iterator[None]:
        if now != when:
            yield
            return

        def gone(*_: object, **__: object) -> None:
            broken.append(now)
            raise BrokenOffError

        with monkeypatch.context() as patched, suppress(BrokenOffError):
            patched.setattr(SqlNightStore, step, gone)
            yield

    ended = lived(tmp_path / "home", early=4, breaks=breaks)
    assert broken
    assert differing(undisturbed, ended) == set()


def test_a_night_of_a_clock_that_stood_weeks_ahead_is_left_for_the_owner(tmp_path: Path) -> None:
    with opened(tmp_path / "home") as (mind, clock):
        lives(mind, clock, 0)
        night = clock.now()
        clock.advance(days=20)
        mind.sleep()
        clock.set(Moment(night + 3_600))
        ahead = mind.memories.night_ahead()
        assert ahead is not None
        mind.sleep()
        assert mind.memories.night_ahead() == ahead
