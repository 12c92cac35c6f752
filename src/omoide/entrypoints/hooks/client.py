"""What Claude Code runs at each hook: hands the event to the resident server, prints what it answers, and leaves.

    python -I -S client.py EVENT HOME [DEADLINE_MS]

Run by its path and without the package, so that a prompt waits for little more than the interpreter: the prompt's own
way needs neither `json` nor `re`.  Whatever goes wrong, it prints nothing, exits 0 and leaves a line in the log.
Events that must not be lost are put into the spool before the server is told.
"""

import os
import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _socket

VERSION = "0.1.0"
PROTOCOL = b"omoide/1"
DEADLINE_MS = 800
OWN_MS = 60
"""What the interpreter takes of the deadline to start and to end."""
START_MS = 4500
"""A session waits this long for its server to come up, so that its first prompt finds one; less than the host allows."""
MASKING_MS = 3000
"""What an event that must not be lost may take to be masked and spooled; with the deadline after it, less than the host allows."""
MOST_WORDS = 4_000_000
"""Characters of the last message that are kept, as of any text."""
QUICK_WORDS = 50_000
"""Characters of it that are masked in a moment, and kept in any case."""
SPOOLED = ("Stop", "SessionEnd", "PreCompact")
ANSWERED = ("UserPromptSubmit", "SessionStart")
SPOOL, LOGS, SOCKET, ADDRESS, PYTHON = "spool", "logs", "server.sock", "server.address", "server.python"
REFUSED = "server.refused"
REFUSED_SECONDS = 20
"""How long a server that could not serve this home is taken at its word before another is started."""
MOST_INPUT = 64 * 1024 * 1024
LOG_BYTES = 1_000_000
PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


UNSPOOLED: list[bytes] = []
"""What goes into the spool if time is up before the whole message is masked: the event is not missed, and nothing is raw."""


class HookTrouble(Exception):
    """Something that ends this hook without an answer."""


def main(arguments: list[str]) -> None:
    """Do what one hook asks for, within the deadline."""
    os.umask(0o077)  # whatever this makes, and the server it starts, is its owner's alone
    event, home = arguments[0], home_of(arguments[1])
    told = arguments[2] if len(arguments) > 2 else str(DEADLINE_MS)
    deadline_ms = deadline_of(event, told_deadline(told))
    until = time.monotonic() + deadline_ms / 1000
    watch(max(deadline_ms, MASKING_MS) if event in SPOOLED else deadline_ms, event, home)
    try:
        if not is_deadline(told):
            log(home, event, "the deadline " + ascii(told[:40]) + " is no number of milliseconds; the usual one holds")
        given = read_all()
        os.makedirs(home, mode=0o700, exist_ok=True)
        os.chdir(home)  # socket paths may be only so long: a short relative one always fits
        if event in SPOOLED:
            given = spooled(event, given)
            until = time.monotonic() + deadline_ms / 1000
            watch(deadline_ms, event, home)
        answer = ask(event, given, until)
        if event in ANSWERED and answer:
            write_all(answer)
    except Exception as exc:  # the edge: a hook must never break its host
        log(home, event, type(exc).__name__ + ": " + str(exc))


def told_deadline(told: str) -> int:
    """Return the milliseconds that are told; the usual ones when that is no number."""
    return int(told) if is_deadline(told) else DEADLINE_MS


def is_deadline(told: str) -> bool:
    """Tell whether a text is a number of milliseconds that a hook may take."""
    return told.isascii() and told.isdigit() and len(told) <= 7


def deadline_of(event: str, told_ms: int) -> int:
    """Return how many milliseconds are left for an event once the interpreter has started."""
    return max(20, (max(told_ms, START_MS) if event == "SessionStart" else told_ms) - OWN_MS)


def home_of(named: str) -> str:
    """Return the data home: the one named, or for `-` the usual one."""
    return os.path.expanduser(os.environ.get("OMOIDE_HOME") or "~/.omoide") if named == "-" else named


