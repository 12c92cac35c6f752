"""Memories in SQL: taken in once per event, read without a trace."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from functools import cache

from sqlalchemy import BindParameter, ColumnElement, Connection, bindparam, exists, func, insert, or_, select

from omoide.adapters.sql.beliefs.tables import undigested
from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.memories import rows
from omoide.adapters.sql.memories.recall_log import keep_feeling
from omoide.adapters.sql.memories.rows import BATCH, MEMORY
from omoide.adapters.sql.memories.tables import (
    memories,
    memory_history,
    memory_relations,
    memory_skips,
    memory_texts,
    protection_claims,
)
from omoide.adapters.sql.prepared import Prepared, placed, places
from omoide.adapters.sql.tables import completions, events
from omoide.domain.events.event import EventId
from omoide.domain.memories.levels import Level
from omoide.domain.memories.memory import Cause, Chapter, Draft, Memory, MemoryId, label
from omoide.domain.memories.relations import KIND_OF, Relation
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time.moment import Moment
from omoide.errors import MemoryNotFound
from omoide.ports.memories.store import MemoryFilter, NewMemory

# By the ids alone, which are keys: asked for the persona too, SQLite would look through all that it has.
_IDS: BindParameter[int] = bindparam("ids", expanding=True)
_THESE = MEMORY.where(memories.c.id.in_(_IDS))
_MADE_OF = select(memories.c.event_id, memories.c.id).where(
    memories.c.persona_id == bindparam("persona"), memories.c.event_id.in_(_IDS)
)
_FROM_HERE = select(memory_relations).where(memory_relations.c.source_id.in_(_IDS))
_OF_NO_EVENT = Prepared(
    select(memories.c.id).where(memories.c.event_id.is_(None), memories.c.persona_id == bindparam("persona")).limit(1)
)
_PASSED_OVER = select(memory_skips.c.event_id).where(memory_skips.c.event_id.in_(_IDS))
_INSERT_MEMORY, _INSERT_TEXTS, _INSERT_HISTORY = (
    Prepared(insert(table)) for table in (memories, memory_texts, memory_history)
)
_TO_HERE = select(memory_relations).where(memory_relations.c.target_id.in_(_IDS))

# Built once: making a statement costs more than running it.
_UNBOUND = Prepared(
    select(memories.c.id)
    .where(memories.c.persona_id == bindparam("persona"), memories.c.event_id.is_(None))
    .order_by(memories.c.id)
    .limit(bindparam("most"))
)
_WAITING = Prepared(
    select(undigested.c.event_id)
    .select_from(
        undigested.join(events, events.c.id == undigested.c.event_id).outerjoin(
            completions, completions.c.event_id == undigested.c.event_id
        )
    )
    .where(
        undigested.c.persona_id == bindparam("persona"),
        or_(events.c.assistant_text.is_not(None), completions.c.event_id.is_not(None)),
        ~exists().where(memories.c.persona_id == bindparam("persona"), memories.c.event_id == undigested.c.event_id),
        ~exists().where(memory_skips.c.event_id == undigested.c.event_id),
    )
    .order_by(undigested.c.created, undigested.c.event_id)
    .limit(bindparam("most"))
)


@cache
def _of_events(count: int) -> Prepared:
    return Prepared(MEMORY.where(memories.c.event_id.in_(places("event", count))))


@cache
def _made_of(count: int) -> Prepared:
    """Return the same as `_MADE_OF`, for a prompt."""
    mine = memories.c.persona_id == bindparam("persona")
    return Prepared(
        select(memories.c.event_id, memories.c.id).where(mine, memories.c.event_id.in_(places("event", count)))
    )


class SqlMemoryStore:
    """Takes memories in and lets them be looked at."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, persona_id: PersonaId, new: NewMemory, *, space: EmbeddingSpace) -> Memory:
        """Keep a memory with its passage and vector; the one already made of the same event is returned instead."""
        return self.add_all(persona_id, [new], space=space)[0]

    def add_all(self, persona_id: PersonaId, new: Sequence[NewMemory], *, space: EmbeddingSpace) -> list[Memory]:
        """Keep several memories in one step, all or none."""
        with self._database.writing(persona_id) as connection:
            ids = write_memories(self._database, connection, persona_id, new, space=space)
            found = {row.id: rows.memory(row) for row in connection.execute(_THESE, {"ids": ids})}
        return [found[each] for each in ids]

    def of_event(self, persona_id: PersonaId, event_id: EventId) -> Memory | None:
        """Return the memory that was made of an event, if there is one."""
        mine = (memories.c.persona_id == persona_id, memories.c.event_id == event_id)
        with self._database.reading() as connection:
            row = connection.execute(MEMORY.where(*mine)).first()
        return None if row is None else rows.memory(row)

    def of_events(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, Memory]:
        """Return the memories that were made of these events, by event; one of which none was made is left out."""
        found: list[Memory] = []
        with self._database.reading() as connection:
            for start in range(0, len(event_ids), BATCH):
                given = placed("event", event_ids[start : start + BATCH])
                held = _of_events(len(given)).named(connection, given)
                found += [rows.memory(row) for row in held if row.persona_id == persona_id]
        return {memory.event_id: memory for memory in found if memory.event_id is not None}

    def numbers_of(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, MemoryId]:
        """Return the numbers of the memories that were made of these events."""
        found: list[tuple[int, int]] = []
        with self._database.reading() as connection:
            for start in range(0, len(event_ids), BATCH):
                given = placed("event", event_ids[start : start + BATCH])
                found += _made_of(len(given)).rows(connection, {"persona": persona_id, **given})
        return {EventId(row[0]): MemoryId(row[1]) for row in found}

    def has_any_of_no_event(self, persona_id: PersonaId) -> bool:
        """Tell whether there is a memory that was made of no event."""
        with self._database.reading() as connection:
            return _OF_NO_EVENT.first(connection, {"persona": persona_id}) is not None

    def unbound(self, persona_id: PersonaId, *, limit: int) -> list[MemoryId]:
        """Return memories that were made of no turn, at most so many."""
        with self._database.reading() as connection:
            found = _UNBOUND.rows(connection, {"persona": persona_id, "most": limit})
        return [MemoryId(row[0]) for row in found]

    def unremembered(self, persona_id: PersonaId, *, limit: int) -> list[EventId]:
        """Return complete events that wait to become a memory, oldest first."""
        with self._database.reading() as connection:
            found = _WAITING.rows(connection, {"persona": persona_id, "most": limit})
        return [EventId(row[0]) for row in found]

    def get(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId]) -> dict[MemoryId, Memory]:
        """Return those of the memories that this persona has."""
        found: dict[MemoryId, Memory] = {}
        if not memory_ids:
            return found
        with self._database.reading() as connection:
            for start in range(0, len(memory_ids), rows.BATCH):
                held = connection.execute(_THESE, {"ids": memory_ids[start : start + rows.BATCH]})
                found |= {row.id: rows.memory(row) for row in held if row.persona_id == persona_id}
        return found

    def named(self, persona_id: PersonaId, name: str) -> Memory:
        """Return the memory with this label or number."""
        wanted = memories.c.id == int(name) if name.isdecimal() and len(name) < 19 else memories.c.label == name.strip()
        with self._database.reading() as connection:
            row = connection.execute(MEMORY.where(memories.c.persona_id == persona_id, wanted)).first()
        if row is None:
            raise MemoryNotFound(name)
        return rows.memory(row)

    def find(
        self, persona_id: PersonaId, where: MemoryFilter, *, limit: int | None = None, newest_first: bool = True
    ) -> list[Memory]:
        """Return the memories that pass the filter, in order of time."""
        order = (
            (memories.c.created.desc(), memories.c.id.desc()) if newest_first else (memories.c.created, memories.c.id)
        )
        query = MEMORY.where(memories.c.persona_id == persona_id, *conditions(where)).order_by(*order).limit(limit)
        with self._database.reading() as connection:
            return [rows.memory(row) for row in connection.execute(query)]

    def count(self, persona_id: PersonaId) -> Mapping[Level, int]:
        """Return how many memories there are at each level."""
        # Four sums in one pass: to group the memories SQLite would sort them all.
        held = (func.count().filter(memories.c.current_level == int(level)) for level in Level)
        with self._database.reading() as connection:
            row = connection.execute(select(*held).where(memories.c.persona_id == persona_id)).one()
        return dict(zip(Level, map(int, row), strict=True))

    def relations(
        self, persona_id: PersonaId, memory_ids: Sequence[MemoryId], *, both_ways: bool = True
    ) -> list[Relation]:
        """Return the relations that begin at these memories, and with `both_ways` those that end there."""
        found: dict[tuple[int, int, int], Relation] = {}
        with self._database.reading() as connection:
            for start in range(0, len(memory_ids), rows.BATCH):
                ids = memory_ids[start : start + rows.BATCH]
                for query in (_FROM_HERE, _TO_HERE) if both_ways else (_FROM_HERE,):
                    for row in connection.execute(query, {"ids": ids}):
                        if row.persona_id == persona_id:
                            found[row.source_id, row.target_id, row.kind] = _relation(row)
        return [found[key] for key in sorted(found)]

    def history(self, persona_id: PersonaId, memory_id: MemoryId) -> list[Chapter]:
        """Return what happened to a memory, oldest first."""
        query = (
            select(memory_history)
            .where(memory_history.c.persona_id == persona_id, memory_history.c.memory_id == memory_id)
            .order_by(memory_history.c.id)
        )
        with self._database.reading() as connection:
            return [_chapter(row) for row in connection.execute(query)]


