"""A night that a wrong clock ran a day early: once the clock is right, everything becomes as if it had been right all the time."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bench.ninety_state import end_state

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.time.moment import DAY_SECONDS, Moment
from tests.fakes.embedding import hashing

EVENING = Moment(1_772_362_800)
"""An evening in Tokyo."""
NIGHT_SECONDS = 8 * 3_600
DAYS = 7
TURNS = 9
"""A day: after some days there are more than thirty, so that which ones stay readable depends on all of them."""


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Mind, SimulatedClock]]:
    clock = SimulatedClock(EVENING)
    with Omoide.open(folder, clock=clock, embedder=hashing(), beside="nowhere") as home:
        home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
        yield home.mind("haru"), clock


def lives(mind: Mind, clock: SimulatedClock, number: int, *, is_early: bool = False) -> None:
    """Live a day and its night; the clock may stand a day ahead when the persona first goes to sleep."""
    clock.set(Moment(EVENING + number * DAY_SECONDS))
    for turn in range(TURNS):
        felt = "嬉しい" if turn % 3 else "つらい"
        mind.observe(user=f"{number}日目の{turn}番目、{felt}ことがあった。", assistant="うん。")
    night = Moment(EVENING + number * DAY_SECONDS + NIGHT_SECONDS)
    if is_early:
        clock.set(Moment(night + DAY_SECONDS))
        mind.sleep()
    clock.set(night)
    mind.sleep()


def test_a_night_of_a_clock_a_day_ahead_is_run_anew_when_its_time_comes(tmp_path: Path) -> None:
    ends = []
    for early in (None, 4):
        with opened(tmp_path / str(early)) as (mind, clock):
            for number in range(DAYS):
                lives(mind, clock, number, is_early=number == early)
            ends.append(end_state(mind, at=clock.now()))
    undisturbed, disturbed = ends
    assert {name for name, rows in undisturbed.items() if rows != disturbed[name]} == set()


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
