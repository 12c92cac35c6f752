"""That days were reflected on, in SQL: entry, goals and the mark of the day are one transaction."""

from datetime import date

from sqlalchemy import Connection, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.goals.rows import write_changed, write_new
from omoide.adapters.sql.reflection.diary import write_insight
from omoide.adapters.sql.reflection.tables import reflections
from omoide.domain.personas.persona import PersonaId
from omoide.domain.reflection.levels import Reflection
from omoide.domain.time.moment import Moment
from omoide.ports.reflection.reflections import NewReflection


class _Overtaken(Exception):
    """Somebody else reflected on the day, or erased a turn of it."""


class SqlReflectionStore:
    """Keeps that days were reflected on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId) -> list[Reflection]:
        """Return every reflection, in order of their days."""
        query = select(reflections).where(reflections.c.persona_id == persona_id).order_by(reflections.c.day)
        with self._database.reading() as connection:
            return [_reflection(row) for row in connection.execute(query)]

    def keep(self, persona_id: PersonaId, new: NewReflection) -> Reflection | None:
        """Keep a reflection with its entry and its goals, all or none."""
        try:
            with self._database.writing(persona_id) as connection:
                return _kept(connection, persona_id, new)
        except _Overtaken:
            return None


def _kept(connection: Connection, persona_id: PersonaId, new: NewReflection) -> Reflection:
    mine = (reflections.c.persona_id == persona_id, reflections.c.day == new.day.isoformat())
    before = connection.execute(select(reflections).where(*mine)).first()
    if before is not None and not before.is_stale:
        raise _Overtaken
    number = _marked(connection, persona_id, new, before)
    slot = f"day:{new.day.isoformat()}"
    if new.insight is not None and (
        write_insight(connection, persona_id, new.insight, slot=slot, reflection_id=number) is None
    ):
        raise _Overtaken
    if before is None:
        for goal in new.moved_goals:
            write_changed(connection, persona_id, goal)
        for wished in new.new_goals:
            write_new(connection, persona_id, wished)
    return _reflection(connection.execute(select(reflections).where(reflections.c.id == number)).one())


def _marked(connection: Connection, persona_id: PersonaId, new: NewReflection, before: AnyRow | None) -> int:
    if before is not None:
        changed = update(reflections).where(reflections.c.id == before.id).values(is_stale=False, by=new.by)
        connection.execute(changed)
        return int(before.id)
    row = {
        "persona_id": persona_id,
        "day": new.day.isoformat(),
        "level": new.level,
        "at": new.at,
        "by": new.by,
        "is_stale": False,
    }
    return int(connection.execute(insert(reflections).values(row)).inserted_primary_key[0])  # type: ignore[index]


def _reflection(row: AnyRow) -> Reflection:
    return Reflection(row.id, date.fromisoformat(row.day), row.level, Moment(row.at), row.by, bool(row.is_stale))
