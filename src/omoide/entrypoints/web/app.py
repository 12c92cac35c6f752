"""One application of all doors over the wire: `web_app(home, doors=("api", "mcp"))`.

A door is a package beside this one with `door.mount(app, home)`.  What a door needs while the server runs, it enters with `during`.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Collection
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, suppress
from importlib import import_module
from importlib.util import find_spec

import anyio.to_thread
from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from omoide.__about__ import __version__
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.web.audit_trail import AuditTrail
from omoide.entrypoints.web.guard import RECHECK_SECONDS, Guard
from omoide.entrypoints.web.problems import Problem, problem_of, refusal
from omoide.errors import InvalidInput, OmoideError, Unavailable

DOORS = {"api": "http", "mcp": "mcp", "proxy": "proxy", "page": "page"}
"""The doors by name, each with its package; the page, which has `/` to itself, comes last."""
HEALTH = "/healthz"
NIGHT_SECONDS = 60.0
"""How often it is looked whether something waits, such as a night, while nobody asks."""
_KINDS = {404: "NoSuchRoute", 405: "MethodNotAllowed", 412: "PreconditionFailed", 428: "PreconditionRequired"}
Lifespan = Callable[[], AbstractAsyncContextManager[object]]


def web_app(home: Omoide, *, doors: Collection[str] | None = None, recheck_seconds: float = RECHECK_SECONDS) -> FastAPI:
    """Return the application with these doors, by default all that are installed."""
    chosen = installed_doors() if doors is None else [_known(name) for name in doors]
    app = FastAPI(
        title="Omoide", version=__version__, openapi_url=None, docs_url=None, redoc_url=None, lifespan=_lifespan
    )
    trail = AuditTrail(home)
    app.state.home = home
    app.state.trail = trail
    app.state.lifespans = []
    app.state.open_paths = {HEALTH}
    app.state.login_path = ""
    app.add_middleware(Guard, home=home, trail=trail, recheck_seconds=recheck_seconds)
    app.add_exception_handler(OmoideError, _told)
    app.add_exception_handler(RequestValidationError, _told_invalid)
    app.add_exception_handler(HTTPException, _told_http)
    app.add_api_route(HEALTH, _health(home), methods=["GET", "HEAD"], include_in_schema=False)
    for name in [name for name in DOORS if name in chosen]:
        import_module(_module(name)).mount(app, home)
    return app


def installed_doors() -> list[str]:
    """Return the doors that are there, with the libraries they need."""
    return [name for name in DOORS if _is_installed(name)]


def during(app: FastAPI, lifespan: Lifespan) -> None:
    """Let a door enter something when the server starts, and leave it when it ends."""
    app.state.lifespans.append(lifespan)


def _known(name: str) -> str:
    wanted = name.strip().lower()
    if wanted not in DOORS:
        raise InvalidInput(f"there is no door {name!r}; there are {', '.join(DOORS)}")
    if not _is_installed(wanted):
        raise InvalidInput(f"the door {wanted!r} is not installed: pip install 'omoide[{_extra(wanted)}]'")
    return wanted


def _extra(name: str) -> str:
    return {"api": "http", "proxy": "http"}.get(name, name)


def _module(name: str) -> str:
    return f"omoide.entrypoints.{DOORS[name]}.door"


def _is_installed(name: str) -> bool:
    try:
        if find_spec(_module(name)) is None:
            return False
        import_module(_module(name))
    except ModuleNotFoundError:
        return False
    return True


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    home, trail = app.state.home, app.state.trail
    async with AsyncExitStack() as stack:
        beside = [asyncio.create_task(trail.run()), asyncio.create_task(_keep_nudging(home))]
        try:
            for lifespan in app.state.lifespans:
                await stack.enter_async_context(lifespan())
            yield
        finally:
            for task in beside:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task
            await anyio.to_thread.run_sync(trail.write)


async def _keep_nudging(home: Omoide) -> None:
    """Let nights pass while nobody asks."""
    while True:
        await asyncio.sleep(NIGHT_SECONDS)
        with suppress(Unavailable):
            await anyio.to_thread.run_sync(home.nudge)


def _health(home: Omoide) -> Callable[[], JSONResponse]:
    def health() -> JSONResponse:
        """Tell whether the store can be read."""
        home.personas()
        return JSONResponse({"status": "ok"})

    return health


def _answered(request: Request, problem: Problem) -> Response:
    return problem.response(request_id=getattr(request.state, "request_id", ""))


def _told(request: Request, exc: Exception) -> Response:
    return _answered(request, problem_of(exc))


def _told_invalid(request: Request, exc: Exception) -> Response:
    """Tell which fields are wrong and why, and nothing of what they held."""
    found = exc.errors() if isinstance(exc, RequestValidationError) else []
    errors = [{"where": ".".join(map(str, each["loc"])), "what": each["msg"], "type": each["type"]} for each in found]
    told = "; ".join(f"{each['where']}: {each['what']}" for each in errors[:3])
    problem = refusal(422, "RequestInvalid", told or "the request is not what it should be")
    return _answered(request, Problem(422, problem.kind, problem.title, problem.detail, errors=errors))


def _told_http(request: Request, exc: Exception) -> Response:
    if not isinstance(exc, HTTPException):
        return _told(request, exc)
    detail = str(exc.detail)
    problem = refusal(exc.status_code, _KINDS.get(exc.status_code, "HttpError"), detail)
    headers = {**problem.headers, **(exc.headers or {})}
    return _answered(request, Problem(problem.status, problem.kind, problem.title, detail, headers))