def write_memories(
    database: Database,
    connection: Connection,
    persona_id: PersonaId,
    new: Sequence[NewMemory],
    *,
    space: EmbeddingSpace,
) -> list[int]:
    """Keep memories inside the caller's transaction; return the number of each, of the one that was there before too."""
    known = _made_before(connection, persona_id, new)
    fresh = [each for each in new if each.event_id is None or each.event_id not in known]
    made = write_new_memories(database, connection, persona_id, fresh, space=space) if fresh else []
    known |= {each.event_id: number for each, number in zip(fresh, made, strict=True) if each.event_id}
    untold = iter([number for each, number in zip(fresh, made, strict=True) if each.event_id is None])
    return [known[each.event_id] if each.event_id is not None else next(untold) for each in new]


def write_skip(
    database: Database, connection: Connection, persona_id: PersonaId, event_id: EventId, *, reason: str, at: Moment
) -> None:
    """Note that an event makes no memory, and why, inside the caller's transaction."""
    row = {"persona_id": persona_id, "event_id": event_id, "reason": reason, "at": at}
    connection.execute(database.insert_new(memory_skips), row)


def remembered_of(connection: Connection, persona_id: PersonaId, event_ids: Sequence[EventId]) -> set[int]:
    """Return those of the events that have become a memory, or were passed over."""
    made = connection.execute(_MADE_OF, {"persona": persona_id, "ids": event_ids})
    passed = connection.execute(_PASSED_OVER, {"ids": event_ids})
    return {int(row.event_id) for rows_of in (made, passed) for row in rows_of}


