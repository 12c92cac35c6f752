"""How often refused keys are noted, counted in this process; what keys that open something have left is counted by `home.keys`."""

import time
from collections.abc import Callable

from omoide.domain.keys import rate
from omoide.domain.keys.rate import Bucket


class KeyRates:
    """Counts requests by key."""

    def __init__(self, *, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_minute = per_minute
        self._clock = clock
        self._buckets: dict[str, Bucket] = {}

    def wait_seconds(self, key_id: str, *, per_minute: int | None = None) -> float:
        """Count a request of a key; return how long it must wait: 0 when it may go on."""
        most = self._per_minute if per_minute is None else per_minute
        now = self._clock()
        before = self._buckets.get(key_id) or rate.full(most, now=now)
        self._buckets[key_id], seconds = rate.taken(before, per_minute=most, now=now)
        return seconds
