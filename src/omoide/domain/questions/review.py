"""What is shown to whoever looks for questions in talk, and what comes back, by number (SPEC D4)."""

from dataclasses import dataclass
from typing import Final

from omoide.domain.questions.question import LONGEST_ANSWER, LONGEST_CONTEXT, LONGEST_TOPIC
from omoide.domain.text.excerpt import one_line

MOST_NEW: Final = 3
"""Questions that one day of talk may raise."""


@dataclass(frozen=True, slots=True)
class TalkTurn:
    """One turn of a day, as it is shown."""

    user: str
    assistant: str = ""


@dataclass(frozen=True, slots=True)
class AskedTopic:
    """An open question, as it is shown."""

    topic: str
    context: str = ""


@dataclass(frozen=True, slots=True)
class RaisedQuestion:
    """A question that talk raises, and the numbers, from 1, of the turns it comes from."""

    topic: str
    context: str
    priority: float
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """A question, by its number, that talk answers, and the numbers of the turns that do."""

    question: int
    answer: str
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TalkReview:
    """What a day of talk raises and answers."""

    raised: tuple[RaisedQuestion, ...] = ()
    answered: tuple[AnsweredQuestion, ...] = ()


def checked(review: TalkReview, *, turns: int, questions: int) -> TalkReview:
    """Return what names something that was shown: whatever rests on no turn, or on no question, is left out."""
    raised = [
        RaisedQuestion(topic, one_line(each.context, longest=LONGEST_CONTEXT), min(1.0, max(0.0, each.priority)), rests)
        for each in review.raised
        if (topic := one_line(each.topic, longest=LONGEST_TOPIC)) and (rests := _within(each.turns, turns))
    ]
    answered = {
        each.question: AnsweredQuestion(each.question, answer, rests)
        for each in reversed(review.answered)
        if 1 <= each.question <= questions
        and (answer := one_line(each.answer, longest=LONGEST_ANSWER))
        and (rests := _within(each.turns, turns))
    }
    best = sorted(raised, key=lambda each: -each.priority)[:MOST_NEW]
    return TalkReview(tuple(best), tuple(answered[number] for number in sorted(answered)))


def _within(numbers: tuple[int, ...], most: int) -> tuple[int, ...]:
    return tuple(sorted({number for number in numbers if 1 <= number <= most}))
