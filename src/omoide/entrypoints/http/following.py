"""Following work that goes on while nobody waits, as server-sent events: `progress`, then `end` or `error`.

Whoever comes again, or for the first time, is told how it stands and then what follows; whoever leaves changes nothing about the work.
After the end the last of it is told at once: its report, or what went wrong.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator
from typing import Protocol
from urllib.parse import quote

from anyio import to_thread
from starlette.responses import StreamingResponse

from omoide.entrypoints.http.described import PREFIX
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.web.problems import Problem

LOOKED_SECONDS = 0.25
"""How often it is looked how far work is; another process may be the one that does it."""
ALIVE_SECONDS = 10.0
"""How long nothing is said before a line says that the stream is still there."""
NOTHING = "null"


class Followed(Protocol):
    """Work of one kind for one persona, as whoever follows it sees it; reports are JSON."""

    def goes_on(self) -> bool:
        """Tell whether it is under way."""
        ...

    def now(self) -> str:
        """Return how far it is; empty while nothing is known."""
        ...

    def result(self) -> str | Problem:
        """Return how it ended, `null` when none was ever begun; or what went wrong."""
        ...


async def events(work: Followed, *, looked_seconds: float = LOOKED_SECONDS) -> AsyncIterator[str]:
    """Yield what is told of the work until it has ended."""
    told, spoke = "", time.monotonic()
    while await to_thread.run_sync(work.goes_on):
        now = await to_thread.run_sync(work.now)
        if now != told:
            told, spoke = now, time.monotonic()
            yield event("progress", now)
        elif time.monotonic() - spoke >= ALIVE_SECONDS:
            spoke = time.monotonic()
            yield ": still under way\n\n"
        await asyncio.sleep(looked_seconds)
    ended = await to_thread.run_sync(work.result)
    if isinstance(ended, Problem):
        yield event("error", json.dumps(ended.body(request_id=""), ensure_ascii=False))
    else:
        yield event("end", ended)


def streaming(work: Followed) -> StreamingResponse:
    """Return the answer that follows work."""
    return StreamingResponse(events(work), media_type="text/event-stream")


def progress_address(mind: Mind, subject: str) -> str:
    """Return where work on a subject is followed."""
    return f"{PREFIX}/personas/{_quoted(mind.persona.name)}/{subject}/progress"


def _quoted(name: str) -> str:
    return name.replace(".", "%2E") if name.strip(".") == "" else quote(name, safe="")


def event(name: str, data: str) -> str:
    """Return one server-sent event."""
    return f"event: {name}\ndata: {data or NOTHING}\n\n"
