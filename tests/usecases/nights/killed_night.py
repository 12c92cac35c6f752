"""Runs a night that kills itself: `python -m tests.usecases.nights.killed_night HOME STATEMENT night|undo`.

The process gets SIGKILL when it is about to send its STATEMENT-th statement to the database: inside a transaction as
often as between two.
"""

import dataclasses
import os
import signal
import sys
from pathlib import Path

from bench.night_data import ClusteredEmbedder
from bench.night_reference import night_hour
from sqlalchemy import event

from omoide.bootstrap import Home, Opening, open_home
from omoide.domain.nights.night_report import NightReport
from omoide.domain.time.moment import Moment
from omoide.domain.time.simulated_clock import SimulatedClock
from omoide.usecases.nights.night_work import StepSizes

SMALL = StepSizes(numbers=60, texts=5, relations=40, deletions=10)


def opened(home: Path) -> Home:
    """Return the home with its clock at the hour of the night."""
    clock = SimulatedClock(Moment(night_hour()))
    return open_home(Opening(home=home, clock=clock, embedder=ClusteredEmbedder(), environ={}))


def night(composed: Home) -> NightReport | None:
    """Run what is due, or what is left of it, in small steps."""
    persona = composed.foundation.personas.get("bench")
    sleep = dataclasses.replace(composed.nights.sleep(persona), steps=SMALL)
    return sleep(persona)


def undo(composed: Home) -> None:
    """Take the night back, or what is left to take back of it, in small steps."""
    persona = composed.foundation.personas.get("bench")
    whole = composed.nights.undo(persona)
    dataclasses.replace(whole, steps=SMALL)(persona)


def count_statements(composed: Home, *, kill_at: int = 0) -> list[int]:
    """Count the statements sent from now on; kill this process at one of them."""
    seen = [0]

    def look(*_: object) -> None:
        seen[0] += 1
        if seen[0] == kill_at:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(composed.foundation.database.engine, "before_cursor_execute", look)
    return seen


if __name__ == "__main__":
    home = opened(Path(sys.argv[1]))
    count_statements(home, kill_at=int(sys.argv[2]))
    {"night": night, "undo": undo}[sys.argv[3]](home)
