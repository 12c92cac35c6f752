"""Who has something to do, of all personas at once, in SQL: each question is one statement, answered from indexes."""

from collections.abc import Set as AbstractSet
from typing import Any

from sqlalchemy import Select, exists, func, or_, select

from omoide.adapters.sql.beliefs.tables import revisions, undigested
from omoide.adapters.sql.database import Database, scalar_int
from omoide.adapters.sql.entities.tables import entity_revisions
from omoide.adapters.sql.erasing.tables import erasures
from omoide.adapters.sql.memories.tables import memories, nights, protection_claims
from omoide.adapters.sql.notes.tables import note_revisions
from omoide.adapters.sql.reflection.tables import insights
from omoide.adapters.sql.sleep.tables import sleeps
from omoide.adapters.sql.tables import completions, events, passages, personas, progress, settings, spaces
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.jobs.agenda import ChangeMarks
from omoide.ports.nights.store import Phase

_CHANGING = (revisions, note_revisions, entity_revisions, insights, erasures)
_OVER = (Phase.DONE.value, Phase.UNDONE.value)
_UNDIGESTED = (
    select(undigested.c.persona_id)
    .distinct()
    .select_from(
        undigested.join(events, events.c.id == undigested.c.event_id).outerjoin(
            completions, completions.c.event_id == undigested.c.event_id
        )
    )
)
_NIGHTS = nights.alias("earlier")
_LAST_NIGHT = (
    select(func.max(_NIGHTS.c.id)).where(_NIGHTS.c.persona_id == personas.c.id).correlate(personas).scalar_subquery()
)
_FIRST_MEMORY = select(func.min(memories.c.created)).where(memories.c.persona_id == personas.c.id).scalar_subquery()


class SqlAgenda:
    """Finds whom it is worth looking at."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def undigested(self, *, open_before: Moment) -> AbstractSet[PersonaId]:
        """Return who has a turn to digest."""
        is_finished = or_(events.c.assistant_text.is_not(None), completions.c.event_id.is_not(None))
        return self._ids(_UNDIGESTED.where(or_(is_finished, undigested.c.created < open_before)))

    def unsettled(self, *, space: str) -> AbstractSet[PersonaId]:
        """Return who has a passage without a vector, or a wish to keep a memory."""
        done = (
            select(progress.c.passage_id)
            .join(spaces, spaces.c.id == progress.c.space_id)
            .where(progress.c.persona_id == personas.c.id, spaces.c.key == space)
            .correlate(personas)
            .scalar_subquery()
        )
        waits = exists().where(passages.c.persona_id == personas.c.id, passages.c.id > func.coalesce(done, 0))
        claims = self._ids(select(protection_claims.c.persona_id).distinct())
        return self._ids(select(personas.c.id).where(waits)) | claims

    def awake_since(self) -> dict[PersonaId, Moment | None]:
        """Return, of whoever remembers anything, from when on a night is to come."""
        query = (
            select(personas.c.id, nights.c.until, nights.c.phase, _FIRST_MEMORY.label("first"))
            .select_from(personas.outerjoin(nights, nights.c.id == _LAST_NIGHT))
            .where(or_(nights.c.id.is_not(None), _FIRST_MEMORY.is_not(None)))
        )
        with self._database.reading() as connection:
            known = {PersonaId(row.id): _since(row) for row in connection.execute(query)}
        asleep = self._ids(select(sleeps.c.persona_id).distinct().where(sleeps.c.ended.is_(None)))
        return known | dict.fromkeys(asleep)

    def changed(self, since: ChangeMarks) -> tuple[AbstractSet[PersonaId], ChangeMarks]:
        """Return whose beliefs, notes, profiles or insights changed since a look, and how far all are now."""
        with self._database.reading() as connection:
            now = ChangeMarks(
                tuple(scalar_int(connection.execute(select(func.max(table.c.id))).scalar()) for table in _CHANGING)
            )
            found: set[PersonaId] = set()
            for table, before, after in zip(_CHANGING, since.numbers, now.numbers, strict=False):
                if before != after:
                    newer = select(table.c.persona_id).distinct().where(table.c.id > before)
                    found |= {PersonaId(each) for each in connection.execute(newer).scalars()}
        return found, now

    def with_own(self, setting: str) -> AbstractSet[PersonaId]:
        """Return who has a value of its own of this setting."""
        return self._ids(select(settings.c.persona_id).where(settings.c.key == setting))

    def _ids(self, query: Select[tuple[Any]]) -> AbstractSet[PersonaId]:
        with self._database.reading() as connection:
            return {PersonaId(each) for each in connection.execute(query).scalars()}


def _since(row: Any) -> Moment | None:
    """Return from when on a night is to come; `None` when the last night is not over."""
    if row.phase is not None and row.phase not in _OVER:
        return None
    return Moment(row.first if row.until is None else row.until)
