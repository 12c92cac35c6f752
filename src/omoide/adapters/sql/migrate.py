"""Bringing a database up to date: on open, under a lock, once.

Migrations travel inside the package; a new home is made in one step (`fresh`), as if they had all been run.  Two
processes that open a new home at the same time both succeed: one migrates, the other waits and finds the work done.  A
file written by a newer Omoide is refused, never touched.
"""

import random
import time
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any

from filelock import FileLock, Timeout
from sqlalchemy import inspect, text

from omoide.adapters.sql import fresh
from omoide.adapters.sql.beliefs import tables as belief_tables
from omoide.adapters.sql.context import tables as context_tables
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.entities import tables as entity_tables
from omoide.adapters.sql.episodes import tables as episode_tables
from omoide.adapters.sql.erasing import tables as erasure_tables
from omoide.adapters.sql.goals import tables as goal_tables
from omoide.adapters.sql.keys import tables as key_tables
from omoide.adapters.sql.knowledge import tables as knowledge_tables
from omoide.adapters.sql.memories import tables as memory_tables
from omoide.adapters.sql.models import tables as model_tables
from omoide.adapters.sql.notes import tables as note_tables
from omoide.adapters.sql.postgres import schema
from omoide.adapters.sql.questions import tables as question_tables
from omoide.adapters.sql.recall.receipts import tables as receipt_tables
from omoide.adapters.sql.reflection import tables as reflection_tables
from omoide.adapters.sql.reminders import tables as reminder_tables
from omoide.adapters.sql.sleep import tables as sleep_tables
from omoide.adapters.sql.topics import tables as topic_tables
from omoide.adapters.upkeep.private_files import FILE
from omoide.errors import StoreBusy, StoreUnavailable

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory

LOCK_TIMEOUT_SECONDS = 120.0
TABLE_WAIT_MS = 200
"""How long a migration waits at a time for a table that somebody is reading, on a server: as long wait those who come after it."""
TABLE_PATIENCE_SECONDS = 60.0
TRIED_AGAIN_SECONDS = (0.2, 0.6)
ROOMS = (
    erasure_tables,
    belief_tables,
    context_tables,
    entity_tables,
    episode_tables,
    goal_tables,
    key_tables,
    knowledge_tables,
    memory_tables,
    model_tables,
    note_tables,
    question_tables,
    reflection_tables,
    topic_tables,
    reminder_tables,
    sleep_tables,
    receipt_tables,
)
"""Each has put its own tables into the one description."""
TABLES = model_tables.answers.metadata
MOVING = "moving"
"""The revision of a copy that is not whole yet (`upkeep/moving`)."""
_FOLDER = resources.files("omoide.adapters.sql") / "migrations"


def revisions() -> list[str]:
    """Return the steps that ship with this version, in order; a file's name begins with its step."""
    names = [file.name for file in (_FOLDER / "versions").iterdir()]
    return sorted(name[:4] for name in names if name[:4].isdecimal())


def current(database: Database) -> str | None:
    """Return the revision the database is at; `None` for a new one."""
    with database.reading() as connection:
        if not inspect(connection).has_table("alembic_version"):
            return None
        found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
        return None if found is None else str(found)


def bring_up_to_date(database: Database, *, lock: Path) -> None:
    """Run what is missing; return at once when nothing is."""
    if current(database) != revisions()[-1]:
        database.revision = None
        _migrate(database, lock=lock)
    database.revision = revisions()[-1]


def _migrate(database: Database, *, lock: Path) -> None:
    _refuse_newer(database)
    try:
        with FileLock(lock, timeout=LOCK_TIMEOUT_SECONDS, mode=FILE):
            if current(database) != revisions()[-1] and not fresh.make(database, revision=revisions()[-1]):
                step_by_step(database)
    except Timeout as exc:
        raise StoreUnavailable(
            f"another process has been migrating {database.label} for {LOCK_TIMEOUT_SECONDS:.0f} seconds; "
            f"if none is running, remove {lock} and try again"
        ) from exc
    except OSError as exc:
        raise StoreUnavailable(
            f"the lock {lock} cannot be made: {exc.strerror}; check that the folder may be written"
        ) from exc


def _refuse_newer(database: Database) -> None:
    found = current(database)
    if found == MOVING:
        raise StoreUnavailable(
            f"the database {database.label} is a copy that was broken off; run `omoide move` again from where it came"
        )
    if found is not None and found not in revisions():
        raise StoreUnavailable(
            f"the database {database.label} was written by a newer version of Omoide (revision {found}); "
            "upgrade Omoide to open it"
        )


def scripts() -> "ScriptDirectory":
    """Return the migrations as Alembic knows them; it is loaded only when there is something to do."""
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(_FOLDER))
    return ScriptDirectory.from_config(config)


def step_by_step(database: Database) -> None:
    """Run every migration that the database has not seen.

    In a file all of them are one transaction, beside which readers go on with what was there before.  On a server whoever reads a
    table waits for a transaction that has changed it, so each step is one of its own; and one that cannot have its table at once
    lets go of everything, so that nobody waits behind it, and is tried again.
    """
    _refuse_newer(database)
    if not database.is_on_a_server:
        _up_to(database, revisions()[-1])
        return
    until = time.monotonic() + TABLE_PATIENCE_SECONDS
    for revision in revisions():
        while not _is_done(database, revision, until=until):
            time.sleep(random.uniform(*TRIED_AGAIN_SECONDS))  # noqa: S311 - no secret


def _is_done(database: Database, revision: str, *, until: float) -> bool:
    """Run one step on a server, if it has not been run; tell whether it could have its tables."""
    try:
        _up_to(database, revision)
    except StoreBusy:
        if time.monotonic() >= until:
            raise
        return False
    return True


def _up_to(database: Database, revision: str) -> None:
    """Run what is missing up to a step in one transaction; to the last belongs what a server needs beyond the tables."""
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext

    migrations = scripts()

    def upgrade(found: Any, _context: Any) -> Any:
        is_there = bool(found) and max(found) >= revision  # another process may have been faster
        return [] if is_there else migrations._upgrade_revs(revision, found)  # noqa: SLF001 - Alembic's own recipe

    with database.writing() as connection, EnvironmentContext(Config(), migrations, fn=upgrade) as environment:
        if database.is_on_a_server:
            # Whoever reads would wait behind us for as long as we wait for a table.
            connection.execute(text(f"SET LOCAL lock_timeout = '{TABLE_WAIT_MS}ms'"))
        environment.configure(
            connection=connection,
            target_metadata=TABLES,
            transactional_ddl=True,
            transaction_per_migration=False,
            render_as_batch=not database.is_on_a_server,
        )
        environment.run_migrations()
        if database.is_on_a_server and revision == revisions()[-1]:
            schema.finish(connection, TABLES)
