"""A new home in one step: the tables as all migrations together leave them, written down in `migrations/fresh.sql`.

Migrations are for homes that hold something; a new one would only make tables to change them a moment later.  After a
migration was added, `python -m omoide.adapters.sql.fresh` writes the file anew; `tests/adapters/sql/test_fresh.py` holds
both ways together.  A file that was not written anew is of an earlier step, and the migrations are run as ever.
"""

import sys
from functools import cache
from importlib import resources
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, inspect, text

from omoide.adapters.sql.database import Database, open_sqlite
from omoide.adapters.sql.postgres import schema
from omoide.adapters.sql.tables import metadata

FILE = Path(str(resources.files("omoide.adapters.sql"))) / "migrations" / "fresh.sql"
HEADING = "-- The tables of a new home at step "
_BETWEEN = ";\n\n"
"""No statement holds this: what a trigger does stands on one line."""
_MADE = (
    "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' "
    "AND (type <> 'table' OR name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')) ORDER BY rowid"
)


def make(database: Database, *, revision: str) -> bool:
    """Make all tables at once if there are none yet and they are known at this step; tell whether they were made."""
    if database.engine.dialect.name != "sqlite":
        return _described(database, revision=revision)
    step, statements = _read()
    if step != revision:
        return False
    with database.writing() as connection:
        if connection.exec_driver_sql("SELECT 1 FROM sqlite_master LIMIT 1").first() is not None:
            return False
        for statement in statements:
            connection.exec_driver_sql(statement)
        connection.exec_driver_sql("INSERT INTO alembic_version (version_num) VALUES (?)", (revision,))
    return True


def _described(database: Database, *, revision: str) -> bool:
    """Make the tables as they are described, on a server that has none; `tests/adapters/sql/postgres` holds both ways together."""
    with database.writing() as connection:
        if inspect(connection).has_table("alembic_version"):
            return False
        metadata.create_all(connection)
        connection.exec_driver_sql(
            "CREATE TABLE alembic_version "
            "(version_num VARCHAR(32) NOT NULL, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
        )
        connection.execute(text("INSERT INTO alembic_version (version_num) VALUES (:revision)"), {"revision": revision})
        schema.finish(connection, metadata)
    return True


def written(connection: Connection) -> str:
    """Return a database's tables, indexes and triggers, and its step, as the file has them."""
    step = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar_one()
    made = [row[0] for row in connection.exec_driver_sql(_MADE)]
    return f"{HEADING}{step}{_BETWEEN}" + "".join(f"{statement}{_BETWEEN}" for statement in made)


@cache
def _read() -> tuple[str, tuple[str, ...]]:
    heading, *statements = FILE.read_text(encoding="utf-8").split(_BETWEEN)
    return heading.removeprefix(HEADING), tuple(statement for statement in statements if statement)


def main() -> None:
    """Write the file anew, from the migrations."""
    from omoide.adapters.sql import migrate

    with TemporaryDirectory() as folder:
        database = open_sqlite(Path(folder) / "steps.db", durable=False)
        migrate.step_by_step(database)
        with database.reading() as connection:
            FILE.write_text(written(connection), encoding="utf-8", newline="\n")
        database.close()
    sys.stdout.write(f"{FILE}\n")


if __name__ == "__main__":
    main()
