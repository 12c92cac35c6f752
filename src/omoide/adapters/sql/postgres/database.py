"""Connections to a PostgreSQL server, whose turn it is to write, and the driver's errors in our own words.

What SQLite gave by itself is asked for here.  *One state*: whoever reads does so in one `REPEATABLE READ` transaction.  *Turns*:
whoever writes takes the persona's lock at the start of the transaction and keeps it to the end, so that what is read in it stays
true until it is written, and so that numbers become visible in the order they were given (`from id N on` never passes over a
row that was committed late).  Writers of different personas do not wait for each other; whoever writes for the home as a whole
waits for all of them.  The locks are advisory: readers never wait.  A commit is on the server's disk when it returns, but for
what can be made again.

A server that goes away is told of in our own words, and found again by itself: a connection is tried before it is used, unless
it was just now, and after one broke all the others are tried.  Whoever lets go of a connection closes it: the server has few.
"""

import math
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from sqlalchemy import URL, Connection, Engine, Pool, create_engine, event, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InvalidatePoolError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from omoide.adapters.sql.closing_pool import ClosingPool
from omoide.adapters.sql.database import BUSY_TIMEOUT_MS, Database
from omoide.adapters.sql.prepared import Prepared
from omoide.errors import InvalidInput, InvalidSetting, StoreBusy, StoreReadOnly, StoreUnavailable

if TYPE_CHECKING:
    import psycopg

POOL_SIZE, POOL_OVERFLOW = 8, 8
STATEMENT_SECONDS = 120
CONNECT_SECONDS = 10
RENEWED_SECONDS = 3_600
"""How long one connection is used: a server behind a name that moved is found within this time."""
TRIED_AFTER_SECONDS = 1.0
"""How long a connection is trusted after it was used: to try it takes as long as the shortest question."""
OLDEST_SERVER: Final = 16
DRIVER: Final = "postgresql+psycopg"
SCHEMES: Final = ("postgresql", "postgres", DRIVER)

HOME_LOCK: Final = 0x6F6D_6F69 << 32
"""The number of the lock of the home; that of a persona is as much larger as its own number."""
_ALONE = "pg_advisory_xact_lock(:home)"
_BESIDE = "pg_advisory_xact_lock_shared(:home)"
_OF_ONE = f"{_BESIDE}, pg_advisory_xact_lock(:home + :persona)"
# What is set holds until the transaction ends; the list is evaluated from left to right.
_BEGIN = (
    "SELECT set_config('lock_timeout', :patience, true), set_config('omoide.persona', :fence, true), "
    "set_config('synchronous_commit', :commit, true), {lock}"
)
_TURN_ALONE, _TURN_BESIDE, _TURN_OF_ONE = (text(_BEGIN.format(lock=each)) for each in (_ALONE, _BESIDE, _OF_ONE))
_OF_ONE_AT_ONCE = Prepared(_TURN_OF_ONE)

_TAKEN, _GIVEN_BACK = text("SELECT pg_try_advisory_lock(:key)"), text("SELECT pg_advisory_unlock(:key)")
_ASKED_AGAIN_SECONDS = 0.2

_AWAY = "does not answer; nothing was written. See that PostgreSQL runs and that `database.url` names it; it is tried again by itself"
_MEANINGS = {
    "08": _AWAY,
    "28": "refuses the user name or the password of `database.url`; check both, and the server's pg_hba.conf",
    "3D": "is not there: make it with `createdb`, or name another in `database.url`",
    "3F": "has no schema to keep tables in; make one and put it on the user's search_path",
    "42501": "may not be used that way by the user of `database.url`; let the user own the database, or grant the right",
    "53100": "cannot be written: the server's disk is full; free some space and try again",
    "53200": "has no memory left for this; try again, or give the server more",
    "53300": "has no connection free; lower `database.pool_size`, or raise the server's max_connections",
    "57014": "took too long for one statement; try again, or raise `database.statement_seconds`",
    "57P": _AWAY,
    "58": "cannot be read or written: the server's disk reports an error; see its log",
    "XX001": "is damaged; restore a backup",
    "XX002": "has a damaged index; run REINDEX, or restore a backup",
    "23503": "was left as it is: what this belongs to was erased meanwhile",
}
_ALL_WRITE = ("55P03", "40P01", "40001")
"""No turn within the time given, or two who waited for each other."""
_ONLY_READ = ("25006",)
_TOO_LARGE = ("22003",)
OURS: Final = "23000"
"""What the log's guard says, in our own words."""
_NO_TEXT = ("22021", "22P05", "54000")


