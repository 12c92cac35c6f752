"""Which question pulls most, and which are let go when there are too many (SPEC D4, D5; NEX 最強の問い注入).

A question pulls by its priority and fades with age, as the drive curiosity has it.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from omoide.domain.drives.drive import DriveRules, WantedAnswer, pull
from omoide.domain.questions.question import OpenQuestion, faded
from omoide.domain.time.moment import DAY_SECONDS, Moment


@dataclass(frozen=True, slots=True)
class QuestionRules:
    """The knobs."""

    most_open: int = 20
    most_a_night: int = 3
    shown: int = 1


def wanted(question: OpenQuestion, *, now: Moment) -> WantedAnswer:
    """Return the question as a drive needs it."""
    return WantedAnswer(
        question.topic,
        priority=question.priority,
        age_days=max(0.0, (now - question.created) / DAY_SECONDS),
        context=question.context,
        source_date=question.source_date,
    )


def strongest_first(questions: Iterable[OpenQuestion], *, now: Moment, drives: DriveRules) -> list[OpenQuestion]:
    """Return the open ones, those that pull most first."""
    held = [each for each in questions if each.is_open]
    return sorted(held, key=lambda each: (-pull(wanted(each, now=now), rules=drives), each.created, each.id))


def let_go(
    questions: Iterable[OpenQuestion], *, now: Moment, rules: QuestionRules, drives: DriveRules
) -> list[OpenQuestion]:
    """Return the open ones beyond the limit, as let go: those that pull least."""
    return [faded(each) for each in strongest_first(questions, now=now, drives=drives)[rules.most_open :]]
