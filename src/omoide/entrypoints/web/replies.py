"""What goes back: with its request id, safe in a browser, and cut off when a key is revoked."""

from collections.abc import Mapping

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from omoide.entrypoints.web.bodies import BoundedBody
from omoide.entrypoints.web.problems import Problem

REVOKED_CODE = 1008
"""WebSocket: what was asked for is against a rule."""
_USUAL = {
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "content-security-policy": "frame-ancestors 'self'",
    "referrer-policy": "no-referrer",
}


class GuardedReply:
    """Sends one answer, of a door or of the guard itself."""

    def __init__(self, scope: Scope, receive: Receive, send: Send, *, request_id: str) -> None:
        self._scope = scope
        self._receive = receive
        self._send = send
        self._request_id = request_id
        self._has_length = False
        self.more_headers: Mapping[str, str] = {}
        self.body: BoundedBody | None = None
        self.status = 0
        """What was answered; 0 while nothing was."""
        self.is_over = False

    async def __call__(self, message: Message) -> None:
        """Send a message of a door."""
        if self.body is not None and self.body.trouble is not None:
            return  # it is answered with what was wrong with the request
        await self._sent(message)

    async def tell(self, problem: Problem) -> None:
        """Answer with a problem, unless an answer has begun."""
        if self.status:
            return
        if self._scope["type"] == "websocket":
            self.status = problem.status
            await self._send({"type": "websocket.close", "code": REVOKED_CODE, "reason": problem.kind})
            return
        response = problem.response(request_id=self._request_id)
        await response(self._scope, self._receive, self._sent)

    async def cut_off(self) -> None:
        """End an answer that has begun: nothing more of it is sent."""
        if self._scope["type"] == "websocket":
            await self._send({"type": "websocket.close", "code": REVOKED_CODE, "reason": "KeyRefused"})
        elif not self.is_over and not self._has_length:
            await self._sent({"type": "http.response.body", "body": b"", "more_body": False})

    async def _sent(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(raw=list(message.get("headers", [])))
            self._has_length = "content-length" in headers
            for name, value in _USUAL.items():
                headers.setdefault(name, value)
            for name, value in self.more_headers.items():
                headers[name] = value
            if self.more_headers:
                headers.add_vary_header("Origin")
            headers["x-request-id"] = self._request_id
            message = {**message, "headers": headers.raw}
        elif message["type"] == "http.response.body":
            self.is_over = not message.get("more_body", False)
        elif message["type"] == "websocket.accept":
            self.status = 101
        await self._send(message)
