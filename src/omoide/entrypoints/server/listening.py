"""Connections: one request each, a line of words and a body; the answer likewise.

omoide/1 VERSION TOKEN EVENT LENGTH\\n BODY    →    ok LENGTH\\n BODY   |   restart\\n   |   error REASON\\n

Requests stand in one line, first come, first served, before a few lanes: as many answers are made at once as there are
processors for them, since more threads would only fight over the interpreter.  Each answer is told how long its request
has waited and how many stand behind it.
"""

import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

from omoide.__about__ import __version__
from omoide.entrypoints.server.control import ADDRESS, PROTOCOL, SOCKET, numbers
from omoide.entrypoints.server.pace import Place

PATIENCE_SECONDS = 5.0
"""How long a connection may keep us waiting for its words."""
TICK_SECONDS = 0.5
LONGEST_HEAD = 400
LONGEST_BODY = 80 * 1024 * 1024
READERS = 8
"""Connections whose words are read at once."""
LANES = min(4, max(2, os.cpu_count() or 2))
"""Answers that are made at once."""
AT_ONCE = ("status", "stop")
"""What is answered without standing in line."""

Answer = Callable[[str, bytes, Place], bytes]
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
        self._waiting = 0
        self._counted = threading.Lock()

    @property
    def is_ours(self) -> bool:
        """Tell whether the socket in the home is still this one: nobody can reach us once it is not."""
        return self._identity == _identity(self._place)

    def serve(self, answer: Answer, *, goes_on: Callable[[], bool]) -> None:
        """Answer requests until `goes_on` says no; those under way are answered to the end."""
        with (
            ThreadPoolExecutor(LANES, thread_name_prefix="answer") as lanes,
            ThreadPoolExecutor(READERS, thread_name_prefix="request") as readers,
        ):
            while goes_on():
                try:
                    connection, _ = self._socket.accept()
                except TimeoutError:
                    continue
                except OSError:
                    break
                readers.submit(self._attended, connection, answer, lanes, time.monotonic())

    def close(self) -> None:
        """Let nobody in any more."""
        self._socket.close()
        if self.is_ours:
            self._place.unlink(missing_ok=True)

    def _attended(
        self, connection: socket.socket, answer: Answer, lanes: ThreadPoolExecutor, accepted_at: float
    ) -> None:
        stands_in_line = False
        try:
            with suppress(OSError):
                connection.settimeout(PATIENCE_SECONDS)
                request = self._understood(connection, answer)
                if request is not None and request.event in AT_ONCE:
                    _send(connection, answer(request.event, request.body, Place()))
                elif request is not None:
                    self._count(+1)
                    lanes.submit(self._answered, connection, request, answer, accepted_at)
                    stands_in_line = True
        finally:
            if not stands_in_line:
                connection.close()

    def _understood(self, connection: socket.socket, answer: Answer) -> ClientRequest | None:
        """Return what is asked; `None` when that is nothing of ours, or for a newer server to answer."""
        request = read_request(connection)
        if request is None or not secrets.compare_digest(request.token, self._token):
            connection.sendall(b"error not understood\n")
            return None
        if _is_newer(request.version) and request.event not in AT_ONCE:
            connection.sendall(b"restart\n")
            answer("stop", b"", Place())
            return None
        return request

    def _answered(self, connection: socket.socket, request: ClientRequest, answer: Answer, accepted_at: float) -> None:
        with closing(connection), suppress(OSError):
            behind = self._count(-1)
            place = Place(waited_seconds=time.monotonic() - accepted_at, behind=behind)
            _send(connection, answer(request.event, request.body, place))

    def _count(self, more: int) -> int:
        with self._counted:
            self._waiting += more
            return self._waiting

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


def _send(connection: socket.socket, body: bytes) -> None:
    connection.sendall(b"ok %d\n" % len(body) + body)


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
