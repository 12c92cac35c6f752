"""A machine with Claude Code; whatever server it started has ended when the test has."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from omoide.entrypoints.server import control
from omoide.errors import OmoideError
from tests.entrypoints.hooks.host import Host


def servers_of(home: Path) -> list[int]:
    """Return the processes that serve, or are about to serve, a home."""
    found = []
    for process in Path("/proc").iterdir() if Path("/proc").is_dir() else ():
        with suppress(OSError):
            words = (process / "cmdline").read_bytes().split(b"\0")
            if b"omoide.entrypoints.server" in words and os.fsencode(home) in words:
                found.append(int(process.name))
    return found


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[..., Host]]:
    """Make machines; their servers end with the tests."""
    made: list[Host] = []

    def machine(name: str = "ホーム with blanks", **environ: str) -> Host:
        folder = tmp_path_factory.mktemp("machine")
        made.append(Host(home=folder / name, projects=folder / "projects", environ=environ))
        return made[-1]

    yield machine
    for host in made:
        with suppress(OmoideError):
            control.stop(host.home)
        for pid in servers_of(host.home):
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)


@pytest.fixture
def host(machines: Callable[..., Host]) -> Host:
    """A fresh machine without a server."""
    return machines()


@pytest.fixture(scope="module")
def running(machines: Callable[..., Host]) -> Host:
    """A machine whose server runs, shared by the tests of a module."""
    host = machines()
    host.up()
    return host


def gone(pids: list[int]) -> bool:
    """Wait until the processes have ended; tell whether they did."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        if not any(Path(f"/proc/{pid}").exists() for pid in pids):
            return True
        time.sleep(0.02)
    return False
