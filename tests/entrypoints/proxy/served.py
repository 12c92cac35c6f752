"""The proxy as it is served: by uvicorn, on the loopback, behind something that says who asks."""

import asyncio
import socket
import threading
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from omoide import Mind, Omoide
from omoide.domain.events.event import Event
from omoide.entrypoints.proxy import door
from omoide.entrypoints.proxy.door import ChatProxy
from omoide.entrypoints.web.caller import OWNER, Caller, KeyScope


def caller_by(key: str) -> Caller:
    """Return who has a key, which is `write:PERSONA` or `read:PERSONA`."""
    scope, _, persona = key.partition(":")
    return Caller("k1", KeyScope(scope), persona)


class Guard:
    """Says who asks, by the key they send; without one, the owner."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            key = dict(scope["headers"]).get(b"x-omoide-key")
            scope.setdefault("state", {})["caller"] = OWNER if key is None else caller_by(key.decode())
        await self.app(scope, receive, send)


@dataclass
class Served:
    """A proxy that is being served."""

    url: str
    home: Omoide
    proxy: ChatProxy
    loop: asyncio.AbstractEventLoop
    server: uvicorn.Server
    name: str = "haru"
    other: str = "mio"

    @property
    def base(self) -> str:
        """Return where this persona's chats go."""
        return f"{self.url}/p/{self.name}"

    @property
    def mind(self) -> Mind:
        return self.home.mind(self.name)

    def learnt(self, persona: str | None = None) -> list[Event]:
        """Return what was learnt through the proxy, when all of it has been."""
        self.do(self._ended())
        return [each for each in self.home.mind(persona or self.name).log() if each.client_id == "proxy"]

    async def _ended(self) -> None:
        """Wait for answers still on their way, whose last piece a client may have had before they end here, and for what they teach."""
        under_way = set(self.server.server_state.tasks)
        if under_way:
            await asyncio.wait(under_way, timeout=20)
        await self.proxy.learner.settle(seconds=20)

    def do(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something where the proxy is served, to its end."""
        asyncio.run_coroutine_threadsafe(work, self.loop).result(30)


@contextmanager
def served_proxy(home: Omoide) -> Iterator[Served]:
    """Serve the proxy until the block ends."""
    app = FastAPI()
    app.add_middleware(Guard)
    door.mount(app, home)
    proxy: ChatProxy = app.state.chat_proxy
    config = uvicorn.Config(app, log_level="critical", timeout_graceful_shutdown=2)
    server = uvicorn.Server(config)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    loop = asyncio.new_event_loop()

    def serve() -> None:
        asyncio.set_event_loop(loop)
        loop.run_until_complete(server.serve([listening]))

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
    yield Served(f"http://127.0.0.1:{listening.getsockname()[1]}", home, proxy, loop, server)
    server.should_exit = True
    thread.join(20)
    loop.close()
    listening.close()
