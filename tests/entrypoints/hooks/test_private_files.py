"""Whatever Omoide writes is its owner's alone, whoever made the folder and whatever the umask says (SPEC P1, X2)."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from omoide import Omoide, Turn
from omoide.adapters.hosts.spool import FileSpool
from omoide.adapters.index.nearest import CACHE_AFTER_ROWS
from omoide.adapters.thinkers.single_flight import FileSingleFlight
from omoide.config import editing
from omoide.entrypoints.server import control
from tests.entrypoints.hooks.host import Host

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX")


@pytest.fixture(autouse=True)
def careless_umask() -> Iterator[None]:
    """Let everybody read what is made without a mode."""
    before = os.umask(0)
    yield
    os.umask(before)


def open_to_others(folder: Path) -> list[str]:
    """Return what below a folder anybody but its owner could read or enter."""
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.lstat().st_mode & 0o077]


def names(folder: Path) -> set[str]:
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def test_what_the_library_keeps_in_a_folder_that_everybody_reads_is_private(
    tmp_path: Path, opened: Callable[..., Omoide]
) -> None:
    (tmp_path / "home").mkdir(mode=0o777)
    omoide = opened()
    mind = omoide.persona("haru")
    mind.observe_many([(Turn(f"猫の名前はモモ {number}", "うん"), None) for number in range(CACHE_AFTER_ROWS + 1)])
    mind.catch_up()
    mind.rebuild_index()
    assert mind.recall("猫の名前は？")
    with FileSingleFlight(tmp_path / "home" / "cache").hold("ab12", timeout_seconds=1):
        pass
    spool = FileSpool(tmp_path / "home" / "spool")
    kept = spool.put(b"{}")
    assert kept is not None
    spool.set_aside(kept, "no_record")
    editing.set_in_file(tmp_path / "home", "retrieval.top_k", "7")
    assert names(tmp_path / "home") >= {"omoide.db", "omoide.db-wal", "omoide.db-shm", "config.toml"}
    assert any(name.startswith("cache/vectors-") for name in names(tmp_path / "home"))
    assert open_to_others(tmp_path / "home") == []


def test_backups_and_what_a_restore_leaves_are_private(tmp_path: Path, opened: Callable[..., Omoide]) -> None:
    omoide = opened()
    omoide.persona("haru").observe(user="猫の名前はモモ", assistant="うん")
    omoide.backup(tmp_path / "backups" / "today" / "one.db")
    assert (tmp_path / "backups").stat().st_mode & 0o777 == 0o700
    kept = omoide.restore(tmp_path / "backups" / "today" / "one.db")
    assert kept is not None
    assert open_to_others(tmp_path / "backups") == open_to_others(tmp_path / "home") == []


def test_a_home_that_others_could_read_is_tightened_when_it_is_opened(
    tmp_path: Path, opened: Callable[..., Omoide]
) -> None:
    opened().persona("haru").observe(user="猫の名前はモモ", assistant="うん")
    left = ("cache/vectors-1-x.bin", "logs/server.log.1", "logs/hooks.log", "spool/1-1.json", "spool/unreadable/2.json",
            "server.lock", "worker.lock", "omoide.db.migrating", "omoide.db.before-restore-1", "omoide.db-wal")  # fmt: skip
    for name in left:
        (tmp_path / "home" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "home" / name).touch()
    for path in (tmp_path / "home").rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)
    (tmp_path / "home" / "notes of somebody else.txt").touch(mode=0o644)
    assert opened().personas()
    readable = open_to_others(tmp_path / "home")
    assert {name for name in readable if (tmp_path / "home" / name).is_file()} == {"notes of somebody else.txt"}


@pytest.mark.slow
def test_what_hooks_server_commands_and_workers_leave_is_private(host: Host) -> None:
    host.home.mkdir(mode=0o777)
    session = host.session()
    session.turn("my cat is called Momo", "Momo it is.")
    host.settle()
    host.hook("Stop", b"no JSON at all")  # leaves a line in the log
    control.stop(host.home)
    host.hook("Stop", session.event("Stop", last_assistant_message="still there"))
    host.settle()
    host.cli("serve", "stop")
    worked = subprocess.run(
        [sys.executable, "-m", "omoide.entrypoints.worker", str(host.home)], env=host.env(), check=False
    )
    assert worked.returncode == 0
    host.cli("serve", "start")
    host.cli("observe", "猫の名前はモモ", "--assistant", "うん")
    host.cli("backup", str(host.home.parent / "copies" / "one.db"))
    left = names(host.home)
    assert left >= {
        "omoide.db",
        "server.lock",
        "worker.lock",
        "server.python",
        "server.sock",
        "logs/server.log",
        "logs/hooks.log",
    }
    assert open_to_others(host.home) == open_to_others(host.home.parent / "copies") == []