def watch(deadline_ms: int, event: str, home: str) -> None:
    """End this process at the deadline, whatever it is doing then."""
    try:
        import _signal  # type: ignore[import-not-found]
    except ImportError:
        return

    def late(_number: int, _frame: object) -> None:
        for data in UNSPOOLED:
            put(data)
        log(home, event, "no answer within " + str(deadline_ms) + " ms; the prompt went on without")
        os._exit(0)

    if hasattr(_signal, "setitimer"):
        _signal.signal(_signal.SIGALRM, late)
        _signal.setitimer(_signal.ITIMER_REAL, deadline_ms / 1000)


def read_all() -> bytes:
    """Return everything on standard input."""
    parts = []
    size = 0
    while part := os.read(0, 1 << 20):
        parts.append(part)
        size += len(part)
        if size > MOST_INPUT:
            raise HookTrouble("the event is larger than " + str(MOST_INPUT) + " bytes")
    return b"".join(parts)


def write_all(data: bytes) -> None:
    """Print bytes as they are: the host reads UTF-8, whatever the locale says."""
    while data:
        data = data[os.write(1, data) :]


def ask(event: str, given: bytes, until: float) -> bytes:
    """Return the server's answer; start a server when none runs, and wait for it as long as there is time."""
    started = False
    while True:
        connection = connected(until)
        if connection is not None:
            answer = exchange(connection, event, given)
            if answer is not None:
                return answer
        if is_refused():
            raise HookTrouble("no server can serve this home just now; logs/server.log says why")
        if not started:
            if not os.access(".", os.W_OK):
                raise HookTrouble("the data home cannot be written, so no server can be started for it")
            start()
            started = True
            if event not in ANSWERED:
                return b""
        if time.monotonic() + 0.05 >= until:
            raise HookTrouble("the server was not up in time")
        time.sleep(0.02)


def is_refused() -> bool:
    """Tell whether a server has lately found that it cannot serve this home, as when a newer version has written to it."""
    try:
        noted = os.stat(REFUSED).st_mtime
    except OSError:
        return False
    return abs(time.time() - noted) < REFUSED_SECONDS


def connected(until: float) -> "_socket.socket | None":
    """Return a connection to the server, or None when there is none."""
    import _socket

    left = max(0.01, until - time.monotonic())
    if hasattr(_socket, "AF_UNIX") and os.path.exists(SOCKET):
        connection = _socket.socket(_socket.AF_UNIX, _socket.SOCK_STREAM)
        address: str | tuple[str, int] = SOCKET
        token = b"-"
    elif os.path.exists(ADDRESS):
        with open(ADDRESS, "rb") as file:
            port, token = file.read().split()[:2]
        connection = _socket.socket(_socket.AF_INET, _socket.SOCK_STREAM)
        address = ("127.0.0.1", int(port))
    else:
        return None
    connection.settimeout(left)
    try:
        connection.connect(address)
        connection.sendall(PROTOCOL + b" " + VERSION.encode() + b" " + token + b" ")
    except OSError:
        connection.close()
        return None
    return connection


def exchange(connection: "_socket.socket", event: str, given: bytes) -> bytes | None:
    """Send the event and return the answer; None when the server is gone, or makes way for a newer one."""
    try:
        connection.sendall(event.encode() + b" " + str(len(given)).encode() + b"\n")
        connection.sendall(given)
        received = b""
        while part := connection.recv(1 << 16):
            received += part
    except OSError:  # it was killed just now
        return None
    finally:
        connection.close()
    head, _, body = received.partition(b"\n")
    words = head.split()
    if words[:1] == [b"restart"]:
        return None
    if len(words) != 2 or words[0] != b"ok" or int(words[1]) != len(body):
        raise HookTrouble("the server broke off" if not received.startswith(b"error") else received[:200].decode())
    return body


