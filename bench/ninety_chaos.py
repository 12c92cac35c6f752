"""Nights that are disturbed: killed at random moments, slept by two workers at once, under a clock that jumps.

Workers are processes of their own, forked from one that has loaded everything; talk and the owner's deeds are left in peace.
"""

import multiprocessing
import os
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final

from bench.ninety_talk import LivedDay
from omoide import Omoide, SimulatedClock
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import AlreadyAsleep

HOUR_SECONDS: Final = 3_600
JUMPS: Final = (HOUR_SECONDS, -HOUR_SECONDS, DAY_SECONDS, -DAY_SECONDS)
TRIES: Final = 100
"""How often it is tried to finish a sleep that somebody else holds."""
PATIENCE_SECONDS: Final = 300
PRELOADED: Final = [
    "bench.ninety_chaos",
    "omoide.entrypoints.library.mind",
    "omoide.bootstrap.home",
    "omoide.bootstrap.understanding",
    "omoide.bootstrap.sleep",
]


@dataclass
class Told:
    """What was done to the nights."""

    killed: int = 0
    """In the middle of a sleep."""
    too_late: int = 0
    """The sleep was over before."""
    stages: dict[str, int] = field(default_factory=dict)
    """At which stage the kills came."""
    nights_of_two: int = 0
    turned_away: int = 0
    """How often a second worker was told that somebody sleeps already."""
    jumps: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Trouble:
    """What is done to one night."""

    kills: int = 0
    is_of_two: bool = False
    jump: int = 0


def troubles(days: Sequence[LivedDay], kills: int, dice: random.Random, jumps: Sequence[int] = JUMPS) -> list[Trouble]:
    """Return what is done to each night: so many kills, a fifth of the nights with two workers, a tenth under a wrong clock."""
    hit = [0] * len(days)
    for _ in range(kills):
        hit[dice.randrange(len(days))] += 1
    two = set(dice.sample(range(len(days)), max(1, len(days) // 5)))
    wrong = dice.sample(range(len(days)), max(len(jumps), len(days) // 10)) if jumps else []
    jumped = {night: jumps[place % len(jumps)] for place, night in enumerate(wrong)}
    return [Trouble(hit[night], night in two, jumped.get(night, 0)) for night in range(len(days))]


class SleepWorker:
    """A process that lives days and sleeps nights as it is told."""

    def __init__(self, folder: Path, persona: str) -> None:
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(PRELOADED)
        self._folder, self._persona = folder, persona
        self._start()

    def _start(self) -> None:
        self._here, there = self._context.Pipe()
        settings = {name: value for name, value in os.environ.items() if name.startswith("OMOIDE_")}
        self._process = self._context.Process(
            target=serve, args=(there, str(self._folder), self._persona, settings), daemon=True
        )
        self._process.start()
        there.close()
        assert self._here.recv() == "ready"

    def send(self, what: str, at: Moment, day: LivedDay | None = None) -> None:
        """Tell it what to do."""
        self._here.send((what, int(at), day))

    def answer(self) -> str:
        """Wait until it is done."""
        if not self._here.poll(PATIENCE_SECONDS):
            raise TimeoutError("a worker does not answer")
        told: str = self._here.recv()
        return told

    def is_done_within(self, seconds: float) -> bool:
        """Wait at most so long; tell whether it has answered."""
        return self._here.poll(seconds)

    def kill(self) -> None:
        """Kill it as nothing can be prepared for, and start another."""
        self._process.kill()
        self._process.join()
        self._here.close()
        self._start()

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.join()
        self._here.close()


def serve(channel: Connection, folder: str, persona: str, settings: dict[str, str]) -> None:
    """Do what comes through the channel until it is closed."""
    os.environ.update(settings)
    clock = SimulatedClock(Moment(0))
    with Omoide.open(Path(folder), clock=clock, beside="nowhere") as home:
        mind = home.mind(persona)
        channel.send("ready")
        while True:
            try:
                what, at, day = channel.recv()
            except EOFError:
                return
            clock.set(Moment(at))
            if what == "live":
                day.live(mind)
                channel.send("lived")
                continue
            try:
                mind.sleep()
            except AlreadyAsleep:
                channel.send("asleep")
            else:
                channel.send("slept")


def stage_under_way(folder: Path, persona: str) -> str:
    """Return at which stage a sleep was broken off; `before` when it had not begun."""
    with Omoide.open(folder, clock=SimulatedClock(Moment(0)), beside="nowhere") as home:
        report = home.mind(persona).sleep.under_way()
    return "before" if report is None or not report.results else report.results[-1].stage.value


def disturbed(
    folder: Path,
    persona: str,
    days: Sequence[LivedDay],
    *,
    kills: int,
    seconds: Sequence[float],
    dice: random.Random,
    jumps: Sequence[int] = JUMPS,
) -> Told:
    """Live through the days with disturbed nights; `seconds` says how long each takes when nobody disturbs it."""
    told = Told()
    first, second = SleepWorker(folder, persona), None
    try:
        for day, trouble in zip(days, troubles(days, kills, dice, jumps), strict=True):
            first.send("live", day.evening, day)
            first.answer()
            if trouble.jump:
                first.send("sleep", Moment(day.sleeps + trouble.jump))
                first.answer()
                told.jumps[trouble.jump] = told.jumps.get(trouble.jump, 0) + 1
            if trouble.is_of_two:
                second = second or SleepWorker(folder, persona)
                second.send("sleep", day.sleeps)
                told.nights_of_two += 1
            first.send("sleep", day.sleeps)
            for _ in range(trouble.kills):
                delay = dice.uniform(0, seconds[day.number])
                if first.is_done_within(delay):
                    told.too_late += 1
                else:
                    told.killed += 1
                first.kill()
                stage = stage_under_way(folder, persona)
                told.stages[stage] = told.stages.get(stage, 0) + 1
                first.send("sleep", day.sleeps)
            answers = [first.answer()]
            if trouble.is_of_two and second is not None:
                answers.append(second.answer())
            told.turned_away += answers.count("asleep")
            if "asleep" in answers:  # whoever went on may have been the one that was killed
                _finished(first, day)
    finally:
        first.close()
        if second is not None:
            second.close()
    return told


def _finished(worker: SleepWorker, day: LivedDay) -> None:
    for _ in range(TRIES):
        worker.send("sleep", day.sleeps)
        if worker.answer() == "slept":
            return
        time.sleep(0.05)
    raise TimeoutError("nobody could finish a sleep")
