"""States, preferences and their revisions in SQL.

A change and its revision are written together.  A row carries the number of its changes; writing to another number than
was read is refused, so that two who change the same belief at once cannot both believe they did.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    and_,
    bindparam,
    delete,
    insert,
    or_,
    select,
    union_all,
    update,
)

from omoide.adapters.sql.beliefs.tables import revision_evidence, revisions, state_entities, states
from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.events.events import still_there
from omoide.domain.beliefs.state import (
    ATTRIBUTE,
    VALUE,
    Origin,
    State,
    StateChange,
    StateId,
    StateKind,
    StateRevision,
    Target,
    canonical,
)
from omoide.domain.events.event import EntityKind, EventId, Mention
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import BeliefMoved

BATCH = 500
MOST_CLAIMS = 50
"""Claims of one statement; a plan holds no more."""
# Built once: making a statement costs more than running it.
_NEWEST = states.c.last_confirmed.desc(), states.c.id.desc()
_LASTING, _ENDING = states.c.valid_to.is_(None), states.c.valid_to > bindparam("at")


class SqlBeliefStore:
    """States and their history."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def get(self, persona_id: PersonaId, state_ids: Sequence[StateId]) -> dict[StateId, State]:
        """Return those of the states that this persona has."""
        with self._database.reading() as connection:
            query = select(states).where(states.c.persona_id == persona_id, states.c.id.in_(state_ids))
            return {state.id: state for state in read_states(connection, connection.execute(query).all())}

    def open(
        self, persona_id: PersonaId, most: Mapping[StateKind, int], *, at: Moment, candidates: bool = False
    ) -> list[State]:
        """Return so many asserted states, or candidates, of each kind that have not ended, the last confirmed first."""
        limits = {f"most_{kind.value}": limit for kind, limit in most.items()}
        with self._database.reading() as connection:
            found = connection.execute(
                _open(tuple(most)), {"persona": persona_id, "at": at, "candidates": candidates, **limits}
            ).all()
            rows: list[AnyRow] = []
            for kind, limit in most.items():
                mine = [row for row in found if row.kind == kind.value]
                rows += sorted(mine, key=lambda row: (row.last_confirmed or 0, row.id), reverse=True)[:limit]
            return read_states(connection, rows)

    def naming(self, persona_id: PersonaId, names: Sequence[str], *, limit: int) -> list[State]:
        """Return states that are about, or name, one of these, the last confirmed first."""
        if not names:
            return []
        wanted = list(names)[:BATCH]
        named = select(state_entities.c.state_id).where(state_entities.c.name.in_(wanted))
        query = (
            select(states)
            .where(states.c.persona_id == persona_id, or_(states.c.about.in_(wanted), states.c.id.in_(named)))
            .order_by(*_NEWEST)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return read_states(connection, connection.execute(query).all())

    def alike(self, persona_id: PersonaId, claims: Sequence[State], *, limit: int) -> list[State]:
        """Return what the owner settled and what is only supposed about the same as these claims, the last confirmed first."""
        if not claims:
            return []
        asked = list(claims)[:MOST_CLAIMS]
        same_body = states.c.body.in_([claim.body for claim in asked])
        same_value = [_holds(VALUE, claim.value) for claim in asked if claim.value]
        same_attribute = [_holds(ATTRIBUTE, name) for name in {claim.attribute for claim in asked if claim.attribute}]
        query = (
            select(states)
            .where(states.c.persona_id == persona_id, states.c.about.in_({claim.about for claim in asked}))
            .where(
                or_(
                    and_(states.c.candidate, or_(same_body, *same_value)),
                    and_(
                        states.c.settled.is_not(None), or_(states.c.struck_out.is_not(None), same_body, *same_attribute)
                    ),
                )
            )
            .order_by(*_NEWEST)
            .limit(limit)
        )
        with self._database.reading() as connection:
            return read_states(connection, connection.execute(query).all())

    def known(self, persona_id: PersonaId, *, at: Moment | None) -> list[State]:
        """Return every state as it was believed at a moment, ended ones too."""
        with self._database.reading() as connection:
            if at is None:
                query = select(states).where(states.c.persona_id == persona_id).order_by(states.c.id)
                return read_states(connection, connection.execute(query).all())
            steps = (
                select(revisions.c.target_id, revisions.c.after)
                .where(revisions.c.persona_id == persona_id, revisions.c.target == Target.STATE.value)
                .where(revisions.c.at <= at)
                .order_by(revisions.c.at, revisions.c.id)
            )
            latest = {row.target_id: row.after for row in connection.execute(steps)}
        return [state_of(json.loads(latest[state_id])) for state_id in sorted(latest)]

    def history(self, persona_id: PersonaId, state_id: StateId) -> list[StateRevision]:
        """Return every step, oldest first."""
        with self._database.reading() as connection:
            rows = revision_rows(connection, persona_id, Target.STATE, state_id)
            proofs = evidence_of(connection, [row.id for row in rows])
        return [
            StateRevision(
                number=row.version,
                change=StateChange(
                    before=None if row.before is None else state_of(json.loads(row.before)),
                    after=state_of(json.loads(row.after)),
                    reason=row.reason,
                    evidence=proofs.get(row.id, ()),
                ),
                at=Moment(row.at),
                origin=Origin(row.origin),
            )
            for row in rows
        ]

    def change(
        self, persona_id: PersonaId, changes: Sequence[StateChange], *, at: Moment, origin: Origin
    ) -> list[State]:
        """Keep changes and their revisions, all or none."""
        with self._database.writing() as connection:
            return [write_state(connection, persona_id, change, at=at, origin=origin) for change in changes]


def attribute_is(name: str) -> ColumnElement[bool]:
    """Return the condition that a state is about this attribute."""
    return _holds(ATTRIBUTE, name)


def _holds(key: str, value: str) -> ColumnElement[bool]:
    """Return the condition that a payload has this value: it is kept as canonical JSON, in which that is a piece of text."""
    return states.c.payload.contains(canonical({key: value})[1:-1], autoescape=True)


def write_state(
    connection: Connection, persona_id: PersonaId, change: StateChange, *, at: Moment, origin: Origin
) -> State:
    """Write one change and its revision; raise `BeliefMoved` when the row is not as it was read."""
    after = replace(change.after, version=change.after.version + 1)
    if change.before is None:
        _refuse_second_mood(connection, persona_id, after)
        result = connection.execute(insert(states).values(persona_id=persona_id, **state_columns(after)))
        after = replace(after, id=StateId(result.inserted_primary_key[0]))  # type: ignore[index]
    else:
        same = states.c.id == after.id, states.c.persona_id == persona_id, states.c.version == change.before.version
        if connection.execute(update(states).where(*same).values(state_columns(after))).rowcount != 1:
            raise BeliefMoved(after.id)
    if change.before is None or change.before.entities != after.entities:
        connection.execute(delete(state_entities).where(state_entities.c.state_id == after.id))
        if after.entities:
            connection.execute(insert(state_entities), entity_rows(after))
    write_revision(
        connection,
        persona_id,
        {
            "target": Target.STATE.value,
            "target_id": after.id,
            "version": after.version,
            "at": at,
            "origin": origin.value,
            "before": None if change.before is None else json.dumps(snapshot(change.before), ensure_ascii=False),
            "after": json.dumps(snapshot(after), ensure_ascii=False),
            "reason": change.reason,
        },
        change.evidence,
    )
    return after


def _refuse_second_mood(connection: Connection, persona_id: PersonaId, state: State) -> None:
    if state.kind is StateKind.LONG_MOOD:
        mine = states.c.persona_id == persona_id, states.c.kind == StateKind.LONG_MOOD.value
        if (held := connection.execute(select(states.c.id).where(*mine)).scalar()) is not None:
            raise BeliefMoved(held)


def write_revision(
    connection: Connection, persona_id: PersonaId, values: Mapping[str, object], evidence: Sequence[EventId]
) -> None:
    """Write a revision and what it rests on."""
    result = connection.execute(insert(revisions).values(persona_id=persona_id, **values))
    revision_id = result.inserted_primary_key[0]  # type: ignore[index]
    # What it rests on may have been erased since it was read.
    proofs = still_there(connection, persona_id, list(dict.fromkeys(evidence))) if evidence else []
    if proofs:
        rows = [{"revision_id": revision_id, "event_id": event_id} for event_id in proofs]
        connection.execute(insert(revision_evidence), rows)


def revision_rows(connection: Connection, persona_id: PersonaId, target: Target, target_id: int) -> list[AnyRow]:
    """Return the revisions of one thing, oldest first."""
    query = (
        select(revisions)
        .where(revisions.c.persona_id == persona_id)
        .where(revisions.c.target == target.value, revisions.c.target_id == target_id)
        .order_by(revisions.c.version)
    )
    return list(connection.execute(query))


def evidence_of(connection: Connection, revision_ids: Sequence[int]) -> dict[int, tuple[EventId, ...]]:
    """Return what each revision rests on."""
    query = select(revision_evidence).where(revision_evidence.c.revision_id.in_(revision_ids))
    found: dict[int, tuple[EventId, ...]] = {}
    for row in connection.execute(query.order_by(revision_evidence.c.event_id)):
        found[row.revision_id] = (*found.get(row.revision_id, ()), EventId(row.event_id))
    return found


def snapshot(state: State) -> dict[str, object]:
    """Return the state as JSON keeps it."""
    return {
        "id": state.id,
        "kind": state.kind.value,
        "body": state.body,
        "payload": dict(state.payload),
        "confidence": state.confidence,
        "valid_from": state.valid_from,
        "valid_to": state.valid_to,
        "last_confirmed": state.last_confirmed,
        "entities": [[one.kind.value, one.name, one.confidence] for one in state.entities],
        "settled": state.settled,
        "struck_out": list(state.struck_out),
        "candidate": state.candidate,
        "version": state.version,
    }


def state_of(kept: Mapping[str, Any]) -> State:
    """Return the state that JSON kept."""
    fields = dict(kept)
    entities = tuple(Mention(EntityKind(kind), name, confidence) for kind, name, confidence in fields.pop("entities"))
    struck, kind = tuple(fields.pop("struck_out")), StateKind(fields.pop("kind"))
    return State(kind=kind, entities=entities, struck_out=struck, **fields)


def state_columns(state: State) -> dict[str, object]:
    """Return the state as its row keeps it."""
    return {
        "kind": state.kind.value,
        "body": state.body,
        "payload": canonical(state.payload),
        "about": state.about,
        "confidence": state.confidence,
        "valid_from": state.valid_from,
        "valid_to": state.valid_to,
        "last_confirmed": state.last_confirmed,
        "settled": state.settled,
        "struck_out": json.dumps(state.struck_out, ensure_ascii=False) if state.struck_out else None,
        "candidate": state.candidate,
        "version": state.version,
    }


def entity_rows(state: State) -> list[dict[str, object]]:
    """Return what the state names, as rows."""
    return [
        {"state_id": state.id, "ordinal": at, "kind": one.kind.value, "name": one.name, "confidence": one.confidence}
        for at, one in enumerate(state.entities)
    ]


@cache
def _open(kinds: tuple[StateKind, ...]) -> CompoundSelect[Any]:
    """Return one statement for all these kinds: each part reads no more rows than it may return."""
    parts = [
        select(states)
        .where(states.c.persona_id == bindparam("persona"), states.c.kind == kind.value)
        .where(states.c.candidate == bindparam("candidates"), condition)
        .order_by(*_NEWEST)
        .limit(bindparam(f"most_{kind.value}"))
        .subquery()
        for kind in kinds
        for condition in (_LASTING, _ENDING)
    ]
    return union_all(*(select(part) for part in parts))


def read_states(connection: Connection, rows: Sequence[AnyRow]) -> list[State]:
    """Return the states of these rows, with what they name."""
    ids = [row.id for row in rows]
    named: dict[int, list[Mention]] = {}
    for start in range(0, len(ids), BATCH):
        query = select(state_entities).where(state_entities.c.state_id.in_(ids[start : start + BATCH]))
        for row in connection.execute(query.order_by(state_entities.c.ordinal)):
            named.setdefault(row.state_id, []).append(Mention(EntityKind(row.kind), row.name, row.confidence))
    return [_state(row, tuple(named.get(row.id, ()))) for row in rows]


def _state(row: AnyRow, entities: tuple[Mention, ...]) -> State:
    return State(
        id=StateId(row.id),
        kind=StateKind(row.kind),
        body=row.body,
        payload=json.loads(row.payload),
        confidence=row.confidence,
        valid_from=row.valid_from,
        valid_to=row.valid_to,
        last_confirmed=row.last_confirmed,
        entities=entities,
        settled=row.settled,
        struck_out=tuple(json.loads(row.struck_out)) if row.struck_out else (),
        candidate=bool(row.candidate),
        version=row.version,
    )
