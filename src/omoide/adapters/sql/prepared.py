"""Statements on the path of every turn: put together and compiled once, then handed straight to the driver.

SQLAlchemy says what is asked for; for a statement that touches one row its care for each call takes longer than the database does.
"""

from collections import namedtuple
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, Dialect, Executable, bindparam
from sqlalchemy.engine.interfaces import DBAPICursor

SQLITE: Final = "sqlite"
Values = Mapping[str, Any]


class Prepared:
    """One statement with named parameters, none of which is a list."""

    def __init__(self, statement: Executable) -> None:
        self._statement = statement
        self._compiled: dict[tuple[str, tuple[str, ...]], _Compiled] = {}
        self._named: Any = None

    def rows(self, connection: Connection, values: Values) -> list[tuple[Any, ...]]:
        """Return what it finds, as the database holds it."""
        cursor = self._run(connection, values)
        try:
            return list(cursor.fetchall())
        finally:
            cursor.close()

    def named(self, connection: Connection, values: Values) -> list[Any]:
        """Return what a SELECT finds, each row with the names of its columns, and their values as the database holds them."""
        if self._named is None:
            statement: Any = self._statement
            self._named = namedtuple("Found", statement.selected_columns.keys())  # type: ignore[misc]
        return [self._named._make(row) for row in self.rows(connection, values)]

    def portions(self, connection: Connection, values: Values, *, size: int) -> Iterator[list[tuple[Any, ...]]]:
        """Yield what it finds, so many rows at a time; nothing when there is nothing."""
        cursor = self._run(connection, values)
        while some := cursor.fetchmany(size):
            yield list(some)

    def first(self, connection: Connection, values: Values) -> tuple[Any, ...] | None:
        """Return the first row it finds; `None` when there is none."""
        cursor = self._run(connection, values)
        found: tuple[Any, ...] | None = cursor.fetchone()
        cursor.close()
        return found

    def write(self, connection: Connection, values: Values) -> int:
        """Return how many rows it changed."""
        return self._run(connection, values).rowcount

    def write_all(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Run it for each of these rows, which have the same keys."""
        if connection.dialect.name == SQLITE:
            for row in rows:
                self._run(connection, row)
        elif len(rows) == 1:
            self._run(connection, rows[0])
        elif rows:  # sent together: the server is some way off
            prepared = self._prepared(connection.dialect, tuple(rows[0]))
            connection.connection.cursor().executemany(prepared.text, [prepared.given(row) for row in rows])

    def insert(self, connection: Connection, values: Values) -> int:
        """Return the number that a new row was given."""
        cursor = self._run(connection, values)
        if connection.dialect.name == SQLITE:
            return int(cursor.lastrowid)
        made = cursor.fetchone()
        return int(made[0]) if made else 0

    def as_given(self, dialect: Dialect, values: Values) -> tuple[str, Any]:
        """Return the statement and its parameters as the driver takes them, for whoever hands them over himself."""
        prepared = self._prepared(dialect, tuple(values))
        return prepared.text, prepared.given(values)

    def _run(self, connection: Connection, values: Values) -> DBAPICursor:
        prepared = self._prepared(connection.dialect, tuple(values))
        cursor = connection.connection.cursor()
        cursor.execute(prepared.text, prepared.given(values))
        return cursor

    def _prepared(self, dialect: Dialect, keys: tuple[str, ...]) -> "_Compiled":
        known = self._compiled.get((dialect.name, keys))
        if known is None:
            statement: Any = self._statement
            compiled = statement.compile(dialect=dialect, column_keys=list(keys))
            if compiled.post_compile_params:
                raise TypeError(f"a prepared statement takes no lists: {compiled}")
            constants = {name: value for name, value in compiled.params.items() if name not in keys}
            order = None if compiled.positiontup is None else tuple(compiled.positiontup)
            known = self._compiled[dialect.name, keys] = _Compiled(str(compiled), order, constants)
        return known


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement as one driver takes it."""

    text: str
    order: tuple[str, ...] | None
    """Where each parameter stands; `None` where they are known by name."""
    constants: Values

    def given(self, values: Values) -> Any:
        """Return the parameters as the driver takes them."""
        every = {**self.constants, **values} if self.constants else values
        return every if self.order is None else tuple([every[name] for name in self.order])


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
