"""Open questions: what the persona would like to know (SPEC D4; NEX §8 好奇心, Phase B).

    open ──→ resolved ──→ converted
      │  ↖       │  by hand
      ↓    ╲─────╯
    faded, deleted (by hand)

A question is resolved at night or by somebody's word, never in the middle of talk.  What was learnt becomes a line of a profile (FACT),
an entry of the dream diary (INSIGHT), or nothing (SKIP).  What these questions are about was said; what the persona only supposes of
somebody is asked about by `domain/beliefs/questions.py`.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from enum import StrEnum
from typing import Final, NewType

from omoide.domain.events.event import EventId
from omoide.domain.notes.note import NoteAuthor, checked_text
from omoide.domain.time.moment import Moment
from omoide.errors import InvalidInput, QuestionClosed

QuestionId = NewType("QuestionId", int)
LONGEST_TOPIC: Final = 120
LONGEST_CONTEXT: Final = 300
LONGEST_ANSWER: Final = 500
USUAL_PRIORITY: Final = 0.5


class QuestionStatus(StrEnum):
    """How it stands."""

    OPEN = "open"
    RESOLVED = "resolved"
    CONVERTED = "converted"
    """What was learnt is remembered elsewhere."""
    FADED = "faded"
    """Let go: there were too many that pulled more."""
    DELETED = "deleted"
    """By hand; its words are gone, and it is not asked again."""


class Conversion(StrEnum):
    """What became of an answer."""

    FACT = "FACT"
    INSIGHT = "INSIGHT"
    SKIP = "SKIP"


EDGES: Final = frozenset(
    {
        (QuestionStatus.OPEN, QuestionStatus.RESOLVED),
        (QuestionStatus.OPEN, QuestionStatus.FADED),
        (QuestionStatus.OPEN, QuestionStatus.DELETED),
        (QuestionStatus.RESOLVED, QuestionStatus.CONVERTED),
        (QuestionStatus.RESOLVED, QuestionStatus.OPEN),
        (QuestionStatus.RESOLVED, QuestionStatus.DELETED),
        (QuestionStatus.FADED, QuestionStatus.OPEN),
        (QuestionStatus.FADED, QuestionStatus.DELETED),
        (QuestionStatus.CONVERTED, QuestionStatus.DELETED),
    }
)


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A question, open or not any more."""

    id: QuestionId
    key: str
    """What there is one question of; holds no words."""
    topic: str
    context: str
    priority: float
    """0..1"""
    source_date: date
    """The day of the talk it comes from."""
    created: Moment
    author: NoteAuthor
    """Whose words it is in."""
    status: QuestionStatus = QuestionStatus.OPEN
    evidence: tuple[EventId, ...] = ()
    """The turns it comes from."""
    answer: str = ""
    answered_by: NoteAuthor | None = None
    answer_evidence: tuple[EventId, ...] = ()
    """The turns the answer comes from."""
    resolved: Moment | None = None
    conversion: Conversion | None = None
    version: int = 0
    """Counts the changes."""

    @property
    def is_open(self) -> bool:
        """Tell whether an answer is still wanted."""
        return self.status is QuestionStatus.OPEN


@dataclass(frozen=True, slots=True)
class NewQuestion:
    """A question on its way into the store."""

    key: str
    topic: str
    context: str
    priority: float
    source_date: date
    created: Moment
    author: NoteAuthor
    evidence: tuple[EventId, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """What answers a question, whose word it is, and the turns it comes from."""

    text: str
    by: NoteAuthor
    evidence: tuple[EventId, ...] = ()


def resolved(question: OpenQuestion, answer: Answer, *, at: Moment) -> OpenQuestion:
    """Return the question as answered."""
    moved = _moved(question, QuestionStatus.RESOLVED)
    return replace(
        moved, answer=answer.text, answered_by=answer.by, answer_evidence=answer.evidence, resolved=at, conversion=None
    )


def converted(question: OpenQuestion, conversion: Conversion) -> OpenQuestion:
    """Return an answered question whose answer is remembered elsewhere, or not worth it."""
    return replace(_moved(question, QuestionStatus.CONVERTED), conversion=conversion)


def reopened(question: OpenQuestion) -> OpenQuestion:
    """Return the question as open again, without its answer."""
    moved = _moved(question, QuestionStatus.OPEN)
    return replace(moved, answer="", answered_by=None, answer_evidence=(), resolved=None)


def faded(question: OpenQuestion) -> OpenQuestion:
    """Return the question as let go."""
    return _moved(question, QuestionStatus.FADED)


def deleted(question: OpenQuestion) -> OpenQuestion:
    """Return the question without its words: only that it is not to be asked stays."""
    moved = _moved(question, QuestionStatus.DELETED)
    return replace(moved, topic="", context="", answer="", evidence=(), answer_evidence=())


def open_at(questions: Iterable[OpenQuestion], at: Moment) -> list[OpenQuestion]:
    """Return the questions that were open at a moment, as far as that is kept."""
    gone = (QuestionStatus.FADED, QuestionStatus.DELETED)
    return [
        each
        for each in questions
        if each.created <= at and each.status not in gone and (each.resolved is None or each.resolved > at)
    ]


def checked_topic(text: str) -> str:
    """Return what is asked about, on one line; raise `InvalidInput` when there is nothing, or a page."""
    plain = " ".join(checked_text(text, what="question").split())
    if not plain or not any(letter.isalnum() for letter in plain):
        raise InvalidInput("a question names what it is about; nothing was given")
    if len(plain) > LONGEST_TOPIC:
        raise InvalidInput(f"a question's topic has at most {LONGEST_TOPIC} characters; this one has {len(plain)}")
    return plain


def checked_line(text: str, *, what: str, longest: int) -> str:
    """Return a text on one line; raise `InvalidInput` for one that is too long."""
    plain = " ".join(checked_text(text, what=what).split())
    if len(plain) > longest:
        raise InvalidInput(f"the {what} has at most {longest} characters; this one has {len(plain)}")
    return plain


def checked_wish(priority: float) -> float:
    """Return the priority of a question; raise `InvalidInput` outside 0 to 1."""
    if not 0.0 <= priority <= 1.0:
        raise InvalidInput(f"a question's priority is a number from 0 to 1; {priority} is none")
    return priority


def _moved(question: OpenQuestion, status: QuestionStatus) -> OpenQuestion:
    if (question.status, status) not in EDGES:
        raise QuestionClosed(question.id, question.status.value)
    return replace(question, status=status)
