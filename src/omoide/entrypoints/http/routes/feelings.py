"""Mood, emotions, inner state, due things."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Path, Query

from omoide.domain.reminders.reminder import Reminder
from omoide.entrypoints.http.asked import Reader, Writer
from omoide.entrypoints.http.schemas.beliefs import BeliefShown, WordGiven
from omoide.entrypoints.http.schemas.feelings import (
    DueShown,
    EmotionShown,
    InnerStateShown,
    MoodShown,
    SnoozeGiven,
    TellGiven,
)
from omoide.entrypoints.http.schemas.shape import LARGEST, When, shown
from omoide.entrypoints.library.mind import Mind

router = APIRouter(tags=["feelings"])
At = Annotated[When | None, Query()]
TaskNumber = Annotated[int, Path(ge=1, le=LARGEST)]


@router.get("/mood")
def mood(mind: Reader, at: At = None) -> MoodShown:
    """Return the mood at an instant, by default now."""
    return MoodShown.of(mind.feelings.mood(at=at), tz=mind.persona.tz)


@router.get("/feelings")
def emotions(mind: Reader, since: At = None, until: At = None) -> list[EmotionShown]:
    """Return the emotions that the persona showed, oldest first."""
    found = mind.feelings.emotion_log(since=since, until=until)
    return [
        EmotionShown.of(
            each, tz=mind.persona.tz, category=each.emotion.category.value, intensity=each.emotion.intensity
        )
        for each in found
    ]


@router.get("/inner")
def inner_state(mind: Reader, at: At = None) -> InnerStateShown:
    """Return what moves the persona from within at an instant, by default now."""
    found = mind.inner_state(at)
    levels = {drive.value: level for drive, level in found.levels}
    return InnerStateShown.of(found, tz=mind.persona.tz, levels=levels)


@router.get("/due")
def due(mind: Reader, at: At = None, every: Annotated[bool, Query(alias="all")] = False) -> list[DueShown]:
    """Return what is to be told at an instant, by default now; with `all` also what comes later, was dismissed or snoozed."""
    found = mind.due.all(at) if every else mind.due(at)
    return [_due(each, mind) for each in found]


@router.post("/due/tell")
def tell(mind: Writer, given: TellGiven) -> list[DueShown]:
    """Return what is to be told now, and mark it as told: nobody else is given it."""
    return [_due(each, mind) for each in mind.due.tell(session_id=given.session_id)]


@router.post("/due/{task_id}/done")
def done(mind: Writer, task_id: TaskNumber, given: WordGiven) -> BeliefShown:
    """Say that a task has been done."""
    return BeliefShown.of(mind.due.done(task_id, reason=given.reason), tz=mind.persona.tz)


@router.post("/due/{task_id}/dismiss", status_code=204)
def dismiss(mind: Writer, task_id: TaskNumber) -> None:
    """Say that it need not be told any more; the task stays open."""
    mind.due.dismiss(task_id)


@router.post("/due/{task_id}/snooze", status_code=204)
def snooze(mind: Writer, task_id: TaskNumber, given: SnoozeGiven) -> None:
    """Say that it is to be told at a later time, and not before."""
    mind.due.snooze(task_id, until=given.until)


@router.post("/due/{task_id}/remind", status_code=204)
def remind(mind: Writer, task_id: TaskNumber) -> None:
    """Take back that it was dismissed or snoozed."""
    mind.due.remind(task_id)


def _due(one: Reminder, mind: Mind) -> DueShown:
    tz, task = mind.persona.tz, one.task
    when = shown(task.due, datetime, tz=tz)
    return DueShown.of(one, tz=tz, id=task.id, body=task.body, due=when, day=task.day)
