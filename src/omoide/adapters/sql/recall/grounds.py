"""The turns behind beliefs, in SQL: found by the keys of evidence, a handful at a time."""

import json
from collections.abc import Sequence
from functools import cache, reduce
from operator import or_

from sqlalchemy import Connection, and_, bindparam, select

from omoide.adapters.sql.beliefs.states import attribute_is, read_states
from omoide.adapters.sql.beliefs.tables import revision_evidence, revisions, states
from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.prepared import Prepared, placed, places
from omoide.domain.beliefs.state import ONE_AT_A_TIME, State, StateId, Target
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.changes.believed import Ground
from omoide.domain.time.moment import Moment

MOST_STATES = 100
"""Beliefs that are looked at for one cue, the last confirmed first."""
_STEPS = (
    select(revisions.c.target_id, revisions.c.at, revisions.c.before, revisions.c.after, revision_evidence.c.event_id)
    .join(revision_evidence, revision_evidence.c.revision_id == revisions.c.id)
    .where(revisions.c.persona_id == bindparam("persona"), revisions.c.target == Target.STATE.value)
    .where(revisions.c.target_id.in_(bindparam("states", expanding=True)), revisions.c.at <= bindparam("until"))
    .order_by(revisions.c.at, revisions.c.id)
)


class SqlGrounds:
    """Knows which turns beliefs rest on."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def of(self, persona_id: PersonaId, event_ids: Sequence[EventId], *, until: Moment) -> list[Ground]:
        """Return every turn behind the beliefs that rest on these turns and may have been followed by others."""
        with self._database.reading() as connection:
            rows = _resting(connection, persona_id, event_ids)
            known = {state.id: state for state in read_states(connection, rows) if _may_change(state)}
            known |= _about_the_same(connection, persona_id, list(known.values()))
            if not known:
                return []
            asked = {"persona": persona_id, "states": list(known), "until": until}
            return [_ground(row, known[StateId(row.target_id)]) for row in connection.execute(_STEPS, asked)]


def _resting(connection: Connection, persona_id: PersonaId, event_ids: Sequence[EventId]) -> list[AnyRow]:
    """Return the beliefs that rest on these turns."""
    if not event_ids:
        return []
    given = placed("event", event_ids)
    return _beliefs_on(len(given)).named(connection, {"persona": persona_id, **given})


@cache
def _beliefs_on(count: int) -> Prepared:
    resting = (
        select(revisions.c.target_id)
        .join(revision_evidence, revision_evidence.c.revision_id == revisions.c.id)
        .where(revision_evidence.c.event_id.in_(places("event", count)))
        .where(revisions.c.target == Target.STATE.value)
    )
    mine = (states.c.persona_id == bindparam("persona"), states.c.id.in_(resting))
    return Prepared(select(states).where(*mine).limit(MOST_STATES))


def _may_change(state: State) -> bool:
    return state.valid_to is not None or (bool(state.about) and state.attribute in ONE_AT_A_TIME)


def _about_the_same(connection: Connection, persona_id: PersonaId, found: Sequence[State]) -> dict[StateId, State]:
    kinds = {(state.about, state.attribute) for state in found if state.attribute in ONE_AT_A_TIME and state.about}
    if not kinds:
        return {}
    same = reduce(or_, [and_(states.c.about == about, attribute_is(name)) for about, name in sorted(kinds)])
    newest = states.c.last_confirmed.desc(), states.c.id.desc()
    query = select(states).where(states.c.persona_id == persona_id, same).order_by(*newest).limit(MOST_STATES)
    return {state.id: state for state in read_states(connection, connection.execute(query).all())}


def _ground(row: AnyRow, state: State) -> Ground:
    before, after = (json.loads(kept) if kept else {} for kept in (row.before, row.after))
    ends = bool(before) and before.get("valid_to") is None and after.get("valid_to") is not None
    return Ground(state=state, event_id=EventId(row.event_id), at=row.at, ends=ends)
