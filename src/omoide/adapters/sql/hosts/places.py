"""Where a persona has listened to a host, as its log tells."""

from sqlalchemy import select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.tables import events
from omoide.domain.personas.persona import PersonaId

HOOK = "hook"


class SqlHeardPlaces:
    """Reads the folders from the log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def places(self, persona_id: PersonaId) -> set[str] | None:
        """Return the labels of the folders in which hooks heard the persona; `None` when others spoke to it first."""
        mine = events.c.persona_id == persona_id
        first = select(events.c.source).where(mine).order_by(events.c.id).limit(1)
        heard = select(events.c.client_id).where(mine, events.c.source == HOOK).distinct()
        with self._database.reading() as connection:
            if connection.execute(first).scalar() != HOOK:
                return None
            return {row.client_id for row in connection.execute(heard)}
