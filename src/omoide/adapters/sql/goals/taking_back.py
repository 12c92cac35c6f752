"""Goals that were given up before their time, in SQL."""

from collections.abc import Sequence

from sqlalchemy import Connection, update

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.episodes.taking_back import delete_slots
from omoide.adapters.sql.goals import rows
from omoide.adapters.sql.goals.tables import goals
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.goals.goal import Goal
from omoide.domain.goals.taking_back import without_tidying
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.sleep.early import EarlyStage


class SqlGoalTraces:
    """Knows which goals a stage gave up."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def mark(self, _persona: Persona) -> str:
        """Return nothing: a goal bears the moment at which it was given up."""
        return ""

    def take_back(self, persona: Persona, early: EarlyStage) -> None:
        """Have goals that were given up by themselves active again; that one was reached is told whatever the time."""
        with self._database.writing(persona.id) as connection:
            put_back(connection, persona.id, without_tidying(rows.read_goals(connection, persona.id), early=early))


def put_back(connection: Connection, persona_id: PersonaId, before: Sequence[Goal]) -> None:
    """Keep goals as they stood, with the version they had: whoever read them then is right."""
    for goal in before:
        connection.execute(update(goals).where(goals.c.id == goal.id).values(rows.columns_of(goal)))
        rows.write_notes(connection, persona_id, goal)
    slots = [f"{EpisodeKind.ACHIEVEMENT.value}:{goal.label}" for goal in before]
    delete_slots(connection, persona_id, slots)
