"""The points of which topics are made, how far they were looked at, and where topics lie in each space, in SQL."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import BindParameter, Connection, Select, bindparam, func, insert, or_, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.episodes.tables import episodes
from omoide.adapters.sql.memories.rows import space_id_of
from omoide.adapters.sql.memories.tables import memories
from omoide.adapters.sql.recall.passages import STORED
from omoide.adapters.sql.tables import passages, spaces, vectors
from omoide.adapters.sql.topics.rows import next_tick, topic_of, write_topic
from omoide.adapters.sql.topics.tables import topic_centres, topic_members, topic_progress, topics
from omoide.domain.episodes.episode import EpisodeKind
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.passage import PassageKind
from omoide.domain.time.moment import Moment
from omoide.domain.topics.topic import MemberKind, Topic, TopicFacts, TopicId
from omoide.ports.topics.store import CentreRow, PointsRead, TopicPlace, TopicPoint, TopicStep

BATCH = 400
_M = topic_members.c
_SPECIAL = (EpisodeKind.ACHIEVEMENT.value, EpisodeKind.DISCOVERY.value, EpisodeKind.BONDING.value)
_SPACE = select(spaces.c.id).where(spaces.c.key == bindparam("space")).scalar_subquery()
_VECTOR = (vectors.c.passage_id == passages.c.id) & (vectors.c.space_id == _SPACE)
_IS_MEMORY = passages.c.kind == PassageKind.MEMORY.value
_IS_EPISODE = passages.c.kind == PassageKind.EPISODE.value
_POINT = (
    passages.c.id,
    passages.c.kind,
    passages.c.item_id,
    passages.c.created,
    vectors.c.data,
    episodes.c.first_day,
)
# Days and weeks are no points; what is known already has only been told anew.
_FRESH = (
    select(*_POINT)
    .select_from(
        passages.outerjoin(vectors, _VECTOR)
        .outerjoin(episodes, _IS_EPISODE & (episodes.c.id == passages.c.item_id))
        .outerjoin(
            topic_members,
            or_(_IS_MEMORY & (_M.memory_id == passages.c.item_id), _IS_EPISODE & (_M.episode_id == passages.c.item_id)),
        )
    )
    .where(
        passages.c.persona_id == bindparam("persona"),
        passages.c.id > bindparam("after"),
        passages.c.part == 0,
        or_(_IS_MEMORY, _IS_EPISODE & episodes.c.kind.in_(_SPECIAL)),
        _M.id.is_(None),
    )
    .order_by(passages.c.id)
    .limit(bindparam("limit"))
)
_HELD: tuple[Select[tuple[object, ...]], ...] = tuple(
    select(*_POINT, _M.number)
    .select_from(
        topic_members.join(
            passages, (passages.c.kind == kind.value) & (passages.c.item_id == item) & (passages.c.part == 0)
        )
        .join(vectors, _VECTOR)
        .outerjoin(episodes, episodes.c.id == _M.episode_id)
    )
    .where(_M.persona_id == bindparam("persona"))
    for kind, item in ((PassageKind.MEMORY, _M.memory_id), (PassageKind.EPISODE, _M.episode_id))
)
_WAITING = tuple(query.where(_M.topic_id.is_(None), _M.number >= bindparam("since")) for query in _HELD)
_MEANINGS = tuple(query.where(_M.topic_id == bindparam("topic")) for query in _HELD)

_CENTRES = (
    select(topics, topic_centres.c.total, topic_centres.c.count.label("summed"), topic_centres.c.anchor)
    .select_from(
        topics.outerjoin(
            topic_centres, (topic_centres.c.topic_id == topics.c.id) & (topic_centres.c.space_id == _SPACE)
        )
    )
    .where(topics.c.persona_id == bindparam("persona"))
    .order_by(topics.c.id)
)
_COUNTED = (
    select(_M.topic_id, func.count().label("members"))
    .where(_M.topic_id.in_(select(topics.c.id).where(topics.c.persona_id == bindparam("persona"))))
    .group_by(_M.topic_id)
)


class SqlTopicPoints:
    """Knows the points, and where topics lie."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def place(self, persona_id: PersonaId) -> TopicPlace:
        """Return how far the points have been looked at."""
        with self._database.reading() as connection:
            return _place(connection, persona_id)

    def fresh(self, persona_id: PersonaId, space: EmbeddingSpace, *, after: int, limit: int) -> PointsRead:
        """Return points that were not looked at yet, in order, up to the first without a vector in this space."""
        asked = {"persona": persona_id, "space": space.key, "after": after, "limit": limit}
        with self._database.reading() as connection:
            rows = list(connection.execute(_FRESH, asked))
        bare = next((at for at, row in enumerate(rows) if row.data is None), len(rows))
        return _read(rows[:bare], dims=space.dims)

    def waiting(self, persona_id: PersonaId, space: EmbeddingSpace, *, since: int) -> PointsRead:
        """Return the points from this number on that wait, in order."""
        asked = {"persona": persona_id, "space": space.key, "since": since}
        with self._database.reading() as connection:
            rows = [row for query in _WAITING for row in connection.execute(query, asked)]
        return _read(sorted(rows, key=lambda row: row.number), dims=space.dims)

    def centres(self, persona_id: PersonaId, space: EmbeddingSpace) -> list[CentreRow]:
        """Return where each topic lies in this space, oldest first."""
        mine = {"persona": persona_id}
        with self._database.reading() as connection:
            rows = connection.execute(_CENTRES, mine | {"space": space.key}).all()
            counts = {row[0]: int(row[1]) for row in connection.execute(_COUNTED, mine)} if rows else {}
        return [
            CentreRow(
                topic_of(row, TopicFacts(memories=counts.get(row.id, 0))),
                np.frombuffer(row.total) if row.total is not None and row.summed == counts.get(row.id, 0) else None,
                counts.get(row.id, 0),
                None if row.anchor is None else np.frombuffer(row.anchor),
            )
            for row in rows
        ]

    def meanings(self, persona_id: PersonaId, topic_id: TopicId, space: EmbeddingSpace) -> NDArray[np.float32]:
        """Return the vectors of the members of one topic, in the order in which they joined."""
        asked = {"persona": persona_id, "space": space.key, "topic": topic_id}
        with self._database.reading() as connection:
            rows = [row for query in _MEANINGS for row in connection.execute(query, asked)]
        held = [row.data for row in sorted(rows, key=lambda row: row.number)]
        return _matrix(held, dims=space.dims)

    def put_centres(self, persona_id: PersonaId, space: EmbeddingSpace, rows: Sequence[CentreRow]) -> None:
        """Keep where topics lie, for those that are still there."""
        with self._database.writing(persona_id) as connection:
            held = [(row.topic.id, row.total, row.count, row.anchor) for row in rows if row.total is not None]
            _write_centres(self._database, connection, persona_id, space, held)

    def keep(self, persona_id: PersonaId, space: EmbeddingSpace, step: TopicStep) -> dict[TopicId, TopicId] | None:
        """Keep what a portion changes, unless topics have changed since it was decided."""
        with self._database.writing(persona_id) as connection:
            if _place(connection, persona_id).tick != step.place.tick:
                return None
            born = {each: write_topic(connection, persona_id, Topic(each, "", step.at)) for each in step.sorted.born}
            _write_members(connection, persona_id, step, born)
            centres = step.sorted.centres
            changed = [
                (born.get(topic_id, topic_id), centres.totals[at], int(centres.counts[at]), centres.anchors[at])
                for at, topic_id in enumerate(centres.ids)
                if topic_id in step.sorted.changed
            ]
            _write_centres(self._database, connection, persona_id, space, changed)
            next_tick(self._database, connection, persona_id, place=step.place)
        return born