def write_new_memories(
    database: Database,
    connection: Connection,
    persona_id: PersonaId,
    new: Sequence[NewMemory],
    *,
    space: EmbeddingSpace,
) -> list[int]:
    """Keep memories of whose events none is known to have made one, inside the caller's transaction; return their numbers."""
    space_id = rows.space_id_of(database, connection, space)
    tick = rows.next_tick(database, connection, persona_id)
    names = _labels(connection, persona_id, new)
    numbers = [_numbers(persona_id, each, name=name, tick=tick) for each, name in zip(new, names, strict=True)]
    ids = [_INSERT_MEMORY.insert(connection, each) for each in numbers]
    paired = list(zip(ids, new, strict=True))
    _INSERT_TEXTS.write_all(connection, [{"memory_id": number, **_texts(each)} for number, each in paired])
    rows.add_passages(
        connection,
        persona_id,
        [(number, each.created, each.piece, each.vector) for number, each in paired],
        space_id=space_id,
    )
    _INSERT_HISTORY.write_all(connection, [_made(persona_id, number, each) for number, each in paired])
    claims = [
        {"memory_id": number, "persona_id": persona_id, "asked_at": each.created}
        for number, each in paired
        if each.impression.protected
    ]
    if claims:
        connection.execute(insert(protection_claims), claims)
    for session_id, each in {each.session_id: each for each in new if each.session_id}.items():
        feeling = each.impression.feeling
        keep_feeling(database, connection, persona_id, session_id=session_id, feeling=feeling, at=each.created)
    return ids


