"""Proposals, one for each name, and what each session was told, in SQL."""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.entities.tables import entity_proposal_events, entity_proposals, entity_tellings
from omoide.adapters.sql.events.events import still_there
from omoide.adapters.sql.prepared import Prepared
from omoide.domain.entities.entity import EntityId
from omoide.domain.entities.proposal import DraftLine, NewProposal, Proposal, ProposalId, ProposalStatus
from omoide.domain.events.event import EntityKind, EventId
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

BATCH = 400
Told = list[tuple[ProposalId, str]]

# Built once: they are asked with every turn of every session.
_TOLD = Prepared(
    select(entity_tellings.c.proposal_id, entity_tellings.c.line)
    .where(entity_tellings.c.persona_id == bindparam("persona"), entity_tellings.c.session_id == bindparam("session"))
    .order_by(entity_tellings.c.ordinal)
)
_TOLD_AS_IT_STANDS = select(entity_tellings.c.proposal_id).where(
    entity_tellings.c.proposal_id == entity_proposals.c.id, entity_tellings.c.at >= entity_proposals.c.made
)
_UNTOLD = Prepared(
    select(entity_proposals)
    .where(
        entity_proposals.c.persona_id == bindparam("persona"),
        entity_proposals.c.status == ProposalStatus.PENDING.value,
        ~_TOLD_AS_IT_STANDS.exists(),
    )
    .order_by(entity_proposals.c.id)
)


