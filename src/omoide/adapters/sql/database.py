"""Connections, transactions, and the driver's errors in our own words: SQLite; PostgreSQL is in `postgres/`.

Reading never blocks writing: SQLite runs in WAL mode.  Writers queue: a writing transaction takes the write lock at its
start (`BEGIN IMMEDIATE`), so that it waits for its turn instead of failing in the middle.  A commit is on the disk when
it returns (`synchronous=FULL`), but for what can be made again (`unhurried_to_disk`).  A home that cannot be written, such as one on
a read-only disk, can still be read.

SQLite lets whoever has waited longest ask least often, so that among eight writers one may wait ten seconds.  We ask for
our turn ourselves, all at the same pace; whoever has an answer to give says how long it may take (`hurried`).  Writers of one
process do not ask at all while another of them writes: they are woken when it has ended.
"""

import os
import random
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self, TypeAlias

from sqlalchemy import URL, Connection, Engine, Insert, Row, Table, create_engine, event, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.exc import DatabaseError

from omoide.adapters.sql.closing_pool import ClosingPool
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.upkeep.private_files import make_file
from omoide.errors import InvalidInput, StoreBusy, StoreReadOnly, StoreUnavailable

AnyRow: TypeAlias = Row[*tuple[Any, ...]]
"""A row before it is turned into a value."""

BUSY_TIMEOUT_MS = 30_000
ASKED_AGAIN_SECONDS = (0.004, 0.016)
"""How soon a writer asks for its turn again, by chance between the two: writers that ask in step would meet each time."""
JOURNAL_TRY_MS = 200
_EMPTIED = "PRAGMA wal_checkpoint(TRUNCATE)"
"""Its first column is 1 when others were in the way: no error is raised."""
_WRITING = "omoide_writing_ms"
"""The option of a connection that is to write: how many milliseconds it may wait for its turn."""
_AT_REVISION = Prepared(text("SELECT 1 FROM alembic_version WHERE version_num = :revision"))


_AT_CHECKPOINTS = 1
"""`PRAGMA synchronous`: the journal is written to the disk when it is folded into the file, not with each transaction."""


class HeldMoment(threading.local):
    """The connection through which a thread reads all it reads just now."""

    connection: Connection | None = None
    """Inside one transaction: all of it as it stands at one moment."""
    between: Connection | None = None
    """Between transactions: each look sees the newest state."""


