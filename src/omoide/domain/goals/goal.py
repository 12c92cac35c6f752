"""Goals: what the persona wants to reach, soon or in the long run (SPEC D3; NEX §6 目標, Phases D and E).

    active ──→ completed
       │  ↑
       ↓  │ by hand
    abandoned

A goal that was reached stays reached: an episode tells of it, and episodes are never taken back.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, NewType

from omoide.domain.events.event import EventId
from omoide.domain.notes.note import NoteAuthor, checked_text
from omoide.domain.time.moment import Moment
from omoide.errors import GoalClosed, InvalidInput

GoalId = NewType("GoalId", int)
UNKEPT: Final = GoalId(0)
"""The number of a goal that is still to be kept."""
LONGEST_GOAL: Final = 300
LONGEST_WORDS: Final = 500
"""Characters of a note or a reason."""
MOST_NOTES: Final = 200
"""Of one goal."""
HIGHEST: Final = 1
LOWEST: Final = 5
MIDDLE: Final = 3
"""Priorities: 1 is the most urgent."""


class GoalTerm(StrEnum):
    """Soon, or in the long run."""

    SHORT = "short_term"
    LONG = "long_term"

    @property
    def prefix(self) -> str:
        """Return how the id of such a goal begins."""
        return self.value[:2]


class GoalStatus(StrEnum):
    """How it stands."""

    ACTIVE = "active"
    COMPLETED = "completed"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class ProgressNote:
    """What came of a goal on the way."""

    at: Moment
    text: str
    author: NoteAuthor


@dataclass(frozen=True, slots=True)
class Goal:
    """A goal."""

    id: GoalId
    label: str
    """`sh_000012`: what people type, and what an episode names."""
    term: GoalTerm
    text: str
    created: Moment
    active_since: Moment
    """When it was made, or taken up again."""
    author: NoteAuthor
    """Whose words it is in."""
    priority: int = MIDDLE
    """1 is the most urgent."""
    status: GoalStatus = GoalStatus.ACTIVE
    notes: tuple[ProgressNote, ...] = ()
    """Oldest first."""
    ended: Moment | None = None
    reason: str = ""
    """Why it was given up, or how it was reached."""
    ended_by: NoteAuthor | None = None
    question_id: int | None = None
    """The question it is about."""
    evidence: tuple[EventId, ...] = ()
    """The turns it was made of."""
    is_told: bool = False
    """Whether the episode of its achievement is written."""
    version: int = 0
    """Counts the changes."""

    @property
    def is_active(self) -> bool:
        """Tell whether it is still to be reached."""
        return self.status is GoalStatus.ACTIVE

    @property
    def last_progress(self) -> Moment:
        """Return when something last came of it: a note, or its beginning."""
        return max((self.active_since, *(note.at for note in self.notes)))

    def was_active_at(self, at: Moment) -> bool:
        """Tell whether it was to be reached at a moment, as far as that is kept."""
        return self.created <= at and (self.ended is None or self.ended > at)


@dataclass(frozen=True, slots=True)
class NewGoal:
    """A goal on its way into the store."""

    term: GoalTerm
    text: str
    created: Moment
    author: NoteAuthor
    priority: int = MIDDLE
    question_id: int | None = None
    evidence: tuple[EventId, ...] = ()


def label(term: GoalTerm, number: int) -> str:
    """Return the id that people see."""
    return f"{term.prefix}_{number:06d}"


def in_order(goals: Iterable[Goal]) -> list[Goal]:
    """Return goals, the most urgent first, of equally urgent ones the oldest."""
    return sorted(goals, key=lambda goal: (goal.priority, goal.created, goal.id))


def noted(goal: Goal, note: ProgressNote) -> Goal:
    """Return the goal with a note."""
    _require_active(goal)
    if len(goal.notes) >= MOST_NOTES:
        raise InvalidInput(f"goal {goal.label} has {MOST_NOTES} notes, which is the most; complete or abandon it")
    return replace(goal, notes=(*goal.notes, note))


def completed(goal: Goal, *, at: Moment, by: NoteAuthor, note: str = "") -> Goal:
    """Return the goal as reached."""
    _require_active(goal)
    return replace(goal, status=GoalStatus.COMPLETED, ended=at, ended_by=by, reason=note)


def abandoned(goal: Goal, *, at: Moment, by: NoteAuthor, reason: str = "") -> Goal:
    """Return the goal as given up."""
    _require_active(goal)
    return replace(goal, status=GoalStatus.ABANDONED, ended=at, ended_by=by, reason=reason)


def reopened(goal: Goal, *, at: Moment) -> Goal:
    """Return a goal that was given up as to be reached again."""
    if goal.status is not GoalStatus.ABANDONED:
        raise GoalClosed(goal.label, goal.status.value)
    return replace(goal, status=GoalStatus.ACTIVE, active_since=at, ended=None, ended_by=None, reason="")


def edited(
    goal: Goal, *, by: NoteAuthor, text: str | None = None, priority: int | None = None, term: GoalTerm | None = None
) -> Goal:
    """Return the goal in other words, or with another priority or term; its id stays."""
    _require_active(goal)
    changed = replace(goal, priority=goal.priority if priority is None else checked_priority(priority))
    if text is not None:
        changed = replace(changed, text=text, author=by)
    return changed if term is None else replace(changed, term=term)


def checked_goal(text: str) -> str:
    """Return what a goal says, on one line; raise `InvalidInput` when it says nothing, or a page."""
    plain = " ".join(checked_text(text, what="goal").split())
    if not plain or not any(letter.isalnum() for letter in plain):
        raise InvalidInput("a goal holds at least one word; nothing was given")
    if len(plain) > LONGEST_GOAL:
        raise InvalidInput(f"a goal has at most {LONGEST_GOAL} characters; this one has {len(plain)}")
    return plain


def checked_words(text: str, *, what: str) -> str:
    """Return a note or a reason on one line; raise `InvalidInput` for one that is too long."""
    plain = " ".join(checked_text(text, what=what).split())
    if len(plain) > LONGEST_WORDS:
        raise InvalidInput(f"a {what} has at most {LONGEST_WORDS} characters; this one has {len(plain)}")
    return plain


def checked_priority(priority: int) -> int:
    """Return the priority; raise `InvalidInput` when there is no such one."""
    if not HIGHEST <= priority <= LOWEST:
        raise InvalidInput(f"a priority is a number from {HIGHEST} (the most urgent) to {LOWEST}; {priority} is none")
    return priority


def _require_active(goal: Goal) -> None:
    if not goal.is_active:
        raise GoalClosed(goal.label, goal.status.value)