def _place(connection: Connection, persona_id: PersonaId) -> TopicPlace:
    row = connection.execute(select(topic_progress).where(topic_progress.c.persona_id == persona_id)).first()
    return TopicPlace() if row is None else TopicPlace(row.passage_id, row.number, row.tick)


def _read(rows: Sequence[AnyRow], *, dims: int) -> PointsRead:
    return PointsRead(tuple(map(_point, rows)), _matrix([row.data for row in rows], dims=dims))


def _point(row: AnyRow) -> TopicPoint:
    is_memory = row.kind == PassageKind.MEMORY.value
    return TopicPoint(
        kind=MemberKind.MEMORY if is_memory else MemberKind.EPISODE,
        item_id=row.item_id,
        passage_id=row.id,
        created=Moment(row.created) if row.first_day is None else _noon(row.first_day),
        number=getattr(row, "number", 0),
    )


def _noon(day: str) -> Moment:
    return Moment(int(datetime.fromisoformat(day).replace(hour=12, tzinfo=UTC).timestamp()))


def _matrix(held: Sequence[bytes], *, dims: int) -> NDArray[np.float32]:
    return np.frombuffer(b"".join(held), STORED).reshape(len(held), dims).astype(np.float32)


def _write_members(
    connection: Connection, persona_id: PersonaId, step: TopicStep, born: dict[TopicId, TopicId]
) -> None:
    joined = {each.number: (born.get(each.topic_id, each.topic_id), each.similarity) for each in step.sorted.joined}
    there = {
        MemberKind.MEMORY: _there(connection, memories.c.id, _items(step.fresh, MemberKind.MEMORY)),
        MemberKind.EPISODE: _there(connection, episodes.c.id, _items(step.fresh, MemberKind.EPISODE)),
    }
    rows = [
        {
            "persona_id": persona_id,
            "topic_id": joined.get(point.number, (None, 0.0))[0],
            "memory_id": point.item_id if point.kind is MemberKind.MEMORY else None,
            "episode_id": point.item_id if point.kind is MemberKind.EPISODE else None,
            "number": point.number,
            "similarity": joined.get(point.number, (None, 0.0))[1],
        }
        for point in step.fresh
        if point.item_id in there[point.kind]
    ]
    if rows:
        connection.execute(insert(topic_members), rows)
    fresh = {point.number for point in step.fresh}
    waited = [
        {"at": number, "topic": topic_id, "near": similarity}
        for number, (topic_id, similarity) in joined.items()
        if number not in fresh
    ]
    if waited:
        mine = (_M.persona_id == persona_id, _M.number == bindparam("at"))
        joins: dict[str, BindParameter[object]] = {"topic_id": bindparam("topic"), "similarity": bindparam("near")}
        connection.execute(update(topic_members).where(*mine).values(joins), waited)


