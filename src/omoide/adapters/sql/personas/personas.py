"""Personas and their settings in SQL."""

from sqlalchemy import bindparam, delete, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.tables import personas, settings
from omoide.domain.personas.persona import Persona, PersonaId, checked_name, folded
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.errors import PersonaExists, PersonaNotFound

_NAMED = Prepared(select(personas).where(personas.c.folded == bindparam("folded")))
_NUMBERED = Prepared(select(personas).where(personas.c.id == bindparam("persona")))


class SqlPersonaStore:
    """Keeps personas by name."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, name: str, *, language: Language, timezone: str, at: Moment, is_language_open: bool = False
    ) -> Persona:
        """Keep a new persona; raise `PersonaExists` when the name is taken."""
        row = {
            "name": checked_name(name),
            "folded": folded(name),
            "language": language.value,
            "timezone": timezone,
            "created": at,
            "is_language_open": is_language_open,
        }
        with self._database.writing() as connection:
            if connection.execute(select(personas.c.id).where(personas.c.folded == row["folded"])).first():
                raise PersonaExists(name)
            connection.execute(insert(personas).values(row))
        return self.get(name)

    def get(self, name: str) -> Persona:
        """Return the persona; raise `PersonaNotFound` when there is none."""
        with self._database.reading() as connection:
            found = _NAMED.named(connection, {"folded": folded(name)})
        if not found:
            raise PersonaNotFound(name)
        return _persona(found[0])

    def current(self, persona: Persona) -> Persona:
        """Return the persona as it is now; as it is given when it is not there any more."""
        with self._database.reading() as connection:
            found = _NUMBERED.named(connection, {"persona": persona.id})
        return _persona(found[0]) if found else persona

    def all(self) -> list[Persona]:
        """Return every persona, oldest first."""
        with self._database.reading() as connection:
            return [_persona(row) for row in connection.execute(select(personas).order_by(personas.c.id))]

    def change(self, persona: Persona) -> Persona:
        """Keep the persona's new name, language or time zone; an open language stays what it has become meanwhile."""
        chosen = {} if persona.is_language_open else {"language": persona.language.value, "is_language_open": False}
        taken = select(personas.c.id).where(personas.c.folded == folded(persona.name), personas.c.id != persona.id)
        with self._database.writing() as connection:
            if connection.execute(taken).first():
                raise PersonaExists(persona.name)
            connection.execute(
                update(personas)
                .where(personas.c.id == persona.id)
                .values(
                    name=checked_name(persona.name),
                    folded=folded(persona.name),
                    timezone=persona.timezone,
                    **chosen,
                )
            )
        return self.get(persona.name)


class SqlSettingStore:
    """Keeps each persona's own settings, as text."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, persona_id: PersonaId) -> dict[str, str]:
        """Return the persona's settings by key."""
        query = select(settings.c.key, settings.c.value).where(settings.c.persona_id == persona_id)
        with self._database.reading() as connection:
            return {row.key: row.value for row in connection.execute(query.order_by(settings.c.key))}

    def set(self, persona_id: PersonaId, key: str, value: str | None) -> None:
        """Keep one setting; `None` takes it away."""
        with self._database.writing(persona_id) as connection:
            if value is None:
                connection.execute(delete(settings).where(settings.c.persona_id == persona_id, settings.c.key == key))
                return
            statement = self._database.upsert(settings, keys=["persona_id", "key"], values=["value"])
            connection.execute(statement.values(persona_id=persona_id, key=key, value=value))


def _persona(row: AnyRow) -> Persona:
    return Persona(
        id=PersonaId(row.id),
        name=row.name,
        language=Language(row.language),
        timezone=row.timezone,
        created=Moment(row.created),
        is_language_open=bool(row.is_language_open),
    )
