"""The event log in SQL: appended, completed, read; never changed.

The answer of a turn that was opened first lies in a table of its own, so that the log itself needs no UPDATE.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sqlalchemy import (
    BindParameter,
    ColumnElement,
    Connection,
    bindparam,
    delete,
    false,
    func,
    insert,
    or_,
    select,
    true,
    update,
)

from omoide.adapters.sql.beliefs.tables import undigested
from omoide.adapters.sql.database import AnyRow, Database, scalar_int
from omoide.adapters.sql.erasing import tombstones
from omoide.adapters.sql.erasing.tables import erased_events
from omoide.adapters.sql.events import event_rows
from omoide.adapters.sql.postgres import appending
from omoide.adapters.sql.prepared import Prepared, placed, places
from omoide.adapters.sql.recall import passage_rows
from omoide.adapters.sql.tables import annotations, completions, events, mentions, personas
from omoide.domain.events.event import (
    OWNER,
    Annotations,
    EntityKind,
    Event,
    EventFilter,
    EventId,
    LifeStage,
    Mention,
    Turn,
)
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import NewPassage, PassageKind
from omoide.domain.time.moment import Moment
from omoide.errors import EventNotFound, IdempotencyConflict, TurnAlreadyCompleted, WasErased
from omoide.ports.events.store import KeptEvent, LogEntry

_ASSISTANT = func.coalesce(events.c.assistant_text, completions.c.assistant_text)
EVENT = select(
    events.c.id,
    events.c.created,
    events.c.user_text,
    _ASSISTANT.label("assistant_text"),
    events.c.source,
    events.c.client_id,
    events.c.session_id,
    events.c.image_summaries,
    events.c.origin,
).select_from(events.outerjoin(completions, completions.c.event_id == events.c.id))

# Built once: making a statement costs more than running it.
_INSERT = Prepared(insert(events))
_MINE = events.c.persona_id == bindparam("persona")
_IDS = events.c.id.in_(bindparam("ids", expanding=True))
_NEWEST = events.c.created.desc(), events.c.id.desc()
_UP_TO = EVENT.where(_MINE, events.c.created <= bindparam("as_of")).order_by(*_NEWEST).limit(bindparam("most"))
_LAST, _LAST_OF_CLIENT = Prepared(_UP_TO), Prepared(_UP_TO.where(events.c.client_id == bindparam("client")))
_FORGET_ANNOTATION = delete(annotations).where(annotations.c.event_id == bindparam("event"))
_FORGET_MENTIONS = delete(mentions).where(mentions.c.event_id == bindparam("event"))
_ANNOTATE, _MENTION = Prepared(insert(annotations)), Prepared(insert(mentions))
_ANY_ERASED = Prepared(select(erased_events.c.event_id).limit(1))
_WAITS = Prepared(insert(undigested))
_DECIDE_LANGUAGE = (
    update(personas)
    .where(personas.c.id == bindparam("persona"), personas.c.is_language_open == true())
    .values(language=bindparam("told"), is_language_open=false())
)

BATCH = 512
"""Ids in one statement; databases bound the number of parameters."""
_FEWEST = 8


class SqlEventStore:
    """The append-only log."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def append(self, persona_id: PersonaId, entries: Sequence[LogEntry]) -> list[KeptEvent]:
        """Keep turns and their passages, all or none; a turn whose idempotency key is known is not kept again."""
        if (
            self._database.is_on_a_server
            and (kept := appending.appended(self._database, persona_id, entries)) is not None
        ):
            return kept
        with self._database.writing(persona_id) as connection:
            _refuse_erased(connection, persona_id, entries)
            return [_append(connection, persona_id, entry) for entry in entries]

    def complete(
        self, persona_id: PersonaId, event_id: EventId, *, assistant: str, at: Moment, pieces: Sequence[NewPassage]
    ) -> Event:
        """Give an opened turn its answer; the same answer twice is kept once."""
        with self._database.writing(persona_id) as connection:
            event = one_event(connection, persona_id, event_id)
            if event.assistant == assistant:
                return event
            if event.is_complete:
                raise TurnAlreadyCompleted(event_id)
            connection.execute(insert(completions).values(event_id=event_id, assistant_text=assistant, completed=at))
            passage_rows.add(
                connection, persona_id, kind=PassageKind.EVENT, item_id=event_id, created=event.created, pieces=pieces
            )
            return one_event(connection, persona_id, event_id)

    def get(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, Event]:
        """Return those of the events that this persona has."""
        found: dict[EventId, Event] = {}
        with self._database.reading() as connection:
            for start in range(0, len(event_ids), BATCH):
                rows = _these(connection, persona_id, event_ids[start : start + BATCH])
                found |= {event.id: event for event in map(event_rows.event_of, rows)}
        return found

    def find(
        self, persona_id: PersonaId, where: EventFilter, *, limit: int | None = None, newest_first: bool = False
    ) -> list[Event]:
        """Return the events that pass the filter, in order of time."""
        if newest_first and limit is not None and _is_of_the_last(where):
            return self._last(persona_id, where, limit=limit)
        order = _NEWEST if newest_first else (events.c.created, events.c.id)
        query = EVENT.where(_MINE, *conditions(where)).order_by(*order).limit(limit)
        with self._database.reading() as connection:
            return [event_rows.event_of(row) for row in connection.execute(query, {"persona": persona_id})]

    def count(self, persona_id: PersonaId, where: EventFilter) -> int:
        """Return how many events pass the filter."""
        query = EVENT.where(_MINE, *conditions(where)).with_only_columns(func.count(), maintain_column_froms=True)
        with self._database.reading() as connection:
            return scalar_int(connection.execute(query, {"persona": persona_id}).scalar())

    def _last(self, persona_id: PersonaId, where: EventFilter, *, limit: int) -> list[Event]:
        wanted = {"persona": persona_id, "as_of": where.as_of, "most": limit}
        with self._database.reading() as connection:
            if where.client_id is None:
                return [event_rows.event_of(row) for row in _LAST.rows(connection, wanted)]
            rows = _LAST_OF_CLIENT.rows(connection, wanted | {"client": where.client_id})
            return [event_rows.event_of(row) for row in rows]

    def annotate(self, persona_id: PersonaId, notes: Mapping[EventId, Annotations]) -> None:
        """Keep what was understood about events, in place of what was understood before."""
        with self._database.writing(persona_id) as connection:
            for event_id, note in notes.items():
                one_event(connection, persona_id, event_id)
                connection.execute(_FORGET_ANNOTATION, {"event": event_id})
                connection.execute(_FORGET_MENTIONS, {"event": event_id})
                write_annotations(connection, event_id, note)

    def annotations(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, Annotations]:
        """Return what was understood about those of the events that have been annotated."""
        mine = select(events.c.id).where(events.c.persona_id == persona_id, events.c.id.in_(event_ids))
        named: dict[EventId, list[Mention]] = {}
        with self._database.reading() as connection:
            query = select(mentions).where(mentions.c.event_id.in_(mine)).order_by(mentions.c.ordinal)
            for row in connection.execute(query):
                mention = Mention(EntityKind(row.kind), row.name, row.confidence)
                named.setdefault(EventId(row.event_id), []).append(mention)
            rows = connection.execute(select(annotations).where(annotations.c.event_id.in_(mine))).all()
        return {EventId(row.event_id): _annotation(row, named.get(EventId(row.event_id), [])) for row in rows}


