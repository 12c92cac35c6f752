"""A scratch home on a simulated clock: what simulations run on, and what is thrown away afterwards."""

import time
from collections.abc import Callable
from pathlib import Path

from omoide.adapters.embedders.hashing import HashingEmbedder
from omoide.bootstrap.home import Opening, open_home
from omoide.domain.nights.simulation import Life
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.simulated_clock import SimulatedClock
from omoide.usecases.nights.simulate import Simulate, Simulated

START = "2026-01-01T00:00:00"
ZONE = "Asia/Tokyo"


def simulated(
    folder: Path,
    life: Life,
    *,
    days: int,
    turns_per_day: int,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> Simulated:
    """Live a made-up life in this empty folder, on built-in defaults, and return what became of it."""
    clock = SimulatedClock(moment.parse(START, tz=moment.zone(ZONE)))
    home = open_home(Opening(home=folder, clock=clock, embedder=HashingEmbedder(dims=64), environ={}, durable=False))
    try:
        persona = home.foundation.personas.add("simulated", language=Language.JA, timezone=ZONE, at=clock.now())
        live = Simulate(
            memories=home.memories.store,
            log=home.memories.recall_log,
            sleep=home.nights.sleep(persona),
            clock=clock,
            stopwatch=time.monotonic,
        )
        return live(persona, life, days=days, turns_per_day=turns_per_day, seed=seed, progress=progress)
    finally:
        home.close()
