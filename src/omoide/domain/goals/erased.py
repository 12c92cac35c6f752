"""Goals without erased words (SPEC X1).

A goal that was made of a turn that goes, or carries its words, goes, and so does a note on the way.  What the owner wrote stays,
unless it names a subject that is erased.
"""

from dataclasses import replace

from omoide.domain.erasing.carried import ErasedWords
from omoide.domain.goals.goal import Goal
from omoide.domain.notes.note import NoteAuthor


def without(goal: Goal, *, is_touched: bool, words: ErasedWords) -> Goal | None:
    """Return the goal as it may stay; `None` when it goes.  `is_touched` says that a turn it was made of goes or changes."""
    is_owners = goal.author is NoteAuthor.OWNER
    if _goes(goal.text, goal.author, words) or (is_touched and not is_owners):
        return None
    notes = tuple(note for note in goal.notes if not _goes(note.text, note.author, words))
    return replace(goal, notes=notes, reason="" if _goes(goal.reason, goal.ended_by, words) else goal.reason)


def _goes(text: str, author: NoteAuthor | None, words: ErasedWords) -> bool:
    return words.names_subject(text) if author is NoteAuthor.OWNER else words.are_in(text)
