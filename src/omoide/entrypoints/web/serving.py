"""`omoide serve --http`: listening until it is stopped."""

import ipaddress
import signal
import socket
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

import uvicorn

from omoide.entrypoints.library.home import Omoide
from omoide.entrypoints.server.arenas import keep_few_arenas
from omoide.entrypoints.web.addresses import is_loopback
from omoide.entrypoints.web.app import web_app
from omoide.errors import InvalidInput, NotAllowed, ServerUnavailable

GRACE_SECONDS = 10
"""How long answers under way may take to end."""
WAITING = 512
MOST_AT_ONCE = 1_000
"""Connections; of more, the last are told to come again."""


def serve(
    home: Omoide,
    *,
    host: str = "127.0.0.1",
    port: int = 8765,
    doors: Collection[str] | None = None,
    tell: Callable[[str], None] = lambda _address: None,
) -> None:
    """Serve until a signal says stop; `tell` hears the address.  Raise `NotAllowed` for an open address without any key."""
    require_keys(home, host)
    keep_few_arenas()
    app = web_app(home, doors=doors)
    with listening(host, port) as sock, _signals_that_only_stop():
        tell(address_of(sock))
        uvicorn.Server(settings_for(app)).run(sockets=[sock])


@contextmanager
def _signals_that_only_stop() -> Iterator[None]:
    """Let a signal end the server and nothing else: uvicorn raises it once more when it has stopped."""
    before = {number: signal.signal(number, lambda *_: None) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def settings_for(app: object) -> uvicorn.Config:
    """Return how the server is run: no proxy is believed, and nothing of an address is logged."""
    return uvicorn.Config(
        app,  # type: ignore[arg-type]
        proxy_headers=False,
        server_header=False,
        access_log=False,
        log_level="warning",
        timeout_graceful_shutdown=GRACE_SECONDS,
        limit_concurrency=MOST_AT_ONCE,
    )


def require_keys(home: Omoide, host: str) -> None:
    """Raise `NotAllowed` when others could reach us and nobody has a key."""
    if not is_loopback(host.strip("[]").lower()) and not home.keys.has_any():
        raise NotAllowed(
            f"{host} can be reached from other machines, and there is no key yet; make one first: "
            "omoide keys add --persona NAME --scope write --expires 30d"
        )


def listening(host: str, port: int) -> socket.socket:
    """Return a socket that listens there; raise `ServerUnavailable` when it cannot."""
    if not 0 <= port <= 65_535:
        raise InvalidInput(f"a port is a number from 0 to 65535; {port} is none")
    sock: socket.socket | None = None
    try:
        found = socket.getaddrinfo(host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        sock = socket.socket(family, kind, protocol)
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(WAITING)
    except OSError as exc:
        if sock is not None:
            sock.close()
        raise ServerUnavailable(f"nothing can listen at {host}:{port}: {exc.strerror}; choose another --port") from exc
    return sock


def address_of(sock: socket.socket) -> str:
    """Return where a socket listens, as one types it into a browser."""
    host, port = sock.getsockname()[:2]
    return f"http://{f'[{host}]' if ipaddress.ip_address(host).version == 6 else host}:{port}"
