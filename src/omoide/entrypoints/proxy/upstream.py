"""The model behind the proxy: where it is, what of a request goes there, and what of its answer comes back.

Whatever opens the model (a key, an organisation) passes through and is kept nowhere.  What concerns this machine alone, such as its own
keys and cookies, goes no further; and nobody behind the proxy says who may read from this machine in a browser.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, urlsplit

import httpx

from omoide.config.proxy import ProxySettings
from omoide.domain.models.model_role import is_on_this_machine

_HOP_BY_HOP: Final = frozenset(
    {
        "connection",
        "keep-alive",
        "proxy-authenticate",
        "proxy-authorization",
        "proxy-connection",
        "te",
        "trailer",
        "transfer-encoding",
        "upgrade",
    }
)
_NOT_SENT: Final = _HOP_BY_HOP | {"host", "content-length", "cookie", "expect", "origin", "referer"}
_NOT_RETURNED: Final = _HOP_BY_HOP | {"set-cookie", "date", "server", "strict-transport-security", "alt-svc"}
_OWN: Final = "x-omoide-"
CONNECT_SECONDS: Final = 10.0
MOST_IDLE: Final = 100
RawHeaders = list[tuple[bytes, bytes]]


def address_of(settings: ProxySettings, provider: str) -> str:
    """Return where requests to a provider go, up to the version."""
    given = settings.anthropic_upstream if provider == "anthropic" else settings.openai_upstream
    return given.rstrip("/") if urlsplit(given).path.strip("/") else f"{given.rstrip('/')}/v1"


def url_of(base: str, rest: str, query: str) -> str:
    """Return the whole address of a request."""
    path = "/".join(quote(part, safe=":@!$&'()*+,;=~-._") for part in rest.split("/"))
    return f"{base}/{path}?{query}" if query else f"{base}/{path}"


def sent_headers(given: Iterable[tuple[bytes, bytes]], *, is_read_here: bool) -> RawHeaders:
    """Return the headers that go on; an answer that `is_read_here` must come as plain text."""
    headers = [(name.decode("latin-1").lower(), value) for name, value in given]
    dropped = _NOT_SENT | _named_by_connection(headers) | ({"accept-encoding"} if is_read_here else set())
    kept = [(name, value) for name, value in headers if name not in dropped and not name.startswith(_OWN)]
    if is_read_here:
        kept.append(("accept-encoding", b"identity"))
    return [(name.encode("latin-1"), value) for name, value in kept]


def returned_headers(answer: httpx.Response, *, is_changed: bool) -> RawHeaders:
    """Return the headers that come back; a body that may be changed has another length, and is no longer packed."""
    headers = [(name.decode("latin-1").lower(), value) for name, value in answer.headers.raw]
    dropped = _NOT_RETURNED | _named_by_connection(headers)
    dropped |= {"content-length", "content-encoding", "etag", "content-md5", "digest"} if is_changed else set()
    kept = [(n, v) for n, v in headers if n not in dropped and not n.startswith((_OWN, "access-control-"))]
    return [(name.encode("latin-1"), value) for name, value in kept]


@dataclass(slots=True)
class Upstream:
    """Connections to the models behind the proxy, kept open between requests."""

    _clients: dict[bool, httpx.AsyncClient] = field(default_factory=dict)

    async def send(
        self, method: str, url: str, headers: Sequence[tuple[bytes, bytes]], body: bytes, *, timeout_seconds: float
    ) -> httpx.Response:
        """Return the answer, whose body is still to come; raise `httpx.HTTPError` when there is none."""
        patience = httpx.Timeout(timeout_seconds, connect=CONNECT_SECONDS)
        request = httpx.Request(
            method, url, headers=list(headers), content=body, extensions={"timeout": patience.as_dict()}
        )
        return await self._client(url).send(request, stream=True)

    async def close(self) -> None:
        """Let go of every connection."""
        for client in self._clients.values():
            await client.aclose()
        self._clients.clear()

    def _client(self, url: str) -> httpx.AsyncClient:
        is_here = is_on_this_machine(url)  # a company's own proxy does not lead to this machine
        if is_here not in self._clients:
            limits = httpx.Limits(max_connections=None, max_keepalive_connections=MOST_IDLE)
            self._clients[is_here] = httpx.AsyncClient(limits=limits, trust_env=not is_here)
        return self._clients[is_here]


def _named_by_connection(headers: Iterable[tuple[str, bytes]]) -> set[str]:
    told = [value.decode("latin-1") for name, value in headers if name == "connection"]
    return {each.strip().lower() for value in told for each in value.split(",")}
