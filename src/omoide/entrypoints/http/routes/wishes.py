"""Goals and open questions."""

from typing import Annotated

from fastapi import APIRouter, Path

from omoide.entrypoints.http import pages
from omoide.entrypoints.http.asked import Cursor, Limit, Reader, Writer
from omoide.entrypoints.http.etags import IfMatch, require_match
from omoide.entrypoints.http.schemas.shape import LARGEST, Page
from omoide.entrypoints.http.schemas.wishes import (
    AnswerGiven,
    GoalEdited,
    GoalEnded,
    GoalGiven,
    GoalNoted,
    GoalShown,
    QuestionGiven,
    QuestionShown,
)

router = APIRouter(tags=["goals and questions"])
GoalLabel = Annotated[str, Path(min_length=1, max_length=40, examples=["sh_000012"])]
QuestionNumber = Annotated[int, Path(ge=1, le=LARGEST)]


@router.get("/goals")
def goals(mind: Reader, limit: Limit = 50, cursor: Cursor = None, ended: bool = False) -> Page[GoalShown]:
    """Return the goals, the most urgent first."""
    found = mind.goals.list(ended=ended)
    some, follows = pages.portion(found, key=lambda each: each.label, cursor=cursor, limit=limit)
    return Page(items=[GoalShown.of(each, tz=mind.persona.tz) for each in some], next_cursor=follows)


@router.post("/goals", status_code=201)
def add_goal(mind: Writer, given: GoalGiven) -> GoalShown:
    """Keep a goal."""
    made = mind.goals.add(given.text, term=given.term, priority=given.priority, by=given.by)
    return GoalShown.of(made, tz=mind.persona.tz)


@router.get("/goals/{goal}")
def goal(mind: Reader, goal: GoalLabel) -> GoalShown:
    """Return one goal."""
    return GoalShown.of(mind.goals.get(goal), tz=mind.persona.tz)


@router.patch("/goals/{goal}")
def edit_goal(mind: Writer, goal: GoalLabel, given: GoalEdited, if_match: IfMatch = None) -> GoalShown:
    """Say a goal in other words, or give it another priority or term."""
    require_match(if_match, mind.goals.get(goal).version)
    after = mind.goals.edit(goal, text=given.text, priority=given.priority, term=given.term, by=given.by)
    return GoalShown.of(after, tz=mind.persona.tz)


@router.delete("/goals/{goal}")
def remove_goal(mind: Writer, goal: GoalLabel) -> GoalShown:
    """Delete a goal for good."""
    return GoalShown.of(mind.goals.remove(goal), tz=mind.persona.tz)


@router.post("/goals/{goal}/note")
def note_goal(mind: Writer, goal: GoalLabel, given: GoalNoted) -> GoalShown:
    """Note what came of a goal."""
    return GoalShown.of(mind.goals.note(goal, given.text, by=given.by), tz=mind.persona.tz)


@router.post("/goals/{goal}/complete")
def complete_goal(mind: Writer, goal: GoalLabel, given: GoalEnded) -> GoalShown:
    """Say that a goal was reached."""
    return GoalShown.of(mind.goals.complete(goal, note=given.note, by=given.by), tz=mind.persona.tz)


@router.post("/goals/{goal}/abandon")
def abandon_goal(mind: Writer, goal: GoalLabel, given: GoalEnded) -> GoalShown:
    """Give a goal up, and say why."""
    return GoalShown.of(mind.goals.abandon(goal, reason=given.note, by=given.by), tz=mind.persona.tz)


@router.post("/goals/{goal}/reopen")
def reopen_goal(mind: Writer, goal: GoalLabel) -> GoalShown:
    """Take a goal up again that was given up."""
    return GoalShown.of(mind.goals.reopen(goal), tz=mind.persona.tz)


@router.get("/questions")
def questions(mind: Reader, limit: Limit = 50, cursor: Cursor = None, ended: bool = False) -> Page[QuestionShown]:
    """Return what the persona would like to know, what pulls most first."""
    found = mind.questions.list(ended=ended)
    some, follows = pages.portion(found, key=lambda each: each.id, cursor=cursor, limit=limit)
    return Page(items=[QuestionShown.of(each, tz=mind.persona.tz) for each in some], next_cursor=follows)


@router.post("/questions", status_code=201)
def add_question(mind: Writer, given: QuestionGiven) -> QuestionShown:
    """Keep a question."""
    made = mind.questions.add(given.topic, context=given.context, priority=given.priority, by=given.by)
    return QuestionShown.of(made, tz=mind.persona.tz)


@router.get("/questions/{number}")
def question(mind: Reader, number: QuestionNumber) -> QuestionShown:
    """Return one question."""
    return QuestionShown.of(mind.questions.get(number), tz=mind.persona.tz)


@router.delete("/questions/{number}")
def delete_question(mind: Writer, number: QuestionNumber) -> QuestionShown:
    """Delete a question; it is not asked again."""
    return QuestionShown.of(mind.questions.delete(number), tz=mind.persona.tz)


@router.post("/questions/{number}/resolve")
def resolve_question(mind: Writer, number: QuestionNumber, given: AnswerGiven) -> QuestionShown:
    """Mark a question as answered; the next night remembers what was learnt."""
    return QuestionShown.of(mind.questions.resolve(number, answer=given.answer, by=given.by), tz=mind.persona.tz)


@router.post("/questions/{number}/reopen")
def reopen_question(mind: Writer, number: QuestionNumber) -> QuestionShown:
    """Take back that a question was answered, or let go."""
    return QuestionShown.of(mind.questions.reopen(number), tz=mind.persona.tz)
