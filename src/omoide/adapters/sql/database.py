"""Connections, transactions, and the driver's errors in our own words.

Reading never blocks writing: SQLite runs in WAL mode.  Writers queue: a writing transaction takes the write lock at its
start (`BEGIN IMMEDIATE`), so that it waits for its turn instead of failing in the middle.  A commit is on the disk when
it returns (`synchronous=FULL`).

SQLite lets whoever has waited longest ask least often, so that among eight writers one may wait ten seconds.  We ask for
our turn ourselves, all at the same pace; whoever has an answer to give says how long it may take (`hurried`).
"""

import random
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from sqlalchemy import Connection, Engine, Insert, Row, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DatabaseError, DBAPIError, OperationalError

from omoide.errors import StoreBusy, StoreUnavailable

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row before it is turned into a value."""

BUSY_TIMEOUT_MS = 30_000
ASKED_AGAIN_SECONDS = (0.004, 0.016)
"""How soon a writer asks for its turn again, by chance between the two: writers that ask in step would meet each time."""
_WRITING = "omoide_writing_ms"
"""The option of a connection that is to write: how many milliseconds it may wait for its turn."""


class Database:
    """One database: hands out transactions and knows its dialect."""

    def __init__(self, engine: Engine, *, label: str, patience_ms: int = BUSY_TIMEOUT_MS) -> None:
        self.engine = engine
        self.label = label
        self._patience_ms = patience_ms

    def hurried(self, *, patience_ms: int) -> "Database":
        """Return the same database for somebody who cannot wait: writing raises `StoreBusy` when its turn does not come."""
        return Database(self.engine, label=self.label, patience_ms=patience_ms)

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
            self.engine.connect().execution_options(**{_WRITING: self._patience_ms}) as connection,
            connection.begin(),
        ):
            yield connection

    def run_in_turn(self, statement: str) -> None:
        """Run a statement that needs the database to itself, outside any transaction, when its turn comes."""
        until = time.monotonic() + self._patience_ms / 1000
        with self._translated(), self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            _wait_for_turn(connection, statement, until=until)

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
        except (OperationalError, DatabaseError) as exc:
            raise StoreUnavailable(_in_our_words(exc, self.label)) from exc
        except _TurnDidNotCome as exc:
            raise StoreBusy(self.label, seconds=self._patience_ms / 1000) from exc.__cause__


def open_sqlite(path: Path, *, durable: bool = True) -> Database:
    """Return the database in this file, which is made if it is not there.

    Without `durable` a commit need not be on the disk when it returns: for scratch homes that are thrown away.
    """
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


class _TurnDidNotCome(Exception):
    """Others wrote all the time."""


def _begin(connection: Connection) -> None:
    patience_ms = connection.get_execution_options().get(_WRITING)
    if patience_ms is None:
        connection.exec_driver_sql("BEGIN")
        return
    _wait_for_turn(connection, "BEGIN IMMEDIATE", until=time.monotonic() + patience_ms / 1000)


def _wait_for_turn(connection: Connection, statement: str, *, until: float) -> None:
    cursor = connection.connection.cursor()
    cursor.execute("PRAGMA busy_timeout=0")
    try:
        while not _took_its_turn(connection, cursor, statement, until=until):
            time.sleep(random.uniform(*ASKED_AGAIN_SECONDS))  # noqa: S311 - no secret
    finally:
        cursor.execute(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        cursor.close()


def _took_its_turn(connection: Connection, cursor: DBAPICursor, statement: str, *, until: float) -> bool:
    try:
        cursor.execute(statement)
    except sqlite3.DatabaseError as exc:
        if exc.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY:
            connection.exec_driver_sql(statement)  # it fails again, in the words of the library around the driver
        elif time.monotonic() >= until:
            raise _TurnDidNotCome from exc
        else:
            return False
    return True


_CAUSES = {
    "file is not a database": "is not a database, or is damaged; restore a backup, or move the file away to start anew",
    "malformed": "is damaged; restore a backup, or move the file away to start anew",
    "disk is full": "cannot be written: the disk is full; free some space and try again",
    "disk i/o error": "cannot be read or written: the disk reports an error; check free space and the disk itself",
    "foreign key": "was left as it is: what this belongs to was erased meanwhile",
    "readonly": "cannot be written: the file or its folder is read-only; check its permissions",
    "unable to open": "cannot be opened; check that its folder exists and may be written",
    "locked": f"was busy for more than {BUSY_TIMEOUT_MS // 1000} seconds; another process holds it, try again",
}


def _in_our_words(exc: DBAPIError, label: str) -> str:
    said = str(exc.orig).lower()
    for mark, meaning in _CAUSES.items():
        if mark in said:
            return f"the database {label} {meaning}"
    return f"the database {label} cannot be used: {exc.orig}"


def scalar_int(value: Any) -> int:
    """Return a counted value as an int; COUNT and MAX of nothing are 0."""
    return int(value or 0)
