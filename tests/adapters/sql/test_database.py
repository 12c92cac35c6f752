"""What a database promises to those who read together, and to those who write what can be made again."""

import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, text

from omoide.adapters.sql.database import Database, open_sqlite
from omoide.errors import StoreBusy, StoreUnavailable

FULL = 2


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_sqlite(tmp_path / "x.db")
    with opened.writing() as connection:
        connection.execute(text("CREATE TABLE kept (value INTEGER NOT NULL CHECK (typeof(value) = 'integer'))"))
    yield opened
    opened.close()


def write(database: Database, value: int) -> None:
    with database.writing() as connection:
        connection.execute(text("INSERT INTO kept VALUES (:value)"), {"value": value})


def read(database: Database) -> list[int]:
    with database.reading() as connection:
        return list(connection.execute(text("SELECT value FROM kept ORDER BY value")).scalars())


def elsewhere(act: "threading.Thread") -> None:
    act.start()
    act.join()


def test_what_is_read_at_one_moment_is_of_one_state_whoever_writes_meanwhile(database: Database) -> None:
    write(database, 1)
    seen: list[list[int]] = []
    with database.at_one_moment():
        assert read(database) == [1]
        write(database, 2)
        elsewhere(threading.Thread(target=lambda: seen.append(read(database))))
        with database.at_one_moment():
            assert read(database.hurried(patience_ms=10)) == [1]
        assert read(database) == [1]
    assert seen == [[1, 2]], "other threads see what is there"
    assert read(database) == [1, 2]


def test_a_connection_in_use_while_the_database_is_closed_is_closed_when_it_comes_back(database: Database) -> None:
    with database.reading() as connection:
        driver: Any = connection.connection.driver_connection
        database.close()
        assert connection.execute(text("SELECT count(*) FROM kept")).scalar() == 0
    with pytest.raises(sqlite3.ProgrammingError, match="closed"):
        driver.execute("SELECT 1")
    assert read(database) == [], "it is opened again by itself"


def test_an_error_at_one_moment_does_not_hold_the_moment(database: Database) -> None:
    with pytest.raises(KeyError), database.at_one_moment():
        raise KeyError
    write(database, 1)
    assert read(database) == [1]


def test_what_need_not_reach_the_disk_at_once_is_there_for_everybody_and_changes_nothing_for_others(
    database: Database,
) -> None:
    lighter = database.hurried(patience_ms=10).unhurried_to_disk()
    write(lighter, 1)
    with pytest.raises(StoreUnavailable):
        write(lighter, "no number")  # type: ignore[arg-type]
    assert read(database) == read(lighter) == [1]
    for each in (database, lighter):
        with each.reading() as connection:
            assert connection.execute(text("PRAGMA synchronous")).scalar() == FULL
    with lighter.writing() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 1


def test_whoever_writes_beside_another_of_the_process_does_not_ask_the_database_for_its_turn(
    database: Database,
) -> None:
    asked: list[object] = []
    with database.writing():
        event.listen(database.engine, "checkout", lambda *given: asked.append(given))
        with pytest.raises(StoreBusy), database.hurried(patience_ms=20).writing():
            pass
    assert not asked

    write(database, 1)
    assert len(asked) == 1
    assert read(database) == [1]


def test_a_turn_is_given_back_when_a_writer_fails(database: Database) -> None:
    with pytest.raises(StoreUnavailable):
        write(database, "no number")  # type: ignore[arg-type]
    with database.hurried(patience_ms=0).writing() as connection:
        connection.execute(text("INSERT INTO kept VALUES (2)"))
    assert read(database) == [2]


def test_what_is_read_through_one_connection_is_of_the_newest_state_each_time(database: Database) -> None:
    taken: list[object] = []
    write(database, 1)
    event.listen(database.engine, "checkout", lambda *given: taken.append(given))
    with database.through_one_connection():
        assert read(database) == [1]
        elsewhere(threading.Thread(target=write, args=(database, 2)))
        before = len(taken)
        assert read(database) == [1, 2]
        with database.at_one_moment():
            assert read(database) == [1, 2]
            elsewhere(threading.Thread(target=write, args=(database, 3)))
            assert read(database) == [1, 2]
        write(database, 4)
        assert read(database) == [1, 2, 3, 4]
    assert len(taken) - before == 2  # those of the two who wrote
    assert read(database) == [1, 2, 3, 4]


def test_who_reads_inside_another_look_has_a_connection_of_its_own(database: Database) -> None:
    write(database, 1)
    with database.through_one_connection(), database.reading() as outer:
        write(database, 2)
        assert read(database) == [1, 2]
        assert list(outer.execute(text("SELECT value FROM kept")).scalars()) == [1, 2]


def test_many_may_read_through_one_connection_each_and_write(database: Database) -> None:
    together = threading.Barrier(24)

    def act(value: int) -> None:
        with database.through_one_connection():
            read(database)
            together.wait(30)  # all of them hold one
            write(database, value)

    with ThreadPoolExecutor(max_workers=24) as pool:
        list(pool.map(act, range(24)))
    assert read(database) == list(range(24))
