"""Questions without erased words (SPEC X1).

A question goes with the turns it comes from, and with those its answer comes from.  What the owner asked stays, unless it names a
subject that is erased; an answer that went leaves it open again.
"""

from collections.abc import Collection
from dataclasses import replace

from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.questions.question import OpenQuestion, QuestionStatus


def without(question: OpenQuestion, *, changed: Collection[int], words: ErasedWords) -> OpenQuestion | None:
    """Return the question as it may stay; `None` when it goes.  `changed` are the turns that go or change."""
    if question.status is QuestionStatus.DELETED:
        return question
    touched = not {*question.evidence}.isdisjoint(changed)
    is_owners = question.author is NoteAuthor.OWNER
    asked = (question.topic, question.context)
    if any(map(words.names_subject, asked)) or (not is_owners and (touched or any(map(words.are_in, asked)))):
        return None
    if not _answer_goes(question, changed, words):
        return question
    if not is_owners:
        return None
    cleared = replace(question, answer="", answered_by=None, answer_evidence=(), resolved=None, conversion=None)
    return replace(cleared, status=QuestionStatus.OPEN)


def _answer_goes(question: OpenQuestion, changed: Collection[int], words: ErasedWords) -> bool:
    if words.names_subject(question.answer):
        return True
    if question.answered_by is NoteAuthor.OWNER:
        return False
    return not {*question.answer_evidence}.isdisjoint(changed) or words.are_in(question.answer)
