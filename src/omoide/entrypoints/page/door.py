"""Adds the page to an application: `mount(app, home)`.

It answers every path that no other door has, so it is mounted last.  All that a browser gets comes from installed packages, and a
policy sent with every page keeps it from asking anybody else.
"""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import nicegui
from fastapi import FastAPI
from nicegui import ui
from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from omoide.domain.text.language import Language
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.library.mind import Mind
from omoide.entrypoints.page import frame
from omoide.entrypoints.page.live import beside
from omoide.entrypoints.page.login import add_login
from omoide.entrypoints.page.pages import FIRST, PAGES, PageEntry
from omoide.entrypoints.page.view import Onlooker, View, onlooker_of
from omoide.entrypoints.web.caller import OWNER, Caller, KeyScope, caller_of
from omoide.errors import NotAllowed, OmoideError, PersonaNotFound

BUILT_WITHIN_SECONDS: Final = 30.0
_HOME: Final = "omoide_home"
_POLICY: Final = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


def mount(app: FastAPI, home: Omoide) -> None:
    """Add the page to an application, below `/`."""
    nicegui.app.middleware_stack = None  # a process may serve one application after another, as tests do
    nicegui.app.user_middleware.clear()
    app.add_middleware(_PageMiddleware, home=home)
    add_login(app, home)
    ui.page("/", response_timeout=BUILT_WITHIN_SECONDS)(_begin)
    for entry in PAGES:
        ui.page(f"/{entry.name}", response_timeout=BUILT_WITHIN_SECONDS)(_shown(entry))
    nicegui.app.on_page_exception(_failed)
    ui.run_with(
        app,
        title="Omoide",
        favicon=frame.ICON,
        dark=None,
        tailwind=False,
        reconnect_timeout=10.0,
        show_welcome_message=False,
        binding_refresh_interval=None,
    )


class _PageMiddleware:
    """Tells pages which home they are of, and browsers what a page may load."""

    def __init__(self, app: ASGIApp, *, home: Omoide) -> None:
        self._app = app
        self._home = home

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})[_HOME] = self._home
        await self._app(scope, receive, partial(_with_policy, send))


async def _with_policy(send: Send, message: Message) -> None:
    if message["type"] == "http.response.start":
        headers = MutableHeaders(scope=message)
        if headers.get("content-type", "").startswith("text/html"):
            headers["content-security-policy"] = _POLICY
            headers["referrer-policy"] = "same-origin"  # with none at all, a browser would not say whose form it sends
            headers["x-content-type-options"] = "nosniff"
            headers["cache-control"] = "no-store"
    await send(message)


async def _begin(request: Request) -> Response | None:
    """Go to the first page of the first mind, or make one."""
    home, onlooker = _home(request), onlooker_of(request, caller_of(request))
    names = [each.name for each in await beside(home.personas) if onlooker.caller.persona in (None, each.name)]
    if not names:
        frame.put_beginning(home, onlooker, may_make=onlooker.caller.scope.holds(KeyScope.WRITE))
        return None
    mind = await beside(lambda: home.mind(names[0]))
    return RedirectResponse(View(home, mind, onlooker, page=FIRST.name, query={}).link(FIRST.name))


def _shown(entry: PageEntry) -> Callable[[Request], Awaitable[Response | None]]:
    """Return what answers for one page."""

    async def page(request: Request) -> Response | None:
        home, onlooker = _home(request), onlooker_of(request, caller_of(request))
        named = request.query_params.get("persona", "")
        try:
            mind = await beside(lambda: _mind(home, named, onlooker))
        except OmoideError as exc:
            if isinstance(exc, PersonaNotFound) and not named:
                return RedirectResponse("/")
            frame.put_error(onlooker, exc, language=onlooker.language or home.configuration.language)
            return None
        view = View(home, mind, onlooker, page=entry.name, query=dict(request.query_params))
        await view.watch.begin()
        with frame.put_around(view, entry):
            await entry.build(view)
        view.watch.start()
        return None

    return page


def _mind(home: Omoide, name: str, onlooker: Onlooker) -> Mind:
    """Return the mind that is meant; without a name the first that is open to whoever looks."""
    named = name or next((each.name for each in home.personas() if onlooker.caller.persona in (None, each.name)), "")
    onlooker.caller.require(KeyScope.READ, persona=named)
    return home.mind(named)


def _failed(error: Exception) -> None:
    """Put down what stands in place of a page that could not be made."""
    known = error if isinstance(error, OmoideError) else None
    request = ui.context.client.request
    onlooker = onlooker_of(request, OWNER)
    frame.put_error(
        Onlooker(Caller(), onlooker.language, onlooker.look), known, language=onlooker.language or Language.EN
    )


def _home(request: Request) -> Omoide:
    home = getattr(request.state, _HOME, None)
    if not isinstance(home, Omoide):
        raise NotAllowed("this page was opened without its home")
    return home
