"""One thread that works off what waits, when it is told that something may.

What waits is found in the data, so nothing is lost when the process ends in the middle: the next opening finds it again.
"""

import atexit
import logging
import threading
import time
from collections.abc import Callable

from omoide.errors import OmoideError
from omoide.ports.jobs.background import ShouldStop

_log = logging.getLogger(__name__)

IDLE_SECONDS = 0.5
"""How long the thread stays for another nudge before it ends."""
AGAIN_SECONDS = 60.0
"""After which time work that could not be done, or was left for later, is tried again."""
EXIT_SECONDS = 5.0
"""How long the end of the interpreter waits for a step under way; it is kept whole or not at all."""


class Worker:
    """Runs `work` in a thread of its own until it says that nothing waits; then the thread ends by itself."""

    def __init__(self, work: Callable[[ShouldStop], bool]) -> None:
        self._work = work
        self._changed = threading.Condition()
        self._is_nudged = False
        self._is_stopping = False
        self._thread: threading.Thread | None = None

    def nudge(self) -> None:
        """Say that there may be something to do."""
        with self._changed:
            if self._is_stopping:
                return
            self._is_nudged = True
            self._changed.notify_all()
            if self._thread is None or not self._thread.is_alive():
                self._thread = threading.Thread(target=self._run, name="omoide-worker", daemon=True)
                atexit.register(self._end)
                self._thread.start()

    def stop(self, *, within_seconds: float = EXIT_SECONDS) -> bool:
        """Break off after the step under way; tell whether that came in time."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify_all()
            thread = self._thread
        atexit.unregister(self._end)
        if thread is None or thread is threading.current_thread():
            return True
        thread.join(within_seconds)
        return not thread.is_alive()

    def _end(self) -> None:
        self.stop()

    def _run(self) -> None:
        later = failed = False
        while self._is_wanted(later=later or failed):
            try:
                later = not self._work(lambda: self._is_stopping)
                failed = False
            except OmoideError as exc:
                if not failed:
                    _log.warning("what waits cannot be worked off now: %s; it is tried again later", exc)
                failed = True

    def _is_wanted(self, *, later: bool) -> bool:
        """Wait for a nudge; tell whether to go on.  Decided under the lock, so that no nudge falls between two threads."""
        until = time.monotonic() + (AGAIN_SECONDS if later else IDLE_SECONDS)
        with self._changed:
            while not self._is_nudged and not self._is_stopping and (left := until - time.monotonic()) > 0:
                self._changed.wait(left)
            goes_on = (self._is_nudged or later) and not self._is_stopping
            self._is_nudged = False
            if not goes_on:
                self._thread = None
                atexit.unregister(self._end)
            return goes_on
