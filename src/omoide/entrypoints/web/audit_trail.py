"""Who did what, written down beside the requests: nobody waits for it, and a store that is busy holds nobody up."""

import asyncio
import logging
from collections import deque
from contextlib import suppress

import anyio.to_thread

from omoide.domain.keys.audit import AuditEntry
from omoide.entrypoints.library.home import Omoide
from omoide.errors import Unavailable

WRITTEN_AFTER_SECONDS = 0.5
FORGOTTEN_EVERY_SECONDS = 3_600.0
MOST_WAITING = 10_000
"""Entries that wait for a store that cannot be written; of more, the oldest go."""
log = logging.getLogger("omoide.web")


class AuditTrail:
    """Gathers entries and writes them every half second, and at the end."""

    def __init__(self, home: Omoide) -> None:
        self._home = home
        self._waiting: deque[AuditEntry] = deque(maxlen=MOST_WAITING)

    def note(self, entry: AuditEntry) -> None:
        """Take an entry."""
        self._waiting.append(entry)

    async def run(self) -> None:
        """Write what waits until cancelled, and forget what is old."""
        forgotten = 0.0
        loop = asyncio.get_running_loop()
        while True:
            if loop.time() - forgotten >= FORGOTTEN_EVERY_SECONDS:
                forgotten = loop.time()
                with suppress(Unavailable):
                    await anyio.to_thread.run_sync(self._home.keys.forget_old_requests)
            await asyncio.sleep(WRITTEN_AFTER_SECONDS)
            await anyio.to_thread.run_sync(self.write)

    def write(self) -> None:
        """Write what waits, now; what cannot be written waits on."""
        some = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not some:
            return
        try:
            self._home.keys.note(some)
        except Unavailable as exc:
            log.warning("who did what could not be written and is tried again: %s", type(exc).__name__)
            self._waiting.extendleft(reversed(some))