def _these(connection: Connection, persona_id: PersonaId, ids: Sequence[EventId]) -> list[tuple[Any, ...]]:
    """Return the rows of these events; the statement is made once for each power of two, the last id fills it up."""
    size = max(_FEWEST, 1 << (len(ids) - 1).bit_length())
    filled = [*ids, *[ids[-1]] * (size - len(ids))]
    return _of_so_many(size).rows(
        connection, {"persona": persona_id, **{f"id{at}": each for at, each in enumerate(filled)}}
    )


@cache
def _of_so_many(size: int) -> Prepared:
    ids: list[BindParameter[int]] = [bindparam(f"id{at}") for at in range(size)]
    return Prepared(EVENT.where(_MINE, events.c.id.in_(ids)))


def write_annotations(connection: Connection, event_id: EventId, note: Annotations) -> None:
    """Keep what was understood about an event, of which nothing is kept yet."""
    _ANNOTATE.write(connection, _annotation_row(event_id, note))
    _MENTION.write_all(connection, _mention_rows(event_id, note.entities))


def _is_of_the_last(where: EventFilter) -> bool:
    """Tell whether the last events up to a moment are meant, of one client or of all: every turn asks for these."""
    return where.as_of is not None and where == EventFilter(as_of=where.as_of, client_id=where.client_id)


