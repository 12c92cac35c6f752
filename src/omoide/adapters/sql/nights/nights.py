"""Nights in SQL: each step is one bounded transaction that also moves the night's own counter on.

A killed night goes on where the counter stands.  A second process that works on the same night finds the counter moved
and stops; so nothing is ever done twice.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace

from sqlalchemy import ColumnElement, Connection, Select, bindparam, insert, select, update

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories import deleted_memories
from omoide.adapters.sql.memories import rows as memory_rows
from omoide.adapters.sql.memories.tables import memories, memory_history, memory_texts, nights
from omoide.adapters.sql.nights import fading as night_fading
from omoide.adapters.sql.nights import relating as night_relating
from omoide.adapters.sql.nights import snapshot
from omoide.domain.memories.memory import Cause, MemoryId
from omoide.domain.memories.relations import Graph
from omoide.domain.nights.population import Population
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time.moment import Moment
from omoide.errors import NightNotFound, NightOvertaken
from omoide.ports.nights.store import Fading, NightRun, Phase, Retold

_RETELL = (
    update(memories)
    .where(night_fading.UNTOUCHED)
    .values(current_level=bindparam("level"), archived_at=bindparam("archived"), tick=bindparam("now"))
)
_TEXTS = (
    update(memory_texts)
    .where(memory_texts.c.memory_id == bindparam("key"))
    .values(trigger=bindparam("new_trigger"), content=bindparam("new_content"))
)


class SqlNightStore:
    """Begins a night, keeps its steps, ends it."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._addition = night_relating.addition(database)

    def begin(self, persona_id: PersonaId, *, until: Moment, at: Moment, before: Population) -> NightRun:
        """Note that a night has begun, with the numbers as they stood."""
        data = snapshot.population_bytes(before)
        with self._database.writing(persona_id) as connection:
            if connection.execute(_under_way(persona_id)).first() is not None:
                raise NightOvertaken
            result = connection.execute(
                insert(nights).values(
                    persona_id=persona_id, until=until, began=at, phase=Phase.FADE.value, done=0, before=data
                )
            )
            night_id = int(result.inserted_primary_key[0])  # type: ignore[index]
        return NightRun(night_id, persona_id, until=until, began=at, ended=None, phase=Phase.FADE, done=0)

    def before(self, run: NightRun) -> Population:
        """Return the numbers as they stood when the night began; raise `NightNotFound` when they are kept no longer."""
        with self._database.reading() as connection:
            data = connection.execute(select(nights.c.before).where(*own(run))).scalar()
        if data is None:
            raise NightNotFound("the night before those that are undone can no longer be taken back")
        return snapshot.population_from(data)

    def fade(self, run: NightRun, batch: Fading) -> NightRun:
        """Keep the numbers of one batch, except of memories that the owner touched meanwhile."""
        with self._step(run, by=len(batch.before)) as connection:
            tick = memory_rows.next_tick(self._database, connection, run.persona_id)
            night_fading.keep(connection, run, batch, tick=tick)
        return _moved(run, by=len(batch.before))

    def retell(self, run: NightRun, batch: Sequence[Retold], *, space: EmbeddingSpace, rows: int) -> NightRun:
        """Keep new levels, texts and vectors of one batch of `rows` memories, some of which may be postponed."""
        with self._step(run, by=rows) as connection:
            untouched = _untouched(connection, batch)
            told = [each for each in batch if each.memory_id in untouched]
            if told:
                tick = memory_rows.next_tick(self._database, connection, run.persona_id)
                connection.execute(_RETELL, [_level_row(each, tick=tick) for each in told])
                connection.execute(
                    _TEXTS,
                    [
                        {"key": each.memory_id, "new_trigger": each.trigger, "new_content": each.content}
                        for each in told
                    ],
                )
                memory_rows.retell_passages(
                    connection,
                    run.persona_id,
                    [(each.memory_id, each.piece, each.vector) for each in told],
                    space_id=memory_rows.space_id_of(self._database, connection, space),
                )
                connection.execute(insert(memory_history), [_retold_history(run, each) for each in told])
        return _moved(run, by=rows)

    def relate(self, run: NightRun, *, removed: Graph, added: Graph) -> NightRun:
        """Take relations away and add others; those of memories that are gone meanwhile are left out."""
        with self._step(run, by=len(removed) + len(added)) as connection:
            night_relating.take_away(connection, removed)
            night_relating.add(connection, self._addition, run.persona_id, added)
        return _moved(run, by=len(removed) + len(added))

    def delete(self, run: NightRun, memory_ids: Sequence[MemoryId]) -> NightRun:
        """Take memories out; they can come back while the grace period lasts."""
        with self._step(run, by=len(memory_ids)) as connection:
            deleted_memories.delete_memories(
                self._database,
                connection,
                run.persona_id,
                memory_ids,
                at=run.until,
                cause=Cause.DELETED,
                night_id=run.id,
                keep=True,
            )
        return _moved(run, by=len(memory_ids))

    def advance(self, run: NightRun, phase: Phase, *, at: Moment | None = None) -> NightRun:
        """Note that the next phase begins; `at` is when the night ended, if it did."""
        with self._database.writing(run.persona_id) as connection:
            ended = run.ended if at is None else at
            move(connection, run, phase=phase, done=0, ended=ended)
        return replace(run, ended=ended, phase=phase, done=0)

    @contextmanager
    def _step(self, run: NightRun, *, by: int) -> Iterator[Connection]:
        with self._database.writing(run.persona_id) as connection:
            move(connection, run, phase=run.phase, done=run.done + by, ended=run.ended)
            yield connection


