"""Free pages, the journal and merged postings: what a file still holds of rows that are gone."""

from sqlalchemy import text

from omoide.adapters.sql.database import Database

_MERGED = text("INSERT INTO passage_tokens (passage_tokens) VALUES ('optimize')")


def sweep(database: Database) -> None:
    """Merge the postings, write the file anew without free pages, and empty the journal."""
    with database.writing() as connection:
        connection.execute(_MERGED)
    database.empty_journal()  # a journal that somebody reads from all the time is looked through, and named, afterwards
    database.run_in_turn("VACUUM")
    database.empty_journal()
