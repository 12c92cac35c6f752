"""A home with two personas, and a server whose doors are a few routes that show what comes through the guard."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import StreamingResponse

from omoide import Omoide
from omoide.entrypoints.web.app import during, web_app
from omoide.entrypoints.web.caller import KeyScope, caller_of
from omoide.errors import StoreBusy
from tests.entrypoints.web.listening import served
from tests.fakes.embedding import hashing


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Omoide]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        patch.setenv("OMOIDE_WEB__BODY_BYTES", "20000")
        patch.setenv("OMOIDE_WEB__BODY_SECONDS", "1")
        patch.setenv("OMOIDE_WEB__HOSTS", '["memory.example"]')
        patch.setenv("OMOIDE_WEB__ORIGINS", '["https://app.example"]')
        opened = Omoide.open(tmp_path_factory.mktemp("web") / "home", embedder=hashing(), beside="nowhere")
    opened.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    opened.add_persona("june", language="en", timezone="UTC")
    yield opened
    opened.close()


def with_routes(app: FastAPI) -> FastAPI:
    """Return the application with routes that show what comes through."""

    @app.get("/minds/{persona}")
    def look(persona: str, request: Request) -> dict[str, object]:
        caller_of(request).require(KeyScope.READ, persona=persona)
        shown = {name: value for name, value in request.headers.items() if name in ("authorization", "x-omoide-key")}
        return {"persona": persona, "key": caller_of(request).key_id, "headers": shown}

    @app.post("/minds/{persona}")
    async def take(persona: str, request: Request) -> dict[str, object]:
        caller_of(request).require(KeyScope.WRITE, persona=persona)
        return {"length": len(await request.body())}

    @app.get("/stream")
    def stream() -> StreamingResponse:
        async def ticks() -> AsyncIterator[bytes]:
            for number in range(2_000):
                yield f"{number}\n".encode()
                await asyncio.sleep(0.02)

        return StreamingResponse(ticks(), media_type="text/plain")

    @app.get("/busy")
    def busy() -> None:
        raise StoreBusy("omoide.db", seconds=1)

    @app.get("/broken")
    def broken() -> None:
        raise ZeroDivisionError("猫の名前はモモ")

    return app


@pytest.fixture(scope="module")
def started() -> list[str]:
    return []


@pytest.fixture(scope="module")
def address(home: Omoide, started: list[str]) -> Iterator[str]:
    from contextlib import asynccontextmanager

    app = with_routes(web_app(home, doors=(), recheck_seconds=0.1))

    @asynccontextmanager
    async def noted() -> AsyncIterator[None]:
        started.append("in")
        yield
        started.append("out")

    during(app, noted)
    with served(app) as where:
        yield where


@pytest.fixture
def client(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=address, timeout=10) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path
