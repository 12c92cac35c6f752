"""Two sample minds that have lived some months: their turns told to them in portions, by the real pipeline, with nights in between."""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from omoide import sample
from omoide.domain.text.language import Language
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.time.simulated_clock import SimulatedClock
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.library.mind import Mind
from omoide.errors import Refused

NOW: Final = Moment(1_781_082_000)
"""10 June 2026, 09:00 UTC: the day after the last turn."""
BEGIN: Final = Moment(1_772_409_600)
"""2 March 2026, 00:00 UTC: the day of the first turn."""
STEP: Final = 12 * DAY_SECONDS
"""Between two sleeps, which live through all nights that are due; more of them take longer and change little."""
MADE: Final = ".sample"
"""The file that says that a home was made by this, and is whole."""
Told = Callable[[str], None]


class SampleClock:
    """A clock that goes on from a moment: in the sample minds' own time it is now the day after they last spoke."""

    def __init__(self, start: Moment) -> None:
        self._start = start
        self._began = time.monotonic()

    def now(self) -> Moment:
        """Return the moment it is for them."""
        return Moment(self._start + int(time.monotonic() - self._began))


def is_made(folder: Path) -> bool:
    """Tell whether the sample minds live here already."""
    return (folder / MADE).exists()


def live(folder: Path, *, languages: Iterable[Language] = tuple(Language), told: Told = lambda _name: None) -> None:
    """Let the sample minds live in this folder, which must be new; `told` hears whose turn it is.

    Raise `Refused` where there is a home already that was not made by this.
    """
    if is_made(folder):
        return
    clock = SimulatedClock(BEGIN)
    with Omoide.open(folder, clock=clock, beside="nowhere") as home:
        if home.personas():
            raise Refused(
                f"there are personas in {folder} already; sample minds get a home of their own: give another --home"
            )
        for language in languages:
            life = sample.life(language)
            told(life.name)
            home.add_persona(life.name, language=life.language, timezone=life.timezone)
            _live(home.mind(life.name), language, clock)
    (folder / MADE).write_text("The two sample minds of Omoide live here.\n", encoding="utf-8")


def _live(mind: Mind, language: Language, clock: SimulatedClock) -> None:
    turns = [*sample.life(language).turns, *sample.later(language)]
    timed = [(turn, mind.moment(at)) for turn, at in turns]
    begin = min(at for _, at in timed)
    for since in range(begin, NOW, STEP):
        end = Moment(min(since + STEP, NOW))
        clock.set(end)
        if some := [(turn, at) for turn, at in timed if since <= at < since + STEP]:
            mind.observe_many(some)
        mind.sleep()
    for stop in sample.tour(language):
        with suppress(Refused):
            mind.recall(stop.question)
