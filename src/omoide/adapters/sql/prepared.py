"""Statements on the path of every turn: put together and compiled once, then handed straight to the driver.

SQLAlchemy says what is asked for; for a statement that touches one row its care for each call takes longer than the database does.
On other databases than SQLite the same statements go the usual way.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, Executable, bindparam
from sqlalchemy.engine.interfaces import DBAPICursor

SQLITE: Final = "sqlite"
Values = Mapping[str, Any]


class Prepared:
    """One statement with named parameters, none of which is a list."""

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._compiled: dict[tuple[str, ...], tuple[str, tuple[str, ...], Mapping[str, Any]]] = {}

    def rows(self, connection: Connection, values: Values) -> list[tuple[Any, ...]]:
        """Return what it finds, as the database holds it."""
        if connection.dialect.name != SQLITE:
            return [tuple(row) for row in connection.execute(self._statement, values)]
        return list(self._run(connection, values).fetchall())

    def portions(self, connection: Connection, values: Values, *, size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Yield what it finds, so many rows at a time; nothing when there is nothing."""
        if connection.dialect.name != SQLITE:
            for some in connection.execute(self._statement, values).partitions(size):
                yield [tuple(row) for row in some]
            return
        cursor = self._run(connection, values)
        while some := cursor.fetchmany(size):
            yield list(some)

    def first(self, connection: Connection, values: Values) -> tuple[Any, ...] | None:
        """Return the first row it finds; `None` when there is none."""
        if connection.dialect.name != SQLITE:
            row = connection.execute(self._statement, values).first()
            return None if row is None else tuple(row)
        cursor = self._run(connection, values)
        found: tuple[Any, ...] | None = cursor.fetchone()
        cursor.close()
        return found

    def write(self, connection: Connection, values: Values) -> int:
        """Return how many rows it changed."""
        if connection.dialect.name != SQLITE:
            return connection.execute(self._statement, values).rowcount
        return self._run(connection, values).rowcount

    def write_all(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Run it for each of these rows, which have the same keys."""
        if connection.dialect.name != SQLITE:
            if rows:
                connection.execute(self._statement, rows)
            return
        for row in rows:
            self._run(connection, row)

    def insert(self, connection: Connection, values: Values) -> int:
        """Return the number that a new row was given."""
        if connection.dialect.name != SQLITE:
            made = connection.execute(self._statement, values).inserted_primary_key
            return int(made[0]) if made else 0
        return int(self._run(connection, values).lastrowid)

    def _run(self, connection: Connection, values: Values) -> DBAPICursor:
        keys = tuple(values)
        if keys not in self._compiled:
            self._compiled[keys] = self._prepared(connection, keys)
        text, order, constants = self._compiled[keys]
        given = {**constants, **values}
        cursor = connection.connection.cursor()
        cursor.execute(text, tuple([given[name] for name in order]))
        return cursor

    def _prepared(
        self, connection: Connection, keys: tuple[str, ...]
    ) -> tuple[str, tuple[str, ...], Mapping[str, Any]]:
        statement: Any = self._statement
        compiled = statement.compile(dialect=connection.dialect, column_keys=list(keys))
        if compiled.post_compile_params:
            raise TypeError(f"a prepared statement takes no lists: {compiled}")
        return (
            str(compiled),
            tuple(compiled.positiontup or ()),
            {name: value for name, value in compiled.params.items() if name not in keys},
        )


def places(name: str, count: int) -> list[BindParameter[Any]]:
    """Return so many parameters, for a list of which a prepared statement is made once a size."""
    return [bindparam(f"{name}_{at}") for at in range(count)]


def placed(name: str, values: Sequence[Any]) -> dict[str, Any]:
    """Return the values under such parameters: padded with the last to a power of two, so that there are few sizes."""
    size = 1 << (len(values) - 1).bit_length()
    return {f"{name}_{at}": values[min(at, len(values) - 1)] for at in range(size)}


@lru_cache(maxsize=64)
def prepared(statement: Executable) -> Prepared:
    """Return a statement that is made for the dialect, and once, prepared."""
    return Prepared(statement)
