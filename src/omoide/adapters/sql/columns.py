"""Whole columns in and out of the database.

A night reads and writes every memory.  SQLAlchemy says what is asked for; the rows go straight between the driver and
arrays, for a dictionary and a row object for each of them would take longer than the night itself.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray
from sqlalchemy import Connection, Select
from sqlalchemy.engine import Dialect
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import UpdateBase

ROWS_AT_ONCE = 500
"""Rows handed to the driver together: so few that Python's garbage collector, which counts them, does not wake up."""


def read(connection: Connection, query: Select[Any], kinds: Mapping[str, DTypeLike]) -> dict[str, NDArray[Any]]:
    """Return the columns of the result by the names of `kinds`, which are in the order of the query's own columns.

    Texts are of the kind `object`; a number that may be missing needs a stand-in in the query.
    """
    kept = np.dtype(list(kinds.items()))
    result = connection.execute(query)
    # The driver's cursor is read row by row into one array: no list of rows is ever held.
    rows = np.fromiter(iter(result.cursor.fetchone, None), kept)
    return {name: np.ascontiguousarray(rows[name]) for name in kinds}


def write(connection: Connection, statement: UpdateBase, columns: Mapping[str, Sequence[Any]]) -> None:
    """Execute the statement once for each row; columns are named like its parameters and hold plain numbers or texts."""
    compiled = _compiled(statement, connection.dialect)
    rows = _rows(columns, order=compiled.positiontup)
    while some := list(islice(rows, ROWS_AT_ONCE)):
        connection.exec_driver_sql(compiled.string, some)


def _rows(columns: Mapping[str, Sequence[Any]], *, order: Sequence[str] | None) -> Iterator[Any]:
    if order is None:
        return (dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True))
    return zip(*(columns[name] for name in order), strict=True)


@lru_cache(maxsize=32)
def _compiled(statement: UpdateBase, dialect: Dialect) -> SQLCompiler:
    return statement.compile(dialect=dialect)
