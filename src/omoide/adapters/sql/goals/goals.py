"""Goals and their notes, in SQL."""

from collections.abc import Collection, Sequence

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.goals import rows
from omoide.adapters.sql.goals.tables import goals
from omoide.domain.goals.goal import Goal, GoalStatus, NewGoal
from omoide.domain.personas.persona import PersonaId
from omoide.errors import GoalNotFound


class SqlGoalStore:
    """Keeps goals."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId, *, statuses: Collection[GoalStatus] = ()) -> list[Goal]:
        """Return the goals, oldest first; with `statuses` only those that stand so."""
        with self._database.reading() as connection:
            if statuses:
                return rows.read_standing(connection, persona_id, statuses)
            return rows.read_goals(connection, persona_id)

    def named(self, persona_id: PersonaId, name: str) -> Goal:
        """Return the goal with this id, or just its number."""
        wanted = name.strip()
        number = wanted.lstrip("0") if wanted.isascii() and wanted.isdecimal() else ""
        is_meant = goals.c.id == int(number) if number else goals.c.label == wanted
        with self._database.reading() as connection:
            found = rows.read_goals(connection, persona_id, [is_meant])
        if not found:
            raise GoalNotFound(name)
        return found[0]

    def add(self, persona_id: PersonaId, new: NewGoal) -> Goal | None:
        """Keep a goal."""
        with self._database.writing(persona_id) as connection:
            return rows.write_new(connection, persona_id, new)

    def change(self, persona_id: PersonaId, changed: Sequence[Goal]) -> list[Goal]:
        """Keep goals as they stand from now on, all or none."""
        if not changed:
            return []
        with self._database.writing(persona_id) as connection:
            return [rows.write_changed(connection, persona_id, goal) for goal in changed]

    def remove(self, persona_id: PersonaId, goal: Goal) -> None:
        """Delete a goal with its notes."""
        with self._database.writing(persona_id) as connection:
            rows.require_version(connection, persona_id, goal)
            rows.delete_goals(connection, [goal.id])
