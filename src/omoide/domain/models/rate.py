"""How often a provider is asked: at most so often in any minute, by everybody together."""

from collections.abc import Sequence

WINDOW_SECONDS = 60.0
FURTHEST_SECONDS = 3_600.0


def next_start(starts: Sequence[float], *, now: float, per_minute: int) -> tuple[float, list[float]]:
    """Return when the next call may begin, and the starts to remember then, its own among them.

    `starts` are the last calls' starts, also of those that are yet to come.  What lies more than an hour ahead was noted by a clock
    that has been put back since, and is forgotten.
    """
    known = sorted(each for each in starts if each <= now + FURTHEST_SECONDS)[-per_minute:]
    begins = now if len(known) < per_minute else max(now, known[0] + WINDOW_SECONDS)
    return begins, [*known, begins][-per_minute:]
