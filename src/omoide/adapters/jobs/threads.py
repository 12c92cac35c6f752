"""Background work in threads of this process; it ends with the process, and what is left is found again from data.

A thread that has done its work waits a while for another: one that is made anew for each piece leaves memory behind that only the next
of many can use.
"""

import atexit
import logging
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Final

from omoide.errors import OmoideError
from omoide.ports.jobs.background import ShouldStop

_log = logging.getLogger(__name__)
IDLE_SECONDS: Final = 5.0
"""How long a thread waits for another piece of work."""
Work = Callable[[ShouldStop], object]
_Mailbox = SimpleQueue[tuple[str, Work] | None]


class ThreadBackground:
    """Runs each named work beside the caller, one of a name at a time."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._busy: set[str] = set()
        self._idle: list[_Mailbox] = []
        self._threads: set[threading.Thread] = set()
        self._stopping = threading.Event()
        atexit.register(self.stop)

    def start(self, name: str, work: Work) -> None:
        """Begin the work, unless work of this name is under way."""
        with self._changed:
            if name in self._busy or self._stopping.is_set():
                return
            self._busy.add(name)
            if self._idle:
                self._idle.pop().put((name, work))
                return
            thread = threading.Thread(target=self._run, args=(name, work), name="omoide-background", daemon=True)
            self._threads.add(thread)
            thread.start()

    def is_busy(self, name: str) -> bool:
        """Tell whether work of this name is under way."""
        return name in self._busy

    def wait(self) -> None:
        """Return when all work has come to its end."""
        with self._changed:
            self._changed.wait_for(lambda: not self._busy)

    def stop(self) -> None:
        """Ask all work to break off, and return when it has."""
        with self._changed:
            self._stopping.set()
            while self._idle:
                self._idle.pop().put(None)
            threads = set(self._threads)
        for thread in threads:
            thread.join()
        atexit.unregister(self.stop)

    def _run(self, name: str, work: Work) -> None:
        given: tuple[str, Work] | None = (name, work)
        try:
            while given is not None:
                given = self._done(*given)
        finally:
            with self._changed:
                self._threads.discard(threading.current_thread())

    def _done(self, name: str, work: Work) -> tuple[str, Work] | None:
        """Do a piece of work; return the next one, or nothing when none comes."""
        try:
            work(self._stopping.is_set)
        except OmoideError as exc:
            _log.warning("background work %s broke off: %s", name, exc)
        finally:
            with self._changed:
                self._busy.discard(name)
                self._changed.notify_all()
        return self._next()

    def _next(self) -> tuple[str, Work] | None:
        mailbox: _Mailbox = SimpleQueue()
        with self._changed:
            if self._stopping.is_set():
                return None
            self._idle.append(mailbox)
        try:
            return mailbox.get(timeout=IDLE_SECONDS)
        except Empty:
            with self._changed:
                if mailbox in self._idle:
                    self._idle.remove(mailbox)
                    return None
            return mailbox.get()  # it was given something just now
