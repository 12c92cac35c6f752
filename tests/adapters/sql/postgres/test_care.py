"""Copies of a PostgreSQL database, put back all or nothing; checks, sizes, and a missing program."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench.postgres_server import programs
from sqlalchemy import text

from omoide import Omoide
from omoide.errors import InvalidInput, StoreUnavailable
from tests.fakes.embedding import hashing
from tests.fakes.postgres import TestServer


@pytest.fixture
def home(postgres: Callable[[], TestServer], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Omoide]:
    """A home whose rows are on the server, with PostgreSQL's programs at hand."""
    monkeypatch.setenv("OMOIDE_DATABASE__URL", postgres().clean())
    monkeypatch.setenv("PATH", str(programs()))
    with Omoide.open(tmp_path / "home", embedder=hashing(), beside="nowhere") as omoide:
        yield omoide


def test_a_backup_brings_everything_back_and_the_state_before_is_kept(home: Omoide, tmp_path: Path) -> None:
    haru = home.persona("haru")
    haru.observe(user="猫の名前はモモ", assistant="覚えた")
    haru.settle()
    target = tmp_path / "backups" / "one.dump"
    assert home.backup(target) == target.stat().st_size > 0
    assert target.stat().st_mode & 0o077 == 0
    with pytest.raises(InvalidInput, match="already there"):
        home.backup(target)
    haru.observe(user="あとから言ったこと")
    kept = home.restore(target)
    assert kept is not None
    assert kept.parent == tmp_path / "home"
    with Omoide.open(tmp_path / "home", embedder=hashing(), beside="nowhere") as again:
        assert [event.user for event in again.mind("haru").log()] == ["猫の名前はモモ"]
        assert again.mind("haru").recall("猫の名前は？")[0].event.user == "猫の名前はモモ"
        again.mind("haru").observe(user="まだ書ける")
        assert again.problems() == []
        again.restore(kept)
    with Omoide.open(tmp_path / "home", embedder=hashing(), beside="nowhere") as again:
        assert len(again.mind("haru").log()) == 2


def test_what_is_no_backup_changes_nothing(home: Omoide, tmp_path: Path) -> None:
    home.persona("haru").observe(user="猫の話")
    rubbish = tmp_path / "rubbish.dump"
    rubbish.write_bytes(b"PGDMP" + b"\0" * 99)
    with pytest.raises(StoreUnavailable, match="pg_restore"):
        home.restore(rubbish)
    with pytest.raises(InvalidInput, match="no backup"):
        home.restore(tmp_path / "nothing.dump")
    assert len(home.mind("haru").log()) == 1


def test_it_is_checked_sized_and_vacuumed(home: Omoide, postgres: Callable[[], TestServer]) -> None:
    home.persona("haru").observe(user="猫の話")
    assert home.problems() == []
    before, after = home.vacuum()
    assert before > 0
    assert after > 0
    assert home.size()["database"] > 0
    found = {each.check: each for each in home.examine()}
    assert found["database"].detail.startswith("postgresql ")
    with home._home.foundation.database.writing() as connection:
        connection.execute(text("ALTER TABLE events DISABLE TRIGGER events_guard"))
    [wrong] = home.problems()
    with home._home.foundation.database.writing() as connection:
        connection.execute(text("ALTER TABLE events ENABLE TRIGGER events_guard"))
    assert "events" in wrong


def test_a_missing_program_is_named(home: Omoide, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(StoreUnavailable, match="pg_dump is not on the PATH"):
        home.backup(tmp_path / "one.dump")
    assert not (tmp_path / "one.dump").exists()
