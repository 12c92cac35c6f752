"""Stands before all doors: who asks, from where, how much and how often.

It never reads or holds back what passes through it, so that streams stay streams.  What it found out is on the request:
`caller_of(request)`, `request.state.request_id`.  A door that learns whose mind is meant by other ways than its route says so:
`request.state.persona = name`, for the audit log.
"""

import asyncio
import logging
import math
import re
import traceback
import uuid
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import PurePath

import anyio.to_thread
from starlette.datastructures import Headers
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from omoide.domain.keys.api_key import ApiKey, KeyId
from omoide.domain.keys.audit import AuditEntry
from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.web import addresses, bodies, credentials, segments
from omoide.entrypoints.web.audit_trail import AuditTrail
from omoide.entrypoints.web.caller import OWNER, Caller
from omoide.entrypoints.web.problems import Problem, problem_of, refusal
from omoide.entrypoints.web.rates import KeyRates
from omoide.entrypoints.web.replies import GuardedReply
from omoide.errors import KeyRefused, OmoideError, Unavailable

RECHECK_SECONDS = 2.0
"""How soon an open stream ends after its key was revoked."""
NOTED_REFUSALS = 60
"""Refused keys that the audit log takes a minute, so that nobody can fill the disk with them."""
FRAMES = 4
CORS_METHODS = "GET, POST, PUT, PATCH, DELETE, OPTIONS"
CORS_SECONDS = "600"
EXPOSED = "x-request-id, etag, retry-after, location"
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip")
log = logging.getLogger("omoide.web")


class Turned(Exception):
    """A request was turned away."""

    def __init__(self, problem: Problem, *, key_id: KeyId | None = None) -> None:
        super().__init__(problem.kind)
        self.problem = problem
        self.key_id = key_id


