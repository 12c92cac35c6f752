"""States, preferences and their revisions in SQL.

A change and its revision are written together.  A row carries the number of its changes; writing to another number than
was read is refused, so that two who change the same belief at once cannot both believe they did.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Subquery,
    and_,
    bindparam,
    delete,
    func,
    insert,
    or_,
    select,
    union_all,
    update,
)

from omoide.adapters.sql.beliefs.tables import revision_evidence, revisions, state_entities, states
from omoide.adapters.sql.database import AnyRow, Database
from omoide.adapters.sql.erasing.tables import erasures
from omoide.adapters.sql.events.events import still_there
from omoide.adapters.sql.prepared import Prepared, placed, places
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
from omoide.ports.beliefs.store import BeliefMark

BATCH = 500
MOST_CLAIMS = 50
MOST_CHANGED = 500
"""Steps since a mark that are looked at."""
"""Claims of one statement; a plan holds no more."""
# Built once: making a statement costs more than running it.
_NEWEST = states.c.last_confirmed.desc(), states.c.id.desc()
_LASTING, _ENDING = states.c.valid_to.is_(None), states.c.valid_to > bindparam("at")
_MINE = states.c.persona_id == bindparam("persona")
_ENTITIES = (
    select(state_entities)
    .where(state_entities.c.state_id.in_(bindparam("ids", expanding=True)))
    .order_by(state_entities.c.state_id, state_entities.c.ordinal)
)
_COLUMNS = tuple(column.name for column in states.columns)
_INSERT, _NAME, _INSERT_REVISION, _REST_ON = (
    Prepared(insert(table)) for table in (states, state_entities, revisions, revision_evidence)
)
_UPDATE = Prepared(update(states).where(states.c.id == bindparam("mine"), _MINE, states.c.version == bindparam("read")))
_UNNAME = Prepared(delete(state_entities).where(state_entities.c.state_id == bindparam("state")))
_MOOD = Prepared(select(states.c.id).where(_MINE, states.c.kind == StateKind.LONG_MOOD.value))


_LAST_MARK = Prepared(
    select(
        func.coalesce(select(func.max(revisions.c.id)).scalar_subquery(), 0),
        func.coalesce(select(func.max(erasures.c.id)).scalar_subquery(), 0),
    )
)
_CHANGED = Prepared(
    select(revisions.c.target_id, revisions.c.persona_id, revisions.c.target)
    .where(revisions.c.id > bindparam("since"))
    .order_by(revisions.c.id)
    .limit(bindparam("most"))
)
"""By the log's own order, everybody's: there are few, and no other index knows them."""


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
            wanted = {"persona": persona_id, "at": at, "candidates": candidates, **limits}
            found = _grouped(_open(tuple(most)).rows(connection, wanted))
        states_of: dict[StateKind, list[State]] = {kind: [] for kind in most}
        for state in found:
            states_of[state.kind].append(state)
        return [state for kind, limit in most.items() for state in sorted(states_of[kind], key=_newest)[:limit]]

    def naming(self, persona_id: PersonaId, names: Sequence[str], *, limit: int) -> list[State]:
        """Return states that are about, or name, one of these, the last confirmed first."""
        if not names:
            return []
        given = placed("name", list(names)[:BATCH])
        with self._database.reading() as connection:
            rows = _naming(len(given)).rows(connection, {"persona": persona_id, "most": limit, **given})
        return sorted(_grouped(rows), key=_newest)

    def alike(self, persona_id: PersonaId, claims: Sequence[State], *, limit: int) -> list[State]:
        """Return what the owner settled and what is only supposed about the same as these claims, the last confirmed first."""
        if not claims:
            return []
        asked = list(claims)[:MOST_CLAIMS]
        values = [_piece(VALUE, claim.value) for claim in asked if claim.value]
        attributes = [
            _piece(ATTRIBUTE, name) for name in sorted({claim.attribute for claim in asked if claim.attribute})
        ]
        given = [
            placed("about", sorted({claim.about for claim in asked})),
            placed("body", [claim.body for claim in asked]),
            placed("value", values) if values else {},
            placed("attribute", attributes) if attributes else {},
        ]
        wanted = {"persona": persona_id, "most": limit, **{name: one for some in given for name, one in some.items()}}
        with self._database.reading() as connection:
            rows = _alike(*map(len, given)).rows(connection, wanted)
        return sorted(_grouped(rows), key=_newest)

    def changed_since(self, persona_id: PersonaId, mark: BeliefMark | None) -> tuple[list[State] | None, BeliefMark]:
        """Return what was made or changed since a mark, as it is now, and the mark of now."""
        with self._database.reading() as connection:
            last = _LAST_MARK.first(connection, {}) or (0, 0)
            now = BeliefMark(*last)
            if mark is None or mark == now:
                return [], now
            rows = _CHANGED.rows(connection, {"since": mark.revision, "most": MOST_CHANGED})
            if mark.erasure != now.erasure or len(rows) >= MOST_CHANGED:
                return None, now
            mine = {number for number, persona, target in rows if (persona, target) == (persona_id, Target.STATE.value)}
            if not mine:
                return [], now
            given = placed("state", sorted(mine))
            return _grouped(_these(len(given)).rows(connection, {"persona": persona_id, **given})), now

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
        with self._database.writing(persona_id) as connection:
            return [write_state(connection, persona_id, change, at=at, origin=origin) for change in changes]


def attribute_is(name: str) -> ColumnElement[bool]:
    """Return the condition that a state is about this attribute."""
    return states.c.payload.like(_piece(ATTRIBUTE, name), escape="/")


@cache
def _alike(abouts: int, bodies: int, values: int, attributes: int) -> Prepared:
    """Return the statement for claims about so many, with so many bodies, values and attributes, with what each state names."""
    same_body = states.c.body.in_(places("body", bodies))
    same_value = [states.c.payload.like(piece, escape="/") for piece in places("value", values)]
    same_attribute = [states.c.payload.like(piece, escape="/") for piece in places("attribute", attributes)]
    supposed = and_(states.c.candidate, or_(same_body, *same_value))
    settled = and_(states.c.settled.is_not(None), or_(states.c.struck_out.is_not(None), same_body, *same_attribute))
    return _with_names(
        select(states)
        .where(_MINE, states.c.about.in_(places("about", abouts)), or_(supposed, settled))
        .order_by(*_NEWEST)
        .limit(bindparam("most"))
        .subquery()
    )


def _piece(key: str, value: str) -> str:
    """Return the pattern of payloads with this value: they are kept as canonical JSON, in which that is a piece of text."""
    piece = canonical({key: value})[1:-1]
    for special in "/%_":
        piece = piece.replace(special, f"/{special}")
    return f"%{piece}%"


def write_state(
    connection: Connection, persona_id: PersonaId, change: StateChange, *, at: Moment, origin: Origin
) -> State:
    """Write one change and its revision; raise `BeliefMoved` when the row is not as it was read."""
    after = replace(change.after, version=change.after.version + 1)
    if change.before is None:
        _refuse_second_mood(connection, persona_id, after)
        number = _INSERT.insert(connection, {"persona_id": persona_id, **state_columns(after)})
        after = replace(after, id=StateId(number))
    else:
        same = {"mine": after.id, "persona": persona_id, "read": change.before.version}
        if _UPDATE.write(connection, {**same, **state_columns(after)}) != 1:
            raise BeliefMoved(after.id)
    _write_entities(connection, change.before, after)
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


def _write_entities(connection: Connection, before: State | None, after: State) -> None:
    if before is not None and before.entities != after.entities:
        _UNNAME.write(connection, {"state": after.id})
    if after.entities and (before is None or before.entities != after.entities):
        _NAME.write_all(connection, entity_rows(after))


def _refuse_second_mood(connection: Connection, persona_id: PersonaId, state: State) -> None:
    if state.kind is not StateKind.LONG_MOOD:
        return
    if (held := _MOOD.first(connection, {"persona": persona_id})) is not None:
        raise BeliefMoved(held[0])


def write_revision(
    connection: Connection, persona_id: PersonaId, values: Mapping[str, object], evidence: Sequence[EventId]
) -> None:
    """Write a revision and what it rests on."""
    revision_id = _INSERT_REVISION.insert(connection, {"persona_id": persona_id, **values})
    # What it rests on may have been erased since it was read.
    proofs = still_there(connection, persona_id, list(dict.fromkeys(evidence))) if evidence else []
    _REST_ON.write_all(connection, [{"revision_id": revision_id, "event_id": event_id} for event_id in proofs])


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
def _these(count: int) -> Prepared:
    """Return the statement for so many states by their numbers, with what each names."""
    return _with_names(select(states).where(_MINE, states.c.id.in_(places("state", count))).subquery())


@cache
def _naming(count: int) -> Prepared:
    """Return the statement for so many names, with what each state names."""
    names = places("name", count)
    by_name = select(state_entities.c.state_id).where(state_entities.c.name.in_(names))
    found = (
        select(states)
        .where(_MINE, or_(states.c.about.in_(names), states.c.id.in_(by_name)))
        .order_by(*_NEWEST)
        .limit(bindparam("most"))
        .subquery()
    )
    return _with_names(found)


@cache
def _open(kinds: tuple[StateKind, ...]) -> Prepared:
    """Return one statement for all these kinds, with what each state names: each part reads no more rows than it may return."""
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
    return _with_names(union_all(*(select(part) for part in parts)).subquery())


def _with_names(found: Subquery) -> Prepared:
    named = state_entities.c
    return Prepared(
        select(found, named.ordinal, named.kind, named.name, named.confidence).select_from(
            found.outerjoin(state_entities, named.state_id == found.c.id)
        )
    )


def _newest(state: State) -> tuple[int, int]:
    return -(state.last_confirmed or 0), -state.id


def _grouped(rows: Iterable[tuple[Any, ...]]) -> list[State]:
    """Return the states of rows that hold a state and one thing it names."""
    named: dict[tuple[Any, ...], list[tuple[Any, ...]]] = {}
    for row in rows:
        names = named.setdefault(row[: len(_COLUMNS)], [])
        if row[-1] is not None:
            names.append(row[len(_COLUMNS) :])
    return [_state(state, tuple(name[1:] for name in sorted(names))) for state, names in named.items()]


def read_states(connection: Connection, rows: Sequence[AnyRow]) -> list[State]:
    """Return the states of these rows, with what they name."""
    ids = [row.id for row in rows]
    named: dict[int, list[tuple[Any, ...]]] = {}
    for start in range(0, len(ids), BATCH):
        for state_id, _, *name in connection.execute(_ENTITIES, {"ids": ids[start : start + BATCH]}):
            named.setdefault(state_id, []).append(tuple(name))
    return [_state(tuple(row), tuple(named.get(row.id, ()))) for row in rows]


@lru_cache(maxsize=4096)  # the same rows are read turn after turn
def _state(row: tuple[Any, ...], names: tuple[tuple[Any, ...], ...]) -> State:
    fields = dict(zip(_COLUMNS, row, strict=True))
    for name in ("persona_id", "about"):
        del fields[name]
    fields["kind"], fields["candidate"] = StateKind(fields["kind"]), bool(fields["candidate"])
    fields["payload"] = json.loads(fields["payload"])
    fields["struck_out"] = tuple(json.loads(fields["struck_out"])) if fields["struck_out"] else ()
    fields["entities"] = tuple(Mention(EntityKind(kind), name, confidence) for kind, name, confidence in names)
    return State(**fields)
