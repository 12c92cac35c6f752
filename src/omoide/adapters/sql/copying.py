"""Every row of one database in another that has none: for a rehearsal, which must not touch what it rehearses with."""

from sqlalchemy import insert, select, text

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.migrate import TABLES

ROWS_AT_ONCE = 1_000


def copy_rows(source: Database, target: Database) -> None:
    """Copy all rows as they stand at one moment; `target` is a new SQLite database.  Words are made anew from the passages."""
    with source.reading() as reading, target.writing() as writing:
        writing.execute(
            text("PRAGMA defer_foreign_keys = ON")
        )  # a row may point at one of its own table that comes later
        for table in TABLES.sorted_tables:
            found = reading.execute(select(table), execution_options={"stream_results": True})
            for some in found.mappings().partitions(ROWS_AT_ONCE):
                writing.execute(insert(table), [dict(row) for row in some])
