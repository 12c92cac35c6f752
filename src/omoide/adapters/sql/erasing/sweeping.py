"""Free pages, the journal and merged postings: what a file still holds of rows that are gone."""

from sqlalchemy import text

from omoide.adapters.sql.database import Database

_MERGED = text("INSERT INTO passage_tokens (passage_tokens) VALUES ('optimize')")


def sweep(database: Database) -> None:
    """Merge the postings, write the file anew without free pages, and empty the journal."""
    with database.writing() as connection:
        connection.execute(_MERGED)
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        driver = connection.connection.driver_connection
        if driver is not None:
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
            driver.execute("VACUUM")
            driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
