"""A table's rows in the order of their keys: read in portions, put, compared.

Keys are ordered alike on both databases (numbers, bytes, and texts by their characters' numbers), so that the last key of a copy says
where it goes on.  Never more than a portion is in memory.
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from hashlib import blake2b
from itertools import groupby, zip_longest
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    LargeBinary,
    Select,
    Table,
    bindparam,
    func,
    insert,
    literal,
    select,
    tuple_,
    update,
)

from omoide.adapters.sql.recall import passage_rows
from omoide.adapters.sql.tables import passages
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import PassageKind, Side
from omoide.domain.text.tokens import document_tokens

Values = tuple[Any, ...]
PORTION_ROWS = 1_000
PORTION_BYTES = 4 << 20
FEW_ROWS = 20
"""Rows fetched at once where one may be megabytes: a night keeps the numbers of all memories."""


def portions(
    connection: Connection, table: Table, *, after: Values | None = None, where: Sequence[ColumnElement[bool]] = ()
) -> Generator[list[Values], None, None]:
    """Yield the rows behind a key, or all, or those that are meant, some at a time."""
    some: list[Values] = []
    size = 0
    with closing(_streamed(connection, _ordered(table, after=after).where(*where), table)) as found:
        for row in found:
            some.append(row)
            size += sum(len(value) for value in row if isinstance(value, str | bytes))
            if len(some) >= PORTION_ROWS or size >= PORTION_BYTES:
                yield some
                some, size = [], 0
    if some:
        yield some


def last_key(connection: Connection, table: Table) -> Values | None:
    """Return the last key of a table; `None` when it is empty."""
    key = list(table.primary_key.columns)
    found = connection.execute(select(*key).order_by(*(column.desc() for column in key)).limit(1)).first()
    return None if found is None else tuple(found)


def count(connection: Connection, table: Table) -> int:
    """Return how many rows there are."""
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def put(connection: Connection, table: Table, rows: Sequence[Values]) -> None:
    """Add rows as they are; a column that points into its own table is left empty until all are there (`point`)."""
    pointing = pointing_columns(table)
    names = [column.name for column in table.columns]
    values = [
        {name: None if name in pointing else value for name, value in zip(names, row, strict=True)} for row in rows
    ]
    connection.execute(insert(table), values)
    if table is passages:
        _add_words(connection, values)


def point(source: Connection, target: Connection, table: Table) -> None:
    """Fill in, in the target, what points into the table itself."""
    pointing, [key] = pointing_columns(table), list(table.primary_key.columns)
    for name in sorted(pointing):
        column = table.c[name]
        filled = select(key, column).where(column.is_not(None)).order_by(key)
        statement = update(table).where(key == bindparam("of")).values({name: bindparam("to")})
        for some in source.execute(filled).partitions(PORTION_ROWS):
            target.execute(statement, [{"of": row[0], "to": row[1]} for row in some])


def pointing_columns(table: Table) -> frozenset[str]:
    """Return the columns by which a table's rows point at others of its own."""
    return frozenset(each.parent.name for each in table.foreign_keys if each.column.table is table)


def compared(one: Connection, other: Connection, table: Table) -> Generator[tuple[bool, bytes], None, None]:
    """Yield of each row whether both have it, the same, and how the first has it."""
    query = _ordered(table)
    with closing(_streamed(one, query, table)) as these, closing(_streamed(other, query, table)) as those:
        for mine, theirs in zip_longest(these, those):
            written = repr(mine).encode("utf-8", "surrogatepass")
            yield written == repr(theirs).encode("utf-8", "surrogatepass"), written


def new_digest() -> "blake2b":
    """Return what takes up rows, one after the other, and stands for all of them in the end."""
    return blake2b(digest_size=16)


def _ordered(table: Table, *, after: Values | None = None) -> Select[Any]:
    key = list(table.primary_key.columns)
    query = select(table).order_by(*key)
    if after is None:
        return query
    values = [literal(value, column.type) for value, column in zip(after, key, strict=True)]
    return query.where(tuple_(*key) > tuple_(*values) if len(key) > 1 else key[0] > values[0])


def _streamed(connection: Connection, query: Select[Any], table: Table) -> Generator[Values, None, None]:
    is_wide = any(isinstance(column.type, LargeBinary) for column in table.columns) and table.name == "nights"
    size = FEW_ROWS if is_wide else PORTION_ROWS
    with connection.execute(query, execution_options={"stream_results": True, "yield_per": size}) as found:
        for row in found:
            yield tuple(bytes(value) if isinstance(value, memoryview) else value for value in row)


def _add_words(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Put the words of passages into the full-text table, which each database has in its own form."""

    def whose(row: Mapping[str, Any]) -> tuple[str, int]:
        return str(row["kind"]), int(row["persona_id"])

    for (kind_name, persona_id), some in groupby(sorted(rows, key=whose), key=whose):
        kind = PassageKind(kind_name)
        words = {
            passage_rows.address(
                kind=kind, item_id=row["item_id"], side=Side(row["side"]), part=row["part"]
            ): document_tokens(row["text"])
            for row in some
        }
        passage_rows.add_tokens(connection, words, kind=kind, persona_id=PersonaId(persona_id))
