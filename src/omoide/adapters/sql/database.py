"""Connections, transactions, and the driver's errors in our own words.

Reading never blocks writing: SQLite runs in WAL mode.  Writers queue: a writing transaction takes the write lock at its
start (`BEGIN IMMEDIATE`), so that it waits for its turn instead of failing in the middle.  A commit is on the disk when
it returns (`synchronous=FULL`).
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, Insert, Row, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DatabaseError

from omoide.adapters.upkeep.private_files import make_file
from omoide.errors import InvalidInput, StoreUnavailable

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row before it is turned into a value."""

BUSY_TIMEOUT_MS = 30_000
_WRITING = {"omoide_writing": True}


class Database:
    """One database: hands out transactions and knows its dialect."""

    def __init__(self, engine: Engine, *, label: str) -> None:
        self.engine = engine
        self.label = label

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one consistent state."""
        with self._translated(), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """Give a connection whose changes are kept all together, or not at all."""
        with (
            self._translated(),
            self.engine.connect().execution_options(**_WRITING) as connection,
            connection.begin(),
        ):
            yield connection

    @contextmanager
    def bare(self) -> Iterator[sqlite3.Connection | None]:
        """Give the driver's own connection, outside any transaction: for what none may hold, such as VACUUM."""
        options = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        with self._translated(), options as connection:
            yield connection.connection.driver_connection

    def insert_new(self, table: Table) -> Insert:
        """Return an INSERT that passes over rows already there."""
        if self.engine.dialect.name == "postgresql":
            return postgresql.insert(table).on_conflict_do_nothing()
        return sqlite.insert(table).on_conflict_do_nothing()

    def upsert(self, table: Table, *, keys: list[str], values: list[str]) -> Insert:
        """Return an INSERT that replaces `values` of the row with the same `keys`."""
        if self.engine.dialect.name == "postgresql":
            pg = postgresql.insert(table)
            return pg.on_conflict_do_update(index_elements=keys, set_={name: pg.excluded[name] for name in values})
        lite = sqlite.insert(table)
        return lite.on_conflict_do_update(index_elements=keys, set_={name: lite.excluded[name] for name in values})

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DatabaseError as exc:
            raise StoreUnavailable(_in_our_words(exc.orig, self.label)) from exc
        except sqlite3.Error as exc:  # from rows that are read past SQLAlchemy
            raise StoreUnavailable(_in_our_words(exc, self.label)) from exc
        except (ValueError, LookupError, TypeError) as exc:
            # Not the driver's own words: a row that was read is not what we ever wrote.
            raise StoreUnavailable(f"the database {self.label} {_DAMAGED} ({type(exc).__name__})") from exc
        except OverflowError as exc:
            raise InvalidInput("a number has more digits than any that is kept; give a smaller one") from exc


def open_sqlite(path: Path, *, durable: bool = True) -> Database:
    """Return the database in this file, which is made if it is not there.

    Without `durable` a commit need not be on the disk when it returns: for scratch homes that are thrown away.
    """
    make_file(path)
    engine = create_engine(f"sqlite+pysqlite:///{path}", connect_args={"timeout": BUSY_TIMEOUT_MS / 1000})
    event.listen(engine, "connect", _prepare)
    if not durable:
        event.listen(engine, "connect", lambda connection, _record: connection.execute("PRAGMA synchronous=OFF"))
    event.listen(engine, "begin", _begin)
    return Database(engine, label=str(path))


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun by us, not guessed by the driver
    for pragma in (
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "temp_store=MEMORY",
        "cache_size=-32768",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    writing = connection.get_execution_options().get("omoide_writing", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


_DAMAGED = "is damaged; restore a backup, or move the file away to start anew"
_CAUSES = {
    "file is not a database": f"is not a database, or {_DAMAGED}",
    "malformed": _DAMAGED,
    "could not decode": _DAMAGED,
    "unsupported file format": _DAMAGED,
    "disk is full": "cannot be written: the disk is full; free some space and try again",
    "disk i/o error": "cannot be read or written: the disk reports an error; check free space and the disk itself",
    "readonly": "cannot be written: the file or its folder is read-only; check its permissions",
    "unable to open": "cannot be opened; check that its folder exists and may be written",
    "locked": f"was busy for more than {BUSY_TIMEOUT_MS // 1000} seconds; another process holds it, try again",
}


def _in_our_words(exc: BaseException | None, label: str) -> str:
    said = str(exc).lower()
    for mark, meaning in _CAUSES.items():
        if mark in said:
            return f"the database {label} {meaning}"
    return f"the database {label} cannot be used: {exc}"


def scalar_int(value: Any) -> int:
    """Return a counted value as an int; COUNT and MAX of nothing are 0."""
    return int(value or 0)
