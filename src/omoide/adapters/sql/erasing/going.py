"""What is to go, by number, while a transaction lasts: so that thousands of rows go in one statement per table."""

from collections.abc import Iterable
from enum import StrEnum
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Column, Connection, Select, Table, delete, literal, select

from omoide.adapters.sql.database import insert_new
from omoide.adapters.sql.erasing.tables import going


class GoingKind(StrEnum):
    """What a number is the number of."""

    EVENT = "event"
    MEMORY = "memory"
    PASSAGE = "passage"
    STATE = "state"
    PREFERENCE = "preference"
    REVISION = "revision"
    EPISODE = "episode"
    CHUNK = "chunk"
    """Of a document."""
    TOPIC = "topic"
    """Topics that stay, and are named and told again; they go when nothing is left in them."""
    UNMADE = "unmade"
    """Events that stay, and that everything is made of again."""


class Going:
    """Numbers of what is to go, and how many rows went so far."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.gone: dict[str, int] = {}

    def __enter__(self) -> Self:
        """Make the table, which only this connection sees."""
        going.drop(self.connection, checkfirst=True)
        going.create(self.connection)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Take the table away; after an error the transaction does."""
        if error is None:
            going.drop(self.connection)

    def add(self, kind: GoingKind, ids: Iterable[int]) -> None:
        """Say that these are to go."""
        rows = [{"kind": kind.value, "id": number} for number in dict.fromkeys(ids)]
        if rows:
            self.connection.execute(insert_new(self.connection, going), rows)

    def add_found(self, kind: GoingKind, query: Select[Any]) -> None:
        """Say that whatever the query finds is to go."""
        found = query.add_columns(literal(kind.value)).subquery()
        wanted = select(found.c[1], found.c[0])
        self.connection.execute(insert_new(self.connection, going).from_select(["kind", "id"], wanted))

    def ids(self, kind: GoingKind) -> Select[Any]:
        """Return a query for what is to go."""
        return select(going.c.id).where(going.c.kind == kind.value)

    def numbers(self, kind: GoingKind) -> list[int]:
        """Return what is to go."""
        return [int(each) for each in self.connection.execute(self.ids(kind).order_by(going.c.id)).scalars()]

    def delete(self, table: Table, column: Column[Any], kind: GoingKind) -> None:
        """Delete the rows that point at what is to go."""
        self.count(table.name, self.connection.execute(delete(table).where(column.in_(self.ids(kind)))).rowcount)

    def count(self, name: str, rows: int) -> None:
        """Count rows that went."""
        if rows:
            self.gone[name] = self.gone.get(name, 0) + rows
