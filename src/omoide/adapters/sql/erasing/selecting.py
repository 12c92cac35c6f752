"""What an order is about, and what else may carry its words."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, or_, select

from omoide.adapters.sql.beliefs.tables import digestions, event_affects, preferences, state_entities, states
from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.entities import erased as profiled
from omoide.adapters.sql.erasing import phrases
from omoide.adapters.sql.erasing.episodes import told_of
from omoide.adapters.sql.events.event_rows import event_of
from omoide.adapters.sql.events.events import EVENT, conditions
from omoide.adapters.sql.goals import erased as aimed
from omoide.adapters.sql.knowledge import naming as known
from omoide.adapters.sql.memories.tables import memories, memory_history, memory_recalls, memory_texts
from omoide.adapters.sql.models.tables import answers
from omoide.adapters.sql.notes import erased as noted
from omoide.adapters.sql.questions import erased as wondered
from omoide.adapters.sql.reflection import erased as dreamt
from omoide.adapters.sql.tables import completions, events, mentions
from omoide.domain.context import blocks
from omoide.domain.context.shown import shown_event, shown_text
from omoide.domain.erasing.naming import Subject
from omoide.domain.erasing.redaction import SessionShown, may_carry
from omoide.domain.erasing.scope import ErasureScope
from omoide.domain.events.event import OWNER, Event, EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import EARLIEST, Moment
from omoide.ports.erasing.store import Selection

BATCH = 400
T = TypeVar("T")
_WRITTEN = (noted, profiled, aimed, wondered, dreamt)
"""Rooms that hold words of the owner or the persona, or what was made of turns."""
_MARKS = ("[L", *(f"<{tag}" for tag in blocks.INJECTED_TAGS))
"""What stands in a turn into which Omoide has put something."""


class SqlErasureReading:
    """Finds what an order is about."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def selected(self, persona_id: PersonaId, scope: ErasureScope) -> Selection:
        """Return what the scope means."""
        with self._database.reading() as connection:
            names = profiled.names_of(connection, persona_id, scope.subject) if scope.subject else []
            found = list(_events(connection, persona_id, scope, Subject(*names)))
            ids = [event.id for event in found]
            made, told = _memories_of(connection, persona_id, ids)
            told += told_of(connection, persona_id, ids)
            said = tuple(text for event in found for text in (event.user, *event.image_summaries) if text)
            answered = tuple(event.assistant for event in found if event.assistant)
            selection = Selection(
                event_ids=tuple(ids),
                memory_ids=tuple(made),
                texts=said + answered,
                lines=said,
                told=tuple(told),
                since=min((event.created for event in found), default=EARLIEST),
            )
            if scope.everything:
                written = [text for room in (*_WRITTEN, known) for text in room.texts_of(connection, persona_id)]
                return replace(selection, texts=(*selection.texts, *written))
            if scope.subject:
                selection = _with_subject(connection, persona_id, names, selection)
            return phrases.without(connection, persona_id, selection, answered=answered)

    def carriers(self, persona_id: PersonaId, selection: Selection) -> Iterator[tuple[Event, SessionShown]]:
        """Yield the other turns into which Omoide or the persona may have carried what is erased."""
        gone = set(selection.event_ids)
        with self._database.reading() as connection:
            marked = [event for event in _marked(connection, persona_id, selection.since) if event.id not in gone]
            sessions = _sessions_shown(connection, selection.memory_ids) | {event.session_id for event in marked} - {""}
            alone = [event for event in marked if not event.session_id]
            for event in alone:
                yield event, SessionShown()
            for session_id in sorted(sessions):
                mine = (events.c.persona_id == persona_id, events.c.session_id == session_id)
                talk = [event_of(row) for row in connection.execute(EVENT.where(*mine).order_by(events.c.id))]
                said = "\n".join(shown_text(event.user) for event in talk if event.id not in gone)
                for event in talk:
                    if event.id not in gone and event.source != OWNER:
                        yield event, SessionShown(to_persona=True, said_by_user=said)

    def made_texts(self, persona_id: PersonaId, selection: Selection) -> Iterator[tuple[EventId, str]]:
        """Yield the texts that were made of other turns: of the same sessions, and of those that were shown it."""
        gone = set(selection.event_ids)
        with self._database.reading() as connection:
            sessions = _sessions_of(connection, selection.event_ids) | _sessions_shown(connection, selection.memory_ids)
            for query in _made_texts(persona_id):
                for some in _groups(sorted(sessions - {""})):
                    for row in connection.execute(query.where(events.c.session_id.in_(some))):
                        if row[0] not in gone:
                            yield from ((EventId(row[0]), text) for text in row[1:] if text)

    def answers(self, persona_id: PersonaId, *, since: Moment) -> Iterator[tuple[str, str]]:
        """Yield the kept answers of models, each with its key."""
        whose = or_(answers.c.persona_id == persona_id, answers.c.persona_id.is_(None))
        query = select(answers.c.key, answers.c.answer, answers.c.refusal).where(whose, answers.c.created >= since)
        with self._database.reading() as connection:
            for row in connection.execute(query):
                yield row.key, row.answer or row.refusal or ""


