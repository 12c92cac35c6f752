"""Passages of events that are looked through and cut again, in SQL."""

from collections.abc import Mapping, Sequence

from sqlalchemy import delete, insert, or_, select

from omoide.adapters.sql.database import Database
from omoide.adapters.sql.tables import passages, vectors
from omoide.domain.events.event import Event, EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import NewPassage, PassageKind

BATCH = 500
"""Ids in one statement; databases bound the number of parameters."""
_P = passages.c


class SqlEventPassages:
    """The passages of events, apart from their words."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def events_holding(self, persona_id: PersonaId, marks: Sequence[str]) -> list[EventId]:
        """Return the events with a passage that holds one of the marks, oldest first."""
        holds = or_(*(_P.text.icontains(mark, autoescape=True) for mark in marks))
        mine = (_P.persona_id == persona_id, _P.kind == PassageKind.EVENT.value, holds)
        with self._database.reading() as connection:
            found = connection.execute(select(_P.item_id).distinct().where(*mine).order_by(_P.item_id))
            return [EventId(each) for each in found.scalars()]

    def texts(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, tuple[str, ...]]:
        """Return the texts of the events' passages."""
        found: dict[EventId, tuple[str, ...]] = {}
        with self._database.reading() as connection:
            for start in range(0, len(event_ids), BATCH):
                mine = (_P.persona_id == persona_id, _P.kind == PassageKind.EVENT.value)
                query = select(_P.item_id, _P.text).where(*mine, _P.item_id.in_(event_ids[start : start + BATCH]))
                for row in connection.execute(query):
                    found[EventId(row.item_id)] = (*found.get(EventId(row.item_id), ()), row.text)
        return found

    def replace(self, persona_id: PersonaId, anew: Mapping[Event, Sequence[NewPassage]]) -> None:
        """Keep these passages of the events in place of the old ones; vectors and words are to be made again."""
        if not anew:
            return
        mine = (
            _P.persona_id == persona_id,
            _P.kind == PassageKind.EVENT.value,
            _P.item_id.in_([one.id for one in anew]),
        )
        rows = [
            {
                "persona_id": persona_id,
                "kind": PassageKind.EVENT.value,
                "item_id": event.id,
                "side": piece.side.value,
                "part": piece.part,
                "created": event.created,
                "text": piece.text,
                "hash": piece.hash,
            }
            for event, pieces in anew.items()
            for piece in pieces
        ]
        with self._database.writing(persona_id) as connection:
            connection.execute(delete(vectors).where(vectors.c.passage_id.in_(select(_P.id).where(*mine))))
            connection.execute(delete(passages).where(*mine))
            if rows:
                connection.execute(insert(passages), rows)
