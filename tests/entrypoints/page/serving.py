"""A process that serves the page of one home, by a clock that stands still: `python -m tests.entrypoints.page.serving HOME PORT`."""

import os
import sys

import uvicorn
from fastapi import FastAPI
from starlette.types import ASGIApp, Receive, Scope, Send

from omoide import Omoide, SimulatedClock, sample
from omoide.entrypoints.page import door
from omoide.entrypoints.web.caller import Caller, KeyScope
from tests.fakes.embedding import hashing


class Admitted:
    """Stands where the guard of all doors stands: lets everybody in, as a caller with this scope."""

    def __init__(self, app: ASGIApp, *, scope: KeyScope) -> None:
        self._app = app
        self._scope = scope

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            scope.setdefault("state", {})["caller"] = Caller(scope=self._scope)
        await self._app(scope, receive, send)


def main() -> None:
    """Serve until stopped."""
    folder, port = sys.argv[1], int(sys.argv[2])
    with Omoide.open(folder, clock=SimulatedClock(sample.NOW), embedder=hashing(), beside="nowhere") as home:
        app = FastAPI()
        door.mount(app, home)
        app.add_middleware(Admitted, scope=KeyScope(os.environ.get("PAGE_SCOPE", "admin")))
        uvicorn.run(app, host="127.0.0.1", port=port, log_level="warning", lifespan="on")


if __name__ == "__main__":
    main()
