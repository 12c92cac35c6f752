"""Topics that held what is erased: their names, summaries and sums are made again without it; one that is left empty goes.

What the owner wrote by hand, a name or what is meant by it, stays as in notes, unless it names a subject that is erased.
"""

import json

from sqlalchemy import delete, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.models.tables import answers
from omoide.adapters.sql.topics.rows import next_tick
from omoide.adapters.sql.topics.tables import topic_centres, topic_members, topics
from omoide.asks.tell_topic import TellTopic
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.personas.persona import PersonaId
from omoide.domain.topics.topic import OWNER

RENEWED = "topics: told again"
"""What a report calls topics whose name and summary are to be made again."""


def gather_topics(going: Going, persona_id: PersonaId, *, words: ErasedWords) -> None:
    """Say which topics are touched: those that lose a member, and those that carry erased words."""
    members = select(topic_members.c.topic_id).where(
        topic_members.c.persona_id == persona_id, topic_members.c.topic_id.is_not(None)
    )
    for kind, column in (
        (GoingKind.MEMORY, topic_members.c.memory_id),
        (GoingKind.EPISODE, topic_members.c.episode_id),
    ):
        going.add_found(GoingKind.TOPIC, members.where(column.in_(going.ids(kind))).distinct())
    rows = going.connection.execute(select(topics).where(topics.c.persona_id == persona_id))
    going.add(GoingKind.TOPIC, [row.id for row in rows if any(map(words.are_in, _texts(row)))])


def without_topics(database: Database, going: Going, persona_id: PersonaId, *, words: ErasedWords) -> None:
    """Take names and summaries made of what is erased away, with what models answered, and topics that are left empty."""
    connection, touched = going.connection, going.ids(GoingKind.TOPIC)
    rows = connection.execute(select(topics).where(topics.c.id.in_(touched))).all()
    if not rows:
        return
    going.delete(topic_centres, topic_centres.c.topic_id, GoingKind.TOPIC)
    for row in rows:
        connection.execute(update(topics).where(topics.c.id == row.id).values(_renewed(row, words)))
    held = select(topic_members.c.topic_id).where(topic_members.c.topic_id.in_(touched))
    empty = (topics.c.id.in_(touched), topics.c.id.not_in(held), topics.c.is_fixed.is_(False))
    gone = connection.execute(delete(topics).where(*empty)).rowcount
    going.count(topics.name, gone)
    going.count(RENEWED, len(rows) - gone)
    told = delete(answers).where(answers.c.persona_id == persona_id, answers.c.ask == TellTopic.NAME)
    going.count(answers.name, connection.execute(told).rowcount)
    next_tick(database, connection, persona_id)


def _renewed(row: AnyRow, words: ErasedWords) -> dict[str, object]:
    values: dict[str, object] = {"summary": "[]", "told_by": "", "told_of": "[]", "told_size": 0, "nickname": ""}
    values |= {"told_at": None, "told_before": None}
    if row.named_by != OWNER or words.names_subject(row.name) or words.names_subject(row.description):
        values |= {"name": "", "named_by": "", "description": "", "is_fixed": False}
    return values


def _texts(row: AnyRow) -> list[str]:
    return [
        row.name,
        row.nickname,
        row.description,
        row.told_before or "",
        *(text for text, _ in json.loads(row.summary)),
    ]
