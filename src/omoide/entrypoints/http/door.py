"""Adds the API to an application: `/v1/…`, and `/v1/openapi.json`, which tells all of it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache

import anyio.to_thread
from fastapi import APIRouter, Depends, FastAPI
from starlette.responses import JSONResponse

from omoide.entrypoints.http import described, sent_files
from omoide.entrypoints.http.asked import nothing_unknown, whole_names
from omoide.entrypoints.http.routes import (
    beliefs,
    entities,
    episodes,
    erasing,
    events,
    exporting,
    feelings,
    importing,
    index,
    jobs,
    knowledge,
    memories,
    notes,
    receipts,
    sleep,
    tools,
    wishes,
)
from omoide.entrypoints.http.routes import (
    home as home_routes,
)
from omoide.entrypoints.http.working import WorksUnderWay
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.web.app import during

ENDING_SECONDS = 5.0
"""How long work may take to end with the server; every step of it is kept as it ends."""
SUBJECTS = (
    events,
    memories,
    beliefs,
    notes,
    entities,
    episodes,
    wishes,
    feelings,
    sleep,
    jobs,
    receipts,
    tools,
    knowledge,
    erasing,
    index,
    importing,
    exporting,
)


def mount(app: FastAPI, home: Omoide) -> None:
    """Add the API."""
    app.state.home = home
    sent_files.forget_left(home.home)
    app.state.works = works = WorksUnderWay()
    shared = {"dependencies": [Depends(whole_names), Depends(nothing_unknown)], "responses": described.errors()}
    whole = APIRouter(prefix=described.PREFIX, **shared)  # type: ignore[arg-type]
    whole.include_router(home_routes.router)
    of_one = APIRouter(prefix="/personas/{persona}")
    for subject in SUBJECTS:
        of_one.include_router(subject.router)
    whole.include_router(of_one)
    app.include_router(whole)
    told = cache(lambda: described.document(whole))
    app.add_api_route(f"{described.PREFIX}/openapi.json", lambda: JSONResponse(told()), include_in_schema=False)

    @asynccontextmanager
    async def ending() -> AsyncIterator[None]:
        yield
        await anyio.to_thread.run_sync(lambda: works.end(seconds=ENDING_SECONDS))

    during(app, ending)
