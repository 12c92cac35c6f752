"""What was digested, in SQL: each event whole or not at all."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, bindparam, delete, exists, func, insert, or_, select

from omoide.adapters.sql.beliefs.preferences import write_preference
from omoide.adapters.sql.beliefs.states import write_state
from omoide.adapters.sql.beliefs.tables import (
    digestions,
    emotion_log,
    event_links,
    event_threads,
    tidyings,
    undigested,
)
from omoide.adapters.sql.database import AnyRow, Database, scalar_int
from omoide.adapters.sql.events.context_graph import write_context
from omoide.adapters.sql.events.events import write_annotations
from omoide.adapters.sql.feelings.feelings import write_emotions, write_feelings
from omoide.adapters.sql.memories.memories import remembered_of, write_new_memories, write_skip
from omoide.adapters.sql.memories.tables import memories, memory_skips
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.tables import annotations, completions, events, mentions
from omoide.domain.beliefs.state import Origin, StateChange
from omoide.domain.beliefs.tidy import Tidied
from omoide.domain.beliefs.write_plan import Changes
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.digestion import Backlog, Digested, Digestion, Outcome
from omoide.ports.memories.store import NewMemory, NoMemory
from omoide.ports.understanding.store import TurnStanding

BATCH = 500
"""Ids in one statement; databases bound the number of parameters."""
_WAITING = select(undigested.c.event_id).select_from(
    undigested.join(events, events.c.id == undigested.c.event_id).outerjoin(
        completions, completions.c.event_id == undigested.c.event_id
    )
)
# Built once: making a statement costs more than running it.
_REPLACED = (emotion_log, annotations, mentions, event_links, event_threads)
_MADE_A_MEMORY = exists().where(memories.c.persona_id == bindparam("persona"), memories.c.event_id == events.c.id)
_PASSED_OVER = exists().where(memory_skips.c.event_id == events.c.id)
_CHAT_TURNS = select(func.max(digestions.c.chat_turn)).where(digestions.c.persona_id == bindparam("persona"))
_KNOWN = Prepared(
    select(
        digestions.c.outcome,
        or_(_MADE_A_MEMORY, _PASSED_OVER).label("is_remembered"),
        func.coalesce(_CHAT_TURNS.scalar_subquery(), 0).label("chat_turns"),
        or_(*(exists().where(table.c.event_id == events.c.id) for table in _REPLACED)).label("is_begun"),
    )
    .select_from(events.outerjoin(digestions, digestions.c.event_id == events.c.id))
    .where(events.c.id == bindparam("event"), events.c.persona_id == bindparam("persona"))
)
"""All that is known of an event before its digestion is kept; nothing when it was erased."""
_DONE = Prepared(delete(undigested).where(undigested.c.event_id == bindparam("event")))
_UNDONE = delete(digestions).where(digestions.c.event_id == bindparam("event"))
_FORGET = tuple(delete(table).where(table.c.event_id == bindparam("event")) for table in _REPLACED)
_INSERT = Prepared(insert(digestions))
_FINISHED = or_(events.c.assistant_text.is_not(None), completions.c.event_id.is_not(None))


class _Known(NamedTuple):
    """What is known of an event before its digestion is kept."""

    outcome: str | None
    is_remembered: bool
    chat_turns: int
    is_begun: bool
    """Something was understood about it before."""


class SqlDigestStore:
    """The record of digesting."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def waiting(self, persona_id: PersonaId, *, open_before: Moment, limit: int) -> list[EventId]:
        """Return the oldest events still to be digested, in order."""
        query = _WAITING.where(*_ready(persona_id, open_before))
        oldest = query.order_by(undigested.c.created, undigested.c.event_id).limit(limit)
        with self._database.reading() as connection:
            return [EventId(found) for found in connection.execute(oldest).scalars()]

    def count(self, persona_id: PersonaId, *, open_before: Moment) -> int:
        """Return how many events `waiting` would find without a limit."""
        query = _WAITING.where(*_ready(persona_id, open_before)).with_only_columns(func.count())
        with self._database.reading() as connection:
            return scalar_int(connection.execute(query).scalar())

    def standing(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, TurnStanding]:
        """Return what has been made of each of these events so far."""
        found: dict[EventId, TurnStanding] = {}
        with self._database.reading() as connection:
            for start in range(0, len(event_ids), BATCH):
                ids = event_ids[start : start + BATCH]
                remembered = remembered_of(connection, persona_id, ids)
                rows = connection.execute(select(digestions).where(digestions.c.event_id.in_(ids)))
                records = {row.event_id: _digestion(row) for row in rows if row.persona_id == persona_id}
                found |= {each: TurnStanding(records.get(each), each in remembered) for each in ids}
        return found

    def keep(
        self,
        persona_id: PersonaId,
        digested: Digested,
        *,
        memory: NewMemory | NoMemory | None,
        space: EmbeddingSpace | None = None,
    ) -> bool:
        """Keep all of it, and the memory or why there is none, in one transaction; return whether this call did.

        Of an event that was erased meanwhile nothing is kept.
        """
        record = digested.record
        with self._database.writing(persona_id) as connection:
            row = _KNOWN.first(connection, {"event": record.event_id, "persona": persona_id})
            if row is None:
                return False
            known = _Known(*row)
            is_new = known.outcome is None or known.outcome == Outcome.REFUSED.value
            if is_new:
                _write_digested(connection, persona_id, digested, known=known)
            if not known.is_remembered:
                self._remember(connection, persona_id, digested, memory, space)
            _DONE.write(connection, {"event": record.event_id})
        return is_new

    def _remember(
        self,
        connection: Connection,
        persona_id: PersonaId,
        digested: Digested,
        memory: NewMemory | NoMemory | None,
        space: EmbeddingSpace | None,
    ) -> None:
        if isinstance(memory, NoMemory):
            event_id, at = digested.record.event_id, digested.record.at
            write_skip(self._database, connection, persona_id, event_id, reason=memory.reason, at=at)
        elif memory is not None and space is not None:
            write_new_memories(self._database, connection, persona_id, [memory], space=space)

    def record(self, persona_id: PersonaId, event_id: EventId) -> Digestion | None:
        """Return what became of an event."""
        query = select(digestions).where(digestions.c.persona_id == persona_id, digestions.c.event_id == event_id)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else _digestion(row)

    def backlog(self, persona_id: PersonaId) -> Backlog:
        """Return how far it has come."""
        counts = (
            select(digestions.c.outcome, func.count())
            .where(digestions.c.persona_id == persona_id)
            .group_by(digestions.c.outcome)
        )
        mine = select(func.count()).select_from(undigested).where(undigested.c.persona_id == persona_id)
        with self._database.reading() as connection:
            waiting = scalar_int(connection.execute(mine).scalar())
            done = {Outcome(outcome): count for outcome, count in connection.execute(counts).all()}
        return Backlog(waiting, *(done.get(outcome, 0) for outcome in Outcome))

    def reopen(self, persona_id: PersonaId) -> int:
        """Let the events whose plan was refused wait again; return how many."""
        refused = (
            select(events.c.persona_id, events.c.created, events.c.id)
            .join_from(digestions, events, events.c.id == digestions.c.event_id)
            .where(digestions.c.persona_id == persona_id, digestions.c.outcome == Outcome.REFUSED.value)
        )
        rows = ("persona_id", "created", "event_id")
        with self._database.writing(persona_id) as connection:
            return connection.execute(self._database.insert_new(undigested).from_select(rows, refused)).rowcount


