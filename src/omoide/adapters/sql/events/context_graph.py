"""The context graph in SQL."""

from collections.abc import Sequence

from sqlalchemy import Connection, insert, select

from omoide.adapters.sql.beliefs.tables import event_links, event_threads
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.events.events import one_event, still_there
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.tables import events
from omoide.domain.events.context_graph import Link, LinkLabel, ThreadMark
from omoide.domain.events.event import Event, EventId
from omoide.domain.personas.persona import PersonaId


class SqlContextStore:
    """Links and threads."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def links(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, list[Link]]:
        """Return the links that lead back from these events."""
        mine = select(events.c.id).where(events.c.persona_id == persona_id, events.c.id.in_(event_ids))
        found: dict[EventId, list[Link]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(select(event_links).where(event_links.c.event_id.in_(mine))):
                link = Link(EventId(row.event_id), EventId(row.to_event_id), LinkLabel(row.label), row.confidence)
                found.setdefault(link.event_id, []).append(link)
        return found

    def previous(self, persona_id: PersonaId, event: Event) -> Event | None:
        """Return the event before this one in its session, or of its client where it has no session."""
        column, value = (
            (events.c.session_id, event.session_id) if event.session_id else (events.c.client_id, event.client_id)
        )
        query = (
            select(events.c.id)
            .where(events.c.persona_id == persona_id, column == value, events.c.id < event.id)
            .where(events.c.created <= event.created)
            .order_by(events.c.id.desc())
            .limit(1)
        )
        with self._database.reading() as connection:
            found = connection.execute(query).scalar()
            return None if found is None else one_event(connection, persona_id, EventId(found))

    def marks(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, list[ThreadMark]]:
        """Return the flows these events belong to."""
        query = select(event_threads).where(event_threads.c.persona_id == persona_id)
        found: dict[EventId, list[ThreadMark]] = {}
        with self._database.reading() as connection:
            for row in connection.execute(query.where(event_threads.c.event_id.in_(event_ids))):
                found.setdefault(EventId(row.event_id), []).append(ThreadMark(row.thread_key, row.confidence))
        return found

    def members(self, persona_id: PersonaId, keys: Sequence[str], *, limit: int) -> list[EventId]:
        """Return the newest events of these flows."""
        query = (
            select(event_threads.c.event_id)
            .where(event_threads.c.persona_id == persona_id, event_threads.c.thread_key.in_(keys))
            .distinct()
            .order_by(event_threads.c.event_id.desc())
            .limit(limit)
        )
        with self._database.reading() as connection:
            return [EventId(found) for found in connection.execute(query).scalars()]


# Built once: making a statement costs more than running it.
_LINK, _MARK = Prepared(insert(event_links)), Prepared(insert(event_threads))


def write_context(
    connection: Connection,
    persona_id: PersonaId,
    event_id: EventId,
    *,
    links: Sequence[Link],
    marks: Sequence[ThreadMark],
) -> None:
    """Write the links and threads of an event that has none yet."""
    there = still_there(connection, persona_id, [link.to for link in links]) if links else []
    rows = [
        {"event_id": event_id, "to_event_id": link.to, "label": link.label.value, "confidence": link.confidence}
        for link in links
        if link.to in there
    ]
    _LINK.write_all(connection, rows)
    if marks:
        kept = [
            {"event_id": event_id, "thread_key": mark.key, "persona_id": persona_id, "confidence": mark.confidence}
            for mark in marks
        ]
        _MARK.write_all(connection, kept)
