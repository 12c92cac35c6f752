"""What was digested, in SQL: each event whole or not at all."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, and_, delete, exists, func, insert, or_, select

from omoide.adapters.sql.beliefs.preferences import write_preference
from omoide.adapters.sql.beliefs.states import write_state
from omoide.adapters.sql.beliefs.tables import digest_progress, digestions, tidyings
from omoide.adapters.sql.database import AnyRow, Database, scalar_int
from omoide.adapters.sql.events.context_graph import write_context, write_emotions, write_feelings
from omoide.adapters.sql.events.events import write_annotations
from omoide.adapters.sql.tables import completions, events
from omoide.domain.beliefs.state import Origin, StateChange
from omoide.domain.beliefs.tidy import Tidied
from omoide.domain.beliefs.write_plan import Changes
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.digestion import Backlog, Digested, Digestion, Outcome

OWNER = "owner"
"""Events that say what the owner changed; their change is made with them, there is nothing to digest."""
_DONE = exists().where(digestions.c.event_id == events.c.id)


class SqlDigestStore:
    """The record of digesting."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def waiting(self, persona_id: PersonaId, *, open_before: Moment, retry: bool = False) -> list[EventId]:
        """Return the events still to be digested, oldest first."""
        finished = or_(
            events.c.assistant_text.is_not(None),
            exists().where(completions.c.event_id == events.c.id),
            events.c.created < open_before,
        )
        with self._database.reading() as connection:
            fresh = and_(events.c.id > _mark(connection, persona_id), ~_DONE)
            if retry:
                refused = select(digestions.c.event_id).where(
                    digestions.c.persona_id == persona_id, digestions.c.outcome == Outcome.REFUSED.value
                )
                fresh = or_(fresh, events.c.id.in_(refused))
            query = select(events.c.id).where(
                events.c.persona_id == persona_id, events.c.source != OWNER, fresh, finished
            )
            return [
                EventId(found) for found in connection.execute(query.order_by(events.c.created, events.c.id)).scalars()
            ]

    def keep(self, persona_id: PersonaId, digested: Digested) -> bool:
        """Keep all of it in one transaction; return whether this call did."""
        record = digested.record
        with self._database.writing() as connection:
            known = connection.execute(select(digestions).where(digestions.c.event_id == record.event_id)).first()
            if known is not None and known.outcome != Outcome.REFUSED.value:
                return False
            if known is not None:
                connection.execute(delete(digestions).where(digestions.c.event_id == record.event_id))
            is_counted = digested.is_chat and known is None
            connection.execute(insert(digestions).values(_row(connection, persona_id, record, is_counted=is_counted)))
            write_emotions(
                connection, persona_id, record.event_id, happened=digested.happened, emotions=digested.emotions
            )
            if digested.changes is not None:
                _write_changes(connection, persona_id, digested, digested.changes)
        return True

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
        with self._database.reading() as connection:
            mark = _mark(connection, persona_id)
            mine = events.c.persona_id == persona_id, events.c.id > mark, events.c.source != OWNER, ~_DONE
            waiting = scalar_int(connection.execute(select(func.count()).select_from(events).where(*mine)).scalar())
            done = {Outcome(outcome): count for outcome, count in connection.execute(counts).all()}
        return Backlog(waiting, *(done.get(outcome, 0) for outcome in Outcome))

    def settle(self, persona_id: PersonaId) -> None:
        """Note up to where everything is digested."""
        with self._database.writing() as connection:
            mark = _mark(connection, persona_id)
            mine = events.c.persona_id == persona_id, events.c.id > mark
            first = connection.execute(
                select(func.min(events.c.id)).where(*mine, events.c.source != OWNER, ~_DONE)
            ).scalar()
            last = connection.execute(select(func.max(events.c.id)).where(*mine)).scalar()
            reached = mark if last is None else (last if first is None else first - 1)
            row = {"persona_id": persona_id, "event_id": max(mark, reached)}
            upsert = self._database.upsert(digest_progress, keys=["persona_id"], values=["event_id"])
            connection.execute(upsert.values(row))


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
        with self._database.writing() as connection:
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


def _mark(connection: Connection, persona_id: PersonaId) -> int:
    query = select(digest_progress.c.event_id).where(digest_progress.c.persona_id == persona_id)
    return scalar_int(connection.execute(query).scalar())


def _chat_turns(connection: Connection, persona_id: PersonaId) -> int:
    query = select(func.max(digestions.c.chat_turn)).where(digestions.c.persona_id == persona_id)
    return scalar_int(connection.execute(query).scalar())


def _row(connection: Connection, persona_id: PersonaId, record: Digestion, *, is_counted: bool) -> dict[str, object]:
    return {
        "event_id": record.event_id,
        "persona_id": persona_id,
        "outcome": record.outcome.value,
        "plan_key": record.plan_key,
        "by": record.by,
        "reasons": json.dumps(record.reasons, ensure_ascii=False) if record.reasons else None,
        "at": record.at,
        "chat_turn": _chat_turns(connection, persona_id) + is_counted,
    }


def _digestion(row: AnyRow) -> Digestion:
    reasons = tuple(json.loads(row.reasons)) if row.reasons else ()
    return Digestion(EventId(row.event_id), Outcome(row.outcome), Moment(row.at), row.by, row.plan_key, reasons)


def _tidied(row: AnyRow) -> Tidied:
    return Tidied(Moment(row.at), row.chat_turns, json.loads(row.examined), row.closed, row.duration_ms)
