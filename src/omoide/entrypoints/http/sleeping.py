"""Sleeps that go on while nobody waits, and how far they are."""

import asyncio
import json
import threading
import time
from collections.abc import AsyncIterator

from anyio import to_thread

from omoide.domain.sleep.stage import ORDER
from omoide.entrypoints.http.schemas.sleep import SleepGiven, SleepShown
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.web.problems import Problem, problem_of
from omoide.errors import AlreadyAsleep, OmoideError

LOOKED_SECONDS = 0.25
"""How often it is looked how far a sleep is; another process may be the one that sleeps."""
ALIVE_SECONDS = 10.0
"""How long nothing is said before a line says that the stream is still there."""


class SleepsUnderWay:
    """The sleeps that were begun here, by persona."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._threads: dict[int, threading.Thread] = {}
        self._troubles: dict[int, Problem] = {}

    def start(self, mind: Mind, given: SleepGiven) -> None:
        """Begin a sleep beside the caller; raise `AlreadyAsleep` when one goes on."""
        whose = mind.persona.id
        with self._lock:
            before = self._threads.get(whose)
            if (before is not None and before.is_alive()) or mind.sleep.is_asleep():
                raise AlreadyAsleep(mind.persona.name)
            self._troubles.pop(whose, None)
            thread = threading.Thread(target=self._sleep, args=(mind, given), name="omoide-sleep", daemon=True)
            self._threads[whose] = thread
            thread.start()

    async def progress(self, mind: Mind) -> AsyncIterator[str]:
        """Yield server-sent events of the sleep under way until it has ended: `progress`, then `end` or `error`."""
        told, spoke = "", time.monotonic()
        while await to_thread.run_sync(self._goes_on, mind):
            now = await to_thread.run_sync(_under_way, mind)
            if now != told:
                told, spoke = now, time.monotonic()
                yield _event("progress", now)
            elif time.monotonic() - spoke >= ALIVE_SECONDS:
                spoke = time.monotonic()
                yield ": still asleep\n\n"
            await asyncio.sleep(LOOKED_SECONDS)
        yield await to_thread.run_sync(self._ended, mind)

    def wait(self, *, seconds: float) -> None:
        """Wait for the sleeps under way, at the end of the server; what is broken off goes on at the next sleep."""
        for thread in list(self._threads.values()):
            thread.join(seconds)

    def _goes_on(self, mind: Mind) -> bool:
        thread = self._threads.get(mind.persona.id)
        return (thread is not None and thread.is_alive()) or mind.sleep.is_asleep()

    def _ended(self, mind: Mind) -> str:
        if trouble := self._troubles.get(mind.persona.id):
            return _event("error", json.dumps(trouble.body(request_id=""), ensure_ascii=False))
        last = mind.sleep.reports(limit=1)
        return _event("end", _data(SleepShown.of(last[0], tz=mind.persona.tz)) if last else "null")

    def _sleep(self, mind: Mind, given: SleepGiven) -> None:
        try:
            mind.sleep(stages=ORDER if given.stages is None else given.stages, early=given.early)
        except OmoideError as exc:
            self._troubles[mind.persona.id] = problem_of(exc)


def _under_way(mind: Mind) -> str:
    report = mind.sleep.under_way()
    return "" if report is None else _data(SleepShown.of(report, tz=mind.persona.tz))


def _event(name: str, data: str) -> str:
    return f"event: {name}\ndata: {data or 'null'}\n\n"


def _data(shown: SleepShown) -> str:
    return shown.model_dump_json()