def _events(connection: Connection, persona_id: PersonaId, scope: ErasureScope, subject: Subject) -> Iterator[Event]:
    query = EVENT.add_columns(events.c.idempotency_key).where(events.c.persona_id == persona_id)
    query = query.where(*conditions(scope.filter)).order_by(events.c.id)
    named = _mentioning(connection, persona_id, subject) if scope.subject else set()
    for row in _rows(connection, query, scope):
        if scope.document is not None and not _is_of(row, scope):
            continue
        event = event_of(row)
        if not scope.subject or event.id in named or subject.is_named_in(shown_event(event).text):
            yield event


def _rows(connection: Connection, query: Select[tuple[object, ...]], scope: ErasureScope) -> Iterator[AnyRow]:
    if not scope.event_ids:
        yield from connection.execute(query)
    for some in _groups(sorted(scope.event_ids)):
        yield from connection.execute(query.where(events.c.id.in_(some)))


def _is_of(row: AnyRow, scope: ErasureScope) -> bool:
    document = scope.document
    return document is not None and (row.idempotency_key in document.keys or row.session_id == document.session_id)


def _mentioning(connection: Connection, persona_id: PersonaId, subject: Subject) -> set[int]:
    query = select(mentions.c.event_id, mentions.c.name).join(events, events.c.id == mentions.c.event_id)
    rows = connection.execute(query.where(events.c.persona_id == persona_id))
    return {row.event_id for row in rows if subject.is_named_in(row.name)}


def _memories_of(
    connection: Connection, persona_id: PersonaId, event_ids: Sequence[EventId]
) -> tuple[list[int], list[str]]:
    """Return the memories made of these events, those that were deleted into the history included, and how they tell it."""
    made: dict[int, None] = {}
    told: dict[str, None] = {}
    for some in _groups(event_ids):
        query = select(memories.c.id, *phrases.MEMORY_TEXTS).join_from(memories, memory_texts)
        for row in connection.execute(query.where(memories.c.event_id.in_(some))):
            made[int(row.id)] = None
            told.update(dict.fromkeys(text for text in row[1:] if text))
    _add_deleted(connection, persona_id, set(event_ids), made, told)
    earlier = select(memory_history.c.trigger_before, memory_history.c.content_before)
    for numbers in _groups(list(made)):
        mine = (memory_history.c.persona_id == persona_id, memory_history.c.memory_id.in_(numbers))
        told.update(dict.fromkeys(text for pair in connection.execute(earlier.where(*mine)) for text in pair if text))
    return list(made), list(told)


def _add_deleted(
    connection: Connection, persona_id: PersonaId, wanted: set[EventId], made: dict[int, None], told: dict[str, None]
) -> None:
    deletions = select(memory_history.c.memory_id, memory_history.c.row_before).where(
        memory_history.c.persona_id == persona_id, memory_history.c.row_before.is_not(None)
    )
    for row in connection.execute(deletions):
        whole = json.loads(row.row_before)
        if whole.get("memory", {}).get("event_id") in wanted:
            made[int(row.memory_id)] = None
            texts = whole.get("texts", {}).values()
            told.update(dict.fromkeys(text for text in texts if isinstance(text, str) and text))


