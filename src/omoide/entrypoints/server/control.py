"""Who is the server of a home: asked over its socket, started when there is none, stopped in good order.

The lock says who the server is; the socket only says where.  Commands use this; the hook client speaks the same few
words by itself, since it may not import anything.
"""

import json
import os
import socket
import subprocess
import sys
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path

from omoide.__about__ import __version__
from omoide.errors import ServerUnavailable

PROTOCOL = "omoide/1"
SOCKET, ADDRESS, LOCK = "server.sock", "server.address", "server.lock"
LOGS, SPOOL, PYTHON, REFUSED = "logs", "spool", "server.python", "server.refused"
START_SECONDS = 30.0
STOP_SECONDS = 30.0
LONGEST_SOCKET_PATH = 100
"""Bytes; systems take 104 to 108."""


@dataclass(frozen=True, slots=True)
class ServerStatus:
    """What a running server says of itself."""

    pid: int
    version: str
    uptime_seconds: float
    requests: int
    waiting: int
    """Events in the spool."""
    settled: bool
    """Nothing waits: every event was taken in, every turn is remembered."""
    rss_mb: float
    home: str
    nights_ahead: list[str] = field(default_factory=list)
    """Personas for whom no night runs by itself, each with the day until when."""
    set_aside: int = 0
    """Events that could not be taken in; `omoide spool show` lists them."""
    troubles: list[str] = field(default_factory=list)
    """Personas whose work does not go on by itself, each with the kind of error and how often it came."""


def ask(home: Path, event: str, given: bytes = b"", *, timeout_seconds: float = 5.0) -> bytes | None:
    """Return the server's answer; `None` when no server runs."""
    connection = _connected(home, timeout_seconds)
    if connection is None:
        return None
    sent, token = connection
    with closing(sent):
        try:
            sent.sendall(f"{PROTOCOL} {__version__} {token} {event} {len(given)}\n".encode() + given)
            received = b"".join(iter(lambda: sent.recv(1 << 16), b""))
        except OSError as exc:
            raise ServerUnavailable(f"the server of {home} does not answer: {exc}; see `omoide serve logs`") from exc
    head, _, body = received.partition(b"\n")
    words = head.split()
    if words[:1] == [b"restart"]:
        return None
    if words[:1] != [b"ok"]:
        raise ServerUnavailable(f"the server of {home} broke off; see `omoide serve logs`")
    return body


def status(home: Path) -> ServerStatus | None:
    """Return what the running server says of itself; `None` when none runs."""
    answer = ask(home, "status")
    if answer is None:
        return None
    known = {each.name for each in fields(ServerStatus)}
    # A newer server may say more of itself than we know to ask for.
    return ServerStatus(**{name: value for name, value in json.loads(answer).items() if name in known})


def stop(home: Path) -> bool:
    """Ask the server to end, and wait until it has; tell whether there was one."""
    known = status(home)
    if known is None:
        return False
    ask(home, "stop")
    waited_until = time.monotonic() + STOP_SECONDS
    while time.monotonic() < waited_until:
        if not _is_alive(known.pid):
            return True
        time.sleep(0.02)
    raise ServerUnavailable(f"the server of {home} (process {known.pid}) has not ended in {STOP_SECONDS:.0f} seconds")


def start(home: Path, *, tcp: bool = False) -> ServerStatus:
    """Start a server in the background, unless one runs; return its status."""
    if (known := status(home)) is not None:
        return known
    (home / LOGS).mkdir(mode=0o700, parents=True, exist_ok=True)
    command = [sys.executable, "-m", "omoide.entrypoints.server", str(home), *(["--tcp"] if tcp else [])]
    with (home / LOGS / "server.log").open("ab") as out:
        started = subprocess.Popen(  # noqa: S603 - our own module, our own interpreter
            command,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=out,
            start_new_session=True,
            cwd=home,
            env=os.environ | {"PYTHONPATH": _paths()},
        )
    waited_until = time.monotonic() + START_SECONDS
    while time.monotonic() < waited_until:
        with suppress(ServerUnavailable):
            if (known := status(home)) is not None:
                started.returncode = started.poll() or 0  # it lives on without us
                return known
        if started.poll() is not None:
            break
        time.sleep(0.02)
    raise ServerUnavailable(f"no server could be started for {home}; see {home / LOGS / 'server.log'}")


def _paths() -> str:
    """Return where modules are found, this package first and every path whole: the server lives in another folder."""
    here = str(Path(__file__).resolve().parents[3])
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return os.pathsep.join([here, *(str(Path(path).absolute()) for path in given if path)])


def note_python(home: Path) -> None:
    """Note which interpreter has the package, for hooks that are run by another (a plugin's)."""
    with suppress(OSError):
        (home / PYTHON).write_text(sys.executable, encoding="utf-8")


def _connected(home: Path, timeout_seconds: float) -> tuple[socket.socket, str] | None:
    if (home / SOCKET).exists() and hasattr(socket, "AF_UNIX"):
        connection = socket.socket(socket.AF_UNIX)
        if _reaches(connection, reachable(home / SOCKET), timeout_seconds):
            return connection, "-"
    with suppress(OSError, ValueError):
        port, token = (home / ADDRESS).read_text(encoding="ascii").split()
        connection = socket.socket()
        if _reaches(connection, ("127.0.0.1", int(port)), timeout_seconds):
            return connection, token
    return None


def _reaches(connection: socket.socket, address: str | tuple[str, int], timeout_seconds: float) -> bool:
    connection.settimeout(timeout_seconds)
    try:
        connection.connect(address)
    except OSError:
        connection.close()
        return False
    return True


def reachable(path: Path) -> str:
    """Return a name for a socket that is short enough for the system, whatever the home is called."""
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return str(path)
    relative = os.path.relpath(path)
    if len(os.fsencode(relative)) <= LONGEST_SOCKET_PATH:
        return relative
    return f"/proc/self/fd/{os.open(path.parent, os.O_RDONLY)}/{path.name}"


def _is_alive(pid: int) -> bool:
    with suppress(OSError):
        # A child of ours that has ended stays until it is waited for.
        if hasattr(os, "waitpid") and os.waitpid(pid, os.WNOHANG) == (pid, 0):
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def is_older(version: str) -> bool:
    """Tell whether a version is older than this one."""
    return numbers(version) < numbers(__version__)


def numbers(version: str) -> tuple[int, ...]:
    """Return a version as numbers that can be compared."""
    return tuple(int(part) for part in version.split(".") if part.isdecimal())
