"""The dream diary, in SQL."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date

from sqlalchemy import ColumnElement, Connection, delete, insert, select

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.events.events import still_there
from omoide.adapters.sql.reflection.tables import insight_events, insights, reflections
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.reflection.insight import Insight, InsightId, InsightSentence, NewInsight
from omoide.domain.time.moment import Moment

BATCH = 400
"""Ids in one statement; databases bound the number of parameters."""
_WHOLE = select(insights, reflections.c.day, reflections.c.level).outerjoin(
    reflections, reflections.c.id == insights.c.reflection_id
)


class SqlDreamDiary:
    """Keeps what was seen at night."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId, *, limit: int | None = None) -> list[Insight]:
        """Return the entries, the newest first."""
        with self._database.reading() as connection:
            return read_insights(connection, persona_id, limit=limit)

    def get(self, persona_id: PersonaId, insight_id: InsightId) -> Insight | None:
        """Return one entry."""
        with self._database.reading() as connection:
            found = read_insights(connection, persona_id, [insights.c.id == insight_id])
        return found[0] if found else None

    def latest_strategy(self, persona_id: PersonaId) -> Insight | None:
        """Return the newest entry that has a strategy."""
        with self._database.reading() as connection:
            found = read_insights(connection, persona_id, [insights.c.strategy != ""], limit=1)
        return found[0] if found else None

    def keep(self, persona_id: PersonaId, new: NewInsight, *, slot: str) -> Insight | None:
        """Keep an entry, unless its slot is taken."""
        with self._database.writing(persona_id) as connection:
            return write_insight(connection, persona_id, new, slot=slot)

    def remove(self, persona_id: PersonaId, insight_id: InsightId) -> bool:
        """Delete an entry."""
        mine = select(insights.c.id).where(insights.c.persona_id == persona_id, insights.c.id == insight_id)
        with self._database.writing(persona_id) as connection:
            found = connection.execute(mine).scalars().all()
            return bool(delete_insights(connection, found)[insights.name])


def read_insights(
    connection: Connection,
    persona_id: PersonaId,
    conditions: Iterable[ColumnElement[bool]] = (),
    *,
    limit: int | None = None,
) -> list[Insight]:
    """Return the entries that pass the conditions, the newest first."""
    query = _WHOLE.where(insights.c.persona_id == persona_id, *conditions)
    rows = connection.execute(query.order_by(insights.c.created.desc(), insights.c.id.desc()).limit(limit)).all()
    made: dict[int, list[EventId]] = {}
    for start in range(0, len(rows), BATCH):
        some = insight_events.c.insight_id.in_([row.id for row in rows[start : start + BATCH]])
        for row in connection.execute(select(insight_events).where(some).order_by(insight_events.c.event_id)):
            made.setdefault(row.insight_id, []).append(EventId(row.event_id))
    return [_insight(row, made.get(row.id, ())) for row in rows]


def write_insight(
    connection: Connection, persona_id: PersonaId, new: NewInsight, *, slot: str, reflection_id: int | None = None
) -> Insight | None:
    """Keep an entry inside the caller's transaction; `None` when its slot is taken or a turn of it is gone."""
    rests = sorted({*new.made_of, *(event_id for each in new.sentences for event_id in each.evidence)})
    taken = select(insights.c.id).where(insights.c.persona_id == persona_id, insights.c.slot == slot)
    if connection.execute(taken).first() is not None or not _are_there(connection, persona_id, rests):
        return None
    told = [[sentence.text, list(sentence.evidence)] for sentence in new.sentences]
    row = {
        "persona_id": persona_id,
        "slot": slot,
        "created": new.created,
        "reflection_id": reflection_id,
        "question_id": new.question_id,
        "trigger_topic": new.trigger_topic,
        "sentences": json.dumps(told, ensure_ascii=False),
        "strategy": new.strategy,
        "log_entry": new.log_entry,
        "by": new.by,
    }
    number = connection.execute(insert(insights).values(row)).inserted_primary_key[0]  # type: ignore[index]
    if rests:
        connection.execute(insert(insight_events), [{"insight_id": number, "event_id": each} for each in rests])
    return read_insights(connection, persona_id, [insights.c.id == number])[0]


def delete_insights(connection: Connection, ids: Sequence[int]) -> Counter[str]:
    """Delete entries with everything of theirs; return how many rows went, by table."""
    gone = Counter[str]()
    for start in range(0, len(ids), BATCH):
        some = ids[start : start + BATCH]
        for table, column in ((insight_events, insight_events.c.insight_id), (insights, insights.c.id)):
            gone[table.name] += connection.execute(delete(table).where(column.in_(some))).rowcount
    return gone


def _are_there(connection: Connection, persona_id: PersonaId, event_ids: Sequence[EventId]) -> bool:
    for start in range(0, len(event_ids), BATCH):
        some = event_ids[start : start + BATCH]
        if len(still_there(connection, persona_id, some)) < len(some):
            return False
    return True


def _insight(row: AnyRow, made_of: Sequence[EventId]) -> Insight:
    return Insight(
        id=InsightId(row.id),
        created=Moment(row.created),
        trigger_topic=row.trigger_topic,
        sentences=tuple(
            InsightSentence(text, tuple(map(EventId, evidence))) for text, evidence in json.loads(row.sentences)
        ),
        strategy=row.strategy,
        log_entry=row.log_entry,
        by=row.by,
        made_of=tuple(made_of),
        day=None if row.day is None else date.fromisoformat(row.day),
        level=row.level or 0,
        question_id=row.question_id,
    )
