"""Rows of goals and values; written inside the caller's transaction."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select, update

from omoide.adapters.sql.database import AnyRow
from omoide.adapters.sql.events.events import still_there
from omoide.adapters.sql.goals.tables import goal_events, goal_notes, goals
from omoide.adapters.sql.prepared import Prepared, placed, places
from omoide.domain.events.event import EventId
from omoide.domain.goals.goal import Goal, GoalId, GoalStatus, GoalTerm, NewGoal, ProgressNote, label
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import GoalMoved

BATCH = 400
"""Ids in one statement; databases bound the number of parameters."""


def read_goals(
    connection: Connection, persona_id: PersonaId, conditions: Iterable[ColumnElement[bool]] = ()
) -> list[Goal]:
    """Return the goals that pass the conditions, oldest first."""
    mine = select(goals).where(goals.c.persona_id == persona_id, *conditions).order_by(goals.c.id)
    return _with_notes(connection, connection.execute(mine).all())


def read_standing(connection: Connection, persona_id: PersonaId, statuses: Iterable[GoalStatus]) -> list[Goal]:
    """Return the goals that stand so, oldest first: it is asked with every turn."""
    given = placed("status", sorted(status.value for status in statuses))
    return _with_notes(connection, _standing(len(given)).named(connection, {"persona": persona_id, **given}))


@cache
def _standing(count: int) -> Prepared:
    mine = (goals.c.persona_id == bindparam("persona"), goals.c.status.in_(places("status", count)))
    return Prepared(select(goals).where(*mine).order_by(goals.c.id))


def _with_notes(connection: Connection, rows: Sequence[AnyRow]) -> list[Goal]:
    notes: dict[int, list[ProgressNote]] = {}
    evidence: dict[int, list[EventId]] = {}
    for start in range(0, len(rows), BATCH):
        some = [row.id for row in rows[start : start + BATCH]]
        told = select(goal_notes).where(goal_notes.c.goal_id.in_(some))
        for row in connection.execute(told.order_by(goal_notes.c.goal_id, goal_notes.c.ordinal)):
            notes.setdefault(row.goal_id, []).append(ProgressNote(Moment(row.at), row.text, NoteAuthor(row.author)))
        made = select(goal_events).where(goal_events.c.goal_id.in_(some))
        for row in connection.execute(made.order_by(goal_events.c.goal_id, goal_events.c.event_id)):
            evidence.setdefault(row.goal_id, []).append(EventId(row.event_id))
    return [_goal(row, notes.get(row.id, ()), evidence.get(row.id, ())) for row in rows]


def write_new(connection: Connection, persona_id: PersonaId, new: NewGoal) -> Goal | None:
    """Keep a goal; `None` when a turn it was made of was erased meanwhile."""
    rests = list(dict.fromkeys(new.evidence))
    for start in range(0, len(rests), BATCH):
        some = rests[start : start + BATCH]
        if len(still_there(connection, persona_id, some)) < len(some):
            return None
    goal = Goal(
        id=GoalId(0),
        label="",
        term=new.term,
        text=new.text,
        created=new.created,
        active_since=new.created,
        author=new.author,
        priority=new.priority,
        question_id=new.question_id,
    )
    made = connection.execute(insert(goals).values(persona_id=persona_id, **columns_of(replace(goal, version=1))))
    number = GoalId(made.inserted_primary_key[0])  # type: ignore[index]
    connection.execute(update(goals).where(goals.c.id == number).values(label=label(new.term, number)))
    if rests:
        connection.execute(insert(goal_events), [{"goal_id": number, "event_id": each} for each in rests])
    return read_goals(connection, persona_id, [goals.c.id == number])[0]


def write_changed(connection: Connection, persona_id: PersonaId, goal: Goal) -> Goal:
    """Keep a goal as it stands from now on; raise `GoalMoved` when it is at another version."""
    require_version(connection, persona_id, goal)
    values = columns_of(replace(goal, version=goal.version + 1))
    connection.execute(update(goals).where(goals.c.id == goal.id).values(values))
    write_notes(connection, persona_id, goal)
    return read_goals(connection, persona_id, [goals.c.id == goal.id])[0]


def write_notes(connection: Connection, persona_id: PersonaId, goal: Goal) -> None:
    """Keep the notes of a goal in place of those there are."""
    connection.execute(delete(goal_notes).where(goal_notes.c.goal_id == goal.id))
    mine = {"goal_id": goal.id, "persona_id": persona_id}
    rows = [
        {**mine, "ordinal": place, "at": note.at, "author": note.author.value, "text": note.text}
        for place, note in enumerate(goal.notes)
    ]
    if rows:
        connection.execute(insert(goal_notes), rows)


def require_version(connection: Connection, persona_id: PersonaId, goal: Goal) -> None:
    """Raise `GoalMoved` when a goal is gone, or at another version than the one that was read."""
    mine = (goals.c.persona_id == persona_id, goals.c.id == goal.id)
    version = connection.execute(select(goals.c.version).where(*mine)).scalar()
    if version != goal.version:
        raise GoalMoved(goal.label)


def delete_goals(connection: Connection, ids: Sequence[int]) -> Counter[str]:
    """Delete goals with everything of theirs; return how many rows went, by table."""
    gone = Counter[str]()
    for start in range(0, len(ids), BATCH):
        some = ids[start : start + BATCH]
        for table, column in (
            (goal_notes, goal_notes.c.goal_id),
            (goal_events, goal_events.c.goal_id),
            (goals, goals.c.id),
        ):
            gone[table.name] += connection.execute(delete(table).where(column.in_(some))).rowcount
    return gone


def columns_of(goal: Goal) -> dict[str, object]:
    """Return what is kept of a goal in its own row."""
    return {
        "label": goal.label,
        "term": goal.term.value,
        "text": goal.text,
        "priority": goal.priority,
        "author": goal.author.value,
        "status": goal.status.value,
        "created": goal.created,
        "active_since": goal.active_since,
        "ended": goal.ended,
        "ended_by": None if goal.ended_by is None else goal.ended_by.value,
        "reason": goal.reason,
        "question_id": goal.question_id,
        "is_told": goal.is_told,
        "version": goal.version,
    }


def _goal(row: AnyRow, notes: Sequence[ProgressNote], evidence: Sequence[EventId]) -> Goal:
    return Goal(
        id=GoalId(row.id),
        label=row.label,
        term=GoalTerm(row.term),
        text=row.text,
        created=Moment(row.created),
        active_since=Moment(row.active_since),
        author=NoteAuthor(row.author),
        priority=row.priority,
        status=GoalStatus(row.status),
        notes=tuple(notes),
        ended=None if row.ended is None else Moment(row.ended),
        reason=row.reason,
        ended_by=None if row.ended_by is None else NoteAuthor(row.ended_by),
        question_id=row.question_id,
        evidence=tuple(evidence),
        is_told=bool(row.is_told),
        version=row.version,
    )
