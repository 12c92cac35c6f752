"""Python processes that begin warm: forked from one that has loaded Omoide, so that a test waits for what a command does.

`run` and `start` take what would follow `python` on a command line (`-m MODULE`, `-c CODE` or a file, and arguments).  What
comes of it is a process of its own, with its own arguments, environment, folder, umask and streams; it ends by itself, or
is killed.  What only a real start can show stays with real starts: locales, options of Python, libraries that are missing,
and what the first command of a user does.
"""

import atexit
import gc
import importlib
import json
import os
import pkgutil
import runpy
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any

ROOT = Path(__file__).parents[1]
PATIENCE_SECONDS = 120.0
_MOST = 1 << 22


class Process:
    """A process that was started warm."""

    def __init__(self, arguments: Sequence[str], *, given: str, env: Mapping[str, str], folder: Path | str) -> None:
        self.args = list(arguments)
        self.returncode: int | None = None
        self._err = tempfile.TemporaryFile("w+", encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
        reading, writing = os.pipe()
        self.stdout: IO[str] = os.fdopen(reading, encoding="utf-8")
        self._asked = socket.socket(socket.AF_UNIX)
        with tempfile.TemporaryFile("w+", encoding="utf-8", newline="") as stdin:
            stdin.write(given)
            stdin.seek(0)
            self._asked.connect(_address())
            asked = {"arguments": self.args, "env": dict(env), "folder": str(folder), "umask": _umask()}
            streams = [stdin.fileno(), writing, self._err.fileno()]
            socket.send_fds(self._asked, [json.dumps(asked).encode()], streams)
            self._asked.shutdown(socket.SHUT_WR)
        os.close(writing)
        self._answers = self._asked.makefile("r", encoding="ascii")
        self.pid = int(self._answers.readline())

    def wait(self, timeout: float = PATIENCE_SECONDS) -> int:
        """Return how it ended: its exit code, or the signal that killed it as a negative number."""
        if self.returncode is None:
            self._asked.settimeout(timeout)
            try:
                self.returncode = int(self._answers.readline())
            except TimeoutError:
                self.kill()
                raise
            self._asked.close()
        return self.returncode

    def communicate(self, timeout: float = PATIENCE_SECONDS) -> tuple[str, str]:
        """Return all that it has still to print, when it has ended."""
        with self.stdout, self._err:
            out = self.stdout.read()
            self.wait(timeout)
            self._err.seek(0)
            return out, self._err.read()

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it has not ended."""
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)


def start(
    *arguments: str, given: str = "", env: Mapping[str, str] | None = None, cwd: Path | str | None = None
) -> Process:
    """Start a process; what it is given to read is there from its beginning."""
    return Process(arguments, given=given, env=os.environ if env is None else env, folder=cwd or Path.cwd())


def run(
    *arguments: str,
    given: str = "",
    env: Mapping[str, str] | None = None,
    cwd: Path | str | None = None,
    timeout: float = PATIENCE_SECONDS,
) -> "subprocess.CompletedProcess[str]":
    """Run a process to its end."""
    process = start(*arguments, given=given, env=env, cwd=cwd)
    out, err = process.communicate(timeout)
    return subprocess.CompletedProcess(process.args, process.wait(), out, err)


def _umask() -> int:
    os.umask(before := os.umask(0))
    return before


@cache
def _address() -> str:
    """Return where the warm process listens, which is started when it is first needed and ends with this one."""
    folder = tempfile.mkdtemp(prefix="warm-")
    path = f"{folder}/socket"
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("OMOIDE_", "LC_"))}
    served = subprocess.Popen(
        [sys.executable, "-m", "tests.warm", path],
        cwd=ROOT,
        env={**environ, "LANG": "C.UTF-8"},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert served.stdin is not None
    assert served.stdout is not None
    assert served.stdout.readline() == b"warm\n"
    atexit.register(_end, served, Path(folder))
    return path


def _end(served: "subprocess.Popen[bytes]", folder: Path) -> None:
    assert served.stdin is not None
    served.stdin.close()
    served.wait(timeout=PATIENCE_SECONDS)
    for path in (folder / "socket", folder):
        with suppress(OSError):
            path.rmdir() if path.is_dir() else path.unlink()


def serve(path: str) -> dict[str, Any] | None:
    """Fork a process for each that asks, until nobody is left to ask; return, in the fork, what it is to do."""
    waiting: dict[int, socket.socket] = {}
    listening = socket.socket(socket.AF_UNIX)
    listening.bind(path)
    listening.listen(64)
    bell, rung = socket.socketpair()
    for end in (bell, rung):
        end.setblocking(False)
    signal.set_wakeup_fd(rung.fileno(), warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    events = selectors.DefaultSelector()
    for source in (listening, bell, sys.stdin):
        events.register(source, selectors.EVENT_READ)
    sys.stdout.write("warm\n")
    sys.stdout.flush()
    while True:
        ready = {key.fileobj for key, _ in events.select()}
        if listening in ready:
            asked, _ = listening.accept()
            job, streams = _read(asked)
            if (pid := os.fork()) == 0:
                signal.set_wakeup_fd(-1)
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                for mine in (events, listening, bell, rung, asked, *waiting.values()):
                    mine.close()  # type: ignore[attr-defined]
                return {**job, "streams": streams}
            for stream in streams:
                os.close(stream)
            waiting[pid] = asked
            _tell(asked, pid)
        if bell in ready:
            with suppress(BlockingIOError):
                bell.recv(1 << 12)
            _reap(waiting)
        if sys.stdin in ready:
            return None


def _read(asked: socket.socket) -> tuple[dict[str, Any], list[int]]:
    data, streams, _, _ = socket.recv_fds(asked, _MOST, 3)
    while more := asked.recv(_MOST):
        data += more
    return json.loads(data), streams


def _reap(waiting: dict[int, socket.socket]) -> None:
    while waiting:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if pid == 0:
            return
        with waiting.pop(pid) as asked:
            _tell(asked, os.waitstatus_to_exitcode(status))


def _tell(asked: socket.socket, number: int) -> None:
    with suppress(OSError):  # whoever asked may have gone
        asked.sendall(b"%d\n" % number)


def become(job: dict[str, Any]) -> None:
    """Be the process that was asked for."""
    for stream, number in zip(job["streams"], range(3), strict=True):
        os.dup2(stream, number)
        os.close(stream)
    coding, errors = sys.stdin.encoding, sys.stdin.errors
    streams: list[Any] = [open(number, mode, closefd=False) for number, mode in enumerate(("rb", "wb", "wb"))]  # noqa: SIM115
    sys.stdin = TextIOWrapper(streams[0], encoding=coding, errors=errors)
    sys.stdout = TextIOWrapper(streams[1], encoding=coding, errors=errors)
    sys.stderr = TextIOWrapper(streams[2], encoding=coding, errors="backslashreplace", line_buffering=True)
    os.umask(job["umask"])
    os.environ.clear()
    os.environ.update(job["env"])
    time.tzset()
    os.chdir(job["folder"])
    how, *rest = job["arguments"]
    match how:
        case "-m":
            sys.argv = rest
            runpy.run_module(rest[0], run_name="__main__", alter_sys=True)
        case "-c":
            sys.argv = ["-c", *rest[1:]]
            exec(compile(rest[0], "<string>", "exec"), {"__name__": "__main__"})
        case file:
            sys.argv = [file, *rest]
            runpy.run_path(file, run_name="__main__")


def leave(job: dict[str, Any]) -> None:
    """Be that process to its end, as Python ends, but for taking to pieces what was loaded for all."""
    code = 0
    try:
        become(job)
    except SystemExit as exc:
        code = exc.code if isinstance(exc.code, int) else 0 if exc.code is None else 1
        if code == 1 and exc.code != 1:
            print(exc.code, file=sys.stderr)
    except BaseException:  # noqa: BLE001 - whatever it is, it is told as Python tells it
        traceback.print_exc()
        code = 1
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(code)


def load() -> None:
    """Load whatever a process may need, so that none has to."""
    import omoide

    for found in pkgutil.walk_packages(omoide.__path__, "omoide."):
        if not found.name.endswith("__main__"):
            with suppress(ImportError):  # models are an extra
                importlib.import_module(found.name)
    gc.collect()
    gc.freeze()


if __name__ == "__main__":
    load()
    if (wanted := serve(sys.argv[1])) is not None:
        leave(wanted)
