"""The thread that works off what waits: no nudge is lost, it ends by itself, and callers go first."""

import threading
import time
from collections.abc import Callable

import pytest

from omoide.adapters.jobs import worker as timing
from omoide.adapters.jobs.courtesy import PATIENCE_SECONDS as PATIENCE
from omoide.adapters.jobs.courtesy import Courtesy
from omoide.adapters.jobs.worker import Worker
from omoide.errors import ThinkerUnavailable

PATIENCE_SECONDS = 30.0


def test_a_nudge_during_work_is_followed_by_another_round() -> None:
    begun, goes_on, twice = threading.Event(), threading.Event(), threading.Event()
    rounds: list[int] = []

    def work(_should_stop: Callable[[], bool]) -> bool:
        rounds.append(len(rounds))
        begun.set()
        assert goes_on.wait(PATIENCE_SECONDS)
        if len(rounds) == 2:
            twice.set()
        return True

    worker = Worker(work)
    worker.nudge()
    assert begun.wait(PATIENCE_SECONDS)
    worker.nudge()
    goes_on.set()
    assert twice.wait(PATIENCE_SECONDS)
    assert worker.stop(within_seconds=PATIENCE_SECONDS)
    worker.nudge()
    assert rounds == [0, 1]


def test_work_that_fails_is_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "AGAIN_SECONDS", 0.01)
    done = threading.Event()
    tries: list[int] = []

    def work(_should_stop: Callable[[], bool]) -> bool:
        tries.append(len(tries))
        if len(tries) < 3:
            raise ThinkerUnavailable("away")
        done.set()
        return True

    worker = Worker(work)
    worker.nudge()
    assert done.wait(PATIENCE_SECONDS)
    assert worker.stop(within_seconds=PATIENCE_SECONDS)
    assert tries == [0, 1, 2]


def test_work_that_is_left_for_later_is_looked_at_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "AGAIN_SECONDS", 0.01)
    done = threading.Event()
    tries: list[int] = []

    def work(_should_stop: Callable[[], bool]) -> bool:
        tries.append(len(tries))
        if len(tries) == 3:
            done.set()
        return len(tries) == 3

    worker = Worker(work)
    worker.nudge()
    assert done.wait(PATIENCE_SECONDS)
    assert worker.stop(within_seconds=PATIENCE_SECONDS)
    assert tries == [0, 1, 2]


def test_work_is_told_to_stop_and_waited_for() -> None:
    begun = threading.Event()

    def work(should_stop: Callable[[], bool]) -> bool:
        begun.set()
        while not should_stop():
            threading.Event().wait(0.001)
        return True

    worker = Worker(work)
    worker.nudge()
    assert begun.wait(PATIENCE_SECONDS)
    assert worker.stop(within_seconds=PATIENCE_SECONDS)


def test_work_steps_aside_while_somebody_is_answered() -> None:
    courtesy, passed = Courtesy(), threading.Event()

    def step() -> None:
        courtesy.give_way()
        passed.set()

    with courtesy.first():
        thread = threading.Thread(target=step)
        thread.start()
        assert not passed.wait(0.1)
    assert passed.wait(PATIENCE_SECONDS)
    thread.join()


def test_a_caller_who_never_pauses_does_not_stop_the_work_for_ever() -> None:
    courtesy = Courtesy()
    with courtesy.first():
        courtesy.give_way()


def test_many_small_steps_wait_by_time_and_not_by_step() -> None:
    """While somebody is always being answered, a thousand steps wait once a slice, not once each."""
    courtesy = Courtesy()
    with courtesy.first():
        begun = time.monotonic()
        for _ in range(1_000):
            courtesy.give_way()
        waited = time.monotonic() - begun
    assert PATIENCE <= waited < 5 * PATIENCE