def _items(points: Iterable[TopicPoint], kind: MemberKind) -> list[int]:
    return sorted({point.item_id for point in points if point.kind is kind})


def _there(connection: Connection, column: object, ids: Sequence[int]) -> set[int]:
    found: set[int] = set()
    for start in range(0, len(ids), BATCH):
        some = ids[start : start + BATCH]
        found.update(connection.execute(select(column).where(column.in_(some))).scalars())  # type: ignore[attr-defined,call-overload]
    return found


def _write_centres(
    database: Database,
    connection: Connection,
    persona_id: PersonaId,
    space: EmbeddingSpace,
    held: Sequence[tuple[TopicId, NDArray[np.float64], int, NDArray[np.float64] | None]],
) -> None:
    space_id = space_id_of(database, connection, space)
    there = _there(connection, topics.c.id, [topic_id for topic_id, *_ in held])
    rows = [
        {
            "topic_id": topic_id,
            "space_id": space_id,
            "persona_id": persona_id,
            "total": total.astype(np.float64).tobytes(),
            "count": count,
            "anchor": anchor.astype(np.float64).tobytes() if anchor is not None and anchor.any() else None,
        }
        for topic_id, total, count, anchor in held
        if topic_id in there
    ]
    if rows:
        values = ["total", "count", "anchor"]
        connection.execute(database.upsert(topic_centres, keys=["topic_id", "space_id"], values=values), rows)