def _with_subject(
    connection: Connection, persona_id: PersonaId, names: Sequence[str], selection: Selection
) -> Selection:
    """Return the selection with the memories that name the subject, by any of its names, and the beliefs about it."""
    subject = Subject(*names)
    query = (
        select(memories.c.id, *phrases.MEMORY_TEXTS)
        .join_from(memories, memory_texts)
        .where(memories.c.persona_id == persona_id)
    )
    naming = {row.id: [text for text in row[1:] if text] for row in connection.execute(query)}
    naming = {number: texts for number, texts in naming.items() if any(map(subject.is_named_in, texts))}
    written = tuple(text for room in _WRITTEN for text in room.naming(connection, persona_id, subject))
    liked = select(preferences.c.id, preferences.c.subject).where(preferences.c.persona_id == persona_id)
    return replace(
        selection,
        memory_ids=tuple(dict.fromkeys((*selection.memory_ids, *naming))),
        state_ids=tuple(_states_about(connection, persona_id, subject)),
        preference_ids=tuple(row.id for row in connection.execute(liked) if subject.is_named_in(row.subject)),
        noted=written,
        documents=tuple(known.naming(connection, persona_id, subject)),
        names=tuple(names),
        texts=(*selection.texts, *written, *names),
        told=tuple(dict.fromkeys((*selection.told, *(text for texts in naming.values() for text in texts)))),
    )


def _states_about(connection: Connection, persona_id: PersonaId, subject: Subject) -> Iterator[int]:
    named = select(state_entities.c.state_id, state_entities.c.name).join(
        states, states.c.id == state_entities.c.state_id
    )
    entities: dict[int, list[str]] = {}
    for row in connection.execute(named.where(states.c.persona_id == persona_id)):
        entities.setdefault(row.state_id, []).append(row.name)
    for row in connection.execute(select(states).where(states.c.persona_id == persona_id)):
        if any(map(subject.is_named_in, (row.about, row.body, row.payload, *entities.get(row.id, ())))):
            yield int(row.id)


def _marked(connection: Connection, persona_id: PersonaId, since: Moment) -> Iterator[Event]:
    sides = (events.c.user_text, events.c.assistant_text, completions.c.assistant_text)
    holds: list[ColumnElement[bool]] = [side.contains(mark, autoescape=True) for side in sides for mark in _MARKS]
    mine = (events.c.persona_id == persona_id, events.c.created >= since, or_(*holds))
    for row in connection.execute(EVENT.where(*mine)):
        event = event_of(row)
        if may_carry(event.user) or may_carry(event.assistant or ""):
            yield event


def _sessions_shown(connection: Connection, memory_ids: Sequence[int]) -> set[str]:
    """Return the sessions in which one of the memories came to mind."""
    found: set[str] = set()
    for some in _groups(memory_ids):
        query = select(memory_recalls.c.session_id).where(memory_recalls.c.memory_id.in_(some)).distinct()
        found.update(connection.execute(query).scalars())
    return found - {""}


def _sessions_of(connection: Connection, event_ids: Sequence[EventId]) -> set[str]:
    found: set[str] = set()
    for some in _groups(event_ids):
        found.update(connection.execute(select(events.c.session_id).where(events.c.id.in_(some)).distinct()).scalars())
    return found - {""}


def _made_texts(persona_id: PersonaId) -> list[Select[Any]]:
    mine = events.c.persona_id == persona_id
    remembered = events.join(memories, memories.c.event_id == events.c.id)
    return [
        select(events.c.id, *phrases.MEMORY_TEXTS).select_from(remembered.join(memory_texts)).where(mine),
        select(events.c.id, event_affects.c.text).select_from(events.join(event_affects)).where(mine),
        select(events.c.id, digestions.c.reasons).select_from(events.join(digestions)).where(mine),
    ]


def _groups(items: Sequence[T]) -> list[Sequence[T]]:
    return [items[start : start + BATCH] for start in range(0, len(items), BATCH)]
