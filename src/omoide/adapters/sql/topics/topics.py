"""Topics and their members, in SQL."""

import json
from collections.abc import Mapping, Sequence
from datetime import date

from sqlalchemy import ColumnElement, Connection, case, delete, func, or_, select, union_all, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.episodes.tables import episode_events, episode_texts, episodes
from omoide.adapters.sql.memories.tables import memories, memory_texts
from omoide.adapters.sql.topics.rows import next_tick, told_before, topic_of, write_topic
from omoide.adapters.sql.topics.tables import topic_centres, topic_members, topics
from omoide.domain.episodes.dates import DaySpan
from omoide.domain.episodes.episode import EpisodeKind, joined
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.domain.topics.topic import OWNER, MemberKind, Topic, TopicFacts, TopicId, TopicMember
from omoide.errors import TopicNotFound
from omoide.ports.topics.store import TopicTold

BATCH = 400
_M = topic_members.c
_FACTS = (
    select(
        _M.topic_id,
        func.count(_M.memory_id).label("memories"),
        func.sum(case((memories.c.archived_at.is_not(None), 1), else_=0)).label("archived"),
        func.count(_M.episode_id).label("specials"),
        func.min(memories.c.created).label("first_memory"),
        func.max(memories.c.created).label("last_memory"),
        func.min(episodes.c.first_day).label("first_day"),
        func.max(episodes.c.last_day).label("last_day"),
    )
    .select_from(
        topic_members.outerjoin(memories, memories.c.id == _M.memory_id).outerjoin(
            episodes, episodes.c.id == _M.episode_id
        )
    )
    .group_by(_M.topic_id)
)
# A day or week belongs to a topic when a memory of one of its turns does; a week stands for its days.
_FOLLOWS = (
    topic_members.join(memories, memories.c.id == _M.memory_id)
    .join(episode_events, episode_events.c.event_id == memories.c.event_id)
    .join(episodes, episodes.c.id == episode_events.c.episode_id)
)
_TELLING = (episodes.c.kind.in_([EpisodeKind.DAY.value, EpisodeKind.WEEK.value]), episodes.c.week_id.is_(None))
_TOLD = (
    select(_M.topic_id, func.count(episodes.c.id.distinct()).label("episodes"))
    .select_from(_FOLLOWS)
    .where(*_TELLING)
    .group_by(_M.topic_id)
)
_MEMORY_TEXT = case((memory_texts.c.trigger != "", memory_texts.c.trigger), else_=memory_texts.c.content)


