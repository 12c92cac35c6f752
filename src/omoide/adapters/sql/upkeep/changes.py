"""Whether anything has changed: what the database itself counts, without reading a row."""

import sqlite3
import threading
from contextlib import suppress

from sqlalchemy import Connection, text
from sqlalchemy.exc import DatabaseError

from omoide.adapters.sql.database import Database
from omoide.errors import StoreUnavailable

_WRITTEN_SO_FAR = text("SELECT CAST(pg_current_wal_insert_lsn() AS text)")


class SqlChanges:
    """The database's own count of what was written.

    SQLite tells a connection whether others have written since; so one of its own is kept, through which nobody writes.
    PostgreSQL tells how far its log has come, for every connection the same.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._lock = threading.Lock()
        self._held: Connection | None = None

    def version(self) -> str:
        """Return a mark: another one than before whenever anybody, in any process, has written something in between."""
        if self._database.engine.dialect.name != "sqlite":
            with self._database.reading() as connection:
                return str(connection.execute(_WRITTEN_SO_FAR).scalar_one())
        try:
            return self._counted()
        except (DatabaseError, sqlite3.Error) as exc:
            self.close()
            raise StoreUnavailable(f"the database {self._database.label} cannot be looked at: {exc}") from exc

    def _counted(self) -> str:
        with self._lock:
            if self._held is None:
                self._held = self._database.engine.connect()
            # Past SQLAlchemy, which would begin a transaction: inside of one, nothing ever changes.
            cursor = self._held.connection.cursor()
            cursor.execute("PRAGMA data_version")
            [version] = cursor.fetchone() or (0,)
            cursor.close()
        return str(version)

    def close(self) -> None:
        """Let go of the connection."""
        with self._lock, suppress(DatabaseError):
            if self._held is not None:
                self._held.close()
            self._held = None
