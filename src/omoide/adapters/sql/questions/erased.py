"""Questions from which erased words are taken out, inside the transaction of the order (SPEC X1)."""

from collections.abc import Sequence

from sqlalchemy import Connection, delete

from omoide.adapters.sql.erasing.going import Going, GoingKind
from omoide.adapters.sql.models.tables import answers
from omoide.adapters.sql.questions.rows import delete_questions, read_questions, write_changed
from omoide.adapters.sql.questions.tables import question_events
from omoide.asks.convert_question import ConvertQuestion
from omoide.asks.review_talk import ReviewTalk
from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.erasing.naming import Subject
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.questions import erased

REOPENED = "questions: opened again"
"""What a report calls questions of the owner's whose answer went."""
ASKS = (ConvertQuestion.NAME, ReviewTalk.NAME)


def without_words(going: Going, persona_id: PersonaId, *, redacted: Sequence[EventId], words: ErasedWords) -> None:
    """Take questions away that come from what is erased, and answers out of the owner's; turns that change count as gone."""
    connection = going.connection
    changed = set(map(int, redacted)).union(*(going.numbers(kind) for kind in (GoingKind.EVENT, GoingKind.UNMADE)))
    gone: list[int] = []
    reopened = 0
    for question in read_questions(connection, persona_id):
        left = erased.without(question, changed=changed, words=words)
        if left is None:
            gone.append(question.id)
        elif left != question:
            reopened += 1
            going.count(question_events.name, len(question.answer_evidence) - len(left.answer_evidence))
            write_changed(connection, persona_id, left)
    for name, rows in delete_questions(connection, gone).items():
        going.count(name, rows)
    going.count(REOPENED, reopened)
    if gone or reopened:
        told = delete(answers).where(answers.c.persona_id == persona_id, answers.c.ask.in_(ASKS))
        going.count(answers.name, connection.execute(told).rowcount)


def texts_of(connection: Connection, persona_id: PersonaId) -> list[str]:
    """Return all that is written in questions."""
    found = read_questions(connection, persona_id)
    return [text for each in found for text in (each.topic, each.context, each.answer) if text]


def naming(connection: Connection, persona_id: PersonaId, subject: Subject) -> list[str]:
    """Return what is written in questions and names the subject."""
    return [text for text in texts_of(connection, persona_id) if subject.is_named_in(text)]
