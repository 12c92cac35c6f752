"""What was sorted into topics before its time, in SQL: it is looked at again, with the meaning it has then.

Memories that a night shortened mean something else, so that what joined which topic hangs on the night before it.  A topic that the owner
named stays, with what is left in it.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from sqlalchemy import Connection, delete, func, select, update

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.recall.passages import STORED
from omoide.adapters.sql.tables import passages, vectors
from omoide.adapters.sql.topics.rows import TOLD, next_tick
from omoide.adapters.sql.topics.tables import topic_centres, topic_members, topic_progress, topics
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.domain.sleep.early import EarlyStage
from omoide.domain.topics.topic import OWNER
from omoide.ports.topics.store import TopicPlace

BATCH = 400
MOST_WAITING = 10_000
"""Of the points that wait only the last ones are ever looked at again (`ClusterRules.window`)."""
_M = topic_members.c
Joined = tuple[int, int | None, int | None]
"""A topic, and the memory or the episode that joined it."""


class SqlTopicTraces:
    """Knows what a stage sorted and told."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def mark(self, persona: Persona) -> str:
        """Return how far points were looked at, which of them wait, and the last topic."""
        mine = topic_progress.c.persona_id == persona.id
        waits = select(_M.number).where(_M.persona_id == persona.id, _M.topic_id.is_(None))
        last = select(func.max(topics.c.id)).where(topics.c.persona_id == persona.id)
        with self._database.reading() as connection:
            row = connection.execute(select(topic_progress).where(mine)).first()
            noted = {
                "place": [0, 0] if row is None else [row.passage_id, row.number],
                "waiting": list(connection.execute(waits.order_by(_M.number.desc()).limit(MOST_WAITING)).scalars()),
                "last": connection.execute(last).scalar() or 0,
                "hand": 0 if row is None else row.hand,
            }
        return json.dumps(noted, separators=(",", ":"))

    def take_back(self, persona: Persona, early: EarlyStage) -> None:
        """Have points wait or be new that joined, and topics told as before; those that were born go.

        Where the owner has put topics in order since, or something was erased, all stays as it is.
        """
        noted = json.loads(early.before)
        [passage_id, number] = noted["place"]
        with self._database.writing(persona.id) as connection:
            if _hand(connection, persona.id) != noted["hand"]:
                return
            joined = _joined(connection, persona.id, after=number, waiting=noted["waiting"])
            if not joined and not _is_further(connection, persona.id, number) and not _told(connection, persona, early):
                return
            _untell(connection, persona, early)
            _subtract(connection, joined)
            _unjoin(connection, persona.id, after=number, waiting=noted["waiting"])
            _unbear(connection, persona.id, after=noted["last"])
            next_tick(self._database, connection, persona.id, place=TopicPlace(passage_id, number))


def _joined(connection: Connection, persona_id: PersonaId, *, after: int, waiting: Sequence[int]) -> list[Joined]:
    """Return what joined a topic since."""
    known = set(waiting)
    query = select(_M.topic_id, _M.memory_id, _M.episode_id, _M.number).where(
        _M.persona_id == persona_id, _M.topic_id.is_not(None), _M.number >= min([after + 1, *waiting])
    )
    return [
        (row.topic_id, row.memory_id, row.episode_id)
        for row in connection.execute(query)
        if row.number > after or row.number in known
    ]


def _hand(connection: Connection, persona_id: PersonaId) -> int:
    query = select(topic_progress.c.hand).where(topic_progress.c.persona_id == persona_id)
    return connection.execute(query).scalar() or 0


def _is_further(connection: Connection, persona_id: PersonaId, number: int) -> bool:
    newer = select(_M.id).where(_M.persona_id == persona_id, _M.number > number).limit(1)
    return connection.execute(newer).first() is not None


def _told(connection: Connection, persona: Persona, early: EarlyStage) -> list[Any]:
    query = select(topics).where(topics.c.persona_id == persona.id, topics.c.told_at >= early.began)
    return [row for row in connection.execute(query) if early.covers(row.told_at)]


def _untell(connection: Connection, persona: Persona, early: EarlyStage) -> None:
    for row in _told(connection, persona, early):
        before = json.loads(row.told_before) if row.told_before else {}
        values = {name: before[name] for name in TOLD if name in before} or {"told_size": 0}
        if row.named_by == OWNER:
            values = {name: value for name, value in values.items() if not name.startswith("name")}
        connection.execute(
            update(topics).where(topics.c.id == row.id).values({**values, "told_at": None, "told_before": None})
        )


def _subtract(connection: Connection, joined: Sequence[Joined]) -> None:
    """Take the vectors of what joined out of the sums: these were made of the vectors there were when each joined."""
    centres = topic_centres.c
    for topic_id in sorted({topic for topic, _, _ in joined}):
        mine = [(memory, episode) for topic, memory, episode in joined if topic == topic_id]
        summed = select(centres.space_id, centres.total, centres.count.label("summed"))
        for row in connection.execute(summed.where(centres.topic_id == topic_id)).all():
            found = _vectors(connection, mine, space_id=row.space_id)
            same = (centres.topic_id == topic_id, centres.space_id == row.space_id)
            if len(found) < len(mine):  # it is summed again from whoever is left
                connection.execute(delete(topic_centres).where(*same))
                continue
            total = np.frombuffer(row.total).copy()
            for vector in found:
                total -= vector
            values = {"total": total.tobytes(), "count": row.summed - len(mine)}
            connection.execute(update(topic_centres).where(*same).values(values))


def _vectors(connection: Connection, items: Sequence[tuple[int | None, int | None]], *, space_id: int) -> list[Any]:
    found = []
    for kind, ids in (
        (PassageKind.MEMORY, [memory for memory, _ in items if memory is not None]),
        (PassageKind.EPISODE, [episode for _, episode in items if episode is not None]),
    ):
        for start in range(0, len(ids), BATCH):
            query = (
                select(vectors.c.data)
                .join(passages, passages.c.id == vectors.c.passage_id)
                .where(
                    passages.c.kind == kind.value,
                    passages.c.item_id.in_(ids[start : start + BATCH]),
                    passages.c.part == 0,
                    vectors.c.space_id == space_id,
                )
            )
            found += [np.frombuffer(data, STORED).astype(np.float64) for data in connection.execute(query).scalars()]
    return found


def _unjoin(connection: Connection, persona_id: PersonaId, *, after: int, waiting: Sequence[int]) -> None:
    mine = _M.persona_id == persona_id
    connection.execute(delete(topic_members).where(mine, _M.number > after))
    for start in range(0, len(waiting), BATCH):
        some = (mine, _M.number.in_(waiting[start : start + BATCH]), _M.topic_id.is_not(None))
        connection.execute(update(topic_members).where(*some).values(topic_id=None, similarity=0.0))


def _unbear(connection: Connection, persona_id: PersonaId, *, after: int) -> None:
    held = select(_M.topic_id).where(_M.persona_id == persona_id, _M.topic_id.is_not(None))
    born = select(topics.c.id).where(
        topics.c.persona_id == persona_id,
        topics.c.id > after,
        topics.c.is_fixed.is_(False),
        topics.c.named_by != OWNER,
        topics.c.id.not_in(held),
    )
    gone = list(connection.execute(born).scalars())
    for start in range(0, len(gone), BATCH):
        some = gone[start : start + BATCH]
        connection.execute(delete(topic_centres).where(topic_centres.c.topic_id.in_(some)))
        connection.execute(delete(topics).where(topics.c.id.in_(some)))
