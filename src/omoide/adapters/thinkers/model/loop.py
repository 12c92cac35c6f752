"""One event loop in a thread of its own: the client libraries are asynchronous, Omoide is not."""

import asyncio
import threading
from collections.abc import Coroutine
from typing import TypeVar

ResultT = TypeVar("ResultT")


class EventLoop:
    """Runs coroutines for callers in any thread, also inside another event loop's."""

    def __init__(self) -> None:
        """Start nothing yet: the thread comes with the first call."""
        self._lock = threading.Lock()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: threading.Thread | None = None

    def run(self, work: Coroutine[object, object, ResultT]) -> ResultT:
        """Return what the coroutine returns; raise what it raises."""
        return asyncio.run_coroutine_threadsafe(work, self._running()).result()

    def close(self) -> None:
        """Stop the thread; a later call starts a new one."""
        with self._lock:
            loop, thread = self._loop, self._thread
            self._loop = self._thread = None
        if loop is None or thread is None:
            return
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.run_until_complete(loop.shutdown_asyncgens())
        loop.close()

    def _running(self) -> asyncio.AbstractEventLoop:
        with self._lock:
            if self._loop is None:
                self._loop = asyncio.new_event_loop()
                self._thread = threading.Thread(target=self._loop.run_forever, name="omoide-models", daemon=True)
                self._thread.start()
            return self._loop
