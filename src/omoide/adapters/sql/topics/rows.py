"""Rows of topics and values, and the tick that moves with every change of them."""

import json

from sqlalchemy import Connection, insert, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.topics.tables import topic_progress, topics
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.domain.topics.topic import Topic, TopicFacts, TopicId, TopicSentence
from omoide.ports.topics.store import TopicPlace

TOLD = ("name", "named_by", "summary", "told_by", "told_of", "told_size")
"""What a telling changes."""


def write_topic(connection: Connection, persona_id: PersonaId, topic: Topic) -> TopicId:
    """Keep a new topic inside the caller's transaction; return its number."""
    row = {
        "persona_id": persona_id,
        "name": topic.name,
        "named_by": topic.named_by,
        "nickname": topic.nickname,
        "is_fixed": topic.is_fixed,
        "description": topic.description,
        "summary": "[]",
        "told_by": "",
        "told_of": "[]",
        "told_size": 0,
        "created": topic.created,
        "archived_at": topic.archived_at,
    }
    return TopicId(connection.execute(insert(topics).values(row)).inserted_primary_key[0])  # type: ignore[index]


def topic_of(row: AnyRow, facts: TopicFacts) -> Topic:
    """Return a topic as its row tells it."""
    return Topic(
        id=TopicId(row.id),
        name=row.name,
        created=Moment(row.created),
        is_fixed=bool(row.is_fixed),
        description=row.description,
        nickname=row.nickname,
        named_by=row.named_by,
        summary=tuple(TopicSentence(text, tuple(map(MemoryId, ids))) for text, ids in json.loads(row.summary)),
        told_by=row.told_by,
        told_of=tuple(map(MemoryId, json.loads(row.told_of))),
        told_size=row.told_size,
        archived_at=None if row.archived_at is None else Moment(row.archived_at),
        facts=facts,
    )


def told_before(row: AnyRow) -> str:
    """Return, as it is kept, what stands in the row of a topic that is told again."""
    return json.dumps({name: getattr(row, name) for name in TOLD}, ensure_ascii=False)


def next_tick(
    database: Database, connection: Connection, persona_id: PersonaId, *, place: TopicPlace | None = None
) -> None:
    """Note, inside the caller's transaction, that topics have changed: by sorting, up to a place, or by a hand."""
    connection.execute(
        database.insert_new(topic_progress).values(persona_id=persona_id, passage_id=0, number=0, tick=0)
    )
    values: dict[str, object] = {"tick": topic_progress.c.tick + 1}
    if place is None:
        values["hand"] = topic_progress.c.hand + 1
    else:
        values |= {"passage_id": place.passage_id, "number": place.number}
    connection.execute(update(topic_progress).where(topic_progress.c.persona_id == persona_id).values(values))
