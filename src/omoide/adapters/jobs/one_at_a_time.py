"""Work of which one at a time is enough: whoever comes meanwhile waits for it instead of doing the same once more."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from omoide.domain.personas.persona import PersonaId

LOCKS: Final = 64
"""Personas whose numbers differ by a multiple of this share one."""


class OneAtATime:
    """Lets one at a time work for a persona, in this process."""

    def __init__(self) -> None:
        self._locks = tuple(threading.Lock() for _ in range(LOCKS))

    @contextmanager
    def __call__(self, persona_id: PersonaId, *, within_seconds: float | None) -> Iterator[bool]:
        """Tell whether its turn has come within this time; without one it waits as long as it takes."""
        lock = self._locks[persona_id % LOCKS]
        is_mine = lock.acquire(timeout=-1 if within_seconds is None else min(within_seconds, threading.TIMEOUT_MAX))
        try:
            yield is_mine
        finally:
            if is_mine:
                lock.release()