class Guard:
    """The one middleware of the doors over the wire."""

    def __init__(
        self, app: ASGIApp, *, home: Omoide, trail: AuditTrail, recheck_seconds: float = RECHECK_SECONDS
    ) -> None:
        self._app = app
        self._home = home
        self._trail = trail
        self._recheck_seconds = recheck_seconds
        self._web = home.configuration.settings.web
        self._refused = KeyRates(per_minute=NOTED_REFUSALS)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through to its door, or turn it away."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        request_id = _request_id(headers)
        scope.setdefault("state", {})["request_id"] = request_id
        reply = GuardedReply(scope, receive, send, request_id=request_id)
        caller: Caller | None = None
        try:
            if (done := self._before_anybody(scope, headers, reply)) is not None:
                await done(scope, receive, reply)
                return
            is_open = scope["path"] in _said(scope, "open_paths")
            found = await self._caller(scope, headers)
            if found is None and not is_open:
                await _login_or_refusal(scope, headers)(scope, receive, reply)
                return
            caller = None if is_open else found
            if found is not None:
                scope["state"]["caller"] = found
            scope["headers"] = credentials.without_keys(scope)
            await self._through(scope, receive, reply, found)
        except Turned as turned:
            await reply.tell(turned.problem)
            if turned.key_id is not None and not self._refused.wait_seconds(""):
                self._note(scope, Caller(turned.key_id), reply, request_id)
        finally:
            if caller is not None:
                self._note(scope, caller, reply, request_id)

    def _before_anybody(self, scope: Scope, headers: Headers, reply: GuardedReply) -> "ASGIApp | None":
        """Turn away what nobody may send; return the answer to a browser that asks whether a page may."""
        if problem := credentials.smuggled(headers) or credentials.in_query(scope):
            raise Turned(problem)
        if not segments.hold_apart(scope):
            raise Turned(refusal(400, "BadRequest", "the address holds a character that no name has"))
        host = headers.get("host", "")
        if not addresses.may_be_asked_as(host, named=self._web.hosts):
            detail = "this server answers to its own names alone; add others to the setting web.hosts"
            raise Turned(refusal(421, "HostUnknown", detail))
        if problem := bodies.announced_too_large(headers, most_bytes=self._web.body_bytes):
            raise Turned(problem)
        origin = headers.get("origin")
        if origin is None or addresses.is_same_origin(origin, host):
            if origin is None and _is_foreign_fetch(scope, headers):
                raise Turned(_foreign())
            return None
        if not addresses.is_allowed_origin(origin, allowed=self._web.origins):
            raise Turned(_foreign())
        reply.more_headers = {
            "access-control-allow-origin": origin,
            "access-control-expose-headers": EXPOSED,
        }
        if scope.get("method") == "OPTIONS" and "access-control-request-method" in headers:
            return _preflight(headers)
        return None

    async def _caller(self, scope: Scope, headers: Headers) -> Caller | None:
        """Return who asks; `None` when nobody knows."""
        given = credentials.keys_given(headers, with_cookie=_is_own_page(headers))
        if len(given) > 1:
            raise Turned(refusal(400, "BadRequest", "two different keys came with one request"))
        if given:
            return await self._holder(given[0])
        return OWNER if _is_from_here(scope, headers) and not self._web.loopback_key else None

    async def _holder(self, text: str) -> Caller:
        try:
            key = await anyio.to_thread.run_sync(self._home.keys.check, text)
        except KeyRefused as exc:
            raise Turned(problem_of(exc), key_id=_named_in(text)) from exc
        except Unavailable as exc:
            raise Turned(problem_of(exc)) from exc
        self._require_rate(key)
        return Caller.of(key)

    def _require_rate(self, key: ApiKey) -> None:
        seconds = self._home.keys.wait_seconds(key, per_minute=self._web.requests_per_minute)
        if seconds > 0:
            detail = f"key {key.id} has no request left just now"
            after = str(max(1, math.ceil(seconds)))
            raise Turned(refusal(429, "TooManyRequests", detail, retry_after=after), key_id=key.id)

    async def _through(self, scope: Scope, receive: Receive, reply: GuardedReply, caller: Caller | None) -> None:
        if scope["type"] == "http":
            reply.body = bodies.BoundedBody(
                receive, most_bytes=self._web.body_bytes, most_seconds=self._web.body_seconds
            )
        given: Receive = receive if reply.body is None else reply.body
        try:
            if caller is None or caller.key_id is None:
                await self._app(scope, given, reply)
            else:
                await self._watched(lambda: self._app(scope, given, reply), reply, KeyId(caller.key_id))
        except OmoideError as exc:
            await reply.tell(self._trouble(reply) or problem_of(exc))
        except Exception as exc:  # noqa: BLE001 - the HTTP edge: nobody is shown a trace, no log holds what was said
            if self._trouble(reply) is None:
                log.error("%s %s: %s at %s", scope.get("method"), _route(scope), type(exc).__name__, _where(exc))  # noqa: TRY400
            await reply.tell(self._trouble(reply) or problem_of(exc))
        if problem := self._trouble(reply):
            await reply.tell(problem)

    async def _watched(self, act: Callable[[], Awaitable[None]], reply: GuardedReply, key_id: KeyId) -> None:
        """Go on as long as the key holds."""
        running = asyncio.ensure_future(act())
        try:
            while not running.done():
                await asyncio.wait({running}, timeout=self._recheck_seconds)
                if not running.done() and (problem := await self._no_longer(key_id)) is not None:
                    await _ended(running)
                    await reply.tell(problem)
                    await reply.cut_off()
                    return
            running.result()
        finally:
            await _ended(running)

    async def _no_longer(self, key_id: KeyId) -> Problem | None:
        try:
            await anyio.to_thread.run_sync(self._home.keys.still, key_id)
        except KeyRefused as exc:
            return problem_of(exc)
        except Unavailable:
            return None  # looked at again in a moment
        return None

    def _trouble(self, reply: GuardedReply) -> Problem | None:
        return None if reply.body is None else reply.body.trouble

    def _note(self, scope: Scope, caller: Caller, reply: GuardedReply, request_id: str) -> None:
        key_id = None if caller.key_id is None else KeyId(caller.key_id)
        method = scope.get("method", "WEBSOCKET")
        segments.put_back(scope.get("path_params", {}))
        persona = scope.get("path_params", {}).get("persona") or scope["state"].get("persona")
        self._trail.note(
            AuditEntry(self._home.keys.now(), method, _route(scope), reply.status, key_id, persona, request_id)
        )


