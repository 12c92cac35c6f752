"""Background work in threads of this process; it ends with the process, and what is left is found again from data."""

import atexit
import logging
import threading
from collections.abc import Callable

from omoide.errors import OmoideError
from omoide.ports.jobs.background import ShouldStop

_log = logging.getLogger(__name__)


class ThreadBackground:
    """Runs each named work in a thread of its own."""

    def __init__(self) -> None:
        self._threads: dict[str, threading.Thread] = {}
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        atexit.register(self.stop)

    def start(self, name: str, work: Callable[[ShouldStop], object]) -> None:
        """Begin the work, unless work of this name is under way."""
        with self._lock:
            if self.is_busy(name) or self._stopping.is_set():
                return
            self._threads = {each: thread for each, thread in self._threads.items() if thread.is_alive()}
            thread = threading.Thread(target=self._run, args=(name, work), name=f"omoide-{name}", daemon=True)
            self._threads[name] = thread
            thread.start()

    def is_busy(self, name: str) -> bool:
        """Tell whether work of this name is under way."""
        thread = self._threads.get(name)
        return thread is not None and thread.is_alive()

    def wait(self) -> None:
        """Return when all work has come to its end."""
        for thread in list(self._threads.values()):
            thread.join()

    def stop(self) -> None:
        """Ask all work to break off, and return when it has."""
        self._stopping.set()
        self.wait()
        atexit.unregister(self.stop)

    def _run(self, name: str, work: Callable[[ShouldStop], object]) -> None:
        try:
            work(self._stopping.is_set)
        except OmoideError as exc:
            _log.warning("background work %s broke off: %s", name, exc)
