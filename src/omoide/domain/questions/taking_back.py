"""Questions as they stood before they were looked at too early, by a clock that has been put right since.

What was raised then goes, what was answered or let go is open again.  What somebody has moved since stays, and an answer that was given by
hand is remembered whatever the time.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from omoide.domain.notes.note import NoteAuthor
from omoide.domain.questions.question import OpenQuestion, QuestionStatus
from omoide.domain.sleep.early import EarlyStage

_ANSWERED = (QuestionStatus.RESOLVED, QuestionStatus.CONVERTED)


def without_review(
    questions: Iterable[OpenQuestion], *, early: EarlyStage, were_open: Collection[int]
) -> tuple[list[OpenQuestion], list[OpenQuestion]]:
    """Return questions without what a review made of them, and those that it raised."""
    before = {each.id: (each, _unmoved(each, early, were_open)) for each in questions}
    raised = [was for was, each in before.values() if _is_raised(each, early)]
    gone = {each.id for each in raised}
    return [each for was, each in before.values() if each != was and each.id not in gone], raised


def _unmoved(question: OpenQuestion, early: EarlyStage, were_open: Collection[int]) -> OpenQuestion:
    """Return the question as open again, with the version it had, if the review answered it or let it go."""
    is_answered = question.status in _ANSWERED and early.covers(question.resolved)
    if is_answered and question.answered_by is not NoteAuthor.OWNER:
        moves = 1 + _ANSWERED.index(question.status)
        reopened = replace(question, answer="", answered_by=None, answer_evidence=(), resolved=None, conversion=None)
        return replace(reopened, status=QuestionStatus.OPEN, version=question.version - moves)
    is_let_go = question.status is QuestionStatus.FADED and (question.id in were_open or early.covers(question.created))
    return replace(question, status=QuestionStatus.OPEN, version=question.version - 1) if is_let_go else question


def _is_raised(question: OpenQuestion, early: EarlyStage) -> bool:
    return question.author is not NoteAuthor.OWNER and early.covers(question.created) and question.version == 1
