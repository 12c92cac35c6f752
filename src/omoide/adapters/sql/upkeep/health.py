"""Whether the database file is sound, and how large it is."""

import sqlalchemy
from sqlalchemy import func, select

from omoide.adapters.sql import migrate
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.tables import events, passages, personas, vectors
from omoide.ports.upkeep.health import Counts


class SqlHealth:
    """Looks at the database without changing it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def problems(self) -> list[str]:
        """Return what the database itself finds wrong; nothing when it is sound."""
        with self._database.reading() as connection:
            found = [row[0] for row in connection.exec_driver_sql("PRAGMA integrity_check")]
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").all()
        wrong = [] if found == ["ok"] else [str(line) for line in found]
        return wrong + [f"row {row[1]} of {row[0]} points at nothing in {row[2]}" for row in broken]

    def counts(self) -> Counts:
        """Return how much is kept."""
        with self._database.reading() as connection:
            sizes = [
                int(connection.execute(select(func.count()).select_from(table)).scalar_one())
                for table in (personas, events, passages, vectors)
            ]
        return Counts(*sizes)

    def revision(self) -> str:
        """Return the step of the migrations the database is at."""
        return migrate.current(self._database) or "none"

    def engine(self) -> str:
        """Return the database's own name and version."""
        with self._database.reading() as connection:
            version = ".".join(str(part) for part in connection.dialect.server_version_info or ())
            return f"{connection.dialect.name} {version}, SQLAlchemy {sqlalchemy.__version__}"