class Database:
    """One database: hands out transactions and knows its dialect."""

    def __init__(
        self,
        engine: Engine,
        *,
        label: str,
        patience_ms: int = BUSY_TIMEOUT_MS,
        is_durable: bool = True,
        held: HeldMoment | None = None,
        turn: "threading.Lock | None" = None,
    ) -> None:
        self.engine = engine
        self.label = label
        self._patience_ms = patience_ms
        self._is_durable = is_durable
        self._moment = HeldMoment() if held is None else held
        self._turn = threading.Lock() if turn is None else turn
        """Is held by whoever of this process writes."""
        self.revision: str | None = None
        """The step of the migrations that this process was made for, once it was reached; nothing is written at another."""

    def hurried(self, *, patience_ms: int) -> Self:
        """Return the same database for somebody who cannot wait: writing raises `StoreBusy` when its turn does not come."""
        return self._like(patience_ms=patience_ms, is_durable=self._is_durable)

    def unhurried_to_disk(self) -> Self:
        """Return the same database for what can be made again: a failure of the power may undo the last that was written.

        The end of a process undoes nothing, and what others write is as safe as ever.
        """
        return self._like(patience_ms=self._patience_ms, is_durable=False)

    def _like(self, *, patience_ms: int, is_durable: bool) -> Self:
        other = type(self)(
            self.engine,
            label=self.label,
            patience_ms=patience_ms,
            is_durable=is_durable,
            held=self._moment,
            turn=self._turn,
        )
        other.revision = self.revision
        return other

    @contextmanager
    def at_one_moment(self) -> Iterator[None]:
        """Let everything that this thread only reads, until the end, see one state through one connection."""
        if self._moment.connection is not None:
            yield
            return
        with self._translated(), self._connected_to_read() as connection:
            self._moment.connection = connection
            try:
                yield
            finally:
                self._moment.connection = None

    @contextmanager
    def through_one_connection(self) -> Iterator[None]:
        """Let this thread read, until the end, through one connection, which is quicker; each look sees the newest state as ever."""
        if self._moment.connection is not None or self._moment.between is not None:
            yield
            return
        with self._translated():
            connection = self.engine.connect()
        self._moment.between = connection
        try:
            yield
        finally:
            self._moment.between = None
            connection.close()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """Give a connection that sees one consistent state."""
        held = self._moment.connection
        if held is not None:
            with self._translated(), self._understood():
                yield held
            return
        with self._translated(), self._understood(), self._connected_to_read() as connection:
            yield connection

    @contextmanager
    def _connected_to_read(self) -> Iterator[Connection]:
        between = self._moment.between
        if between is not None and not between.in_transaction():
            with between.begin():
                yield between
            return
        with self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def writing(self, _persona_id: int | None = None) -> Iterator[Connection]:
        """Give a connection whose changes are kept all together, or not at all; nobody else changes the persona's rows meanwhile.

        Without a persona nobody else changes anything: for what concerns several, or the home as a whole.
        """
        with (
            self._translated(),
            self._turn_of_this_process() as patience_ms,
            self.engine.connect().execution_options(**{_WRITING: patience_ms}) as connection,
            self._commits(connection),
            connection.begin(),
        ):
            self._require_revision(connection)
            yield connection

    @contextmanager
    def _turn_of_this_process(self) -> Iterator[float]:
        """Wait until nobody else of this process writes; give how much patience is left for those of others."""
        started = time.monotonic()
        if not self._turn.acquire(timeout=self._patience_ms / 1000):
            raise TurnDidNotCome
        try:
            yield max(0.0, self._patience_ms - 1000 * (time.monotonic() - started))
        finally:
            self._turn.release()

    @contextmanager
    def writing_beside(self) -> Iterator[Connection]:
        """Give a connection to write rows that are nobody's, each by one statement: whoever else writes may go on."""
        with self.writing() as connection:
            yield connection

    @property
    def is_on_a_server(self) -> bool:
        """Tell whether what is asked goes to another program and back."""
        return False

    def in_one_trip(self, _persona_id: int, _statement: Prepared, _values: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """Write nothing and return `None`: to a file there is no way to be saved."""
        return None

    @contextmanager
    def _commits(self, connection: Connection) -> Iterator[None]:
        """Say, for the transaction inside, whether its end waits for the disk."""
        if self._is_durable:
            yield
            return
        driver = connection.connection.cursor()
        [before] = driver.execute("PRAGMA synchronous").fetchone()
        driver.execute(f"PRAGMA synchronous={min(before, _AT_CHECKPOINTS)}")
        try:
            yield
        finally:
            driver.execute(f"PRAGMA synchronous={before}")

    def run_in_turn(self, statement: str) -> None:
        """Run a statement that needs the database to itself, outside any transaction, when its turn comes."""
        until = time.monotonic() + self._patience_ms / 1000
        with self._translated(), self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            _wait_for_turn(connection, statement, until=until)

    def leave_nothing_behind(self, connection: Connection) -> None:
        """Let this connection overwrite what it deletes."""
        connection.exec_driver_sql("PRAGMA secure_delete = ON")

    def tidy_away(self) -> None:
        """Write the database anew without the space that rows left behind, and empty the journal."""
        self.empty_journal()  # a journal that somebody reads from all the time is looked through, and named, afterwards
        self.run_in_turn("VACUUM")
        self.empty_journal()

    def empty_journal(self) -> bool:
        """Write the journal into the file and cut it to nothing; tell whether nobody read from it all the time.

        Asked in short tries: in each nobody begins to write while we wait for those who read.
        """
        until = time.monotonic() + self._patience_ms / 1000
        with self._translated(), self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={JOURNAL_TRY_MS}")
            try:
                while (is_kept := connection.exec_driver_sql(_EMPTIED).one()[0]) and time.monotonic() < until:
                    time.sleep(random.uniform(*ASKED_AGAIN_SECONDS))  # noqa: S311 - no secret
            finally:
                connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY_TIMEOUT_MS}")
        return not is_kept

    def insert_new(self, table: Table) -> Insert:
        """Return an INSERT that passes over rows already there."""
        return _insert_new(self.engine.dialect.name, table)

    def upsert(self, table: Table, *, keys: list[str], values: list[str]) -> Insert:
        """Return an INSERT that replaces `values` of the row with the same `keys`."""
        return _upsert(self.engine.dialect.name, table, tuple(keys), tuple(values))

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()

    def _require_revision(self, connection: Connection) -> None:
        """Write nothing into tables that a newer Omoide has changed while this process had them open."""
        if self.revision is None:
            return
        if _AT_REVISION.first(connection, {"revision": self.revision}) is None:
            found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
            raise StoreUnavailable(
                f"the database {self.label} was brought to revision {found} by another version of Omoide while this "
                f"process was made for {self.revision}; nothing was written, end it and use the newer version"
            )

    def _told(self, exc: BaseException | None) -> StoreUnavailable:
        told = _in_our_words(exc, self.label)
        if isinstance(told, StoreReadOnly):
            self.engine.dispose()  # a disk that was full when it was opened may be so no longer
        return told

    @contextmanager
    def _understood(self) -> Iterator[None]:
        """Tell a row that is not what we ever wrote; what a caller gave and no database can hold stays its own error."""
        try:
            yield
        except UnicodeEncodeError:
            raise
        except (ValueError, LookupError, TypeError) as exc:
            raise StoreUnavailable(f"the database {self.label} {_DAMAGED} ({type(exc).__name__})") from exc

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            yield
        except DatabaseError as exc:
            raise self._told(exc.orig) from exc
        except sqlite3.Error as exc:  # from rows that are read past SQLAlchemy
            raise self._told(exc) from exc
        except UnicodeDecodeError as exc:  # a damaged file may not even name its trouble in UTF-8
            raise StoreUnavailable(f"the database {self.label} {_DAMAGED}") from exc
        except OverflowError as exc:
            raise InvalidInput("a number has more digits than any that is kept; give a smaller one") from exc
        except TurnDidNotCome as exc:
            raise StoreBusy(self.label, seconds=self._patience_ms / 1000) from exc.__cause__


