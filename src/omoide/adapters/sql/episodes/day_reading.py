"""Which turns there are, and how much each stirred: read from what was digested of them."""

from collections.abc import Iterable

from sqlalchemy import or_, select

from omoide.adapters.sql.beliefs.tables import emotion_log, event_affects, undigested
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories.tables import memories
from omoide.adapters.sql.tables import completions, events
from omoide.domain.episodes.days import TurnStamp
from omoide.domain.events.event import OWNER, EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.episodes.store import TurnStirring

BATCH = 500
"""Ids in one statement; databases bound the number of parameters."""
_STAMPS = select(
    events.c.id,
    events.c.created,
    or_(events.c.assistant_text.is_not(None), completions.c.event_id.is_not(None)).label("is_complete"),
    undigested.c.event_id.label("waits"),
).select_from(
    events.outerjoin(completions, completions.c.event_id == events.c.id).outerjoin(
        undigested, undigested.c.event_id == events.c.id
    )
)


class SqlDayReading:
    """Reads what days are made of."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def stamps(self, persona_id: PersonaId, *, until: Moment) -> list[TurnStamp]:
        """Return every turn before a moment, without its words."""
        mine = (events.c.persona_id == persona_id, events.c.created < until, events.c.source != OWNER)
        with self._database.reading() as connection:
            rows = connection.execute(_STAMPS.where(*mine).order_by(events.c.created, events.c.id)).all()
        return [
            TurnStamp(EventId(row.id), Moment(row.created), bool(row.is_complete), row.waits is None) for row in rows
        ]

    def stirrings(self, persona_id: PersonaId, event_ids: Iterable[EventId]) -> dict[EventId, TurnStirring]:
        """Return how much turns stirred: as the memory says, else as the persona felt with them."""
        ids, found = list(event_ids), dict[EventId, TurnStirring]()
        felt, kept = event_affects.c, memories.c
        with self._database.reading() as connection:
            for start in range(0, len(ids), BATCH):
                some = ids[start : start + BATCH]
                affects = select(felt.event_id, felt.a).where(felt.persona_id == persona_id, felt.event_id.in_(some))
                found |= {EventId(row.event_id): TurnStirring((row.a + 1) / 2) for row in connection.execute(affects)}
                told = select(kept.event_id, kept.emotional_arousal, kept.emotional_intensity).where(
                    kept.persona_id == persona_id, kept.event_id.in_(some)
                )
                for row in connection.execute(told):
                    found[EventId(row.event_id)] = TurnStirring(row.emotional_arousal / 100, row.emotional_intensity)
        return found

    def bondings(self, persona_id: PersonaId) -> list[tuple[EventId, Moment, str]]:
        """Return the turns in which a bond was confirmed, oldest first."""
        log = emotion_log.c
        query = select(log.event_id, log.at, log.bonding).where(log.persona_id == persona_id, log.bonding != "")
        with self._database.reading() as connection:
            rows = connection.execute(query.order_by(log.at, log.event_id, log.ordinal)).all()
        return [(EventId(row.event_id), Moment(row.at), row.bonding) for row in rows]
