"""What came to mind, and the feeling each session is in.

A recall only counts: the night takes away exactly as many as it saw, so one that comes while it runs is never lost.
"""

from collections.abc import Sequence
from functools import cache

from sqlalchemy import Connection, bindparam, insert, select, update

from omoide.adapters.sql.context.contexts import lines_of
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories.rows import tags_of, tags_text
from omoide.adapters.sql.memories.tables import memories, memory_recalls, memory_texts, session_feelings
from omoide.adapters.sql.prepared import Prepared, placed, places, prepared
from omoide.domain.feelings.emotion import Feeling, Valence
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.recalled_memory import CameToMind
from omoide.domain.time.moment import Moment

# By the ids alone, which are keys: asked for the persona too, SQLite would look through all of its memories.
_ASKED_BACK = (
    update(memories)
    .where(memories.c.id.in_(bindparam("ids", expanding=True)))
    .values(revival_requested_at=bindparam("now"))
)
_ADD_RECALL = Prepared(insert(memory_recalls))

_FEELING = select(session_feelings).where(
    session_feelings.c.persona_id == bindparam("persona"), session_feelings.c.session_id == bindparam("session")
)
_FEELING_VALUES = ("valence", "arousal", "tags", "at")


class SqlRecallLog:
    """Remembers what came to mind, and how it felt."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def flag(self, persona_id: PersonaId, *came: CameToMind) -> None:
        """Note what came to mind, for the coming night, and the feelings the sessions are now in; all of it, or nothing."""
        with self._database.writing(persona_id) as connection:
            for each in came:
                self._flag(connection, persona_id, each)

    def _flag(self, connection: Connection, persona_id: PersonaId, came: CameToMind) -> None:
        # A night may have moved a memory since it came to mind: where it lies now decides what is asked of the next.
        awake, archived = _lying(connection, persona_id, came.memory_ids)
        if awake:
            given = placed("memory", awake)
            _recalled(len(given)).write(connection, given)
        if archived:
            connection.execute(_ASKED_BACK, {"ids": archived, "now": came.at})
        told = [
            {"persona_id": persona_id, "memory_id": each, "session_id": came.session_id, "at": came.at}
            for each in sorted(awake + archived)
        ]
        _ADD_RECALL.write_all(connection, told)
        if came.feeling is not None and came.session_id:
            keep_feeling(
                self._database, connection, persona_id, session_id=came.session_id, feeling=came.feeling, at=came.at
            )

    def feeling(self, persona_id: PersonaId, session_id: str) -> Feeling | None:
        """Return the feeling a session is in; `None` at its start."""
        with self._database.reading() as connection:
            row = connection.execute(_FEELING, {"persona": persona_id, "session": session_id}).first()
        return None if row is None else Feeling(Valence(row.valence), row.arousal, tags_of(row.tags))

    def told_in(self, persona_id: PersonaId, session_id: str, *, limit: int = 200) -> list[str]:
        """Return the texts of memories that were recalled in a session: what may come back as an echo."""
        recent = (
            select(memory_recalls.c.memory_id)
            .where(memory_recalls.c.persona_id == persona_id, memory_recalls.c.session_id == session_id)
            .order_by(memory_recalls.c.id.desc())
            .limit(limit)
        )
        query = select(memory_texts.c.trigger, memory_texts.c.content).where(memory_texts.c.memory_id.in_(recent))
        with self._database.reading() as connection:
            return [f"{row.trigger} → {row.content}" for row in connection.execute(query)]

    def shown_in(self, persona_id: PersonaId, session_id: str) -> list[str]:
        """Return every line of the context that a session was shown: what the persona may tell again."""
        if not session_id:
            return []
        with self._database.reading() as connection:
            return lines_of(connection, persona_id, session_id)


def _lying(
    connection: Connection, persona_id: PersonaId, memory_ids: Sequence[MemoryId]
) -> tuple[list[int], list[int]]:
    """Return which of the memories are awake now, and which lie in the archive; others are not the persona's."""
    if not memory_ids:
        return [], []
    given = placed("memory", memory_ids)
    mine = [row for row in _lying_at(len(given)).named(connection, given) if row.persona_id == persona_id]
    return [row.id for row in mine if row.archived_at is None], [row.id for row in mine if row.archived_at is not None]


@cache
def _lying_at(count: int) -> Prepared:
    these = memories.c.id.in_(places("memory", count))
    return Prepared(select(memories.c.id, memories.c.persona_id, memories.c.archived_at).where(these))


@cache
def _recalled(count: int) -> Prepared:
    once_more = memories.c.recalls_since_last_batch + 1
    these = memories.c.id.in_(places("memory", count))
    return Prepared(update(memories).where(these).values(recalls_since_last_batch=once_more))


def keep_feeling(
    database: Database,
    connection: Connection,
    persona_id: PersonaId,
    *,
    session_id: str,
    feeling: Feeling,
    at: Moment,
) -> None:
    """Note the feeling a session is now in, inside the caller's transaction."""
    statement = database.upsert(session_feelings, keys=["persona_id", "session_id"], values=list(_FEELING_VALUES))
    told = (feeling.valence.value, feeling.arousal, tags_text(feeling.tags), at)
    row = {"persona_id": persona_id, "session_id": session_id, **dict(zip(_FEELING_VALUES, told, strict=True))}
    prepared(statement).write(connection, row)
