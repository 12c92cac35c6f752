"""When to try again: exponential back-off with jitter, at most three times (NEX 000 §4, 001 APIレート制限対策)."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Backoff:
    """How patient a caller is."""

    retries: int = 3
    first_seconds: float = 1.0
    """Doubles with every try."""
    longest_seconds: float = 30.0
    longest_asked_seconds: float = 60.0
    """A provider that asks for a longer wait is left alone until then, instead of waited for."""


def wait_seconds(tries: int, *, backoff: Backoff, dice: float, asked_seconds: float | None = None) -> float | None:
    """Return how long to wait after `tries` failed tries; `None` when no more should be made.

    The jitter takes up to half of a wait away, so that many callers do not come back at once.  What the provider asked
    for is never undercut.
    """
    if tries > backoff.retries:
        return None
    if asked_seconds is not None and asked_seconds > backoff.longest_asked_seconds:
        return None
    doubled = min(backoff.longest_seconds, backoff.first_seconds * 2.0 ** (tries - 1))
    jittered = doubled * (1.0 - 0.5 * dice)
    return jittered if asked_seconds is None else max(asked_seconds, jittered)