def _made_before(connection: Connection, persona_id: PersonaId, new: Sequence[NewMemory]) -> dict[EventId | None, int]:
    turns = [each.event_id for each in new if each.event_id is not None]
    if not turns:
        return {}
    found = connection.execute(_MADE_OF, {"persona": persona_id, "ids": turns})
    return {EventId(row.event_id): int(row.id) for row in found}


def _labels(connection: Connection, persona_id: PersonaId, new: Sequence[NewMemory]) -> list[str]:
    following: dict[date, int] = {}
    names = []
    for each in new:
        if each.day not in following:
            prefix = label(each.day, number=0)[:-3]
            following[each.day] = rows.next_label_number(connection, persona_id, prefix=prefix)
        names.append(label(each.day, number=following[each.day]))
        following[each.day] += 1
    return names


def conditions(where: MemoryFilter) -> list[ColumnElement[bool]]:
    """Return what a memory that is meant must fulfil."""
    found: list[ColumnElement[bool]] = []
    if where.levels:
        found.append(memories.c.current_level.in_(sorted(where.levels)))
    if where.protected_only:
        found.append(memories.c.protected.is_(True))
    if where.category is not None:
        found.append(memories.c.category == where.category)
    if where.since is not None:
        found.append(memories.c.created >= where.since)
    if where.until is not None:
        found.append(memories.c.created < where.until)
    if where.session_id is not None:
        found.append(memories.c.session_id == where.session_id)
    return found


def _numbers(persona_id: PersonaId, new: NewMemory, *, name: str, tick: int) -> dict[str, object]:
    told = new.impression
    return {
        "persona_id": persona_id,
        "event_id": new.event_id,
        "label": name,
        "session_id": new.session_id,
        "created": new.created,
        "memory_days": new.memory_days,
        "recalls_since_last_batch": 0,
        "recall_count": 0,
        "emotional_intensity": told.emotional_intensity,
        "emotional_valence": told.emotional_valence.value,
        "emotional_arousal": told.emotional_arousal,
        "emotional_tags": rows.tags_text(told.feeling.tags),
        "decay_coefficient": new.decay_coefficient,
        "category": str(told.category),
        "current_level": Level.FULL,
        "retention_score": float(told.emotional_intensity),
        "protected": False,
        "kept_until": told.kept_until,
        "faded_through": new.created,
        "hand": 0,
        "tick": tick,
    }


def _texts(new: NewMemory) -> dict[str, object]:
    told = new.impression
    summary, trace = told.summary, told.trace
    return {
        "trigger": told.trigger,
        "content": told.content,
        "keywords": json.dumps(told.keywords, ensure_ascii=False),
        **_draft("summary", summary),
        **_draft("trace", trace),
        "told_by": told.told_by,
    }


def _draft(level: str, draft: Draft | None) -> dict[str, str | None]:
    return {
        f"{level}_trigger": draft.trigger if draft else None,
        f"{level}_content": draft.content if draft else None,
    }


def _made(persona_id: PersonaId, memory_id: int, new: NewMemory) -> dict[str, object]:
    return {
        "persona_id": persona_id,
        "memory_id": memory_id,
        "at": new.created,
        "cause": Cause.MADE.value,
        "level_after": Level.FULL,
        "retention_score": float(new.impression.emotional_intensity),
    }


def _relation(row: AnyRow) -> Relation:
    return Relation(MemoryId(row.source_id), MemoryId(row.target_id), KIND_OF[row.kind], row.similarity)


def _chapter(row: AnyRow) -> Chapter:
    return Chapter(
        memory_id=MemoryId(row.memory_id),
        at=Moment(row.at),
        cause=Cause(row.cause),
        level_before=None if row.level_before is None else Level(row.level_before),
        level_after=None if row.level_after is None else Level(row.level_after),
        retention_score=row.retention_score,
        trigger_before=row.trigger_before,
        content_before=row.content_before,
    )
