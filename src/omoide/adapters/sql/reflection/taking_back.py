"""Days that were reflected on before their time, in SQL: entry, goals and the mark of the day go together, as they came."""

from sqlalchemy import delete, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.goals import rows as goal_rows
from omoide.adapters.sql.goals.taking_back import put_back
from omoide.adapters.sql.reflection.diary import delete_insights
from omoide.adapters.sql.reflection.tables import insights, reflections
from omoide.domain.goals.taking_back import without_reflecting
from omoide.domain.personas.persona import Persona
from omoide.domain.sleep.early import EarlyStage
from omoide.domain.time.moment import Moment


class SqlReflectionTraces:
    """Knows on which days a stage reflected, and what became of goals."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def mark(self, _persona: Persona) -> str:
        """Return nothing: reflections bear the moment at which they were made."""
        return ""

    def take_back(self, persona: Persona, early: EarlyStage) -> None:
        """Forget the reflections, with their entries and what they moved."""
        mine = (reflections.c.persona_id == persona.id, reflections.c.at >= early.began)
        with self._database.writing(persona.id) as connection:
            found = [row for row in connection.execute(select(reflections).where(*mine)) if early.covers(row.at)]
            ids, moments = [row.id for row in found], {Moment(row.at) for row in found}
            entries = select(insights.c.id).where(insights.c.reflection_id.in_(ids))
            delete_insights(connection, list(connection.execute(entries).scalars()))
            before, made = without_reflecting(goal_rows.read_goals(connection, persona.id), at=moments)
            put_back(connection, persona.id, before)
            goal_rows.delete_goals(connection, [goal.id for goal in made])
            connection.execute(delete(reflections).where(reflections.c.id.in_(ids)))
