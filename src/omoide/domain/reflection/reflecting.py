"""What is shown to whoever reflects, and what comes back: sentences that name turns, and what becomes of goals (SPEC D2, D3)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Final

from omoide.domain.feelings.emotion import Valence
from omoide.domain.goals.goal import LONGEST_GOAL, LONGEST_WORDS, LOWEST, MIDDLE, GoalTerm
from omoide.domain.reflection.insight import LONGEST_LOG, LONGEST_STRATEGY, LONGEST_TOPIC
from omoide.domain.text.excerpt import one_line
from omoide.errors import InvalidInput

LONGEST_SENTENCE: Final = 200
MOST_SENTENCES: Final = 5
MOST_NEW_GOALS: Final = 3


@dataclass(frozen=True, slots=True)
class ReflectedTurn:
    """One turn, as it is shown."""

    day: date
    user: str
    assistant: str = ""
    intensity: int = 0
    """0..100"""
    arousal: float = 0.0
    """0..1"""
    valence: Valence = Valence.NEUTRAL
    keywords: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LearntThing:
    """What came to be believed, or changed, and the numbers, from 1, of the turns it rests on."""

    body: str
    rests_on: tuple[int, ...]
    is_new: bool = True


@dataclass(frozen=True, slots=True)
class ActiveGoal:
    """A goal, as it is shown."""

    text: str
    term: GoalTerm
    day: date
    """When it was made."""
    is_answered: bool = False
    """Of a goal about a question: whether that is answered."""
    is_pointless: bool = False
    """Of a goal about a question: whether that was deleted or let go."""


@dataclass(frozen=True, slots=True)
class WantedTopic:
    """An open question that a goal may be made of; its number is its place."""

    topic: str
    rests_on: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ToldSight:
    """One sentence of what was seen, and the numbers, from 1, of the turns it rests on."""

    text: str
    rests_on: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class WishedGoal:
    """A goal that is to be made."""

    text: str
    term: GoalTerm = GoalTerm.SHORT
    priority: int = MIDDLE
    question: int = 0
    """The number of the question it is about; 0 for none."""


@dataclass(frozen=True, slots=True)
class GoalMove:
    """A goal, by its number, that moves, and why."""

    goal: int
    words: str = ""


@dataclass(frozen=True, slots=True)
class GoalMoves:
    """What is to become of goals."""

    new: tuple[WishedGoal, ...] = ()
    progress: tuple[GoalMove, ...] = ()
    completed: tuple[GoalMove, ...] = ()
    abandoned: tuple[GoalMove, ...] = ()


@dataclass(frozen=True, slots=True)
class Reflected:
    """What was made of a day, a week or a month."""

    sights: tuple[ToldSight, ...]
    strategy: str
    log_entry: str
    trigger_topic: str
    moves: GoalMoves = field(default_factory=GoalMoves)


def checked(told: Reflected, *, turns: int, goals: int) -> Reflected:
    """Return what rests on something shown; raise `InvalidInput` when no sentence does.

    A goal that nobody showed does not move, and one moves once: what was reached is not given up.
    """
    sights = [
        ToldSight(text, rests)
        for each in told.sights
        if (text := one_line(each.text, longest=LONGEST_SENTENCE)) and (rests := _within(each.rests_on, turns))
    ][:MOST_SENTENCES]
    if not sights:
        raise InvalidInput("no sentence names a turn that was shown; each needs the numbers of the turns it rests on")
    return Reflected(
        tuple(sights),
        one_line(told.strategy, longest=LONGEST_STRATEGY),
        one_line(told.log_entry, longest=LONGEST_LOG),
        one_line(told.trigger_topic, longest=LONGEST_TOPIC),
        _moves(told.moves, goals),
    )


def _moves(moves: GoalMoves, goals: int) -> GoalMoves:
    completed = _known(moves.completed, goals, taken=set())
    abandoned = _known(moves.abandoned, goals, taken={each.goal for each in completed})
    ended = {each.goal for each in (*completed, *abandoned)}
    progress = [each for each in _known(moves.progress, goals, taken=ended) if each.words]
    new = {
        text: WishedGoal(text, each.term, min(LOWEST, max(1, each.priority)), each.question)
        for each in reversed(moves.new)
        if (text := one_line(each.text, longest=LONGEST_GOAL)) and any(map(str.isalnum, text))
    }
    return GoalMoves(
        tuple(reversed(new.values()))[:MOST_NEW_GOALS], tuple(progress), tuple(completed), tuple(abandoned)
    )


def _known(moves: Sequence[GoalMove], goals: int, *, taken: set[int]) -> list[GoalMove]:
    found = {
        each.goal: GoalMove(each.goal, one_line(each.words, longest=LONGEST_WORDS))
        for each in reversed(moves)
        if 1 <= each.goal <= goals and each.goal not in taken
    }
    return [found[number] for number in sorted(found)]


def _within(numbers: Sequence[int], most: int) -> tuple[int, ...]:
    return tuple(sorted({number for number in numbers if 1 <= number <= most}))
