"""Something done a while after it was asked for: once, however often it was asked for meanwhile."""

import atexit
import logging
import threading
from collections.abc import Callable

from omoide.errors import OmoideError

_log = logging.getLogger(__name__)


class Delayed:
    """Runs work some seconds after it was asked for, in a thread that ends with it: whoever does nothing has no thread."""

    def __init__(self, work: Callable[[], object], *, seconds: float, name: str) -> None:
        self._work = work
        self._seconds = seconds
        self._name = name
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._is_asked = False
        self._at_once = threading.Event()

    def ask(self) -> None:
        """Have it done in a while."""
        with self._lock:
            if self._is_asked or self._at_once.is_set():
                return
            self._is_asked = True
            if not self._threads:
                atexit.register(self.finish)
            self._threads = [each for each in self._threads if each.is_alive()]
            thread = threading.Thread(target=self._run, name=f"omoide-{self._name}", daemon=True)
            self._threads.append(thread)
            thread.start()

    def finish(self) -> None:
        """Have what was asked for done at once, and return when it is; nothing is done after it."""
        self._at_once.set()
        for thread in list(self._threads):
            thread.join()
        atexit.unregister(self.finish)

    def _run(self) -> None:
        self._at_once.wait(self._seconds)
        self._is_asked = False  # whoever asks from here on is done by the next one
        try:
            self._work()
        except OmoideError as exc:
            _log.debug("%s broke off: %s", self._name, exc)