class PostgresDatabase(Database):
    """One database of a PostgreSQL server."""

    @contextmanager
    def through_one_connection(self) -> Iterator[None]:
        """Let this thread read as ever: a server's connections are few, and are not held while somebody computes."""
        yield

    @contextmanager
    def _connected_to_read(self) -> Iterator[Connection]:
        with self.engine.connect() as connection:
            _begins(connection, at_one_state=True)
            with connection.begin():
                yield connection

    @contextmanager
    def writing(self, _persona_id: int | None = None) -> Iterator[Connection]:
        """Give a connection whose changes are kept all together, or not at all; nobody else changes the persona's rows meanwhile.

        With a persona no row of another one is seen or changed.  Without one nobody else changes anything.
        """
        if _persona_id is None:
            turn = self._in_turn(_TURN_ALONE, {"fence": ""})
        else:
            turn = self._in_turn(_TURN_OF_ONE, {"fence": str(_persona_id), "persona": _persona_id})
        with turn as connection:
            yield connection

    @contextmanager
    def writing_beside(self) -> Iterator[Connection]:
        """Give a connection to write rows that are nobody's, each by one statement: whoever else writes may go on."""
        with self._in_turn(_TURN_BESIDE, {"fence": ""}) as connection:
            yield connection

    @contextmanager
    def _in_turn(self, turn: Any, more: dict[str, Any]) -> Iterator[Connection]:
        with self._translated(), self.engine.connect() as connection:
            _begins(connection, at_one_state=False)
            with connection.begin():
                connection.execute(turn, self._turn_parameters(**more))
                self._require_revision(connection)
                yield connection

    def _turn_parameters(self, **more: Any) -> dict[str, Any]:
        commit = "on" if self._is_durable else "off"
        return {"home": HOME_LOCK, "patience": f"{self._patience_ms}ms", "commit": commit, **more}

    @property
    def is_on_a_server(self) -> bool:
        """Tell whether what is asked goes to another program and back."""
        return True

    def in_one_trip(self, _persona_id: int, _statement: Prepared, _values: Mapping[str, Any]) -> tuple[Any, ...] | None:
        """Write for a persona by one statement, in its turn, and return its first row when that is on the server's disk.

        The turn, the statement and the commit go there together: the server is some way off.  The statement is given `:persona` and
        `:revision`, and must write nothing at another revision than that.
        """
        given = {**_values, "persona": _persona_id, "revision": self.revision}
        turn = _OF_ONE_AT_ONCE.as_given(
            self.engine.dialect, self._turn_parameters(fence=str(_persona_id), persona=_persona_id)
        )
        with self._translated(), self._lent() as driver:
            with driver.pipeline():  # BEGIN and COMMIT as they are: the driver's own would each wait for an answer
                driver.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
                driver.execute(*turn)
                cursor = driver.execute(*_statement.as_given(self.engine.dialect, given))
                driver.execute("COMMIT")
            found: tuple[Any, ...] | None = cursor.fetchone()
            return found

    @contextmanager
    def _lent(self) -> "Iterator[psycopg.Connection[Any]]":
        """Give a connection as the driver knows it, which begins no transaction by itself; one that is left open is taken back."""
        lent = self.engine.raw_connection()
        driver: Any = lent.driver_connection
        is_as_before = False
        try:
            driver.autocommit = True
            try:
                yield driver
            finally:
                if not driver.closed:
                    driver.rollback()
                    driver.autocommit = False
                    is_as_before = True
        finally:
            if not is_as_before:
                lent.invalidate()
            lent.close()

    def leave_nothing_behind(self, connection: Connection) -> None:
        """Do nothing: what was deleted goes with the next `tidy_away`, when nobody reads it any more."""

    def tidy_away(self) -> None:
        """Take rows that are gone out of their pages; nobody has to wait for it."""
        self.run_in_turn("VACUUM")

    def run_in_turn(self, statement: str) -> None:
        """Run a statement that may be run in no transaction, when its turn comes."""
        with self._translated(), self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.exec_driver_sql("SET statement_timeout = 0")
            connection.exec_driver_sql(f"SET lock_timeout = '{self._patience_ms}ms'")
            try:
                connection.exec_driver_sql(statement)
            finally:
                connection.invalidate()

    @contextmanager
    def right(self, key: int, *, wait_seconds: float) -> Iterator[bool]:
        """Give a right that one process of all has at a time, until the end or its death; tell whether it was to be had."""
        until = time.monotonic() + wait_seconds
        with self._translated(), self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            while not (is_taken := connection.execute(_TAKEN, {"key": key}).scalar()) and time.monotonic() < until:
                time.sleep(_ASKED_AGAIN_SECONDS)
            try:
                yield bool(is_taken)
            finally:
                if is_taken:
                    try:
                        connection.execute(_GIVEN_BACK, {"key": key})
                    except DBAPIError:
                        connection.invalidate()  # with its connection the right is gone in any case

    def empty_journal(self) -> bool:
        """Do nothing: the server's journal is its own, and named where it matters (`docs/how-to/postgresql.md`)."""
        return True

    @contextmanager
    def _translated(self) -> Iterator[None]:
        try:
            with super()._translated():
                yield
        except NoConnectionFree as exc:
            raise StoreBusy(self.label, seconds=self._patience_ms / 1000) from exc
        except DBAPIError as exc:  # what the driver itself refuses is no error of the database
            raise self._told(exc.orig) from exc
        except self.engine.dialect.loaded_dbapi.Error as exc:  # from statements that the driver got as they are
            raise self._told(exc) from exc

    def _told(self, exc: BaseException | None) -> StoreUnavailable:
        state = str(getattr(exc, "sqlstate", None) or "")
        if state.startswith(_ALL_WRITE):
            return StoreBusy(self.label, seconds=self._patience_ms / 1000)
        if state.startswith(_ONLY_READ):
            return StoreReadOnly(f"the database {self.label} cannot be written: the server only reads (a standby?)")
        if state.startswith(_TOO_LARGE):
            raise InvalidInput("a number has more digits than any that is kept; give a smaller one") from exc
        if state.startswith(_NO_TEXT):
            raise InvalidInput("a text holds characters that the database cannot keep; remove them") from exc
        for code, meaning in _MEANINGS.items():
            if state.startswith(code):
                return StoreUnavailable(f"the database {self.label} {meaning}")
        if not state:  # no answer at all, or one that the driver did not understand
            return StoreUnavailable(f"the database {self.label} {_meant_by(exc)}")
        if state == OURS:
            return StoreUnavailable(f"the database {self.label} refuses it: {str(exc).partition(chr(10))[0]}")
        # Without the server's words: they may repeat what was to be kept.
        return StoreUnavailable(f"the database {self.label} cannot be used ({type(exc).__name__}, {state})")