def _under_way(persona_id: PersonaId) -> Select[tuple[str]]:
    """Ask for a night that is being run or undone; only one ever is."""
    at_rest = nights.c.phase.in_((Phase.DONE.value, Phase.UNDONE.value))
    return select(nights.c.phase).where(nights.c.persona_id == persona_id, ~at_rest).limit(1)


def own(run: NightRun) -> tuple[ColumnElement[bool], ...]:
    """Return the condition that a row is this night's, and this persona's."""
    return nights.c.id == run.id, nights.c.persona_id == run.persona_id


def move(connection: Connection, run: NightRun, *, phase: Phase, done: int, ended: Moment | None) -> None:
    """Move the night's counter on, inside the caller's transaction, if it stands where this process believes."""
    as_seen = (*own(run), nights.c.phase == run.phase.value, nights.c.done == run.done)
    statement = update(nights).where(*as_seen).values(phase=phase.value, done=done, ended=ended)
    if connection.execute(statement).rowcount != 1:
        raise NightOvertaken


def _moved(run: NightRun, *, by: int) -> NightRun:
    return replace(run, done=run.done + by)


def _untouched(connection: Connection, batch: Sequence[Retold]) -> set[int]:
    query = select(memories.c.id, memories.c.hand).where(memories.c.id.in_([each.memory_id for each in batch]))
    hands = {row.id: row.hand for row in connection.execute(query)}
    return {each.memory_id for each in batch if hands.get(each.memory_id) == each.hand}


def _level_row(each: Retold, *, tick: int) -> dict[str, object]:
    return {
        "key": each.memory_id,
        "as_seen": each.hand,
        "level": int(each.level_after),
        "archived": each.archived_at,
        "now": tick,
    }


def _retold_history(run: NightRun, each: Retold) -> dict[str, object]:
    return {
        "persona_id": run.persona_id,
        "memory_id": each.memory_id,
        "night_id": run.id,
        "at": run.until,
        "cause": each.cause.value,
        "level_before": int(each.level_before),
        "level_after": int(each.level_after),
        "retention_score": each.retention_score,
        "trigger_before": each.before.trigger,
        "content_before": each.before.content,
    }