def _ready(persona_id: PersonaId, open_before: Moment) -> tuple[ColumnElement[bool], ...]:
    """Return what makes an event ready: it is finished, or was left unfinished for long."""
    return undigested.c.persona_id == persona_id, or_(_FINISHED, undigested.c.created < open_before)


def _write_digested(connection: Connection, persona_id: PersonaId, digested: Digested, *, known: _Known) -> None:
    record, turns = digested.record, known.chat_turns
    if known.outcome is not None:
        connection.execute(_UNDONE, {"event": record.event_id})
        turns = _chat_turns(connection, persona_id)
    is_counted = digested.is_chat and known.outcome is None
    _INSERT.write(connection, _row(persona_id, record, chat_turn=turns + is_counted))
    if known.is_begun:
        for forgotten in _FORGET:
            connection.execute(forgotten, {"event": record.event_id})
    write_emotions(connection, persona_id, record.event_id, happened=digested.happened, emotions=digested.emotions)
    if digested.changes is not None:
        _write_changes(connection, persona_id, digested, digested.changes)


class SqlTidyStore:
    """The record of tidying."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def chat_turns(self, persona_id: PersonaId) -> int:
        """Return how many chat turns have been digested."""
        with self._database.reading() as connection:
            return _chat_turns(connection, persona_id)

    def last(self, persona_id: PersonaId) -> Tidied | None:
        """Return the last tidying."""
        query = select(tidyings).where(tidyings.c.persona_id == persona_id).order_by(tidyings.c.id.desc()).limit(1)
        with self._database.reading() as connection:
            row = connection.execute(query).first()
        return None if row is None else _tidied(row)

    def all(self, persona_id: PersonaId) -> list[Tidied]:
        """Return every tidying, oldest first."""
        query = select(tidyings).where(tidyings.c.persona_id == persona_id).order_by(tidyings.c.id)
        with self._database.reading() as connection:
            return [_tidied(row) for row in connection.execute(query)]

    def keep(self, persona_id: PersonaId, changes: Sequence[StateChange], *, tidied: Tidied) -> bool:
        """Close and note it in one transaction; return `False` when another already did at this count of turns."""
        row = {
            "persona_id": persona_id,
            "at": tidied.at,
            "chat_turns": tidied.chat_turns,
            "examined": json.dumps(tidied.examined),
            "closed": tidied.closed,
            "duration_ms": tidied.duration_ms,
        }
        same = tidyings.c.persona_id == persona_id, tidyings.c.chat_turns == tidied.chat_turns
        with self._database.writing(persona_id) as connection:
            if connection.execute(select(tidyings.c.id).where(*same)).first() is not None:
                return False
            connection.execute(insert(tidyings).values(row))
            for change in changes:
                write_state(connection, persona_id, change, at=tidied.at, origin=Origin.TIDY)
        return True


def _write_changes(connection: Connection, persona_id: PersonaId, digested: Digested, changes: Changes) -> None:
    event_id, happened = digested.record.event_id, digested.happened
    write_annotations(connection, event_id, changes.annotations)
    for state in changes.states:
        write_state(connection, persona_id, state, at=happened, origin=Origin.PLAN)
    for preference in changes.preferences:
        write_preference(connection, persona_id, preference, at=happened, origin=Origin.PLAN)
    write_context(connection, persona_id, event_id, links=changes.links, marks=changes.threads)
    write_feelings(
        connection,
        persona_id,
        event_id,
        happened=happened,
        affect=changes.affect,
        mood=digested.mood,
    )


def _chat_turns(connection: Connection, persona_id: PersonaId) -> int:
    return scalar_int(connection.execute(_CHAT_TURNS, {"persona": persona_id}).scalar())


def _row(persona_id: PersonaId, record: Digestion, *, chat_turn: int) -> dict[str, object]:
    return {
        "event_id": record.event_id,
        "persona_id": persona_id,
        "outcome": record.outcome.value,
        "plan_key": record.plan_key,
        "by": record.by,
        "reasons": json.dumps(record.reasons, ensure_ascii=False) if record.reasons else None,
        "at": record.at,
        "chat_turn": chat_turn,
    }


def _digestion(row: AnyRow) -> Digestion:
    reasons = tuple(json.loads(row.reasons)) if row.reasons else ()
    return Digestion(EventId(row.event_id), Outcome(row.outcome), Moment(row.at), row.by, row.plan_key, reasons)


def _tidied(row: AnyRow) -> Tidied:
    return Tidied(Moment(row.at), row.chat_turns, json.loads(row.examined), row.closed, row.duration_ms)
