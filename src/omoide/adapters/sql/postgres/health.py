"""Whether a PostgreSQL database is sound: every row can be read, every index is whole, and the guards are in place."""

from collections.abc import Iterator

from sqlalchemy import Connection

from omoide.adapters.sql.migrate import TABLES
from omoide.adapters.sql.postgres.database import OLDEST_SERVER
from omoide.adapters.sql.postgres.schema import GUARDED
from omoide.adapters.sql.upkeep.health import SqlHealth

_BROKEN_INDEXES = (
    "SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid "
    "WHERE c.relnamespace = current_schema()::regnamespace AND NOT (i.indisvalid AND i.indisready)"
)
_UNCHECKED = (
    "SELECT conname FROM pg_constraint WHERE connamespace = current_schema()::regnamespace AND NOT convalidated"
)
_CHECKSUMS = "SELECT COALESCE(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()"
_GUARDS = "SELECT tgrelid::regclass::text FROM pg_trigger WHERE tgname LIKE '%%\\_guard' AND tgenabled <> 'D'"


class PostgresHealth(SqlHealth):
    """Looks at a PostgreSQL database without changing it."""

    def problems(self) -> list[str]:
        """Return what is wrong; nothing when it is sound.  Every row is read once."""
        with self._database.reading() as connection:
            return list(_problems(connection))


def _problems(connection: Connection) -> Iterator[str]:
    version = int((connection.dialect.server_version_info or (0,))[0])
    if version < OLDEST_SERVER:
        yield f"the server is PostgreSQL {version}; {OLDEST_SERVER} or later is needed"
    for name in connection.exec_driver_sql(_BROKEN_INDEXES).scalars():
        yield f"the index {name} is not whole; run REINDEX INDEX {name}"
    for name in connection.exec_driver_sql(_UNCHECKED).scalars():
        yield f"the rule {name} was never checked against all rows"
    if failures := connection.exec_driver_sql(_CHECKSUMS).scalar():
        yield f"the server has met {failures} pages with a wrong checksum; restore a backup"
    guarded = set(connection.exec_driver_sql(_GUARDS).scalars())
    for name in sorted(set(GUARDED) - guarded):
        yield f"the guard of {name}, which lets nobody change what happened, is missing or off"
    for table in TABLES.sorted_tables:
        # As text, so that also what is kept apart from its row is read.
        connection.exec_driver_sql(f'SELECT count(md5(t::text)) FROM "{table.name}" AS t')  # noqa: S608 - our own names
