"""The proxy's door: OpenAI's and Anthropic's interfaces in front of any model, with a memory.

    /p/{persona}/v1/chat/completions      or /v1/chat/completions with the header x-omoide-persona or the model gpt-4o@haru

A request goes on as it came but for what the persona remembers; the answer comes back as it came but for the persona's own tags.
"""

import sys
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any, Final
from urllib.parse import quote

from fastapi import APIRouter, FastAPI, Request
from starlette.responses import Response

from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.proxy import raw_json
from omoide.entrypoints.proxy.answers.relay import RelayedAnswer, SentRequest
from omoide.entrypoints.proxy.answers.spoken import AnswerReader
from omoide.entrypoints.proxy.interfaces.anthropic_messages import AnthropicMessages
from omoide.entrypoints.proxy.interfaces.chat_completions import ChatCompletions
from omoide.entrypoints.proxy.interfaces.responses import Responses
from omoide.entrypoints.proxy.learning import TurnLearner
from omoide.entrypoints.proxy.naming import named_persona
from omoide.entrypoints.proxy.refusals import refusal, status_of
from omoide.entrypoints.proxy.remembering import ChatMemory, MetRequest, without_suffix
from omoide.entrypoints.proxy.upstream import RawHeaders, Upstream, address_of, sent_headers, url_of
from omoide.entrypoints.proxy.wire import ChatAsked, WireApi
from omoide.entrypoints.web.caller import Caller, KeyScope, caller_of
from omoide.entrypoints.web.segments import put_back
from omoide.errors import InvalidInput, OmoideError

SWITCH_SECONDS: Final = 0.0005
MOST_NAMED: Final = 20
"""Ids in the header x-omoide-ids."""
CHATS: Final[dict[str, WireApi]] = {
    "chat/completions": ChatCompletions(),
    "responses": Responses(),
    "messages": AnthropicMessages(),
}
"""What is met with memory; everything else passes through."""
_METHODS: Final = ["GET", "POST", "DELETE", "PUT", "PATCH"]
_PACKED: Final = "content-encoding"
Endpoint = Callable[[Request], Coroutine[Any, Any, Response]]


def mount(app: FastAPI, home: Omoide) -> None:
    """Add the proxy to an application."""
    proxy = ChatProxy(home)
    router = APIRouter(include_in_schema=False)
    for before in ("/p/{persona}", ""):
        for rest in CHATS:
            router.add_api_route(f"{before}/v1/{rest}", proxy.chat, methods=["POST"])
        for rest in ("models", "models/{rest:path}", "messages/count_tokens", "responses/{rest:path}"):
            router.add_api_route(f"{before}/v1/{rest}", proxy.other, methods=_METHODS)
    router.add_api_route("/p/{persona}/v1/{rest:path}", proxy.other, methods=_METHODS)
    app.include_router(router)
    app.state.chat_proxy = proxy
    _close_with(app, proxy)


