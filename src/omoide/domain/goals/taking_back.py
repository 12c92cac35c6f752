"""Goals as they stood before they were moved too early, by a clock that has been put right since.

Nothing but active goals is moved by itself, so that a goal's own moments say what became of it, and what it was before.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from omoide.domain.goals.goal import Goal, GoalStatus
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.sleep.early import EarlyStage
from omoide.domain.time.moment import Moment


def without_tidying(goals: Iterable[Goal], *, early: EarlyStage) -> list[Goal]:
    """Return those goals, as active again, that were given up by themselves."""
    return [
        _active(goal)
        for goal in goals
        if goal.status is GoalStatus.ABANDONED and goal.ended_by is NoteAuthor.OMOIDE and early.covers(goal.ended)
    ]


def without_reflecting(goals: Iterable[Goal], *, at: Collection[Moment]) -> tuple[list[Goal], list[Goal]]:
    """Return goals without what reflections at these moments made of them, and those that these made.

    A goal that somebody has moved since stays.
    """
    before = {goal.id: (goal, _unmoved(goal, at)) for goal in goals}
    made = [
        was for was, goal in before.values() if goal.created in at and _is_theirs(goal.author) and goal.version == 1
    ]
    gone = {goal.id for goal in made}
    return [goal for was, goal in before.values() if goal != was and goal.id not in gone], made


def _unmoved(goal: Goal, at: Collection[Moment]) -> Goal:
    if goal.ended in at and goal.ended_by is not None and _is_theirs(goal.ended_by):
        goal = _active(goal)
    kept = tuple(note for note in goal.notes if note.at not in at or not _is_theirs(note.author))
    return replace(goal, notes=kept, version=goal.version - (len(goal.notes) - len(kept)))


def _active(goal: Goal) -> Goal:
    told = 1 if goal.is_told else 0
    return replace(
        goal,
        status=GoalStatus.ACTIVE,
        ended=None,
        ended_by=None,
        reason="",
        is_told=False,
        version=goal.version - 1 - told,
    )


def _is_theirs(author: NoteAuthor) -> bool:
    return author is not NoteAuthor.OWNER
