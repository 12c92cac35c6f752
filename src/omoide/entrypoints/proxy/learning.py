"""What was said through the proxy is learnt beside the chat, which never waits for it.

What somebody says to the persona is put on the disk at once, and the answer completes it when it has come, or as far as it had come when
the client went away.  A store that is busy or out of reach is tried again for some minutes.
"""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

import anyio
from anyio import CapacityLimiter, to_thread

from omoide.domain.text.mending import mended
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.proxy.remembering import CLIENT
from omoide.entrypoints.proxy.talks import ChatTurn
from omoide.errors import Unavailable

THREADS: Final = 1
"""Nobody waits for it, and streams must not."""
MOST_WAITING: Final = 2_000
"""Turns; while more wait, new ones are not learnt."""
TRIES_AFTER: Final = (0.5, 2.0, 10.0, 30.0, 60.0, 120.0)
"""Seconds after which a store that cannot be written is tried again."""
CLOSING_SECONDS: Final = 10.0
"""So long the end of the server waits for what is still to be learnt."""
log = logging.getLogger("omoide.proxy")


@dataclass(slots=True)
class TurnLearner:
    """Learns turns, one step after another."""

    home: Omoide
    tries_after: tuple[float, ...] = TRIES_AFTER
    _threads: CapacityLimiter = field(default_factory=lambda: CapacityLimiter(THREADS))
    _tasks: "set[asyncio.Task[None]]" = field(default_factory=set)

    def heard(self, persona: str, session_id: str, turn: ChatTurn) -> "asyncio.Task[None] | None":
        """Begin to keep what was said to the persona; return the work, which nobody need wait for."""
        if not turn.user_text:
            return None
        return self._begun(lambda: self._said(persona, session_id, turn, None), after=None)

    def answered(
        self, persona: str, session_id: str, turn: ChatTurn, answer: str, *, after: "asyncio.Task[None] | None"
    ) -> None:
        """Begin to keep what the persona answered, once what was said to it is kept."""
        self._begun(lambda: self._said(persona, session_id, turn, turn.begun + mended(answer)), after=after)

    async def settle(self, *, seconds: float = CLOSING_SECONDS) -> None:
        """Wait until everything that was begun is kept, also what is begun meanwhile, no longer than this."""
        with anyio.move_on_after(seconds):
            while self._tasks:
                await asyncio.wait(set(self._tasks))

    async def close(self) -> None:
        """Wait for what can still be kept, and leave the rest."""
        await self.settle()
        for task in self._tasks:
            task.cancel()
        if self._tasks:
            log.warning("%d turns were not kept before the end", len(self._tasks))

    def _said(self, persona: str, session_id: str, turn: ChatTurn, answer: str | None) -> None:
        mind = self.home.mind(persona)
        talk = mind.session(session_id, client_id=CLIENT)
        talk.said(turn.user_text, answer, turn_id=turn.turn_id if turn.user_text else None)
        mind.catch_up_beside()  # else the next who asks would wait for it, whoever that is

    def _begun(self, work: Callable[[], None], *, after: "asyncio.Task[None] | None") -> "asyncio.Task[None] | None":
        if len(self._tasks) >= MOST_WAITING:
            log.warning("a turn was not kept: %d wait already", len(self._tasks))
            return None
        task = asyncio.get_running_loop().create_task(self._done(work, after))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _done(self, work: Callable[[], None], after: "asyncio.Task[None] | None") -> None:
        if after is not None:
            await asyncio.wait({after})
        trouble: Exception | None = None
        for wait_seconds in (*self.tries_after, None):
            trouble = await self._trouble(work)
            if not isinstance(trouble, Unavailable) or wait_seconds is None:
                break
            await asyncio.sleep(wait_seconds)
        if trouble is not None:
            log.warning("a turn was not kept: %s", type(trouble).__name__)

    async def _trouble(self, work: Callable[[], None]) -> Exception | None:
        """Return what went wrong with a piece of work, if anything."""
        try:
            await to_thread.run_sync(work, limiter=self._threads)
        except Exception as exc:  # noqa: BLE001 - no turn may stop the next one
            return exc
        return None