def insert_new(connection: Connection, table: Table) -> Insert:
    """Return an INSERT for this connection that passes over rows already there."""
    if connection.dialect.name == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    # Not ON CONFLICT, which SQLite cannot tell from a join's ON after a SELECT.
    return table.insert().prefix_with("OR IGNORE")


# Built once: making a statement costs more than running it.
@cache
def _insert_new(dialect: str, table: Table) -> Insert:
    if dialect == "postgresql":
        return postgresql.insert(table).on_conflict_do_nothing()
    return sqlite.insert(table).on_conflict_do_nothing()


@cache
def _upsert(dialect: str, table: Table, keys: tuple[str, ...], values: tuple[str, ...]) -> Insert:
    if dialect == "postgresql":
        pg = postgresql.insert(table)
        return pg.on_conflict_do_update(index_elements=keys, set_={name: pg.excluded[name] for name in values})
    lite = sqlite.insert(table)
    return lite.on_conflict_do_update(index_elements=keys, set_={name: lite.excluded[name] for name in values})


def open_sqlite(path: Path, *, durable: bool = True) -> Database:
    """Return the database in this file, which is made if it is not there.

    Without `durable` a commit need not be on the disk when it returns: for scratch homes that are thrown away.
    """
    # Not as text: a question mark in the home's name would end the path.
    url = URL.create("sqlite+pysqlite", database=str(path))
    # The connection that was used last is used first: what it has read of the file is still in its memory.  There are as many as
    # are wanted at once: who reads through one of them may want another to write.
    engine = create_engine(
        url, creator=lambda: _connected(path), poolclass=ClosingPool, pool_use_lifo=True, max_overflow=-1
    )
    event.listen(engine, "connect", _prepare)
    if not durable:
        event.listen(engine, "connect", lambda connection, _record: connection.execute("PRAGMA synchronous=OFF"))
    event.listen(engine, "begin", _begin)
    return Database(engine, label=str(path))