class SqlProposalStore:
    """Keeps proposals."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, persona_id: PersonaId) -> list[Proposal]:
        """Return every proposal, oldest first."""
        query = select(entity_proposals).where(entity_proposals.c.persona_id == persona_id)
        with self._database.reading() as connection:
            return [_proposal(row) for row in connection.execute(query.order_by(entity_proposals.c.id))]

    def keep(self, persona_id: PersonaId, new: NewProposal, *, replaces: Proposal | None = None) -> bool:
        """Keep a proposal, in place of the one that was read for the same name."""
        rests = list(dict.fromkeys(new.rests_on))
        with self._database.writing(persona_id) as connection:
            there = [
                each
                for start in range(0, len(rests), BATCH)
                for each in still_there(connection, persona_id, rests[start : start + BATCH])
            ]
            if len(there) < len(rests) or not _is_as_read(connection, persona_id, new.found.key, replaces):
                return False
            if replaces is None:
                made = connection.execute(insert(entity_proposals).values(persona_id=persona_id, **_columns(new)))
                proposal_id = int(made.inserted_primary_key[0])  # type: ignore[index]
            else:
                proposal_id = replaces.id
                mine = entity_proposals.c.id == proposal_id
                connection.execute(update(entity_proposals).where(mine).values(_columns(new)))
                _without_events(connection, proposal_id)
            rows = [{"proposal_id": proposal_id, "event_id": each} for each in rests]
            if rows:
                connection.execute(insert(entity_proposal_events), rows)
        return True

    def settle(
        self, persona_id: PersonaId, proposal_id: ProposalId, status: ProposalStatus, *, at: Moment
    ) -> Proposal | None:
        """Accept or dismiss a pending proposal; what it holds of turns goes."""
        mine = (entity_proposals.c.persona_id == persona_id, entity_proposals.c.id == proposal_id)
        pending = (*mine, entity_proposals.c.status == ProposalStatus.PENDING.value)
        values = {"status": status.value, "settled": at, "draft": "[]", "by": "", "memory_ids": "[]"}
        with self._database.writing(persona_id) as connection:
            if not connection.execute(update(entity_proposals).where(*pending).values(values)).rowcount:
                return None
            _without_events(connection, proposal_id)
            return _proposal(connection.execute(select(entity_proposals).where(*mine)).one())

    def refuse_name(self, persona_id: PersonaId, key: str, name: str, *, at: Moment) -> None:
        """Note that a name is not to be proposed."""
        refused = {"status": ProposalStatus.DISMISSED.value, "settled": at, "entity_id": None}
        empty = {"draft": "[]", "by": "", "memory_ids": "[]"}
        mine = (entity_proposals.c.persona_id == persona_id, entity_proposals.c.key == key)
        with self._database.writing(persona_id) as connection:
            known = connection.execute(select(entity_proposals.c.id).where(*mine)).scalar()
            if known is not None:
                connection.execute(update(entity_proposals).where(*mine).values(refused | empty))
                _without_events(connection, known)
                return
            row = {"persona_id": persona_id, "key": key, "name": name, "made": at, "days": 0, "sessions": 0, "uses": 0}
            connection.execute(insert(entity_proposals).values(row | refused | empty))

    def untold(self, persona_id: PersonaId) -> list[Proposal]:
        """Return pending proposals that no session was told as they stand, oldest first."""
        with self._database.reading() as connection:
            return [_proposal(row) for row in _UNTOLD.named(connection, {"persona": persona_id})]

    def told(self, persona_id: PersonaId, session_id: str) -> Told:
        """Return what a session was told, in order, word for word."""
        with self._database.reading() as connection:
            return _told(connection, persona_id, session_id)

    def tell(
        self, persona_id: PersonaId, session_id: str, lines: Sequence[tuple[ProposalId, str]], *, at: Moment
    ) -> Told:
        """Note what a session is told, unless it was told something already."""
        ids = [proposal_id for proposal_id, _ in lines]
        with self._database.writing(persona_id) as connection:
            known = _told(connection, persona_id, session_id)
            if known or not lines:
                return known
            mine = (entity_proposals.c.persona_id == persona_id, entity_proposals.c.id.in_(ids))
            there = set(connection.execute(select(entity_proposals.c.id).where(*mine)).scalars())
            rows = [
                {
                    "persona_id": persona_id,
                    "session_id": session_id,
                    "proposal_id": proposal_id,
                    "ordinal": ordinal,
                    "line": line,
                    "at": at,
                }
                for ordinal, (proposal_id, line) in enumerate(lines)
                if proposal_id in there  # not one that was erased meanwhile
            ]
            if rows:
                connection.execute(insert(entity_tellings), rows)
            return _told(connection, persona_id, session_id)


def _told(connection: Connection, persona_id: PersonaId, session_id: str) -> Told:
    found = _TOLD.rows(connection, {"persona": persona_id, "session": session_id})
    return [(ProposalId(row[0]), row[1]) for row in found]


def _is_as_read(connection: Connection, persona_id: PersonaId, key: str, read: Proposal | None) -> bool:
    mine = (entity_proposals.c.persona_id == persona_id, entity_proposals.c.key == key)
    row = connection.execute(select(entity_proposals).where(*mine)).first()
    return (None if row is None else _proposal(row)) == read


def _without_events(connection: Connection, proposal_id: int) -> None:
    mine = entity_proposal_events.c.proposal_id == proposal_id
    connection.execute(delete(entity_proposal_events).where(mine))


def _columns(new: NewProposal) -> dict[str, object]:
    found = new.found
    return {
        "key": found.key,
        "name": found.name,
        "kind": None if found.kind is None else found.kind.value,
        "status": ProposalStatus.PENDING.value,
        "entity_id": found.entity_id,
        "days": found.days,
        "sessions": found.sessions,
        "uses": len(found.event_ids),
        "memory_ids": json.dumps(new.memory_ids),
        "draft": json.dumps([[line.text, list(line.evidence)] for line in new.draft], ensure_ascii=False),
        "by": new.by,
        "made": new.made,
        "settled": None,
    }


def _proposal(row: AnyRow) -> Proposal:
    return Proposal(
        id=ProposalId(row.id),
        key=row.key,
        name=row.name,
        kind=None if row.kind is None else EntityKind(row.kind),
        status=ProposalStatus(row.status),
        entity_id=None if row.entity_id is None else EntityId(row.entity_id),
        days=row.days,
        sessions=row.sessions,
        uses=row.uses,
        memory_ids=tuple(map(MemoryId, json.loads(row.memory_ids))),
        draft=tuple(DraftLine(text, tuple(map(EventId, rests))) for text, rests in json.loads(row.draft)),
        by=row.by,
        made=Moment(row.made),
        settled=None if row.settled is None else Moment(row.settled),
    )
