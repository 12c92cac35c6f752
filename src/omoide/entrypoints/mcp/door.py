"""The server over HTTP, one address per persona: `/mcp/haru`; at `/mcp` the persona is the one that the caller's key opens.

Each request stands alone, as the protocol of 2026 has it; the older versions are answered in the same way, without sessions.  Who asks was
found out by the guard before all doors; a key for reading is told of no tool that writes, and can call none; erasing
needs a key for everything, as at every other door.
"""

import json
from typing import Final

import anyio.to_thread
import mcp_types as types
from fastapi import FastAPI
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import Receive, Scope, Send

from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.mcp.access import McpAccess
from omoide.entrypoints.mcp.server import server_for
from omoide.entrypoints.web.caller import KeyScope, caller_of
from omoide.entrypoints.web.segments import put_back
from omoide.errors import NotAllowed, NotFound, OmoideError, PersonaNotFound, Refused

MOST_BYTES: Final = 4 * 1024 * 1024
"""Of one request; no tool takes more."""


def mount(app: FastAPI, home: Omoide) -> None:
    """Add the door to an application, whose guard has looked at who asks."""
    door = McpDoor(home)
    app.router.routes.append(Route("/mcp", endpoint=door, include_in_schema=False))
    app.router.routes.append(Route("/mcp/{persona}", endpoint=door, include_in_schema=False))


class McpDoor:
    """Answers MCP clients over HTTP."""

    def __init__(self, home: Omoide) -> None:
        self._home = home

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope)
        if request.method != "POST":  # there are no sessions: nothing to listen to, nothing to end
            await Response(status_code=405, headers={"Allow": "POST"})(scope, receive, send)
            return
        try:
            access = await anyio.to_thread.run_sync(self._access, request)
            server = await anyio.to_thread.run_sync(server_for, access)
        except OmoideError as exc:
            await _refused(exc)(scope, receive, send)
            return
        manager = StreamableHTTPSessionManager(
            server, json_response=True, stateless=True, max_request_body_size=MOST_BYTES
        )
        async with manager.run():
            await manager.handle_request(_trimmed(scope), receive, send)

    def _access(self, request: Request) -> McpAccess:
        """Return the mind at this address, as far as it is open to whoever asks."""
        caller = caller_of(request)
        put_back(request.path_params)
        name = request.path_params.get("persona") or caller.persona
        if not name:
            raise PersonaNotNamed
        request.state.persona = name  # whoever keeps the audit reads it there
        caller.require(KeyScope.READ, persona=name)
        return McpAccess(
            self._home.mind(name),
            read_only=not caller.scope.holds(KeyScope.WRITE),
            may_erase=caller.scope.holds(KeyScope.ADMIN),
        )


class PersonaNotNamed(PersonaNotFound):
    """Neither the address nor the key says whose mind is meant."""

    def __init__(self) -> None:
        Exception.__init__(self, "say whose mind is meant by the address: /mcp/NAME")


def _trimmed(scope: Scope) -> Scope:
    """Return the request with its headers as RFC 9110 (5.5) reads them: without blanks around, which not every server takes off."""
    return {**scope, "headers": [(name, value.strip(b" \t")) for name, value in scope["headers"]]}


def _refused(error: OmoideError) -> Response:
    status = 403 if isinstance(error, NotAllowed) else 404 if isinstance(error, NotFound) else 503
    code = types.INVALID_REQUEST if isinstance(error, Refused | NotFound) else types.INTERNAL_ERROR
    body = {"jsonrpc": "2.0", "id": None, "error": {"code": code, "message": str(error)}}
    return Response(json.dumps(body, ensure_ascii=False), status_code=status, media_type="application/json")