def _connected(path: Path) -> sqlite3.Connection:
    """Return a connection: one that only reads where nothing can be written, not even the few pages that a writer needs."""
    if is_read_only(path):
        return _only_reading(path)
    make_file(path)
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_MS / 1000, check_same_thread=False)
    try:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError as exc:
        connection.close()
        if "full" in str(exc) or "disk I/O" in str(exc):
            return _only_reading(path)
        raise
    return connection


def is_read_only(path: Path) -> bool:
    """Tell whether the database is there and nobody could write it: a read-only disk, or somebody else's folder."""
    return path.exists() and not (os.access(path, os.W_OK) and os.access(path.parent, os.W_OK))


def _only_reading(path: Path) -> sqlite3.Connection:
    """Return a connection that makes no file beside the database; what a log beside it holds is read as well."""
    log = path.with_name(f"{path.name}-wal")
    has_log = log.exists() and log.stat().st_size > 0
    how = "mode=ro" if has_log else "mode=ro&immutable=1"
    connection = sqlite3.connect(f"{path.absolute().as_uri()}?{how}", uri=True, check_same_thread=False)
    try:
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.OperationalError:
        connection.close()
        if not has_log:
            raise
        connection = _copied(path, log)
    connection.execute("PRAGMA query_only=ON")
    return connection


def _copied(path: Path, log: Path) -> sqlite3.Connection:
    """Return a connection to a copy, elsewhere, into which the log is folded: beside the file there is no room for that."""
    with TemporaryDirectory(prefix="omoide-reading-") as folder:
        for each in (path, log):
            shutil.copyfile(each, Path(folder) / each.name)
        connection = sqlite3.connect(Path(folder) / path.name, check_same_thread=False)
        connection.execute("PRAGMA journal_mode=MEMORY")
        return connection  # it keeps the file open, which goes when it is closed


def _prepare(connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # transactions are begun by us, not guessed by the driver
    for pragma in (
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        "synchronous=FULL",
        "foreign_keys=ON",
        "temp_store=MEMORY",
        "cache_size=-32768",
    ):
        connection.execute(f"PRAGMA {pragma}")


class TurnDidNotCome(Exception):
    """Others wrote all the time."""


def _begin(connection: Connection) -> None:
    patience_ms = connection.get_execution_options().get(_WRITING)
    if patience_ms is None:
        connection.connection.cursor().execute("BEGIN")
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
            raise TurnDidNotCome from exc
        else:
            return False
    return True


_DAMAGED = "is damaged; restore a backup, or move the file away to start anew"
_READ_ONLY, _FULL = _NO_WRITING = ("readonly", "disk is full")
_CAUSES = {
    "file is not a database": f"is not a database, or {_DAMAGED}",
    "malformed": _DAMAGED,
    "could not decode": _DAMAGED,
    "unsupported file format": _DAMAGED,
    _FULL: "cannot be written: the disk is full; free some space and try again",
    "disk i/o error": "cannot be read or written: the disk reports an error; check free space and the disk itself",
    "foreign key": "was left as it is: what this belongs to was erased meanwhile",
    _READ_ONLY: "cannot be written: the file or its folder is read-only, or its disk is full; check both",
    "unable to open": "cannot be opened; check that its folder exists and may be written",
    "locked": f"was busy for more than {BUSY_TIMEOUT_MS // 1000} seconds; another process holds it, try again",
}


def _in_our_words(exc: BaseException | None, label: str) -> StoreUnavailable:
    said = str(exc).lower()
    for mark, meaning in _CAUSES.items():
        if mark in said:
            kind = StoreReadOnly if mark in _NO_WRITING else StoreUnavailable
            return kind(f"the database {label} {meaning}")
    return StoreUnavailable(f"the database {label} cannot be used: {exc}")


def scalar_int(value: Any) -> int:
    """Return a counted value as an int; COUNT and MAX of nothing are 0."""
    return int(value or 0)
