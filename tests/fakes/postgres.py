"""One PostgreSQL server for a whole run of the tests, and a clean database for each test.

All processes of a run share the server; the last one that leaves stops it.  Each process has a database of its own, whose rows are
taken away before every test: that takes milliseconds, where a new database takes tenths of a second.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
from bench.postgres_server import SPARED, OwnPostgres
from filelock import FileLock
from psycopg import sql

from omoide.adapters.sql import migrate
from omoide.adapters.sql.postgres.database import open_postgres

ROLE = "omoide"
"""Whom the tests ask as: no superuser, so that the fence around a persona holds."""
_EMPTIED = """
DO $$ DECLARE it record; filled boolean; BEGIN
  SET LOCAL session_replication_role = replica;
  FOR it IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version' LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', it.tablename) INTO filled;
    IF filled THEN EXECUTE format('DELETE FROM %I', it.tablename); END IF;
  END LOOP;
  FOR it IN SELECT sequencename FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL LOOP
    PERFORM setval(format('public.%I', it.sequencename)::regclass, 1, false);
  END LOOP;
END $$
"""


class TestServer:
    """The server of this run, as one of its processes sees it."""

    __test__ = False

    def __init__(self, server: OwnPostgres, *, worker: str) -> None:
        self._server = server
        self._worker = worker
        self._made = 0
        self._known: str | None = None

    def clean(self) -> str:
        """Return the address of this process' own database, with all tables and no row."""
        if self._known is None:
            self._known = self.new()
            database = open_postgres(self._server.url(self._known, user=ROLE), durable=False)
            migrate.bring_up_to_date(database, lock=self._server.folder / f"{self._known}.lock")
            database.close()
        with psycopg.connect(self._server.url(self._known), autocommit=True) as connection:
            connection.execute(_EMPTIED)
        return self._server.url(self._known, user=ROLE)

    def empty(self) -> str:
        """Return the address of a new database without tables."""
        return self._server.url(self.new(), user=ROLE)

    def new(self) -> str:
        """Make a database without tables; return its name."""
        self._made += 1
        name = f"{self._worker}_{self._made}"
        with psycopg.connect(self._server.url(), autocommit=True) as connection:
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER {}").format(sql.Identifier(name), sql.Identifier(ROLE))
            )
        return name

    def as_superuser(self, url: str) -> str:
        """Return the same database's address for somebody who may do everything."""
        return url.replace(f"//{ROLE}@", "//postgres@", 1)


@contextmanager
def shared_server(run: str, *, worker: str) -> Iterator[Callable[[], TestServer]]:
    """Give a way to the run's server, which is started when it is first asked for and stopped when nobody needs it any more."""
    folder = Path(tempfile.gettempdir()) / f"omoide-pg-{run}"
    server, lock = OwnPostgres(folder, settings=SPARED), FileLock(f"{folder}.lock")
    users = Path(f"{folder}.users")
    known: list[TestServer] = []

    def ask() -> TestServer:
        if not known:
            with lock:
                others = _alive(users)
                if not others:
                    server.start()
                    _make_role(server)
                users.write_text("\n".join([*others, str(os.getpid())]), encoding="ascii")
            known.append(TestServer(server, worker=worker))
        return known[0]

    try:
        yield ask
    finally:
        if known:
            with lock:
                left = [each for each in _alive(users) if each != str(os.getpid())]
                users.write_text("\n".join(left), encoding="ascii")
                if not left:
                    server.stop("immediate")
                    server.remove()
                    users.unlink()
            if not users.exists():
                Path(lock.lock_file).unlink(missing_ok=True)


def _make_role(server: OwnPostgres) -> None:
    with psycopg.connect(server.url(), autocommit=True) as connection:
        if connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", (ROLE,)).fetchone() is None:
            connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(sql.Identifier(ROLE)))


def _alive(users: Path) -> list[str]:
    """Return the processes that use the server and still run."""
    told = users.read_text(encoding="ascii").split() if users.exists() else []
    return [each for each in told if Path("/proc", each).exists()]
