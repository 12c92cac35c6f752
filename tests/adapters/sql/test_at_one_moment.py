"""Inside one moment everything is read over one connection, as it stood when the moment began."""

import threading
from pathlib import Path

import pytest
from sqlalchemy import event, text

from omoide.adapters.sql.database import Database, open_sqlite
from omoide.errors import StoreUnavailable


@pytest.fixture
def database(tmp_path: Path) -> Database:
    found = open_sqlite(tmp_path / "some.db")
    with found.writing() as connection:
        connection.execute(text("CREATE TABLE said (words TEXT)"))
    return found


def told(database: Database) -> int:
    with database.reading() as connection:
        return int(connection.execute(text("SELECT count(*) FROM said")).scalar_one())


def say(database: Database) -> None:
    with database.writing() as connection:
        connection.execute(text("INSERT INTO said VALUES ('hello')"))


def test_what_is_written_meanwhile_is_seen_afterwards(database: Database) -> None:
    with database.at_one_moment():
        assert told(database) == 0
        say(database)
        assert told(database) == 0
    assert told(database) == 1


def test_many_readings_take_one_connection(database: Database) -> None:
    taken: list[object] = []
    event.listen(database.engine, "checkout", lambda *_: taken.append(_))
    with database.at_one_moment(), database.at_one_moment():
        for _ in range(5):
            told(database)
    assert len(taken) == 1


def test_another_thread_has_moments_of_its_own(database: Database) -> None:
    seen: list[int] = []
    with database.at_one_moment():
        told(database)
        say(database)
        other = threading.Thread(target=lambda: seen.append(told(database)))
        other.start()
        other.join()
    assert seen == [1]


def test_the_moment_is_over_when_something_went_wrong_in_it(database: Database) -> None:
    with pytest.raises(ZeroDivisionError), database.at_one_moment():
        raise ZeroDivisionError
    say(database)
    assert told(database) == 1


def test_a_failing_question_is_told_in_our_words(database: Database) -> None:
    with pytest.raises(StoreUnavailable), database.at_one_moment(), database.reading() as connection:
        connection.execute(text("SELECT * FROM nowhere"))
    assert told(database) == 0
