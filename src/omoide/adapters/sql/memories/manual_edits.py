"""What the owner does to memories by hand.  Each act moves the memory's `hand` on: a running night lets it be."""

from collections.abc import Callable, Sequence

from sqlalchemy import Connection, delete, insert, select, update

from omoide.adapters.sql.context.contexts import dropped
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories import deleted_memories, restoring, rows
from omoide.adapters.sql.memories.rows import MEMORY
from omoide.adapters.sql.memories.tables import memories, memory_history, protection_claims
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause, Memory, MemoryId
from omoide.domain.memories.protection import Claim
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput, MemoryNotFound, MemoryProtected
from omoide.ports.models.embedder import Embedder


class SqlManualEdits:
    """Changes memories as the owner says."""

    def __init__(self, database: Database, *, embedder: Callable[[], Embedder]) -> None:
        self._database = database
        self._embedder = embedder

    def protect(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId], *, at: Moment) -> None:
        """Protect the memories; their claims are settled."""
        with self._database.writing(persona_id) as connection:
            for memory_id in memory_ids:
                self._touch(connection, persona_id, memory_id, {"protected": True}, cause=Cause.PROTECTED, at=at)
            connection.execute(delete(protection_claims).where(protection_claims.c.memory_id.in_(memory_ids)))

    def claim(self, persona_id: PersonaId, memory_id: MemoryId, *, at: Moment) -> None:
        """Let a memory wait for protection."""
        with self._database.writing(persona_id) as connection:
            row = {"memory_id": memory_id, "persona_id": persona_id, "asked_at": at}
            connection.execute(self._database.insert_new(protection_claims).values(row))

    def claims(self, persona_id: PersonaId) -> list[Claim]:
        """Return the memories that wait for protection."""
        query = select(protection_claims).where(protection_claims.c.persona_id == persona_id)
        with self._database.reading() as connection:
            return [Claim(MemoryId(row.memory_id), Moment(row.asked_at)) for row in connection.execute(query)]

    def release(self, persona_id: PersonaId, memory_id: MemoryId, *, at: Moment) -> None:
        """Let a memory fade again, or stop waiting for protection."""
        with self._database.writing(persona_id) as connection:
            self._touch(connection, persona_id, memory_id, {"protected": False}, cause=Cause.RELEASED, at=at)
            connection.execute(delete(protection_claims).where(protection_claims.c.memory_id == memory_id))

    def archive(self, persona_id: PersonaId, memory_id: MemoryId, *, at: Moment) -> None:
        """Put a memory into the archive as it is; one that is there stays."""
        with self._database.writing(persona_id) as connection:
            known = _unprotected(connection, persona_id, memory_id)
            if not known.is_archived:
                values: dict[str, object] = {"current_level": int(Level.ARCHIVE), "archived_at": at}
                self._touch(connection, persona_id, memory_id, values, cause=Cause.ARCHIVED, at=at)

    def erase(self, persona_id: PersonaId, memory_id: MemoryId, *, at: Moment) -> None:
        """Take a memory out for good, with all its earlier texts."""
        with self._database.writing(persona_id) as connection:
            _unprotected(connection, persona_id, memory_id)
            deleted_memories.delete_memories(
                self._database,
                connection,
                persona_id,
                [memory_id],
                at=at,
                cause=Cause.FORGOTTEN,
                night_id=None,
                keep=False,
            )
            mine = (memory_history.c.persona_id == persona_id, memory_history.c.memory_id == memory_id)
            connection.execute(update(memory_history).where(*mine).values(deleted_memories.EMPTY))
            dropped(connection, persona_id)  # copies of it that sessions were shown

    def restore(self, persona_id: PersonaId, memory: Memory, *, at: Moment) -> Memory:
        """Bring an archived memory back to the level and score of the given value."""
        values: dict[str, object] = {
            "current_level": int(memory.current_level),
            "retention_score": memory.retention_score,
            "recall_count": memory.recall_count,
            "recalls_since_last_batch": memory.recalls_since_last_batch,
            "archived_at": None,
            "revival_requested_at": None,
            "faded_through": memory.faded_through,
        }
        with self._database.writing(persona_id) as connection:
            self._touch(connection, persona_id, memory.id, values, cause=Cause.RESTORED, at=at)
            return _one(connection, persona_id, memory.id)

    def bring_back(self, persona_id: PersonaId, label: str, *, at: Moment) -> Memory:
        """Bring back a memory that a night deleted; one that is there already stays as it is."""
        with self._database.reading() as connection:
            if (known := _called(connection, persona_id, label)) is not None:
                return known
            deletion = restoring.find(connection, persona_id, label=label)
            texts = {} if deletion is None else restoring.texts(connection, persona_id, [deletion])
        if not texts:
            raise MemoryNotFound(label)
        embedder = self._embedder()
        vectors = dict(zip(texts, embedder.embed(list(texts.values())), strict=True))
        with self._database.writing(persona_id) as connection:
            again = restoring.bring_back(self._database, connection, persona_id, vectors, space=embedder.space, at=at)
            raised = _called(connection, persona_id, label)
        for name in again.values():
            raise InvalidInput(f"memory {label} cannot come back: its turn was remembered again, as {name}")
        if raised is None:
            raise MemoryNotFound(label)
        return raised

    def _touch(
        self,
        connection: Connection,
        persona_id: PersonaId,
        memory_id: MemoryId,
        values: dict[str, object],
        *,
        cause: Cause,
        at: Moment,
    ) -> None:
        before = _one(connection, persona_id, memory_id)
        tick = rows.next_tick(self._database, connection, persona_id)
        moved = update(memories).where(memories.c.id == memory_id)
        connection.execute(moved.values(**values, hand=memories.c.hand + 1, tick=tick))
        after = _one(connection, persona_id, memory_id)
        connection.execute(insert(memory_history).values(_chapter(persona_id, before, after, cause, at)))


def _called(connection: Connection, persona_id: PersonaId, label: str) -> Memory | None:
    row = connection.execute(MEMORY.where(memories.c.persona_id == persona_id, memories.c.label == label)).first()
    return None if row is None else rows.memory(row)


def _unprotected(connection: Connection, persona_id: PersonaId, memory_id: MemoryId) -> Memory:
    known = _one(connection, persona_id, memory_id)
    if known.protected:
        raise MemoryProtected(known.label)
    return known


def _one(connection: Connection, persona_id: PersonaId, memory_id: MemoryId) -> Memory:
    row = connection.execute(MEMORY.where(memories.c.persona_id == persona_id, memories.c.id == memory_id)).first()
    if row is None:
        raise MemoryNotFound(str(memory_id))
    return rows.memory(row)


def _chapter(persona_id: PersonaId, before: Memory, after: Memory, cause: Cause, at: Moment) -> dict[str, object]:
    return {
        "persona_id": persona_id,
        "memory_id": after.id,
        "at": at,
        "cause": cause.value,
        "level_before": int(before.current_level),
        "level_after": int(after.current_level),
        "retention_score": after.retention_score,
    }
