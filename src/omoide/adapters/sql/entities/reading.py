"""Who is named in turns and beliefs: read from what digest made of turns."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, bindparam, func, literal, null, select, union, union_all

from omoide.adapters.sql.beliefs.tables import revision_evidence, revisions, state_entities, states
from omoide.adapters.sql.database import Database
from omoide.adapters.sql.memories.tables import memories
from omoide.adapters.sql.tables import events, mentions
from omoide.domain.beliefs.state import PERSONA, USER, Target
from omoide.domain.entities.proposal import NameUse, SpelledName
from omoide.domain.events.event import OWNER, EntityKind, EventId
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

BATCH = 400
"""Values in one statement; databases bound the number of parameters."""
_NOBODY = ("", USER, PERSONA)
_MINE = events.c.persona_id == bindparam("persona"), events.c.source != OWNER
_BELIEVED = (
    revisions.join(revision_evidence, revision_evidence.c.revision_id == revisions.c.id)
    .join(states, (states.c.id == revisions.c.target_id) & (revisions.c.target == Target.STATE.value))
    .join(events, events.c.id == revision_evidence.c.event_id)
)


class SqlNameReading:
    """Reads names."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def spellings(self, persona_id: PersonaId) -> list[SpelledName]:
        """Return every name as turns and beliefs spell it."""
        parts = (part.with_only_columns(part.selected_columns[0], events.c.id, events.c.created) for part in _uses())
        name, event_id, created = union(*parts).subquery().c
        query = select(name, func.count(event_id), func.max(created)).group_by(name)
        with self._database.reading() as connection:
            rows = connection.execute(query, {"persona": persona_id}).all()
        return [SpelledName(row[0], int(row[1]), Moment(row[2])) for row in rows]

    def uses(self, persona_id: PersonaId, names: Sequence[str]) -> list[NameUse]:
        """Return the turns that name one of these, and those on which a belief about one rests."""
        found: dict[tuple[str, int], NameUse] = {}
        with self._database.reading() as connection:
            for start in range(0, len(names), BATCH):
                some = list(names[start : start + BATCH])
                query = union_all(*(part.where(part.selected_columns[0].in_(some)) for part in _uses()))
                for name, kind, confidence, event_id, at, session_id in connection.execute(
                    query, {"persona": persona_id}
                ):
                    use = NameUse(
                        name=name,
                        kind=EntityKind(kind) if kind else None,
                        confidence=confidence,
                        event_id=EventId(event_id),
                        at=Moment(at),
                        session_id=session_id,
                    )
                    known = found.get((name, event_id))
                    if known is None or (known.kind is None, -known.confidence) > (use.kind is None, -use.confidence):
                        found[name, event_id] = use
        return list(found.values())

    def believed_names(self, persona_id: PersonaId) -> list[str]:
        """Return every name that a belief is about or speaks of, as beliefs spell it."""
        mine = states.c.persona_id == persona_id
        about = select(states.c.about).where(mine, states.c.about.not_in(_NOBODY))
        spoken = select(state_entities.c.name).join(states, states.c.id == state_entities.c.state_id).where(mine)
        with self._database.reading() as connection:
            return [row[0] for row in connection.execute(union(about, spoken))]

    def strongest(self, persona_id: PersonaId, event_ids: Sequence[EventId], *, limit: int) -> list[MemoryId]:
        """Return the memories made of these turns that are most present, then most moving."""
        found: list[tuple[float, int, int]] = []
        with self._database.reading() as connection:
            for start in range(0, len(event_ids), BATCH):
                mine = (memories.c.persona_id == persona_id, memories.c.event_id.in_(event_ids[start : start + BATCH]))
                query = select(memories.c.retention_score, memories.c.emotional_intensity, memories.c.id).where(*mine)
                found += [(row[0], row[1], row[2]) for row in connection.execute(query)]
        return [MemoryId(each[2]) for each in sorted(found, reverse=True)[:limit]]

    def session_began(self, persona_id: PersonaId, session_id: str) -> Moment | None:
        """Return when the first turn of a session was said."""
        mine = (events.c.persona_id == persona_id, events.c.session_id == session_id)
        with self._database.reading() as connection:
            found = connection.execute(select(func.min(events.c.created)).where(*mine)).scalar()
        return None if found is None else Moment(found)


def _uses() -> list[Select[Any]]:
    """Return the queries for names in turns: mentions, whom beliefs are about, and whom they speak of."""
    where = (events.c.id, events.c.created, events.c.session_id)
    said = select(mentions.c.name, mentions.c.kind, mentions.c.confidence, *where)
    about = select(states.c.about, null().label("kind"), literal(1.0).label("confidence"), *where)
    spoken = select(state_entities.c.name, state_entities.c.kind, state_entities.c.confidence, *where)
    beside = _BELIEVED.join(state_entities, state_entities.c.state_id == states.c.id)
    asserted = states.c.candidate.is_(False)
    return [
        said.select_from(mentions.join(events, events.c.id == mentions.c.event_id)).where(*_MINE),
        about.select_from(_BELIEVED).where(*_MINE, asserted, states.c.about.not_in(_NOBODY)),
        spoken.select_from(beside).where(*_MINE, asserted),
    ]
