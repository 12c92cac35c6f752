"""A new home is made in one step, and nobody could tell it from one that went through every migration."""

from pathlib import Path

import pytest
from sqlalchemy import Connection

from omoide.adapters.sql import fresh, migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.errors import StoreUnavailable

LAST = migrate.revisions()[-1]
WRITE = "run: .venv/bin/python -m omoide.adapters.sql.fresh"


def schema(connection: Connection) -> list[tuple[object, ...]]:
    """Return all that the database knows of its tables, word for word."""
    found = connection.exec_driver_sql("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name")
    return [tuple(row) for row in found]


def rows(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
    """Return every row of every table; that no number was given yet, SQLite writes down or leaves out."""
    names = [str(name) for kind, name, *_ in schema(connection) if kind == "table" and name != "passage_tokens"]
    found = {name: [tuple(row) for row in connection.exec_driver_sql(f"SELECT * FROM {name}")] for name in names}
    return {**found, "sqlite_sequence": [row for row in found["sqlite_sequence"] if row[1] != 0]}


@pytest.fixture
def at_once(tmp_path: Path) -> Database:
    database = open_sqlite(tmp_path / "at-once.db")
    assert fresh.make(database, revision=LAST), WRITE
    return database


@pytest.fixture
def stepwise(tmp_path: Path) -> Database:
    database = open_sqlite(tmp_path / "steps.db")
    migrate.step_by_step(database)
    return database


def test_a_new_home_is_what_the_migrations_would_have_made(at_once: Database, stepwise: Database) -> None:
    with at_once.reading() as one, stepwise.reading() as other:
        assert schema(one) == schema(other), WRITE
        assert rows(one) == rows(other)
        assert fresh.written(other) == fresh.FILE.read_text("utf-8"), WRITE
    assert migrate.current(at_once) == migrate.current(stepwise) == LAST
    migrate.step_by_step(at_once)  # there is nothing left to do, and nothing fails


def test_opening_a_new_home_runs_no_migration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "step_by_step", lambda _: pytest.fail("a new home needs no migrations"))
    database = open_sqlite(tmp_path / "x.db")
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    assert migrate.current(database) == LAST


def test_tables_of_an_earlier_step_are_left_to_the_migrations(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fresh, "_read", lambda: ("0001", ("CREATE TABLE alembic_version (version_num TEXT)",)))
    database = open_sqlite(tmp_path / "x.db")
    assert not fresh.make(database, revision=LAST)
    migrate.bring_up_to_date(database, lock=tmp_path / "lock")
    with database.reading() as connection:
        assert fresh.written(connection) == fresh.FILE.read_text("utf-8")


def test_a_file_that_holds_anything_is_no_new_home(tmp_path: Path) -> None:
    database = open_sqlite(tmp_path / "x.db")
    with database.writing() as connection:
        connection.exec_driver_sql("CREATE TABLE letters (text)")
    assert not fresh.make(database, revision=LAST)
    with database.reading() as connection:
        assert [name for _, name, *_ in schema(connection)] == ["letters"]


def test_a_home_broken_off_while_it_is_made_holds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    step, statements = fresh._read()
    monkeypatch.setattr(fresh, "_read", lambda: (step, (*statements, "CREATE TABLE events (x)")))
    database = open_sqlite(tmp_path / "x.db")
    with pytest.raises(StoreUnavailable):
        fresh.make(database, revision=LAST)
    with database.reading() as connection:
        assert schema(connection) == []
