"""A home that cannot be written, a full disk, two versions on one home: what works goes on, what does not says so."""

import os
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from omoide import Mind, Omoide
from omoide.adapters.sql import migrate
from omoide.entrypoints.hooks import client
from omoide.errors import StoreReadOnly, StoreUnavailable
from tests import warm
from tests.entrypoints.hooks.conftest import gone, servers_of
from tests.entrypoints.hooks.host import Host
from tests.entrypoints.hooks.spooling import Spooling
from tests.entrypoints.places import fill, read_only, small_disk
from tests.fakes.embedding import hashing

pytestmark = [pytest.mark.slow, pytest.mark.skipif(sys.platform != "linux", reason="disks are mounted")]


def remembers(omoide: Omoide) -> Mind:
    mind = omoide.persona("haru")
    for text in ("猫の名前はモモだよ", "犬の名前はポチだよ", "金沢に住んでいる"):
        mind.observe(user=text, assistant="覚えたよ", session_id="s1")
    mind.digest()
    mind.catch_up()
    return mind


def talks_on(mind: Mind) -> None:
    for _ in range(200):
        mind.observe(user="長い話" * 500, assistant="うん")


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home in which something is remembered; nobody has it open."""
    with Omoide.open(tmp_path / "ホーム ro?#%41", embedder=hashing()) as omoide:
        remembers(omoide)
    return tmp_path / "ホーム ro?#%41"


def cli(home: Path, *words: str, **environ: str) -> "subprocess.CompletedProcess[str]":
    env = os.environ | {
        "OMOIDE_EMBEDDING__PROVIDER": "hashing",
        "OMOIDE_BACKGROUND__AUTO": "true",
        "COLUMNS": "200",
        **environ,
    }
    return warm.run("-m", "omoide", "--home", str(home), *words, env=env)


def test_a_read_only_home_is_read_and_says_that_it_cannot_be_written(home: Path) -> None:
    with read_only(home), Omoide.open(home, embedder=hashing(), beside="nowhere") as omoide:
        mind = omoide.mind("haru")
        assert "モモ" in mind.recall("猫の名前は？")[0].event.user
        assert "モモ" in mind.memories.block("猫の名前は？", session_id="s2")
        assert len(mind.log()) == 3
        assert mind.beliefs.all() is not None
        assert omoide.problems() == []
        for write in (
            lambda: mind.observe(user="新しい話"),
            lambda: mind.memories.sleep(early=True),
            lambda: omoide.add_persona("anna"),
        ):
            with pytest.raises(StoreReadOnly, match="read-only"):
                write()


def test_commands_on_a_read_only_home_read_and_refuse_to_write(home: Path) -> None:
    with read_only(home):
        found = cli(home, "recall", "猫の名前は？")
        assert (found.returncode, found.stderr) == (0, "")
        assert "モモ" in found.stdout
        assert cli(home, "check").returncode == 0
        refused = cli(home, "observe", "新しい話")
        assert (refused.returncode, refused.stdout) == (1, "")
        assert "read-only" in refused.stderr
        assert "Traceback" not in refused.stderr
        doctor = cli(home, "doctor")
        assert doctor.returncode == 1
        assert "cannot be written" in doctor.stdout
    assert cli(home, "observe", "新しい話").returncode == 0


def test_what_a_killed_writer_left_in_the_log_is_read_from_a_read_only_home(home: Path) -> None:
    kill = (
        "import os, sys; from omoide import Omoide; m = Omoide.open(sys.argv[1]).mind('haru');"
        "m.observe(user='最後の言葉は菫', assistant='うん'); os._exit(9)"
    )
    env = os.environ | {"OMOIDE_EMBEDDING__PROVIDER": "hashing"}
    assert warm.run("-c", kill, str(home), env=env).returncode == 9
    assert (home / "omoide.db-wal").stat().st_size > 0
    with read_only(home), Omoide.open(home, embedder=hashing(), beside="nowhere") as omoide:
        assert omoide.mind("haru").log()[-1].user == "最後の言葉は菫"


def test_hooks_of_a_read_only_home_are_silent_and_do_not_keep_the_prompt_waiting(host: Host) -> None:
    host.cli("persona", "add", "claude")
    session = host.session()
    with read_only(host.home):
        met = session.prompt("what is my cat called?")
        assert (met.code, met.out) == (0, b"")
        assert met.seconds < host.deadline_ms / 1000 / 4
        assert session.stop("Momo").code == 0


def test_a_full_disk_loses_nothing_and_says_so(tmp_path: Path) -> None:
    with small_disk(tmp_path / "disk", size="3m"):
        with Omoide.open(tmp_path / "disk" / "home", embedder=hashing(), beside="nowhere") as omoide:
            mind = remembers(omoide)
            filling = fill(tmp_path / "disk")
            with pytest.raises(StoreUnavailable, match="disk"):
                talks_on(mind)
            kept = len(mind.log())
            assert "モモ" in mind.recall("猫の名前は？")[0].event.user
        closed = cli(tmp_path / "disk" / "home", "recall", "猫の名前は？", OMOIDE_BACKGROUND__AUTO="false")
        assert closed.returncode == 0, closed.stderr
        assert "モモ" in closed.stdout
        refused = cli(tmp_path / "disk" / "home", "observe", "長い話" * 5000)
        assert refused.returncode == 1
        assert "Traceback" not in refused.stderr
        filling.unlink()
        with Omoide.open(tmp_path / "disk" / "home", embedder=hashing(), beside="nowhere") as omoide:
            assert len(omoide.mind("haru").log()) == kept
            assert omoide.problems() == []
            assert omoide.mind("haru").observe(user="また話せる").id > kept


def newer(home: Path) -> None:
    """Let a newer version of Omoide migrate a home."""
    with closing(sqlite3.connect(home / "omoide.db")) as connection, connection:
        connection.execute("ALTER TABLE events ADD COLUMN mood_of_a_later_version TEXT")
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def test_an_older_version_refuses_a_newer_home_and_leaves_it_alone(home: Path) -> None:
    newer(home)
    before = (home / "omoide.db").read_bytes()
    refused = cli(home, "recall", "猫の名前は？")
    assert refused.returncode == 1
    assert "written by a newer version of Omoide (revision 9999)" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert (home / "omoide.db").read_bytes() == before


def test_hooks_of_an_older_version_stay_silent_and_spool_for_the_newer_one(host: Host) -> None:
    host.cli("persona", "add", "claude")
    newer(host.home)
    session = host.session()
    host.deadline_ms = 2_000
    assert session.prompt("my cat is called Momo").out == b""
    session.user("my cat is called Momo")
    session.assistant("Momo it is.")
    assert session.stop("Momo it is.").out == b""
    assert len(list((host.home / client.SPOOL).glob("*.json"))) == 1
    assert gone(servers_of(host.home))
    assert "newer version of Omoide" in (host.home / "logs" / "server.log").read_text("utf-8")
    assert "Traceback" not in host.logs()


def test_no_prompt_waits_for_a_server_that_cannot_serve_the_home(host: Host) -> None:
    host.cli("persona", "add", "claude")
    newer(host.home)
    session = host.session()
    assert (
        session.prompt("my cat is called Momo").seconds < host.deadline_ms / 1000 / 2
    )  # it says so as soon as it knows
    assert session.prompt("who is Momo?").seconds < host.deadline_ms / 1000 / 2
    assert gone(servers_of(host.home))
    assert host.logs().count("written by a newer version") == 1  # and none is started for each prompt
    assert "no server can serve this home" in host.logs()


def test_a_home_is_served_again_once_it_can_be(host: Host) -> None:
    host.cli("persona", "add", "claude")
    (host.home / client.REFUSED).write_text("a moment ago", "utf-8")
    long_ago = time.time() - 2 * client.REFUSED_SECONDS
    os.utime(host.home / client.REFUSED, (long_ago, long_ago))
    host.session().prompt("my cat is called Momo")
    assert len(servers_of(host.home)) == 1
    assert not (host.home / client.REFUSED).exists()


def test_a_process_whose_home_was_migrated_meanwhile_writes_nothing_more(
    tmp_path: Path, opened: Callable[..., Omoide]
) -> None:
    mind = remembers(opened())
    newer(tmp_path / "home")
    with pytest.raises(StoreUnavailable, match="revision 9999 by another version"):
        mind.observe(user="古いままの話")
    assert "モモ" in mind.recall("猫の名前は？")[0].event.user
    with closing(sqlite3.connect(tmp_path / "home" / "omoide.db")) as connection, connection:
        connection.execute(f"UPDATE alembic_version SET version_num = '{migrate.revisions()[-1]}'")
    assert mind.observe(user="また書ける").user == "また書ける"


def test_what_an_older_server_cannot_write_any_more_waits_in_the_spool(
    tmp_path: Path, opened: Callable[..., Omoide]
) -> None:
    spooling = Spooling(tmp_path, opened)
    spooling.omoide.persona("claude")
    newer(tmp_path / "home")
    spooling.put("1", spooling.good("hello there"))
    trouble = spooling.round()
    assert isinstance(trouble, StoreUnavailable)
    assert len(spooling.spool.waiting()) == 1
    assert spooling.spool.aside() == []
