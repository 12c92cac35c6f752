"""Where a home's database is moved to: whether that is empty, a copy that was broken off, or somebody else's.

While a copy is not whole, its revision says so: whoever opens it as a home is told.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

from sqlalchemy import Connection, Table, func, inspect, select, text

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.migrate import MOVING, TABLES
from omoide.errors import InvalidInput

MARK = "omoide_move"
_MARKED = text(f"SELECT source, revision FROM {MARK}")  # noqa: S608 - our own name
_COMPANIONS = ("", "-wal", "-shm")
_WORDS = "passage_tokens"


class MoveTarget(Protocol):
    """A place for a database."""

    def opened(self) -> Database:
        """Return the database there; a file is made when there is none."""
        ...

    def clear(self, database: Database) -> None:
        """Take everything away that a copy has left there."""
        ...


class SqliteTarget:
    """A file."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def opened(self) -> Database:
        """Return the database in the file."""
        return open_sqlite(self.path)

    def clear(self, database: Database) -> None:
        """Take the file away."""
        database.engine.dispose()
        for ending in _COMPANIONS:
            self.path.with_name(f"{self.path.name}{ending}").unlink(missing_ok=True)


class PostgresTarget:
    """A database of a server."""

    def __init__(self, url: str) -> None:
        self._url = url

    def opened(self) -> Database:
        """Return the database."""
        from omoide.adapters.sql.postgres.database import open_postgres

        return open_postgres(self._url, statement_seconds=0)

    def clear(self, database: Database) -> None:
        """Take our tables away."""
        with database.writing() as connection:
            TABLES.drop_all(connection)
            for name in (_WORDS, MARK, "alembic_version"):
                connection.exec_driver_sql(f"DROP TABLE IF EXISTS {name}")


def marked(database: Database) -> tuple[str, str] | None:
    """Return whose copy, at which revision, was broken off here; `None` when none was."""
    with database.reading() as connection:
        if not inspect(connection).has_table(MARK):
            return None
        row = connection.execute(_MARKED).first()
        return None if row is None else (str(row[0]), str(row[1]))


def require_empty(database: Database) -> None:
    """Raise `InvalidInput` when there is anything in it already."""
    with database.reading() as connection:
        there = set(inspect(connection).get_table_names())
        ours = [table for table in TABLES.sorted_tables if table.name in there]
        if there and "alembic_version" not in there:
            raise InvalidInput(
                f"{database.label} holds tables of something else ({', '.join(sorted(there)[:3])} …); "
                "name an empty database"
            )
        if filled := [table.name for table in ours if connection.execute(select(table).limit(1)).first() is not None]:
            raise InvalidInput(
                f"{database.label} holds a home already ({', '.join(filled[:3])} …); nothing was changed there. "
                "Name an empty database, or move that one away first"
            )


def mark(database: Database, *, source: str) -> None:
    """Say that a copy of this source has begun."""
    with database.writing() as connection:
        connection.exec_driver_sql(f"CREATE TABLE {MARK} (source TEXT NOT NULL, revision TEXT NOT NULL)")
        values = {"source": source, "revision": migrate.revisions()[-1]}
        connection.execute(text(f"INSERT INTO {MARK} (source, revision) VALUES (:source, :revision)"), values)  # noqa: S608
        connection.execute(text("UPDATE alembic_version SET version_num = :moving"), {"moving": MOVING})
    database.revision = None


def hand_over(source: Connection, database: Database, tables: Sequence[Table]) -> None:
    """Let numbers go on where the source's would, and say that the copy is whole, all in one step."""
    with database.writing() as connection:
        for table in tables:
            if "id" in table.c:
                set_last_number(connection, table, last_number(source, table))
        connection.exec_driver_sql(f"DROP TABLE {MARK}")
        connection.execute(
            text("UPDATE alembic_version SET version_num = :revision"), {"revision": migrate.revisions()[-1]}
        )


def last_number(connection: Connection, table: Table) -> int:
    """Return the last number that was ever given in a table: none is given again, though its row is gone."""
    highest = connection.execute(select(func.max(table.c.id))).scalar() or 0
    if connection.dialect.name == "sqlite":
        given: Any = connection.execute(
            text("SELECT seq FROM sqlite_sequence WHERE name = :name"), {"name": table.name}
        ).scalar()
    elif (sequence := _sequence(connection, table)) is None:
        given = None
    else:
        given = connection.exec_driver_sql(f"SELECT CASE WHEN is_called THEN last_value END FROM {sequence}").scalar()  # noqa: S608
    return max(int(highest), int(given or 0))


def set_last_number(connection: Connection, table: Table, number: int) -> None:
    """Have a table give only numbers behind this one from now on."""
    if not number:
        return
    values = {"name": table.name, "number": number}
    if connection.dialect.name == "sqlite":
        if table.dialect_options["sqlite"]["autoincrement"]:
            connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), {"name": table.name})
            connection.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :number)"), values)
    elif sequence := _sequence(connection, table):
        connection.execute(text("SELECT setval(:sequence, :number)"), {"sequence": sequence, "number": number})


def _sequence(connection: Connection, table: Table) -> str | None:
    found = connection.execute(text("SELECT pg_get_serial_sequence(:name, 'id')"), {"name": table.name}).scalar()
    return None if found is None else str(found)
