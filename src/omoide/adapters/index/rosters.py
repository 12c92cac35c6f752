"""Rosters held in memory, one per persona, that follow what any process appends."""

from dataclasses import dataclass, field, fields

import numpy as np
from sqlalchemy import Connection, bindparam, func, select

from omoide.adapters.index.residency import HeldMinds, Stripes
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.erasing.tables import erasures
from omoide.adapters.sql.events.events import conditions
from omoide.adapters.sql.prepared import Prepared
from omoide.adapters.sql.tables import completions, events
from omoide.domain.events import roster
from omoide.domain.events.event import EventFilter
from omoide.domain.events.roster import Ints, Roster
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import EARLIEST

SESSION_BYTES = 160
"""What a session's name and number take."""
_NEWER = Prepared(
    select(events.c.id, events.c.created, events.c.session_id)
    .where(events.c.persona_id == bindparam("persona_id"), events.c.id > bindparam("last_id"))
    .order_by(events.c.id)
)
# With every turn of every session it is asked which turns the conversation shows.
_OF_SESSION = Prepared(
    select(events.c.id)
    .where(
        events.c.persona_id == bindparam("persona_id"),
        events.c.session_id == bindparam("session_id"),
        events.c.created >= bindparam("since"),
    )
    .order_by(events.c.id)
)
_LAST_ORDER = Prepared(select(func.max(erasures.c.id)).where(erasures.c.persona_id == bindparam("persona_id")))


@dataclass(slots=True)
class _HeldRosters:
    roster: Roster
    sessions: dict[str, int] = field(default_factory=dict)
    last_order: int = 0
    """The last order to erase that was seen: after another one, everything is read anew."""

    @property
    def last_id(self) -> int:
        return int(self.roster.ids[-1]) if len(self.roster) else 0

    def code(self, name: str, event_id: int) -> int:
        """Return the number of a session; what was said in none has one of its own, and no neighbours."""
        return self.sessions.setdefault(name, len(self.sessions)) if name else -event_id


class ResidentRosters:
    """Knows every persona's events by id, time and session."""

    def __init__(self, database: Database, *, minds: HeldMinds | None = None) -> None:
        self._database = database
        self._held = (minds or HeldMinds()).by_mind(_held_bytes)
        self._locks = Stripes()

    def roster(self, persona_id: PersonaId) -> Roster:
        """Return the roster of all events kept so far."""
        with self._locks.of(persona_id), self._database.reading() as connection:
            held = self._held.get(persona_id) or _HeldRosters(_nobody())
            [order] = _LAST_ORDER.first(connection, {"persona_id": persona_id}) or (0,)
            order = int(order or 0)
            if order != held.last_order:
                held = _HeldRosters(_nobody(), last_order=order)
            ids, created, named = _newer(connection, persona_id, held.last_id)
            if ids:
                codes = [held.code(name, event_id) for name, event_id in zip(named, ids, strict=True)]
                held.roster = roster.extended(
                    held.roster, ids=_ints(ids), created=_ints(created), sessions=_ints(codes)
                )
                self._held[persona_id] = held
            return held.roster

    def matching(self, persona_id: PersonaId, where: EventFilter) -> Ints:
        """Return the ids of the events that pass the filter, ascending."""
        if where.session_id is not None and where == EventFilter(session_id=where.session_id, since=where.since):
            return self._of_session(persona_id, where)
        query = (
            select(events.c.id)
            .select_from(events.outerjoin(completions, completions.c.event_id == events.c.id))
            .where(events.c.persona_id == persona_id, *conditions(where))
            .order_by(events.c.id)
        )
        with self._database.reading() as connection:
            return np.fromiter((row.id for row in connection.execute(query)), np.int64)

    def _of_session(self, persona_id: PersonaId, where: EventFilter) -> Ints:
        since = EARLIEST if where.since is None else where.since
        wanted = {"persona_id": persona_id, "session_id": where.session_id, "since": since}
        with self._database.reading() as connection:
            return _ints([row[0] for row in _OF_SESSION.rows(connection, wanted)])


def _held_bytes(held: _HeldRosters) -> int:
    columns: int = sum(getattr(held.roster, each.name).nbytes for each in fields(held.roster))
    return columns + len(held.sessions) * SESSION_BYTES


def _nobody() -> Roster:
    return roster.roster(ids=_ints([]), created=_ints([]), sessions=_ints([]))


def _ints(values: list[int]) -> Ints:
    return np.array(values, np.int64)


def _newer(connection: Connection, persona_id: PersonaId, last_id: int) -> tuple[list[int], list[int], list[str]]:
    rows = _NEWER.rows(connection, {"persona_id": persona_id, "last_id": last_id})
    return [row[0] for row in rows], [row[1] for row in rows], [row[2] for row in rows]
