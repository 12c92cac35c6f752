"""`python -m omoide.entrypoints.worker HOME [--config FILE]`: work off what waits in a home, then end.

Commands start it when they leave something to do.  The lock makes it one per home; it is taken before anything heavy is
loaded, and what comes while the last step ends is looked for once more after the lock was given back.
"""

import logging
import os
import sys
from argparse import ArgumentParser
from contextlib import suppress
from pathlib import Path

from filelock import FileLock, Timeout

from omoide.errors import OmoideError
from omoide.ports.jobs.background import WORKER_FAILED, WORKER_LOCK

LOG_BYTES = 500_000
log = logging.getLogger("omoide.worker")


def main(arguments: list[str]) -> int:
    """Work until nothing waits; 0 also when somebody else does it."""
    os.umask(0o077)  # a process of our own: whatever it makes is its owner's alone
    reading = ArgumentParser(prog="python -m omoide.entrypoints.worker")
    reading.add_argument("home", type=Path)
    reading.add_argument("--config")
    told = reading.parse_args(arguments)
    home, named = told.home.absolute(), told.config
    lock = FileLock(home / WORKER_LOCK)
    if not _taken(lock):
        return 0
    with suppress(OSError, AttributeError):
        os.nice(5)
    _log_to(home)
    try:
        return _worked(home, named, lock)
    except OmoideError as exc:
        log.warning("%s; it is tried again later", exc)
        (home / WORKER_FAILED).touch()
        return 1
    finally:
        lock.release()


def _worked(home: Path, named: str | None, lock: FileLock) -> int:
    from omoide.entrypoints.library.home import Omoide

    with Omoide.open(home, config=named, beside="nowhere") as omoide:
        while True:
            omoide.jobs.work_off()
            (home / WORKER_FAILED).unlink(missing_ok=True)
            lock.release()
            if not omoide.has_work() or not _taken(lock):
                return 0


def _taken(lock: FileLock) -> bool:
    try:
        lock.acquire(timeout=0)
    except (Timeout, OSError):
        return False
    return True


def _log_to(home: Path) -> None:
    from logging.handlers import RotatingFileHandler

    folder = home / "logs"
    folder.mkdir(mode=0o700, exist_ok=True)
    path = folder / "worker.log"
    handler = RotatingFileHandler(path, maxBytes=LOG_BYTES, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    for each in (log, logging.getLogger("omoide.work")):
        each.addHandler(handler)
        each.propagate = False


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