class SqlTopicStore:
    """Keeps topics."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId, *, only: Sequence[TopicId] | None = None) -> list[Topic]:
        """Return the topics with what can be counted of their members, oldest first."""
        mine = [topics.c.persona_id == persona_id, *([] if only is None else [topics.c.id.in_(only)])]
        ids = select(topics.c.id).where(*mine)
        with self._database.reading() as connection:
            told = {row.topic_id: row.episodes for row in connection.execute(_TOLD.where(_M.topic_id.in_(ids)))}
            counted = connection.execute(_FACTS.where(_M.topic_id.in_(ids)))
            facts = {row.topic_id: _facts(row, told.get(row.topic_id, 0)) for row in counted}
            rows = connection.execute(select(topics).where(*mine).order_by(topics.c.id)).all()
        return [topic_of(row, facts.get(row.id, TopicFacts())) for row in rows]

    def members(self, persona_id: PersonaId, topic_id: TopicId, *, limit: int | None = None) -> list[TopicMember]:
        """Return the members of a topic, the newest memories first, then episodes, each once."""
        mine = (_M.persona_id == persona_id, _M.topic_id == topic_id)
        remembered = (
            select(memories, _MEMORY_TEXT.label("text"), _M.similarity)
            .join_from(topic_members, memories, memories.c.id == _M.memory_id)
            .join(memory_texts, memory_texts.c.memory_id == memories.c.id)
            .where(*mine)
            .order_by(_M.number.desc())
            .limit(limit)
        )
        special = select(_M.episode_id, _M.similarity).where(*mine, _M.episode_id.is_not(None))
        follows = (
            select(episodes.c.id.label("episode_id"), func.max(_M.similarity).label("similarity"))
            .select_from(_FOLLOWS)
            .where(*mine, *_TELLING)
            .group_by(episodes.c.id)
        )
        nearest = union_all(special, follows).subquery()
        told = (
            select(episodes, episode_texts.c.sentences, nearest.c.similarity)
            .join_from(nearest, episodes, episodes.c.id == nearest.c.episode_id)
            .join(episode_texts, episode_texts.c.episode_id == episodes.c.id)
            .where(episode_texts.c.version == episodes.c.version)
            .order_by(episodes.c.first_day.desc(), episodes.c.id.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            found = [_memory(row) for row in connection.execute(remembered)]
            return found + [_episode(row) for row in connection.execute(told)]

    def add(self, persona_id: PersonaId, topic: Topic, *, numbers: Mapping[int, float]) -> Topic:
        """Keep a fixed topic, with those points that wait, by their numbers, which join it."""
        with self._database.writing(persona_id) as connection:
            kept = write_topic(connection, persona_id, topic)
            for number, similarity in numbers.items():
                mine = (_M.persona_id == persona_id, _M.number == number, _M.topic_id.is_(None))
                joins = {"topic_id": kept, "similarity": similarity}
                connection.execute(update(topic_members).where(*mine).values(joins))
            next_tick(self._database, connection, persona_id)
        return self.all(persona_id, only=[kept])[0]

    def change(self, persona_id: PersonaId, topic: Topic) -> None:
        """Keep another name, nickname, description or archived state."""
        values = {
            "name": topic.name,
            "named_by": topic.named_by,
            "nickname": topic.nickname,
            "description": topic.description,
            "archived_at": topic.archived_at,
            "told_size": topic.told_size,
        }
        mine = (topics.c.persona_id == persona_id, topics.c.id == topic.id)
        with self._database.writing(persona_id) as connection:
            known = connection.execute(select(topics.c.name, topics.c.description).where(*mine)).first()
            if known is None:
                raise TopicNotFound(str(topic.id))
            connection.execute(update(topics).where(*mine).values(values))
            if topic.is_fixed and tuple(known) != (topic.name, topic.description):  # it is known by other words now
                connection.execute(
                    update(topic_centres).where(topic_centres.c.topic_id == topic.id).values(anchor=None)
                )
            next_tick(self._database, connection, persona_id)

    def move(self, persona_id: PersonaId, source: TopicId, target: Topic, *, labels: Sequence[str] | None) -> Topic:
        """Move members into another topic; a source that is left empty goes."""
        with self._database.writing(persona_id) as connection:
            _require(connection, persona_id, source)
            into = target.id if target.id else write_topic(connection, persona_id, target)
            _require(connection, persona_id, into)
            for meant in _meant(persona_id, labels):
                mine = (_M.persona_id == persona_id, _M.topic_id == source, *meant)
                connection.execute(update(topic_members).where(*mine).values(topic_id=into))
            moved = (topic_centres.c.persona_id == persona_id, topic_centres.c.topic_id.in_([source, into]))
            connection.execute(delete(topic_centres).where(*moved))
            if labels is None:
                connection.execute(delete(topics).where(topics.c.id == source))
            next_tick(self._database, connection, persona_id)
        return self.all(persona_id, only=[into])[0]

    def tell(self, persona_id: PersonaId, topic_id: TopicId, told: TopicTold) -> bool:
        """Keep name and summary; an owner's name stays."""
        summary = [[sentence.text, list(sentence.evidence)] for sentence in told.summary]
        values: dict[str, object] = {
            "summary": json.dumps(summary, ensure_ascii=False),
            "told_by": told.by,
            "told_of": json.dumps(list(told.of)),
            "told_size": told.size,
            "told_at": told.at,
            "name": case((topics.c.named_by == OWNER, topics.c.name), else_=told.name),
            "named_by": case((topics.c.named_by == OWNER, OWNER), else_=told.by),
        }
        mine = (topics.c.persona_id == persona_id, topics.c.id == topic_id)
        shown = select(func.count()).where(_M.topic_id == topic_id, _M.memory_id.in_(told.of))
        with self._database.writing(persona_id) as connection:
            if int(connection.execute(shown).scalar_one()) < len(told.of):
                return False
            before = connection.execute(select(topics).where(*mine)).first()
            if before is None:
                return False
            connection.execute(update(topics).where(*mine).values(values | {"told_before": told_before(before)}))
            return True

    def texts(self, persona_id: PersonaId, *, limit: int) -> list[tuple[TopicId | None, str]]:
        """Return the newest memories, as texts with the topic each belongs to."""
        query = (
            select(_M.topic_id, _MEMORY_TEXT.label("text"))
            .join_from(topic_members, memory_texts, memory_texts.c.memory_id == _M.memory_id)
            .where(_M.persona_id == persona_id)
            .order_by(_M.number.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [
                (None if row.topic_id is None else TopicId(row.topic_id), row.text) for row in connection.execute(query)
            ]

    def belonging(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, TopicId]:
        """Return the topics that those of the memories belong to which belong to one."""
        found: dict[MemoryId, TopicId] = {}
        with self._database.reading() as connection:
            for start in range(0, len(memory_ids), BATCH):
                some = (_M.persona_id == persona_id, _M.memory_id.in_(memory_ids[start : start + BATCH]))
                query = select(_M.memory_id, _M.topic_id).where(*some, _M.topic_id.is_not(None))
                found |= {MemoryId(row.memory_id): TopicId(row.topic_id) for row in connection.execute(query)}
        return found


def _require(connection: Connection, persona_id: PersonaId, topic_id: TopicId) -> None:
    mine = (topics.c.persona_id == persona_id, topics.c.id == topic_id)
    if connection.execute(select(topics.c.id).where(*mine)).first() is None:
        raise TopicNotFound(str(topic_id))


def _meant(persona_id: PersonaId, labels: Sequence[str] | None) -> list[list[ColumnElement[bool]]]:
    """Return what says which members are meant, a portion of labels at a time."""
    if labels is None:
        return [[]]
    found = []
    for start in range(0, len(labels), BATCH):
        some = labels[start : start + BATCH]
        of_memories = select(memories.c.id).where(memories.c.persona_id == persona_id, memories.c.label.in_(some))
        of_episodes = select(episodes.c.id).where(episodes.c.persona_id == persona_id, episodes.c.label.in_(some))
        found.append([or_(_M.memory_id.in_(of_memories), _M.episode_id.in_(of_episodes))])
    return found


def _facts(row: AnyRow, told: int) -> TopicFacts:
    first, last = (None if day is None else date.fromisoformat(day) for day in (row.first_day, row.last_day))
    since, until = (None if at is None else Moment(at) for at in (row.first_memory, row.last_memory))
    return TopicFacts(row.memories, row.archived or 0, row.specials + told, since, until, first, last)


def _memory(row: AnyRow) -> TopicMember:
    return TopicMember(
        kind=MemberKind.MEMORY,
        item_id=row.id,
        label=row.label,
        text=row.text,
        created=Moment(row.created),
        similarity=row.similarity,
        intensity=row.emotional_intensity,
        is_archived=row.archived_at is not None,
    )


def _episode(row: AnyRow) -> TopicMember:
    return TopicMember(
        kind=MemberKind.EPISODE,
        item_id=row.id,
        label=row.label,
        text=joined(text for text, _ in json.loads(row.sentences)),
        created=Moment(row.created),
        similarity=row.similarity,
        days=DaySpan(date.fromisoformat(row.first_day), date.fromisoformat(row.last_day)),
        follows=row.kind in (EpisodeKind.DAY.value, EpisodeKind.WEEK.value),
    )