def start() -> None:
    """Start a server that outlives this process, in a session of its own."""
    command = [python(), "-m", "omoide.entrypoints.server", os.getcwd()]
    os.makedirs(LOGS, mode=0o700, exist_ok=True)
    if os.path.exists(os.path.join(PACKAGE, "__init__.py")):  # the server is to be of the same version as we are
        paths = [os.path.dirname(PACKAGE), os.environ.get("PYTHONPATH", "")]
        os.environ["PYTHONPATH"] = os.pathsep.join(path for path in paths if path)
    if not hasattr(os, "fork"):
        import subprocess

        with open(os.path.join(LOGS, "server.log"), "ab") as file:
            flags = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "DETACHED_PROCESS", 0)
            subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=file, stderr=file, creationflags=flags)
        return
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    try:
        import _signal

        _signal.setitimer(_signal.ITIMER_REAL, 0)
        os.setsid()
        if os.fork():
            os._exit(0)
        nothing = os.open(os.devnull, os.O_RDONLY)
        out = os.open(os.path.join(LOGS, "server.log"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(nothing, 0)
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.execv(command[0], command)
    finally:
        os._exit(0)


def python() -> str:
    """Return the interpreter that has the package: the one that last served this home, else our own."""
    try:
        with open(PYTHON, encoding="utf-8") as file:
            noted = file.read().strip()
    except OSError:
        return sys.executable
    return noted if os.access(noted, os.X_OK) else sys.executable


def spooled(event: str, given: bytes) -> bytes:
    """Put the event into the spool, secrets masked; return what could not be put there."""
    import json

    try:
        told = json.loads(given)
    except ValueError as exc:
        raise HookTrouble("standard input is not JSON") from exc
    if not isinstance(told, dict):
        raise HookTrouble("standard input is not a JSON object")
    record = {
        "event": event,
        "at": int(time.time()),
        "session_id": told.get("session_id"),
        "transcript_path": told.get("transcript_path"),
        "cwd": told.get("cwd"),
        "last_assistant_message": None,
    }

    def with_words(words: str | None) -> bytes:
        return json.dumps(record | {"last_assistant_message": words}, ensure_ascii=False).encode("utf-8", "replace")

    text = told.get("last_assistant_message")
    UNSPOOLED[:] = [with_words(None)]
    if isinstance(text, str) and len(text) > QUICK_WORDS:
        UNSPOOLED[:] = [with_words(masked(text, QUICK_WORDS))]
    data = with_words(masked(text, MOST_WORDS) if isinstance(text, str) else None)
    try:
        put(data)
    except OSError as exc:  # a full disk or a read-only home: the server may still take it
        log(os.getcwd(), event, "not spooled: " + str(exc))
        return data
    finally:
        UNSPOOLED.clear()
    return b""


def put(data: bytes) -> None:
    """Write one file into the spool so that it is there whole or not at all."""
    os.makedirs(SPOOL, mode=0o700, exist_ok=True)
    name = os.path.join(SPOOL, f"{time.time_ns():020d}-{os.getpid()}")
    file = os.open(name + ".tmp", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        left = data
        while left:
            left = left[os.write(file, left) :]
        os.fsync(file)
    except OSError:
        os.close(file)
        os.unlink(name + ".tmp")
        raise
    os.close(file)
    os.rename(name + ".tmp", name + ".json")


def masked(text: str, most: int) -> str:
    """Return the beginning of a text without secrets; the rules lie in the package, beside the others about what is kept."""
    if os.path.dirname(PACKAGE) not in sys.path:
        sys.path.append(os.path.dirname(PACKAGE))  # behind the standard library, so that nothing there is replaced
    from omoide.domain.events import secrets

    return secrets.masked_start(text, most=most)


def log(home: str, event: str, message: str) -> None:
    """Leave a line in the log; where that cannot be done, there is nobody to tell."""
    try:
        folder = os.path.join(home, LOGS)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        path = os.path.join(folder, "hooks.log")
        if os.path.exists(path) and os.path.getsize(path) > LOG_BYTES:
            os.replace(path, path + ".1")
        line = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()) + " " + event + ": " + message[:500] + "\n"
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.write(file, line.encode("utf-8", "replace"))
        os.close(file)
    except OSError:
        pass


if __name__ == "__main__":
    if len(sys.argv) >= 3:
        main(sys.argv[1:])
    os._exit(0)
