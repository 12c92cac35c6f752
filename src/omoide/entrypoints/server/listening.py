"""Connections: one request each, a line of words and a body; the answer likewise.

omoide/1 VERSION TOKEN EVENT LENGTH\\n BODY    →    ok LENGTH\\n BODY   |   restart\\n   |   error REASON\\n
"""

import os
import secrets
import socket
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from omoide.__about__ import __version__
from omoide.entrypoints.server.control import ADDRESS, PROTOCOL, SOCKET, numbers

PATIENCE_SECONDS = 5.0
"""How long a connection may keep us waiting for its words."""
TICK_SECONDS = 0.5
LONGEST_HEAD = 400
LONGEST_BODY = 80 * 1024 * 1024
THREADS = 4

Answer = Callable[[str, bytes], bytes]
"""Answers an event; raises nothing."""


@dataclass(frozen=True, slots=True)
class ClientRequest:
    """What came over a connection."""

    version: str
    token: str
    event: str
    body: bytes


class Listener:
    """The socket of a home.  It is made inside the home, which must be the current folder."""

    def __init__(self, home: Path, *, tcp: bool) -> None:
        self._home = home
        self._token = secrets.token_hex(16) if tcp else "-"
        self._socket = self._on_loopback() if tcp else self._on_path()
        self._socket.settimeout(TICK_SECONDS)
        self._socket.listen(128)
        self._place = home / (ADDRESS if tcp else SOCKET)
        self._identity = _identity(self._place)

    @property
    def is_ours(self) -> bool:
        """Tell whether the socket in the home is still this one: nobody can reach us once it is not."""
        return self._identity == _identity(self._place)

    def serve(self, answer: Answer, *, goes_on: Callable[[], bool]) -> None:
        """Answer requests until `goes_on` says no; those under way are answered to the end."""
        with ThreadPoolExecutor(THREADS, thread_name_prefix="request") as pool:
            while goes_on():
                try:
                    connection, _ = self._socket.accept()
                except TimeoutError:
                    continue
                except OSError:
                    break
                pool.submit(self._attended, connection, answer)

    def close(self) -> None:
        """Let nobody in any more."""
        self._socket.close()
        if self.is_ours:
            self._place.unlink(missing_ok=True)

    def _attended(self, connection: socket.socket, answer: Answer) -> None:
        with closing(connection), suppress(OSError):
            connection.settimeout(PATIENCE_SECONDS)
            request = read_request(connection)
            if request is None or not secrets.compare_digest(request.token, self._token):
                connection.sendall(b"error not understood\n")
            elif _is_newer(request.version) and request.event not in ("stop", "status"):
                connection.sendall(b"restart\n")
                answer("stop", b"")
            else:
                body = answer(request.event, request.body)
                connection.sendall(b"ok %d\n" % len(body) + body)

    def _on_path(self) -> socket.socket:
        made = socket.socket(socket.AF_UNIX)
        with suppress(OSError):
            (self._home / SOCKET).unlink()
        before = os.umask(0o177)
        try:
            made.bind(SOCKET)
        finally:
            os.umask(before)
        return made

    def _on_loopback(self) -> socket.socket:
        made = socket.socket()
        made.bind(("127.0.0.1", 0))
        place = self._home / f"{ADDRESS}.new"
        place.touch(mode=0o600)
        place.write_text(f"{made.getsockname()[1]} {self._token}\n", encoding="ascii")
        place.replace(self._home / ADDRESS)
        return made


def read_request(connection: socket.socket) -> ClientRequest | None:
    """Return the request on a connection; `None` when it is none of ours."""
    received = b""
    while b"\n" not in received and len(received) < LONGEST_HEAD:
        part = connection.recv(1 << 16)
        if not part:
            return None
        received += part
    head, _, body = received.partition(b"\n")
    words = head.decode("ascii", "replace").split(" ")
    if len(words) != 5 or words[0] != PROTOCOL or not words[4].isdecimal() or int(words[4]) > LONGEST_BODY:
        return None
    parts, left = [body], int(words[4]) - len(body)
    while left > 0:
        part = connection.recv(min(left, 1 << 20))
        if not part:
            return None
        parts.append(part)
        left -= len(part)
    return ClientRequest(version=words[1], token=words[2], event=words[3], body=b"".join(parts))


def _is_newer(version: str) -> bool:
    # Two installations that share a home must not chase each other away: only the newer one takes over.
    return numbers(version) > numbers(__version__)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
