"""An answer on its way back: passed on as it comes, read as it goes by, learnt when it has ended.

A client that goes away closes the connection to the model; what the persona had said by then is learnt as its answer so far.  An answer
that breaks off breaks off for the client as well.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import anyio
import httpx
from anyio import CancelScope
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from omoide.entrypoints.proxy.answers.spoken import AnswerReader
from omoide.entrypoints.proxy.answers.sse import EventCutter
from omoide.entrypoints.proxy.refusals import refusal
from omoide.entrypoints.proxy.upstream import RawHeaders, Upstream, returned_headers

LONGEST_READ: Final = 64_000_000
"""Bytes of a whole answer; a longer one goes on unread."""
_CLOSING_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class SentRequest:
    """A request as it goes to the model."""

    method: str
    url: str
    headers: RawHeaders
    body: bytes
    timeout_seconds: float
    provider: str


class RelayedAnswer(Response):
    """The answer of the model behind the proxy."""

    def __init__(
        self,
        upstream: Upstream,
        sent: SentRequest,
        *,
        headers: RawHeaders,
        reader: AnswerReader | None,
        ended: Callable[[AnswerReader], None] = lambda _: None,
    ) -> None:
        super().__init__()
        self._upstream = upstream
        self._sent = sent
        self._own = headers
        self._reader = reader
        self._ended = ended

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the answer on until it ends, or nobody waits for it."""
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(_until_gone, receive, tasks.cancel_scope)
            await self._relay(scope, receive, send)
            tasks.cancel_scope.cancel()

    async def _relay(self, scope: Scope, receive: Receive, send: Send) -> None:
        sent = self._sent
        try:
            answer = await self._upstream.send(
                sent.method, sent.url, sent.headers, sent.body, timeout_seconds=sent.timeout_seconds
            )
        except (httpx.HTTPError, httpx.InvalidURL) as exc:
            await self._unreached(exc)(scope, receive, send)
            return
        try:
            await self._passed_on(answer, send)
        except httpx.HTTPError:
            pass  # left without an end, as it came
        finally:
            if self._reader is not None and answer.is_success:
                self._ended(self._reader)
            with CancelScope(shield=True), anyio.move_on_after(_CLOSING_SECONDS):
                await answer.aclose()

    async def _passed_on(self, answer: httpx.Response, send: Send) -> None:
        kind = answer.headers.get("content-type", "").partition(";")[0].strip().lower()
        if self._reader is None or not answer.is_success:
            await self._untouched(answer, send)
        elif kind == "text/event-stream":
            await self._streamed(answer, send, self._reader)
        elif kind == "application/json":
            await self._whole(answer, send, self._reader)
        else:
            await self._untouched(answer, send)

    async def _untouched(self, answer: httpx.Response, send: Send) -> None:
        await self._start(answer, send, is_changed=False)
        async for chunk in answer.aiter_raw():
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _streamed(self, answer: httpx.Response, send: Send, reader: AnswerReader) -> None:
        await self._start(answer, send, is_changed=True)
        cutter = EventCutter()
        try:
            async for chunk in answer.aiter_bytes():
                told = b"".join(each for event in cutter.fed(chunk) for each in reader.event(event))
                if told:
                    await send({"type": "http.response.body", "body": told, "more_body": True})
        except httpx.HTTPError:
            left = b"".join(reader.rest()) + cutter.rest()
            await send({"type": "http.response.body", "body": left, "more_body": True})
            raise
        last = cutter.rest()
        told = b"".join([*(reader.event(last) if last else ()), *reader.rest()])
        await send({"type": "http.response.body", "body": told, "more_body": False})

    async def _whole(self, answer: httpx.Response, send: Send, reader: AnswerReader) -> None:
        parts: list[bytes] = []
        try:
            async for chunk in answer.aiter_bytes():
                parts.append(chunk)
        except httpx.HTTPError:
            await self._start(answer, send, is_changed=True)
            await send({"type": "http.response.body", "body": b"".join(parts), "more_body": True})
            raise
        body = b"".join(parts)
        told = reader.whole(body) if len(body) <= LONGEST_READ else body
        await self._start(answer, send, is_changed=True, length=len(told))
        await send({"type": "http.response.body", "body": told, "more_body": False})

    async def _start(self, answer: httpx.Response, send: Send, *, is_changed: bool, length: int | None = None) -> None:
        headers = [*returned_headers(answer, is_changed=is_changed), *self._own]
        if length is not None:
            headers.append((b"content-length", str(length).encode("ascii")))
        await send({"type": "http.response.start", "status": answer.status_code, "headers": headers})

    def _unreached(self, error: Exception) -> Response:
        """Return what is said when the model cannot be reached; where it is stands in the settings, not in the answer."""
        is_late = isinstance(error, httpx.TimeoutException)
        setting = f"proxy.{self._sent.provider}_upstream"
        message = "did not answer in time" if is_late else "cannot be reached"
        told = f"the model behind the proxy {message}; look at the setting {setting}"
        answer = refusal(self._sent.provider, 504 if is_late else 502, told, code="upstream")
        answer.raw_headers.extend((name, value) for name, value in self._own if name != b"x-omoide-error")
        return answer


async def _until_gone(receive: Receive, scope: CancelScope) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    scope.cancel()