def conditions(where: EventFilter) -> list[ColumnElement[bool]]:
    """Return the filter as SQL conditions on the events table (joined with completions)."""
    found: list[ColumnElement[bool]] = []
    if where.since is not None:
        found.append(events.c.created >= where.since)
    if where.until is not None:
        found.append(events.c.created < where.until)
    if where.as_of is not None:
        found.append(events.c.created <= where.as_of)
    if where.sources:
        found.append(events.c.source.in_(sorted(where.sources)))
    if where.session_id is not None:
        found.append(events.c.session_id == where.session_id)
    if where.client_id is not None:
        found.append(events.c.client_id == where.client_id)
    if where.contains:
        pieces = (events.c.user_text, _ASSISTANT)
        found.append(or_(*(piece.icontains(where.contains, autoescape=True) for piece in pieces)))
    if where.complete_only:
        found.append(_ASSISTANT.is_not(None))
    return found


def _refuse_erased(connection: Connection, persona_id: PersonaId, entries: Sequence[LogEntry]) -> None:
    """Raise `WasErased` for a copy of an erased turn, looked for in the transaction that would bring it back."""
    keys = [entry.turn.idempotency_key for entry in entries if entry.turn.idempotency_key]
    said = [(entry.at, entry.turn.user, entry.turn.assistant) for entry in entries if entry.is_past]
    if not (keys or said) or _ANY_ERASED.first(connection, {}) is None:
        return
    known = tombstones.erased_keys(connection, persona_id, keys) or tombstones.erased_sayings(
        connection, persona_id, said
    )
    if known:
        raise WasErased


def _append(connection: Connection, persona_id: PersonaId, entry: LogEntry) -> KeptEvent:
    turn = entry.turn
    if turn.idempotency_key is not None and (known := _known(connection, persona_id, turn)) is not None:
        return KeptEvent(known, is_new=False)
    event_id = EventId(_INSERT.insert(connection, event_rows.of_entry(persona_id, entry)))
    passage_rows.add(
        connection, persona_id, kind=PassageKind.EVENT, item_id=event_id, created=entry.at, pieces=entry.pieces
    )
    if entry.tells_language is not None:
        connection.execute(_DECIDE_LANGUAGE, {"persona": persona_id, "told": entry.tells_language.value})
    if turn.source != OWNER:
        _WAITS.write(connection, {"persona_id": persona_id, "created": entry.at, "event_id": event_id})
    return KeptEvent(event_rows.kept(event_id, entry), is_new=True)


def _known(connection: Connection, persona_id: PersonaId, turn: Turn) -> Event | None:
    query = EVENT.where(events.c.persona_id == persona_id, events.c.idempotency_key == turn.idempotency_key)
    row = connection.execute(query).first()
    if row is None:
        return None
    event = event_rows.event_of(row)
    says_the_same = event.user == turn.user and turn.assistant in (None, event.assistant)
    if not says_the_same:
        raise IdempotencyConflict(turn.idempotency_key or "", event.id)
    return event


def one_event(connection: Connection, persona_id: PersonaId, event_id: EventId) -> Event:
    """Return one event; raise `EventNotFound` when this persona has none with this id."""
    row = connection.execute(EVENT.where(events.c.persona_id == persona_id, events.c.id == event_id)).first()
    if row is None:
        raise EventNotFound(event_id)
    return event_rows.event_of(row)


def still_there(connection: Connection, persona_id: PersonaId, event_ids: Sequence[EventId]) -> list[EventId]:
    """Return those of the events that have not been erased meanwhile, in their order."""
    if not event_ids:
        return []
    given = placed("event", event_ids)
    rows = _still_there(len(given)).rows(connection, {"persona": persona_id, **given})
    found = {number for (number,) in rows}
    return [event_id for event_id in event_ids if event_id in found]


@cache
def _still_there(count: int) -> Prepared:
    return Prepared(select(events.c.id).where(_MINE, events.c.id.in_(places("event", count))))


def _annotation_row(event_id: EventId, note: Annotations) -> dict[str, object]:
    return {
        "event_id": event_id,
        "about_start": note.about_start,
        "about_end": note.about_end,
        "about_year_start": note.about_year_start,
        "about_year_end": note.about_year_end,
        "life_stage": note.life_stage.value,
        "about_time_confidence": note.about_time_confidence,
    }


def _mention_rows(event_id: EventId, entities: Sequence[Mention]) -> list[dict[str, object]]:
    return [
        {"event_id": event_id, "ordinal": at, "kind": m.kind.value, "name": m.name, "confidence": m.confidence}
        for at, m in enumerate(entities)
    ]


def _annotation(row: AnyRow, entities: Sequence[Mention]) -> Annotations:
    return Annotations(
        about_start=row.about_start,
        about_end=row.about_end,
        about_year_start=row.about_year_start,
        about_year_end=row.about_year_end,
        life_stage=LifeStage(row.life_stage),
        about_time_confidence=row.about_time_confidence,
        entities=tuple(entities),
    )
