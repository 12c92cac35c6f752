"""Rows of questions and values; written inside the caller's transaction."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from sqlalchemy import ColumnElement, Connection, delete, insert, select, update

from omoide.adapters.sql.database import AnyRow
from omoide.adapters.sql.events.events import still_there
from omoide.adapters.sql.questions.tables import question_events, questions
from omoide.domain.events.event import EventId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import PersonaId
from omoide.domain.questions.question import Conversion, NewQuestion, OpenQuestion, QuestionId, QuestionStatus
from omoide.domain.time.moment import Moment
from omoide.errors import QuestionMoved

BATCH = 400
"""Ids in one statement; databases bound the number of parameters."""


def read_questions(
    connection: Connection, persona_id: PersonaId, conditions: Iterable[ColumnElement[bool]] = ()
) -> list[OpenQuestion]:
    """Return the questions that pass the conditions, oldest first."""
    mine = select(questions).where(questions.c.persona_id == persona_id, *conditions).order_by(questions.c.id)
    rows = connection.execute(mine).all()
    held: dict[tuple[int, bool], list[EventId]] = {}
    for start in range(0, len(rows), BATCH):
        some = question_events.c.question_id.in_([row.id for row in rows[start : start + BATCH]])
        for row in connection.execute(select(question_events).where(some).order_by(question_events.c.event_id)):
            held.setdefault((row.question_id, bool(row.is_answer)), []).append(EventId(row.event_id))
    return [_question(row, held.get((row.id, False), ()), held.get((row.id, True), ())) for row in rows]


def write_new(connection: Connection, persona_id: PersonaId, new: NewQuestion) -> OpenQuestion | None:
    """Keep a question; `None` when its key is known, or a turn it comes from is gone."""
    known = select(questions.c.id).where(questions.c.persona_id == persona_id, questions.c.key == new.key)
    if connection.execute(known).first() is not None or not are_there(connection, persona_id, new.evidence):
        return None
    question = OpenQuestion(
        id=QuestionId(0),
        key=new.key,
        topic=new.topic,
        context=new.context,
        priority=new.priority,
        source_date=new.source_date,
        created=new.created,
        author=new.author,
        evidence=new.evidence,
    )
    made = connection.execute(insert(questions).values(persona_id=persona_id, **_columns(replace(question, version=1))))
    number = QuestionId(made.inserted_primary_key[0])  # type: ignore[index]
    _write_events(connection, number, question)
    return read_questions(connection, persona_id, [questions.c.id == number])[0]


def write_changed(connection: Connection, persona_id: PersonaId, question: OpenQuestion) -> OpenQuestion:
    """Keep a question as it stands from now on; raise `QuestionMoved` when it is at another version."""
    mine = (questions.c.persona_id == persona_id, questions.c.id == question.id)
    version = connection.execute(select(questions.c.version).where(*mine)).scalar()
    if version != question.version or not are_there(connection, persona_id, question.answer_evidence):
        raise QuestionMoved(question.id)
    put_back(connection, replace(question, version=question.version + 1))
    return read_questions(connection, persona_id, [questions.c.id == question.id])[0]


def put_back(connection: Connection, question: OpenQuestion) -> None:
    """Keep a question that is there as this value has it, its version too."""
    connection.execute(update(questions).where(questions.c.id == question.id).values(_columns(question)))
    connection.execute(delete(question_events).where(question_events.c.question_id == question.id))
    _write_events(connection, question.id, question)


def delete_questions(connection: Connection, ids: Sequence[int]) -> Counter[str]:
    """Delete questions with everything of theirs; return how many rows went, by table."""
    gone = Counter[str]()
    for start in range(0, len(ids), BATCH):
        some = ids[start : start + BATCH]
        for table, column in ((question_events, question_events.c.question_id), (questions, questions.c.id)):
            gone[table.name] += connection.execute(delete(table).where(column.in_(some))).rowcount
    return gone


def are_there(connection: Connection, persona_id: PersonaId, event_ids: Sequence[EventId]) -> bool:
    """Tell whether none of the turns was erased."""
    wanted = list(dict.fromkeys(event_ids))
    for start in range(0, len(wanted), BATCH):
        some = wanted[start : start + BATCH]
        if len(still_there(connection, persona_id, some)) < len(some):
            return False
    return True


def _write_events(connection: Connection, number: int, question: OpenQuestion) -> None:
    rows = [
        {"question_id": number, "event_id": event_id, "is_answer": is_answer}
        for is_answer, held in ((False, question.evidence), (True, question.answer_evidence))
        for event_id in dict.fromkeys(held)
    ]
    if rows:
        connection.execute(insert(question_events), rows)


def _columns(question: OpenQuestion) -> dict[str, object]:
    return {
        "key": question.key,
        "topic": question.topic,
        "context": question.context,
        "priority": question.priority,
        "source_date": question.source_date.isoformat(),
        "author": question.author.value,
        "status": question.status.value,
        "created": question.created,
        "answer": question.answer,
        "answered_by": None if question.answered_by is None else question.answered_by.value,
        "resolved": question.resolved,
        "conversion": None if question.conversion is None else question.conversion.value,
        "version": question.version,
    }


def _question(row: AnyRow, evidence: Sequence[EventId], answering: Sequence[EventId]) -> OpenQuestion:
    return OpenQuestion(
        id=QuestionId(row.id),
        key=row.key,
        topic=row.topic,
        context=row.context,
        priority=row.priority,
        source_date=date.fromisoformat(row.source_date),
        created=Moment(row.created),
        author=NoteAuthor(row.author),
        status=QuestionStatus(row.status),
        evidence=tuple(evidence),
        answer=row.answer,
        answered_by=None if row.answered_by is None else NoteAuthor(row.answered_by),
        answer_evidence=tuple(answering),
        resolved=None if row.resolved is None else Moment(row.resolved),
        conversion=None if row.conversion is None else Conversion(row.conversion),
        version=row.version,
    )