class ChatProxy:
    """Takes requests of chat clients to the models behind it."""

    def __init__(self, home: Omoide) -> None:
        self.home = home
        self.memory = ChatMemory(home)
        self.learner = TurnLearner(home)
        self.upstream = Upstream()

    async def close(self) -> None:
        """Keep what is still to be learnt, and let go of every connection."""
        await self.learner.close()
        await self.upstream.close()

    async def chat(self, request: Request) -> Response:
        """Pass a chat on, with what the persona remembers."""
        rest = _rest(request)
        return await self._passed(request, rest, api=CHATS[rest], scope=KeyScope.WRITE)

    async def other(self, request: Request) -> Response:
        """Pass anything else on as it is."""
        rest = _rest(request)
        if any(part in ("", ".", "..") for part in rest.split("/")):
            return refusal(_provider(request, rest), 404, "there is nothing at this address", code="not-found")
        return await self._passed(request, rest, api=None, scope=KeyScope.READ)

    async def _passed(self, request: Request, rest: str, *, api: WireApi | None, scope: KeyScope) -> Response:
        provider = _provider(request, rest)
        body = await request.body()
        asked, error = _read(api, body, request)
        try:
            met = await self._met(request, body, api, asked, scope)
        except OmoideError as exc:
            return refusal(provider, status_of(exc), str(exc), code=type(exc).__name__)
        met.error = met.error or error
        request.state.persona = met.persona  # whoever writes down who did what
        reader = AnswerReader(api) if api is not None and asked is not None and not met.aside else None
        headers = sent_headers(request.headers.raw, is_read_here=reader is not None)
        url = url_of(address_of(met.settings, provider), rest, request.url.query)
        goes_on = met.body if asked is None else without_suffix(met.body, asked, met.suffix)
        sent = SentRequest(request.method, url, headers, goes_on, met.timeout_seconds, provider)
        return RelayedAnswer(
            self.upstream, sent, headers=_told(met), reader=reader, ended=self._learning(met, provider)
        )

    async def _met(
        self, request: Request, body: bytes, api: WireApi | None, asked: ChatAsked | None, scope: KeyScope
    ) -> MetRequest:
        caller: Caller = caller_of(request)
        put_back(request.path_params)
        named = named_persona(
            request.path_params.get("persona", ""),
            request.headers,
            model=None if asked is None else asked.given("model"),
            key_for=caller.persona,
            set_for=self.home.configuration.settings.proxy.persona,
        )
        return await self.memory.meet(
            api,
            body,
            asked=asked,
            named=named,
            headers=request.headers,
            allow=lambda persona: caller.require(scope, persona=persona),
        )

    def _learning(self, met: MetRequest, provider: str) -> Callable[[AnswerReader], None]:
        """Begin to learn what was said; return what is to be called with the answer."""
        turn = met.turn
        if not met.is_learnt or turn is None:
            return lambda _: None
        heard = self.learner.heard(met.persona, met.session_id, turn)

        def ended(reader: AnswerReader) -> None:
            if reader.response_id:
                self.memory.talks.went_on(reader.response_id, session_id=met.session_id, whose=met.whose)
            if reader.calls_tools or not reader.said.strip():
                return
            self.memory.talks.answered(turn, turn.begun + reader.said, session_id=met.session_id, whose=met.whose)
            self.learner.answered(met.persona, met.session_id, turn, reader.said, after=heard)

        return ended


def _rest(request: Request) -> str:
    """Return what follows the version in a request's path."""
    path: str = request.scope["path"]
    return path.partition("/v1/")[2]


def _provider(request: Request, rest: str) -> str:
    is_anthropic = rest.startswith("messages") or "anthropic-version" in request.headers
    return "anthropic" if is_anthropic else "openai"


def _read(api: WireApi | None, body: bytes, request: Request) -> tuple[ChatAsked | None, str]:
    """Return what a request asks; what cannot be read passes through, and its provider says what is wrong with it."""
    if api is None:
        return None, ""
    if request.headers.get(_PACKED, "identity").lower() != "identity":
        return None, "packed"
    try:
        return api.read(raw_json.text_of(body)), ""
    except InvalidInput:
        return None, "unreadable"


def _told(met: MetRequest) -> RawHeaders:
    """Return what the answer's headers tell of memory."""
    told = {
        "persona": quote(met.persona),
        "session": quote(met.session_id, safe=":/ @"),
        "ids": ",".join(met.used[:MOST_NAMED]),
        "aside": met.aside,
        "error": met.error,
        "ms": f"{met.milliseconds:.1f}",
    }
    return [(f"x-omoide-{name}".encode("ascii"), value.encode("ascii")) for name, value in told.items() if value]


def _close_with(app: FastAPI, proxy: ChatProxy) -> None:
    """Close the proxy when the application ends; while it runs, threads take turns often, so that streams do not wait for memory."""
    outer = app.router.lifespan_context

    @asynccontextmanager
    async def lifespan(application: FastAPI) -> AsyncIterator[Any]:
        usual = sys.getswitchinterval()
        async with outer(application) as state:
            sys.setswitchinterval(SWITCH_SECONDS)
            try:
                yield state
            finally:
                sys.setswitchinterval(usual)
                await proxy.close()

    app.router.lifespan_context = lifespan
