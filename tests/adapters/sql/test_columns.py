"""Whole columns in and out of the database, whichever way the driver wants its parameters."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from sqlalchemy import Column, Connection, Float, Integer, MetaData, Table, bindparam, insert, select, update
from sqlalchemy.dialects.postgresql.base import PGDialect
from sqlalchemy.engine import Dialect

from omoide.adapters.sql import columns
from omoide.adapters.sql.database import Database, open_sqlite

cups = Table("cups", MetaData(), Column("id", Integer, primary_key=True), Column("warmth", Float))
COOL = update(cups).where(cups.c.id == bindparam("key")).values(warmth=bindparam("left"))
KINDS = {"ids": np.int64, "warmth": np.float64}


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_sqlite(tmp_path / "cups.db")
    cups.metadata.create_all(opened.engine)
    yield opened
    opened.close()


@pytest.mark.parametrize("count", [0, 1, columns.ROWS_AT_ONCE, 3 * columns.ROWS_AT_ONCE + 1])
def test_what_was_written_is_read(database: Database, count: int) -> None:
    ids, left = list(range(1, count + 1)), [number / 7 for number in range(count)]
    with database.writing() as connection:
        columns.write(
            connection,
            insert(cups).values(id=bindparam("key"), warmth=bindparam("full")),
            {"full": [100.0] * count, "key": ids},
        )
        columns.write(connection, COOL, {"left": left, "key": ids})
    with database.reading() as connection:
        found = columns.read(connection, select(cups.c.id, cups.c.warmth).order_by(cups.c.id), KINDS)
    assert found["ids"].tolist() == ids
    assert found["warmth"].tolist() == left
    assert {name: column.dtype for name, column in found.items()} == KINDS


def test_columns_of_different_lengths_are_refused(database: Database) -> None:
    with pytest.raises(ValueError, match="longer"), database.writing() as connection:
        columns.write(connection, COOL, {"key": [1, 2], "left": [0.5]})


class NamedConnection:
    """Notes what is sent to a database whose driver wants parameters by name."""

    def __init__(self) -> None:
        self.dialect: Dialect = PGDialect()  # type: ignore[no-untyped-call]
        self.sent: list[tuple[str, list[dict[str, Any]]]] = []

    def exec_driver_sql(self, statement: str, rows: list[dict[str, Any]]) -> None:
        self.sent.append((statement, rows))


def test_a_driver_that_wants_names_gets_them() -> None:
    connection = NamedConnection()
    columns.write(cast(Connection, connection), COOL, {"key": [1, 2], "left": [0.5, None]})
    [(statement, rows)] = connection.sent
    assert statement == "UPDATE cups SET warmth=%(left)s WHERE cups.id = %(key)s"
    assert rows == [{"key": 1, "left": 0.5}, {"key": 2, "left": None}]
