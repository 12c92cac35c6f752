"""However a connection is lost or let go of, it is closed: what stays open is one of the few that a server has."""

import gc
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import psycopg
import pytest
from sqlalchemy import text

from omoide.adapters.jobs.engine.places import JobServer
from omoide.adapters.sql.postgres.database import PostgresDatabase, open_postgres
from omoide.errors import StoreUnavailable
from tests import warm
from tests.fakes.postgres import TestServer

ENDED = "SELECT pg_terminate_backend(pg_backend_pid())"
ONE = text("SELECT 1")


@pytest.fixture
def address(postgres: Callable[[], TestServer]) -> str:
    return postgres().clean()


def test_read_through(address: str) -> None:
    with nothing_left_open(address), closed_at_the_end(open_postgres(address)) as database:
        with pytest.raises(StoreUnavailable), database.reading() as connection:
            connection.exec_driver_sql(ENDED)
        assert is_read(database)


def test_written_through(address: str) -> None:
    with nothing_left_open(address), closed_at_the_end(open_postgres(address)) as database:
        with pytest.raises(StoreUnavailable), database.writing(1) as connection:
            connection.exec_driver_sql(ENDED)
        assert is_read(database)


def test_lent_past_the_library(address: str) -> None:
    with nothing_left_open(address), closed_at_the_end(open_postgres(address)) as database:
        with pytest.raises(StoreUnavailable), database._translated(), database._lent() as driver:
            driver.execute(ENDED)
        assert is_read(database)


def test_broken_while_others_are_used(address: str) -> None:
    with nothing_left_open(address), closed_at_the_end(open_postgres(address)) as database:
        with database.reading() as other:
            with pytest.raises(StoreUnavailable), database._translated(), database._lent() as driver:
                driver.execute(ENDED)
            assert other.execute(ONE).scalar() == 1
        assert is_read(database)


def test_broken_while_nobody_uses_it(address: str) -> None:
    with nothing_left_open(address), closed_at_the_end(open_postgres(address)) as database:
        with ExitStack() as several:
            for _ in range(3):
                several.enter_context(database.reading())
        end_all(address)
        with pytest.raises(StoreUnavailable), database.reading() as connection:
            connection.execute(ONE)  # it was used just now, and is not tried
        assert is_read(database)


def test_broken_while_nobody_has_used_it_for_a_while(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("omoide.adapters.sql.postgres.database.TRIED_AFTER_SECONDS", 0.0)
    with nothing_left_open(address), closed_at_the_end(open_postgres(address)) as database:
        with database.reading() as in_use, ExitStack() as several:
            for _ in range(3):
                several.enter_context(database.reading())
            mine = in_use.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
            several.close()
            end_all(address, but=mine)
            assert is_read(database)
            assert in_use.execute(ONE).scalar() == 1
        assert is_read(database)


def test_broken_while_it_holds_a_right(address: str) -> None:
    with nothing_left_open(address), closed_at_the_end(open_postgres(address)) as database:
        with database.right(7, wait_seconds=0) as is_alone:
            assert is_alone
            end_all(address)
        assert is_read(database)


def test_broken_by_a_statement_outside_of_any_transaction(address: str) -> None:
    with nothing_left_open(address), closed_at_the_end(open_postgres(address)) as database:
        with pytest.raises(StoreUnavailable):
            database.run_in_turn(ENDED)
        assert is_read(database)


def test_made_but_not_to_be_prepared(address: str) -> None:
    with (
        nothing_left_open(address),
        closed_at_the_end(open_postgres(address, statement_seconds=-7)) as database,
        pytest.raises(StoreUnavailable),
        database.reading(),
    ):
        pass


def test_interrupted_while_it_is_taken_back(address: str) -> None:
    """It goes on beginning no transaction by itself, and must not be used by those who count on one."""

    def interrupt() -> None:
        raise KeyboardInterrupt

    with nothing_left_open(address), closed_at_the_end(open_postgres(address)) as database:
        with pytest.raises(KeyboardInterrupt), database._lent() as driver:
            driver.__dict__["rollback"] = interrupt
        assert driver.closed
        del driver
        assert is_read(database)


def test_in_use_when_the_database_is_closed(address: str) -> None:
    with nothing_left_open(address):
        database = open_postgres(address)
        with database.reading() as connection:
            database.close()
            assert connection.execute(ONE).scalar() == 1


def test_in_use_by_several_threads_when_the_database_is_closed(address: str) -> None:
    threads = 6
    are_there, may_end = threading.Barrier(threads + 1), threading.Event()

    def read() -> None:
        with database.reading() as connection:
            are_there.wait()
            may_end.wait()
            connection.execute(ONE)

    with nothing_left_open(address):
        database = open_postgres(address, pool_size=3)
        started = [threading.Thread(target=read) for _ in range(threads)]
        for thread in started:
            thread.start()
        are_there.wait()
        database.close()
        may_end.set()
        for thread in started:
            thread.join()
        assert is_read(database), "it is opened again by itself"
        database.close()


def test_in_use_by_somebody_whom_only_the_collector_finds(address: str) -> None:
    def forget(database: PostgresDatabase) -> None:
        circle: list[object] = [database.engine.connect()]
        circle.append(circle)

    with nothing_left_open(address):
        database = open_postgres(address)
        forget(database)
        database.close()


def test_in_use_when_the_book_of_jobs_is_closed(address: str) -> None:
    with nothing_left_open(address):
        engine = JobServer(address).connected()
        with engine.connect() as connection:
            engine.dispose()
            assert connection.execute(ONE).scalar() == 1


FORKED = """
import gc, os, sys, warnings
from sqlalchemy import text
from omoide.adapters.sql.postgres.database import open_postgres

warnings.simplefilter("error")
database = open_postgres(sys.argv[1])

def read():
    with database.reading() as connection:
        assert connection.execute(text("SELECT 1")).scalar() == 1

read()
child = os.fork()
gc.collect()
read()
database.close()
gc.collect()
if child:
    assert os.waitpid(child, 0)[1] == 0
"""


def test_used_by_a_process_and_by_one_that_was_split_off_from_it(address: str) -> None:
    with nothing_left_open(address):
        done = warm.run("-c", FORKED, address)
    assert (done.returncode, done.stderr) == (0, "")


@contextmanager
def nothing_left_open(address: str) -> Iterator[None]:
    """Require that no connection was given to the collector while it was open, and that the server has none left."""
    gc.collect()
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", ResourceWarning)
        yield
        gc.collect()
    assert [str(each.message) for each in told] == []
    with psycopg.connect(address, autocommit=True) as watching:
        until = time.monotonic() + 60
        while left := watching.execute(_OTHERS, {"but": 0}).fetchall():
            assert time.monotonic() < until, f"{len(left)} are left"
            time.sleep(0.01)  # one that was closed ends a moment later


@contextmanager
def closed_at_the_end(database: PostgresDatabase) -> Iterator[PostgresDatabase]:
    try:
        yield database
    finally:
        database.close()


def is_read(database: PostgresDatabase) -> bool:
    with database.reading() as connection:
        return bool(connection.execute(ONE).scalar() == 1)


def end_all(address: str, *, but: int = 0) -> None:
    """End every session of ours from outside, and wait until they are gone."""
    with psycopg.connect(address, autocommit=True) as other:
        other.execute(f"SELECT pg_terminate_backend(pid, 60000) FROM ({_OTHERS}) AS others", {"but": but})


_OTHERS = (
    "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend' "
    "AND pid NOT IN (pg_backend_pid(), %(but)s)"
)
