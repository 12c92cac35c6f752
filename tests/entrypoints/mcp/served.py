"""One persona's life, and what a client is given of it: over a real process, or a real HTTP server."""

import socket
import sys
import tempfile
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import uvicorn
from fastapi import FastAPI, Request
from mcp.client.client import Client
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp_types import CallToolResult, TextContent

from omoide import Omoide
from omoide.entrypoints.mcp import door
from omoide.entrypoints.web.caller import Caller, KeyScope

PATIENCE_SECONDS = 120
MODES = ("legacy", "auto")
"""The handshake of 2025, and what is agreed on now: the protocol of 2026, without one."""
EIGHT = ("wake", "recall", "get", "remember", "revise", "forget", "why", "status")
READING = ("wake", "recall", "get", "why", "status")
CALLERS = {
    "owner": Caller(),
    "reader": Caller("k1", KeyScope.READ, "haru"),
    "writer": Caller("k2", KeyScope.WRITE, "haru"),
    "stranger": Caller("k3", KeyScope.ADMIN, "aki"),
}
"""By the header of the test's own guard."""
Talk = Callable[[Client], Awaitable[None]]


def over_stdio(home: Path, talk: Talk, *, mode: str = "auto", words: tuple[str, ...] = ("mcp",)) -> str:
    """Let a client talk to a real process; return what that printed beside the protocol."""
    environ = {
        "OMOIDE_HOME": str(home),
        "OMOIDE_BACKGROUND__AUTO": "false",
        "OMOIDE_EMBEDDING__PROVIDER": "hashing",
        "PYTHONPATH": str(Path("src").absolute()),
        "HOME": str(home),
    }
    errors = Path(tempfile.mkdtemp(dir=home)) / "stderr.txt"
    started = StdioServerParameters(command=sys.executable, args=["-P", "-m", "omoide", *words], env=environ)

    async def run() -> None:
        with errors.open("w", encoding="utf-8") as file, anyio.fail_after(PATIENCE_SECONDS):
            async with Client(stdio_client(started, errlog=file), mode=mode) as client:
                await talk(client)

    anyio.run(run)
    return errors.read_text("utf-8")


@contextmanager
def http_door(home: Omoide) -> Iterator[str]:
    """Serve the door behind a small guard; return its address."""
    app = FastAPI()

    @app.middleware("http")
    async def guard(request: Request, call_next: Callable[[Request], Awaitable[Any]]) -> Any:
        if (named := request.headers.get("x-who", "owner")) != "nobody":
            request.state.caller = CALLERS[named]
        return await call_next(request)

    door.mount(app, home)
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", lifespan="on"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [held]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{held.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join(10)


def over_http(url: str, talk: Talk, *, mode: str = "auto", who: str = "owner") -> None:
    """Let a client talk to a door."""
    import httpx2
    from mcp.client.streamable_http import streamable_http_client

    async def run() -> None:
        with anyio.fail_after(PATIENCE_SECONDS):
            async with (
                httpx2.AsyncClient(headers={"x-who": who}, timeout=PATIENCE_SECONDS) as http,
                Client(streamable_http_client(url, http_client=http), mode=mode) as client,
            ):
                await talk(client)

    anyio.run(run)


def text_of(result: CallToolResult) -> str:
    """Return what a model reads of an answer."""
    [content] = result.content
    assert isinstance(content, TextContent)
    return content.text
