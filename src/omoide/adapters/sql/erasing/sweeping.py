"""Free pages, the journal and merged postings: what a database still holds of rows that are gone."""

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.recall import token_rows


def sweep(database: Database) -> None:
    """Merge the postings, and write the database anew without what rows left behind."""
    with database.writing() as connection:
        token_rows.merge(connection)
    database.tidy_away()
