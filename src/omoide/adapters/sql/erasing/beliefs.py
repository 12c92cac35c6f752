"""Beliefs that rested on what is erased: they go, or stay with their evidence shortened, as their last remaining step tells them."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Table, delete, insert, select, update

from omoide.adapters.sql.beliefs.preferences import preference_columns, preference_of
from omoide.adapters.sql.beliefs.states import entity_rows, state_columns, state_of
from omoide.adapters.sql.beliefs.tables import preferences, revision_evidence, revisions, state_entities, states
from omoide.adapters.sql.database import AnyRow
from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.erasing.removing import without_dependants
from omoide.adapters.sql.tables import completions, events
from omoide.domain.beliefs.state import StateKind, Target
from omoide.domain.erasing import evidence
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.evidence import EvidenceStep
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId

BATCH = 400
TABLES: Mapping[Target, tuple[Table, GoingKind]] = {
    Target.STATE: (states, GoingKind.STATE),
    Target.PREFERENCE: (preferences, GoingKind.PREFERENCE),
}


@dataclass(frozen=True, slots=True)
class _History:
    target: Target
    target_id: int
    rows: list[AnyRow]
    evidence: dict[int, tuple[EventId, ...]]

    @property
    def steps(self) -> list[EvidenceStep]:
        return [EvidenceStep(row.version, self.evidence.get(row.id, ()), _tells(row)) for row in self.rows]


def without_beliefs(going: Going, persona_id: PersonaId, *, words: ErasedWords) -> None:
    """Shorten or delete every belief and preference that rests on an event that is to go, or that is to go itself."""
    histories = _touched(going, persona_id)
    says = _says(going, histories)
    erased = frozenset(map(EventId, going.numbers(GoingKind.EVENT) + going.numbers(GoingKind.UNMADE)))
    doomed = {target: set(going.numbers(kind)) for target, (_, kind) in TABLES.items()}
    for history in histories:
        left = [] if history.target_id in doomed[history.target] else evidence.remaining(
            history.steps, erased=erased, says=lambda event_id: says.get(event_id, "")
        )  # fmt: skip
        if left:
            _shorten(going, history, left, words)
        else:
            going.add(GoingKind.REVISION, [row.id for row in history.rows])
            going.add(TABLES[history.target][1], [history.target_id])
    _with_their_steps(going)
    without_dependants(going, revisions, GoingKind.REVISION)
    for table, kind in TABLES.values():
        without_dependants(going, table, kind)


def _with_their_steps(going: Going) -> None:
    for target, (_, kind) in TABLES.items():
        mine = (revisions.c.target == target.value, revisions.c.target_id.in_(going.ids(kind)))
        going.add_found(GoingKind.REVISION, select(revisions.c.id).where(*mine))


def _touched(going: Going, persona_id: PersonaId) -> list[_History]:
    """Return the histories of beliefs that rest, at any step, on an event that is to go or to be made again."""
    on_gone = [revision_evidence.c.event_id.in_(going.ids(kind)) for kind in (GoingKind.EVENT, GoingKind.UNMADE)]
    rests = [select(revision_evidence.c.revision_id).where(each) for each in on_gone]
    found: set[tuple[str, int]] = set()
    for each in rests:
        query = select(revisions.c.target, revisions.c.target_id).where(
            revisions.c.persona_id == persona_id, revisions.c.id.in_(each)
        )
        found |= {(row.target, row.target_id) for row in going.connection.execute(query)}
    rows = [row for target in Target for row in _rows(going, target, sorted(n for t, n in found if t == target.value))]
    proofs = _proofs(going, [row.id for row in rows])
    grouped: dict[tuple[str, int], list[AnyRow]] = {}
    for row in rows:
        grouped.setdefault((row.target, row.target_id), []).append(row)
    return [_History(Target(target), number, held, proofs) for (target, number), held in grouped.items()]


def _rows(going: Going, target: Target, ids: list[int]) -> Iterable[AnyRow]:
    for start in range(0, len(ids), BATCH):
        mine = (revisions.c.target == target.value, revisions.c.target_id.in_(ids[start : start + BATCH]))
        yield from going.connection.execute(select(revisions).where(*mine).order_by(revisions.c.version))


def _proofs(going: Going, revision_ids: list[int]) -> dict[int, tuple[EventId, ...]]:
    found: dict[int, tuple[EventId, ...]] = {}
    for start in range(0, len(revision_ids), BATCH):
        some = revision_evidence.c.revision_id.in_(revision_ids[start : start + BATCH])
        for row in going.connection.execute(select(revision_evidence).where(some)):
            found[row.revision_id] = (*found.get(row.revision_id, ()), EventId(row.event_id))
    return found


def _says(going: Going, histories: list[_History]) -> dict[EventId, str]:
    """Return what was said in the events on which beliefs in words rest."""
    wanted = sorted({e for each in histories for step in each.steps if step.tells for e in step.evidence})
    found: dict[EventId, str] = {}
    for start in range(0, len(wanted), BATCH):
        query = (
            select(
                events.c.id, events.c.user_text, events.c.assistant_text, completions.c.assistant_text.label("later")
            )
            .select_from(events.outerjoin(completions, completions.c.event_id == events.c.id))
            .where(events.c.id.in_(wanted[start : start + BATCH]))
        )
        for row in going.connection.execute(query):
            found[EventId(row.id)] = "\n".join((row.user_text, row.assistant_text or "", row.later or ""))
    return found


def _tells(row: AnyRow) -> str:
    """Return what was believed after a step, in words; a mood is numbers."""
    after: dict[str, Any] = json.loads(row.after)
    if row.target == Target.PREFERENCE.value:
        return str(after["subject"])
    return "" if after["kind"] == StateKind.LONG_MOOD.value else str(after["body"])


def _shorten(going: Going, history: _History, left: list[EvidenceStep], words: ErasedWords) -> None:
    """Keep the steps that are left, each following the one before it, and the belief as the last of them tells it."""
    kept, connection = {step.version for step in left}, going.connection
    going.add(GoingKind.REVISION, [row.id for row in history.rows if row.version not in kept])
    before: str | None = None
    for row in history.rows:
        if row.version in kept:
            reason = "" if words.are_in(row.reason) else row.reason
            if before != row.before or reason != row.reason:
                changed = update(revisions).where(revisions.c.id == row.id).values(before=before, reason=reason)
                connection.execute(changed)
            before = row.after
    _put_back(going, history, json.loads(before or "{}"))


def _put_back(going: Going, history: _History, after: Mapping[str, Any]) -> None:
    table, _ = TABLES[history.target]
    mine = table.c.id == history.target_id
    if history.target is Target.PREFERENCE:
        values = preference_columns(preference_of(dict(after) | {"id": history.target_id}))
        going.connection.execute(update(table).where(mine).values(values))
        return
    state = state_of(dict(after) | {"id": history.target_id})
    going.connection.execute(update(table).where(mine).values(state_columns(state)))
    going.connection.execute(delete(state_entities).where(state_entities.c.state_id == state.id))
    if state.entities:
        going.connection.execute(insert(state_entities), entity_rows(state))
