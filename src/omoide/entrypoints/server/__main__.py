"""`python -m omoide.entrypoints.server HOME [--tcp] [--idle-seconds N]`: be the server of a home while it is needed.

The lock is taken before anything heavy is loaded: of several that are started at once, all but one leave at once.
"""

import json
import logging
import os
import signal
import socket
import sys
import threading
import time
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from omoide.__about__ import __version__
from omoide.domain.time import moment
from omoide.entrypoints.server import control
from omoide.entrypoints.server.arenas import keep_few_arenas
from omoide.entrypoints.server.control import LOCK, LOGS, REFUSED, SPOOL
from omoide.errors import OmoideError, ServerUnavailable, StoreBusy, Unavailable

if TYPE_CHECKING:
    from omoide.entrypoints.library.home import Omoide
    from omoide.entrypoints.server.pace import Place

TAKE_OVER_SECONDS = 5.0
"""How long we wait for an older server that is making way."""
GUARD_SECONDS = 2.0
LOOK_AHEAD_SECONDS = 600.0
"""How often it is asked whether nights were run that the clock has not reached."""
SWITCH_SECONDS = 0.0005
"""How long work worker may keep a prompt waiting for the interpreter."""
ENDING_SECONDS = 5.0
"""How long work under way may take to end; every step of it is kept whole or not at all, so it may be cut off."""
LOG_BYTES = 2_000_000
log = logging.getLogger("omoide.server")