def open_postgres(
    url: str,
    *,
    durable: bool = True,
    pool_size: int = POOL_SIZE,
    pool_overflow: int = POOL_OVERFLOW,
    statement_seconds: int = STATEMENT_SECONDS,
) -> PostgresDatabase:
    """Return the database that the address names; nothing is connected yet.

    At most `pool_size` connections are kept and `pool_overflow` more are made while there is much to do.  Without `durable` no
    commit waits for the disk: for what is thrown away.
    """
    address = _address(url)
    _require_driver()
    engine = create_engine(
        address,
        poolclass=ClosingPool,
        pool_size=pool_size,
        max_overflow=pool_overflow,
        pool_timeout=BUSY_TIMEOUT_MS / 1000,
        pool_recycle=RENEWED_SECONDS,
        pool_use_lifo=True,
        hide_parameters=True,
        execution_options={"preserve_rowcount": True},
        connect_args={"connect_timeout": CONNECT_SECONDS, "application_name": "omoide"}
        | {key: str(value) for key, value in address.query.items()},
    )
    event.listen(engine, "connect", lambda connection, _record: _prepare(connection, seconds=statement_seconds))
    trust = _Trust(engine)
    event.listen(engine, "checkin", trust.note_use)
    event.listen(engine, "invalidate", trust.note_loss)
    event.listen(engine, "checkout", trust.try_first)
    database = PostgresDatabase(engine, label=label_of(url), is_durable=durable)
    _after_fork(engine)
    return database


