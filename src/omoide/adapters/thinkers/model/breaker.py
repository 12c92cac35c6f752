"""A circuit breaker: a dead provider is left alone for a while, so that it does not slow every call."""

import threading
from collections.abc import Callable
from dataclasses import dataclass

from omoide.errors import ThinkerUnavailable


@dataclass(frozen=True, slots=True)
class BreakerRules:
    """When a provider counts as dead, and for how long."""

    failures: int = 5
    """Failed tries in a row."""
    rest_seconds: float = 30.0
    """Doubles with every probe that fails."""
    longest_rest_seconds: float = 600.0


class Breaker:
    """Counts the failures of one provider.  Closed: all may call.  Open: none.  After the rest, one may try."""

    def __init__(self, *, name: str, monotonic: Callable[[], float], rules: BreakerRules | None = None) -> None:
        """Start closed."""
        self._name = name
        self._monotonic = monotonic
        self._rules = rules or BreakerRules()
        self._lock = threading.Lock()
        self._failures = 0
        self._rest_seconds = self._rules.rest_seconds
        self._closed_until: float | None = None
        self._reason = ""

    @property
    def is_open(self) -> bool:
        """Tell whether calls are held back right now."""
        with self._lock:
            return self._closed_until is not None and self._monotonic() < self._closed_until

    def enter(self) -> None:
        """Let a call through; raise `ThinkerUnavailable` at once while the provider rests.

        The first call after the rest is the probe: others are held back until it has come home.
        """
        with self._lock:
            if self._closed_until is None:
                return
            left = self._closed_until - self._monotonic()
            if left > 0:
                raise ThinkerUnavailable(
                    f"{self._name} is left alone for another {left:.0f} s after it failed: {self._reason}"
                )
            self._closed_until = self._monotonic() + self._rest_seconds

    def succeeded(self) -> None:
        """Close: the provider is alive."""
        with self._lock:
            self._failures = 0
            self._rest_seconds = self._rules.rest_seconds
            self._closed_until = None

    def failed(self, reason: str, *, rest_seconds: float | None = None) -> None:
        """Count a failure; open after too many in a row, or at once for `rest_seconds` when that is known."""
        with self._lock:
            self._failures += 1
            self._reason = reason
            was_probe = self._closed_until is not None
            if rest_seconds is not None:
                self._closed_until = self._monotonic() + min(rest_seconds, self._rules.longest_rest_seconds)
            elif was_probe or self._failures >= self._rules.failures:
                if was_probe:
                    self._rest_seconds = min(self._rest_seconds * 2, self._rules.longest_rest_seconds)
                self._closed_until = self._monotonic() + self._rest_seconds
