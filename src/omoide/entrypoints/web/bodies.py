"""Requests that are too long, or do not arrive: counted while they come, whatever they said of their length."""

import asyncio
import time

from starlette.datastructures import Headers
from starlette.types import Message, Receive

from omoide.entrypoints.web.problems import Problem, refusal

_GONE: Message = {"type": "http.disconnect"}


def announced_too_large(headers: Headers, *, most_bytes: int) -> Problem | None:
    """Return why a request is turned away before it is read: its length is none, or too large."""
    given = headers.get("content-length")
    if given is None:
        return None
    if not given.isdecimal() or not given.isascii():
        return refusal(400, "BadRequest", "Content-Length is not a number of bytes", connection="close")
    return _too_large(most_bytes) if len(given) > 18 or int(given) > most_bytes else None


class BoundedBody:
    """A request's body, up to so many bytes and so many seconds; `trouble` says why it was broken off."""

    def __init__(self, receive: Receive, *, most_bytes: int, most_seconds: float) -> None:
        self._receive = receive
        self._most_bytes = most_bytes
        self._most_seconds = most_seconds
        self._until: float | None = None
        self._read = 0
        self._is_whole = False
        self.trouble: Problem | None = None

    async def __call__(self) -> Message:
        """Return the next piece; after trouble, that the client is gone."""
        if self.trouble is not None:
            return _GONE
        if self._is_whole:
            return await self._receive()
        if self._until is None:
            self._until = time.monotonic() + self._most_seconds
        try:
            message = await asyncio.wait_for(self._receive(), max(0.001, self._until - time.monotonic()))
        except TimeoutError:
            detail = f"the whole request must arrive within {self._most_seconds:g} seconds (web.body_seconds)"
            self.trouble = refusal(408, "BodyTooSlow", detail, connection="close")
            return _GONE
        return self._counted(message)

    def _counted(self, message: Message) -> Message:
        if message["type"] != "http.request":
            self._is_whole = True
            return message
        self._read += len(message.get("body", b""))
        self._is_whole = not message.get("more_body", False)
        if self._read > self._most_bytes:
            self.trouble = _too_large(self._most_bytes)
            return _GONE
        return message


def _too_large(most_bytes: int) -> Problem:
    return refusal(
        413, "BodyTooLarge", f"a request has at most {most_bytes:,} bytes (web.body_bytes)", connection="close"
    )
