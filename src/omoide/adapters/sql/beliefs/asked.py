"""What the user was asked about, in SQL: so that nobody is asked the same again and again."""

from collections.abc import Sequence

from sqlalchemy import insert, select

from omoide.adapters.sql.beliefs.tables import asked_candidates
from omoide.adapters.sql.database import Database
from omoide.domain.beliefs.state import Target
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class SqlAskedStore:
    """The record of asking."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def since(self, persona_id: PersonaId, moment: Moment) -> list[tuple[Target, int]]:
        """Return what was asked about at or after this moment."""
        table = asked_candidates.c
        query = select(asked_candidates).where(table.persona_id == persona_id, table.at >= moment).order_by(table.id)
        with self._database.reading() as connection:
            return [
                (Target.PREFERENCE, row.preference_id) if row.state_id is None else (Target.STATE, row.state_id)
                for row in connection.execute(query)
            ]

    def note(self, persona_id: PersonaId, asked: Sequence[tuple[Target, int]], *, at: Moment) -> None:
        """Note that the user is asked about these, all or none."""
        if not asked:
            return
        rows = [
            {
                "persona_id": persona_id,
                "state_id": number if target is Target.STATE else None,
                "preference_id": number if target is Target.PREFERENCE else None,
                "at": at,
            }
            for target, number in asked
        ]
        with self._database.writing(persona_id) as connection:
            connection.execute(insert(asked_candidates), rows)
