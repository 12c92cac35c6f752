"""Backup, restore, check and vacuum of the database file."""

import sqlite3
import threading
from pathlib import Path

import pytest
from sqlalchemy.event import listen

from omoide.errors import InvalidInput, StoreUnavailable
from tests.usecases.minds import OneMind


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "home"


def test_a_backup_holds_what_was_there_while_others_write(folder: Path, tmp_path: Path) -> None:
    home = OneMind(folder)
    home.remembers("猫のモモ")
    stop = threading.Event()
    writer = threading.Thread(target=_write, args=(home, stop))
    writer.start()
    size = home.composed.upkeep.files.backup(tmp_path / "backups" / "one.db")
    stop.set()
    writer.join()
    home.close()
    assert size == (tmp_path / "backups" / "one.db").stat().st_size
    with sqlite3.connect(tmp_path / "backups" / "one.db") as copy:
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert copy.execute("SELECT count(*) FROM memories").fetchone() == (1,)


def _write(home: OneMind, stop: threading.Event) -> None:
    while not stop.is_set():
        home.says("まだ話している")


def test_a_backup_never_replaces_a_file(folder: Path, tmp_path: Path) -> None:
    home = OneMind(folder)
    (tmp_path / "there.db").write_text("mine")
    with pytest.raises(InvalidInput, match="already there"):
        home.composed.upkeep.files.backup(tmp_path / "there.db")
    assert (tmp_path / "there.db").read_text() == "mine"
    home.close()


def test_restore_brings_the_backup_back_and_keeps_the_old_file(folder: Path, tmp_path: Path) -> None:
    home = OneMind(folder)
    [cat] = home.remembers("猫のモモ")
    home.composed.upkeep.files.backup(tmp_path / "one.db")
    home.remembers("犬のポチ")
    home.close()
    kept = home.composed.upkeep.files.restore(tmp_path / "one.db")
    assert kept is not None
    with sqlite3.connect(kept) as old:
        assert old.execute("SELECT count(*) FROM memories").fetchone() == (2,)
    assert [each.label for each in home.all()] == [cat.label]
    assert home.recalls("犬のポチ", flag=False) in ([], [cat.label])
    home.close()


def test_nothing_is_restored_while_another_process_has_the_file_open(folder: Path, tmp_path: Path) -> None:
    home = OneMind(folder)
    home.remembers("猫のモモ")
    home.composed.upkeep.files.backup(tmp_path / "one.db")
    home.close()
    other = sqlite3.connect(folder / "omoide.db")
    other.execute("SELECT count(*) FROM memories").fetchone()
    with pytest.raises(StoreUnavailable, match="another process"):
        home.composed.upkeep.files.restore(tmp_path / "one.db")
    other.close()
    assert len(home.all()) == 1
    assert not list(folder.glob("*before-restore*"))
    assert not list(folder.glob("*.restoring"))
    home.close()


def test_a_damaged_backup_is_refused_and_nothing_is_touched(folder: Path, tmp_path: Path) -> None:
    home = OneMind(folder)
    home.remembers("猫のモモ")
    home.close()
    before = (folder / "omoide.db").read_bytes()
    for name, content in (("text.db", b"hello" * 1000), ("other.db", _other_database(tmp_path))):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(StoreUnavailable):
            home.composed.upkeep.files.restore(tmp_path / name)
    with pytest.raises(InvalidInput):
        home.composed.upkeep.files.restore(tmp_path / "none.db")
    assert (folder / "omoide.db").read_bytes() == before


def _other_database(folder: Path) -> bytes:
    path = folder / "made.db"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE something (else_ TEXT)")
    return path.read_bytes()


def test_a_damaged_database_can_be_replaced_by_a_backup(folder: Path, tmp_path: Path) -> None:
    home = OneMind(folder)
    [cat] = home.remembers("猫のモモ")
    home.composed.upkeep.files.backup(tmp_path / "one.db")
    home.close()
    (folder / "omoide.db").write_bytes(b"rubbish" * 5000)
    kept = home.composed.upkeep.files.restore(tmp_path / "one.db")
    assert kept is not None
    assert kept.read_bytes().startswith(b"rubbish")
    assert [each.label for each in home.all()] == [cat.label]
    home.close()


def test_a_damaged_file_is_told_in_our_words_and_left_as_it_is(folder: Path) -> None:
    folder.mkdir()
    (folder / "omoide.db").write_bytes(b"rubbish" * 5000)
    with pytest.raises(StoreUnavailable, match="restore a backup"):
        OneMind(folder)
    assert (folder / "omoide.db").read_bytes() == b"rubbish" * 5000


def test_vacuum_gives_space_back(folder: Path) -> None:
    home = OneMind(folder)
    home.remembers(*(f"長い話 {number} " * 50 for number in range(30)))
    for memory in home.all():
        home.memories.manual_edits.erase(home.persona.id, memory.id, at=home.clock.now())
    before, after = home.composed.upkeep.files.vacuum()
    assert after < before
    assert set(home.composed.upkeep.files.size()) == {"database", "log", "cache"}
    home.close()


def test_an_empty_home_has_nothing_to_back_up(tmp_path: Path) -> None:
    from omoide.adapters.sql.upkeep.upkeep import SqliteUpkeep

    upkeep = SqliteUpkeep(tmp_path / "omoide.db", cache=tmp_path / "cache")
    with pytest.raises(StoreUnavailable, match="nothing has been kept"):
        upkeep.backup(tmp_path / "one.db")
    assert upkeep.size() == {"database": 0, "log": 0, "cache": 0}


def test_a_full_disk_is_told_in_our_words_and_the_night_goes_on_later(folder: Path) -> None:
    home = OneMind(folder)
    home.thinker.by_word = {"話": 12}
    home.remembers(*(f"話 {number} " + "とても長い話" * 40 for number in range(60)))
    before = home.all()
    full = [True]
    home.composed.foundation.database.close()
    listen(home.composed.foundation.database.engine, "connect", lambda connection, _: _fill_up(connection, full))
    home.clock.advance(days=1)
    with pytest.raises(StoreUnavailable, match="disk is full"):
        home.composed.nights.sleep(home.persona)(home.persona)
    full[0] = False
    home.composed.foundation.database.close()
    assert [each.label for each in home.all()] == [each.label for each in before]
    assert home.composed.upkeep.health.problems() == []
    home.composed.nights.sleep(home.persona)(home.persona)
    assert all(each.trigger.startswith("要約") for each in home.all())
    home.close()


def _fill_up(connection: sqlite3.Connection, full: list[bool]) -> None:
    if full[0]:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count={pages}")
