"""A process of its own that works off what waits in a home, for doors that end at once.

It is started at most once per home: a lock says that one works, or that a server does it.  It has no terminal, no input and
no output, and ends by itself when nothing waits.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

from filelock import FileLock, Timeout

from omoide.adapters.upkeep.private_files import FILE
from omoide.errors import StoreUnavailable
from omoide.ports.jobs.background import WORKER_FAILED, WORKER_LOCK

SERVER_LOCK = "server.lock"
REST_SECONDS = 60.0
MODULE = "omoide.entrypoints.worker"


def start(home: Path, *, settings_file: Path | None = None) -> bool:
    """Start a worker for the home, unless one is there; tell whether one was started."""
    if not os.access(home, os.W_OK) or _rests(home) or is_held(home / WORKER_LOCK) or is_held(home / SERVER_LOCK):
        return False
    command = [sys.executable, "-m", MODULE, str(home.absolute())]
    command += [] if settings_file is None else ["--config", str(settings_file.absolute())]
    started = subprocess.Popen(  # noqa: S603 - our own module, our own interpreter
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        close_fds=True,
        cwd=home,
        env=os.environ | {"PYTHONPATH": _paths()},
    )
    started.returncode = 0  # it lives on without us, and nobody waits for it
    return True


def is_held(lock: Path) -> bool:
    """Tell whether somebody holds a lock."""
    if not lock.exists():
        return False
    try:
        with FileLock(lock, timeout=0, mode=FILE):
            return False
    except Timeout:
        return True
    except OSError as exc:
        raise StoreUnavailable(f"the lock {lock} cannot be used: {exc.strerror}") from exc


def _rests(home: Path) -> bool:
    try:
        # One that failed in the future did so by a clock that has been put back since.
        return 0 <= time.time() - (home / WORKER_FAILED).stat().st_mtime < REST_SECONDS
    except OSError:
        return False


def _paths() -> str:
    """Return where modules are found, this package first and every path whole: the worker lives in another folder."""
    here = str(Path(__file__).resolve().parents[3])
    given = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    return os.pathsep.join([here, *(str(Path(path).absolute()) for path in given if path)])