class Server:
    """The one process that serves a home."""

    def __init__(self, home: Path, *, tcp: bool, idle_seconds: float | None) -> None:
        from omoide.bootstrap.host_files import spool_in
        from omoide.entrypoints.library.home import Omoide
        from omoide.entrypoints.server.answering import Answering
        from omoide.entrypoints.server.background import BackgroundWorker
        from omoide.entrypoints.server.listening import LANES, Listener

        self._home = home
        self._omoide = Omoide.open(home, beside="nowhere")
        self._settings = self._omoide.configuration.file
        self._settings_seen = _seen(self._settings)
        self._listener = Listener(home, tcp=tcp)
        self._worker = BackgroundWorker(self._reopened, spool_in(home / SPOOL))
        self._answering = Answering(self._omoide, self._worker, lanes=LANES)
        self._stopping = threading.Event()
        self._started = self._last_asked = self._guarded = time.monotonic()
        self._looked_ahead = self._started
        self._warned: set[str] = set()
        self._requests = 0
        minutes = self._omoide.configuration.settings.server.idle_exit_minutes
        self._idle_seconds = minutes * 60 if idle_seconds is None else idle_seconds

    def run(self) -> None:
        """Serve until told to stop, idle for long, or cut off from the home."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop_on_signal)
        sys.setswitchinterval(SWITCH_SECONDS)
        keep_few_arenas()
        self._answering.warm_up()
        self._worker.start()
        log.info("server %s serves %s as process %d", __version__, self._home, os.getpid())
        self._warn_of_nights_ahead()
        self._listener.serve(self._answer, goes_on=self._goes_on)
        self._listener.close()
        ended = self._worker.stop(within_seconds=ENDING_SECONDS)
        self._omoide.close()
        log.info("server ended%s", "" if ended else "; work under way goes on at the next start")
        logging.shutdown()
        if not ended:
            os._exit(0)

    def _reopened(self) -> "Omoide":
        from omoide.entrypoints.library.home import Omoide

        return Omoide.open(self._home, embedder=self._omoide.embedder, beside="nowhere")

    def _answer(self, event: str, body: bytes, place: "Place") -> bytes:
        if event == "status":
            return self._status()
        if event == "stop":
            self._stopping.set()
            return b""
        self._last_asked = time.monotonic()
        self._requests += 1
        return self._answering(event, body, place)

    def _goes_on(self) -> bool:
        now = time.monotonic()
        if now - self._looked_ahead >= LOOK_AHEAD_SECONDS:
            self._warn_of_nights_ahead()
        if now - self._guarded >= GUARD_SECONDS:
            self._guarded = now
            if not self._listener.is_ours:
                log.info("the home has gone, or another server has taken it over")
                self._stopping.set()
            elif _seen(self._settings) != self._settings_seen:
                log.info("the settings have changed; the next hook starts a server that knows them")
                self._stopping.set()
        if self._idle_seconds and now - self._last_asked > self._idle_seconds and self._worker.is_idle:
            log.info("nobody has asked for %.0f seconds", self._idle_seconds)
            self._stopping.set()
        return not self._stopping.is_set()

    def _status(self) -> bytes:
        told = {
            "pid": os.getpid(),
            "version": __version__,
            "uptime_seconds": round(time.monotonic() - self._started, 1),
            "requests": self._requests,
            "waiting": self._worker.waiting,
            "settled": self._worker.is_settled,
            "rss_mb": _rss_mb(),
            "home": str(self._home),
            "nights_ahead": self._nights_ahead(),
            "set_aside": self._worker.set_aside,
            "troubles": [trouble.told for trouble in self._omoide.troubles()],
        }
        return json.dumps(told).encode()

    def _nights_ahead(self) -> list[str]:
        found = self._omoide.nights_ahead()
        return [f"{persona.name} {moment.day(until, tz=persona.tz)}" for persona, until in found]

    def _warn_of_nights_ahead(self) -> None:
        """Say once for each night that no night runs by itself before it."""
        self._looked_ahead = time.monotonic()
        try:
            found = self._nights_ahead()
        except Unavailable as exc:
            log.warning("nights: %s", exc)
            return
        for told in found:
            if told not in self._warned:
                log.warning(
                    "a night was run ahead of the clock: none runs by itself before %s; "
                    "put the clock right, then run `omoide sleep undo --ahead`",
                    told,
                )
        self._warned = set(found)

    def _stop_on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self._stopping.set()


def main(arguments: list[str]) -> int:
    """Be the server, if there is none; tell by the exit code that all is well either way."""
    os.umask(0o077)  # a process of our own: whatever it makes is its owner's alone
    reading = ArgumentParser(prog="python -m omoide.entrypoints.server")
    reading.add_argument("home", type=Path)
    reading.add_argument("--tcp", action="store_true")
    reading.add_argument("--idle-seconds", type=float)
    told = reading.parse_args(arguments)
    try:
        return _serve(told.home.absolute(), tcp=told.tcp or not hasattr(socket, "AF_UNIX"), idle=told.idle_seconds)
    except OmoideError as exc:
        if not isinstance(exc, StoreBusy):
            _note_refusal(told.home, str(exc))
        sys.stderr.write(f"omoide: {exc}\n")
    except OSError as exc:
        sys.stderr.write(f"omoide: no server can run in {told.home}: {exc.strerror}\n")
    return 1


def _serve(home: Path, *, tcp: bool, idle: float | None) -> int:
    home.mkdir(parents=True, exist_ok=True)
    os.chdir(home)
    lock = FileLock(LOCK)
    if not _is_ours(lock, home):
        return 0
    try:
        _log_to(home)
        control.note_python(home)
        server = Server(home, tcp=tcp, idle_seconds=idle)
        (home / REFUSED).unlink(missing_ok=True)
        server.run()
    finally:
        lock.release()
    return 0


def _note_refusal(home: Path, why: str) -> None:
    """Let hooks know that no server comes up here just now, so that no prompt waits for one."""
    with suppress(OSError):
        (home / REFUSED).write_text(why, encoding="utf-8")


def _is_ours(lock: FileLock, home: Path) -> bool:
    """Take the lock; give up when a server that is no older than us has it, or it stays taken for long."""
    waited_until = time.monotonic() + TAKE_OVER_SECONDS
    while True:
        try:
            lock.acquire(timeout=0)
        except Timeout:
            if time.monotonic() > waited_until or _is_served(home):
                return False
            time.sleep(0.05)
        else:
            return True


def _is_served(home: Path) -> bool:
    try:
        known = control.status(home)
    except ServerUnavailable:
        return False
    return known is not None and not control.is_older(known.version)


def _log_to(home: Path) -> None:
    from logging.handlers import RotatingFileHandler

    folder = home / LOGS
    folder.mkdir(mode=0o700, exist_ok=True)
    handler = RotatingFileHandler(folder / "server.log", maxBytes=LOG_BYTES, backupCount=2, encoding="utf-8")
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for each in (log, logging.getLogger("omoide.work")):
        each.addHandler(handler)
        each.setLevel(logging.INFO)
        each.propagate = False


def _seen(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except OSError:
        return 0


def _rss_mb() -> float:
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        return round(pages * os.sysconf("SC_PAGE_SIZE") / 1e6, 1)
    except (OSError, ValueError, AttributeError):
        import resource

        return round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