def label_of(url: str) -> str:
    """Return how a database is called in messages: where it is and its name, never who asks or by which password."""
    address = _address(url)
    host = address.host or str(address.query.get("host", "")) or "localhost"
    port = f":{address.port}" if address.port else ""
    return f"{address.database or ''} at {host}{port}"


def _address(url: str) -> URL:
    try:
        address = make_url(url)
    except (ArgumentError, ValueError):
        address = None
    if address is None or address.drivername not in SCHEMES:
        # Without what was given: it may hold a password.
        raise InvalidSetting(
            "`database.url` is no address of a PostgreSQL database; give one such as postgresql://user@host/name"
        )
    return address.set(drivername=DRIVER)


def _require_driver() -> None:
    try:
        import psycopg  # noqa: F401
    except ImportError as exc:
        raise StoreUnavailable(
            "`database.url` names a PostgreSQL database, for which a driver is missing; install `omoide[postgres]`"
        ) from exc


_OF_PARENTS: Final[list[Pool]] = []
"""What a process that was split off has of its parent's connections: neither closed, which is the parent's, nor collected."""


def _after_fork(engine: Engine) -> None:
    """Let a process that was split off make connections of its own: one that two use is of use to neither."""

    def begin_anew() -> None:
        _OF_PARENTS.append(engine.pool)
        engine.dispose(close=False)

    os.register_at_fork(after_in_child=begin_anew)


def _prepare(connection: "psycopg.Connection[Any]", *, seconds: int) -> None:
    was, connection.autocommit = connection.autocommit, True
    try:
        with connection.cursor() as cursor:
            cursor.execute(f"SET statement_timeout = '{seconds}s'")
            # Ours are many small statements: to compile one takes longer than to run it, and the disk is no turntable.
            cursor.execute("SET jit = off")
            cursor.execute("SET random_page_cost = 1.1")
            cursor.execute("SET client_min_messages = warning")
    except BaseException:
        connection.close()  # nobody knows of it yet
        raise
    connection.autocommit = was


class _Trust:
    """Which connections are used as they are, and which are tried first.

    One that nobody has used for a while is tried: its server may have gone, and another one be there by now.  So are all that
    were last used before another one broke.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lost = -math.inf

    def note_use(self, _connection: object, record: Any) -> None:
        record.info["used"] = time.monotonic()

    def note_loss(self, *_: object) -> None:
        self._lost = time.monotonic()

    def try_first(self, connection: Any, record: Any, _proxy: object) -> None:
        used = record.info.get("used", -math.inf)
        if used > self._lost and time.monotonic() - used < TRIED_AFTER_SECONDS:
            return
        try:
            self._engine.dialect.do_ping(connection)
        except self._engine.dialect.loaded_dbapi.Error as exc:
            raise InvalidatePoolError from exc  # the others in the pool are gone with it


def _begins(connection: Connection, *, at_one_state: bool) -> None:
    """Say of which kind the next transaction is; nothing is sent for that."""
    from psycopg import IsolationLevel

    driver: Any = connection.connection.driver_connection
    driver.isolation_level = IsolationLevel.REPEATABLE_READ if at_one_state else IsolationLevel.READ_COMMITTED


_SAID = {
    "password authentication failed": _MEANINGS["28"],
    "no pg_hba.conf entry": _MEANINGS["28"],
    "no password supplied": _MEANINGS["28"],
    "does not exist": "is not there, or its user is not: make them with `createuser` and `createdb`, or correct `database.url`",
    "too many clients": _MEANINGS["53300"],
    "remaining connection slots": _MEANINGS["53300"],
    "ssl": "cannot be reached safely: the server's and our ideas of TLS differ; see `sslmode` in `database.url`",
    "nul": "cannot keep a text with a NUL character",
}
"""While a connection is being made the driver has only words."""


def _meant_by(exc: BaseException | None) -> str:
    said = str(exc).lower()
    return next((meaning for mark, meaning in _SAID.items() if mark in said), _AWAY)