async def _ended(running: "asyncio.Future[None]") -> None:
    if not running.done():
        running.cancel()
        with suppress(asyncio.CancelledError, Exception):
            await running


def _request_id(headers: Headers) -> str:
    given = headers.get("x-request-id", "")
    return given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex


def _is_from_here(scope: Scope, headers: Headers) -> bool:
    """Tell whether somebody on this machine asks; one whom a proxy in between lets in is somebody else."""
    client = scope.get("client")
    return (
        client is not None
        and addresses.is_loopback(client[0])
        and addresses.is_loopback(addresses.host_of(headers.get("host", "")))
        and not any(name in headers for name in _FORWARDED)
    )


def _is_foreign_fetch(scope: Scope, headers: Headers) -> bool:
    """Tell whether a browser asks for a page from elsewhere; following a link to us is not that."""
    if headers.get("sec-fetch-site") not in ("cross-site", "same-site"):
        return False
    is_link = headers.get("sec-fetch-mode") == "navigate" and headers.get("sec-fetch-dest") == "document"
    return not (is_link and scope.get("method") in ("GET", "HEAD"))


def _is_own_page(headers: Headers) -> bool:
    """Tell whether a cookie may count: our own page asks, or a browser opens one."""
    return headers.get("sec-fetch-site") in (None, "same-origin", "none")


def _foreign() -> Problem:
    return refusal(403, "OriginRefused", "a page from elsewhere asks; add it to the setting web.origins if it may")


def _preflight(headers: Headers) -> Response:
    allowed = {
        "access-control-allow-methods": CORS_METHODS,
        "access-control-allow-headers": headers.get("access-control-request-headers", "") or "*",
        "access-control-max-age": CORS_SECONDS,
    }
    return Response(status_code=204, headers=allowed)


def _said(scope: Scope, name: str) -> "str | frozenset[str]":
    """Return what the doors said about themselves: which paths are open to everybody, and where one logs in."""
    return getattr(scope["app"].state, name, None) or ("" if name == "login_path" else frozenset())


def _login_or_refusal(scope: Scope, headers: Headers) -> ASGIApp:
    """Return where a browser may log in; anybody else is told that a key is needed."""
    login = str(_said(scope, "login_path"))
    if login and "text/html" in headers.get("accept", "") and scope.get("method") == "GET":
        return RedirectResponse(login, status_code=303)
    detail = "give a key in the header Authorization: Bearer or x-omoide-key; `omoide keys add` makes one"
    raise Turned(refusal(401, "KeyNeeded", detail))


def _named_in(text: str) -> KeyId | None:
    from omoide.domain.keys import api_key

    given = api_key.read(text)
    return None if given is None else given.id


def _route(scope: Scope) -> str:
    """Return the pattern of the route, without what was filled in."""
    # FastAPI keeps the whole pattern of a route that came with a router apart from the route itself.
    whole = scope.get("fastapi", {}).get("effective_route_context")
    found = getattr(whole, "path", None) or getattr(scope.get("route"), "path", None)
    return str(found) if found else "-"


def _where(exc: BaseException) -> str:
    frames = traceback.extract_tb(exc.__traceback__)[-FRAMES:]
    return " < ".join(f"{PurePath(each.filename).name}:{each.lineno}" for each in reversed(frames))
