"""Whoever waits for an answer goes first; work beside it steps aside between its steps."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

QUIET_SECONDS = 0.02
"""How long nobody must have asked for anything before work goes on: a caller that asks often is not hindered each time."""
PATIENCE_SECONDS = 0.2
"""How long the work waits at most, so that a caller who never pauses does not stop it for ever."""
SLICE_SECONDS = 0.1
"""How long it may then go on before it waits again, however small its steps are."""


class Courtesy:
    """Counts who is being answered."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._answering = 0
        self._quiet_since = float("-inf")
        self._own_until = float("-inf")

    @contextmanager
    def first(self) -> Iterator[None]:
        """Have the work wait, at its next step, while somebody waits for an answer."""
        with self._changed:
            self._answering += 1
        try:
            yield
        finally:
            with self._changed:
                self._answering -= 1
                self._quiet_since = time.monotonic()
                self._changed.notify_all()

    def give_way(self) -> None:
        """Return when it is quiet, or patience has run out; at once when that was just so."""
        if time.monotonic() < self._own_until:
            return
        self._wait()
        self._own_until = time.monotonic() + SLICE_SECONDS

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE_SECONDS
        with self._changed:
            while (now := time.monotonic()) < until:
                quiet = now - self._quiet_since
                if not self._answering and quiet >= QUIET_SECONDS:
                    return
                self._changed.wait(until - now if self._answering else QUIET_SECONDS - quiet)
