"""Bringing a database up to date: on open, under a lock, once.

Migrations travel inside the package.  Two processes that open a new home at the same time both succeed: one migrates,
the other waits and finds the work done.  A file written by a newer Omoide is refused, never touched.
"""

from importlib import resources
from pathlib import Path

from alembic.config import Config
from alembic.runtime.environment import EnvironmentContext
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock, Timeout
from sqlalchemy import Connection

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memory_tables import memories
from omoide.errors import StoreUnavailable

LOCK_TIMEOUT_SECONDS = 120.0


def scripts() -> ScriptDirectory:
    """Return the migrations that ship with this version."""
    config = Config()
    config.set_main_option("script_location", str(resources.files("omoide.adapters.sql") / "migrations"))
    return ScriptDirectory.from_config(config)


def current(database: Database) -> str | None:
    """Return the revision the database is at; `None` for a new one."""
    with database.reading() as connection:
        return MigrationContext.configure(connection).get_current_revision()


def bring_up_to_date(database: Database, *, lock: Path) -> None:
    """Run what is missing; return at once when nothing is."""
    migrations = scripts()
    head = migrations.get_current_head()
    if current(database) == head:
        return
    try:
        with FileLock(lock, timeout=LOCK_TIMEOUT_SECONDS):
            _run(database, migrations)
    except Timeout as exc:
        raise StoreUnavailable(
            f"another process has been migrating {database.label} for {LOCK_TIMEOUT_SECONDS:.0f} seconds; "
            f"if none is running, remove {lock} and try again"
        ) from exc
    except OSError as exc:
        raise StoreUnavailable(
            f"the lock {lock} cannot be made: {exc.strerror}; check that the folder may be written"
        ) from exc


def _run(database: Database, migrations: ScriptDirectory) -> None:
    found = current(database)
    known = {script.revision for script in migrations.walk_revisions()}
    if found is not None and found not in known:
        raise StoreUnavailable(
            f"the database {database.label} was written by a newer version of Omoide (revision {found}); "
            "upgrade Omoide to open it"
        )

    def upgrade(revision: object, context: object) -> object:
        return migrations._upgrade_revs("head", revision)  # type: ignore[arg-type]  # noqa: SLF001 - alembic's own recipe

    with database.writing() as connection, EnvironmentContext(Config(), migrations, fn=upgrade) as environment:
        _configure(environment, connection)
        environment.run_migrations()


def _configure(environment: EnvironmentContext, connection: Connection) -> None:
    environment.configure(
        connection=connection,
        target_metadata=memories.metadata,
        transactional_ddl=True,
        transaction_per_migration=False,
        render_as_batch=connection.dialect.name == "sqlite",
    )
