"""The four drives and the formula of each (SPEC D5; NEX §8 内部状態, Phase F; docs/mood.md).

    boredom      min(1, 0.15·ln(1 + idle hours))
                 the seed's logarithmic curve: .48 after a day, as in its example
    curiosity    1 − e^(−Σ w/2),  w = priority·(0.3 + 0.7·e^(−age/7 days)), halved for a question that was asked
                 old questions fade and never quite go
    goals        max(0.2, 1 − 0.2·p) of the most urgent goal, p = 1 first; nothing without a goal
    relatedness  category weight × intensity, halving every 24 hours; protective and anxious weigh most

The seed names the curves and the last product.  The constants are those of its author's own program where that is public
(boredom, curiosity, goals), decided where it is not: the weights of relatedness fit its example (protective, .9 → .8).
That an emotion fades is decided as well: a worry of last month moves nobody today.
Questions and goals come as plain values, whoever keeps them.
"""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from omoide.domain.feelings.persona_emotion import EmotionCategory, PersonaEmotion

KEPT_OF_OLD: Final = 0.3
"""Of a question's priority, however old it is."""
OF_ASKED: Final = 0.5
SATURATION: Final = 2.0
GOAL_STEP: Final = 0.2
LEAST_GOAL: Final = 0.2
WEIGHTS: Final = {
    EmotionCategory.PROTECTIVE: 0.9,
    EmotionCategory.ANXIOUS: 0.9,
    EmotionCategory.SADNESS: 0.6,
    EmotionCategory.ANGER: 0.5,
    EmotionCategory.JOY: 0.2,
    EmotionCategory.CONTENTMENT: 0.2,
    EmotionCategory.NEUTRAL: 0.1,
}


class Drive(StrEnum):
    """What moves; of two that are equally strong the first one leads."""

    RELATEDNESS = "relatedness"
    CURIOSITY = "curiosity"
    GOAL_ACHIEVEMENT = "goal_achievement"
    BOREDOM = "boredom"


@dataclass(frozen=True, slots=True)
class DriveRules:
    """The knobs of the drives."""

    inject_from: float = 0.4
    boredom_rate: float = 0.15
    question_fade_days: float = 7.0
    emotion_half_life_hours: float = 24.0


@dataclass(frozen=True, slots=True)
class WantedAnswer:
    """A question that is open, as far as a drive needs it."""

    text: str
    priority: float = 0.5
    """0..1"""
    age_days: float = 0.0
    is_asked: bool = False
    context: str = ""
    """Why it is asked, where that is known."""
    source_date: date | None = None


@dataclass(frozen=True, slots=True)
class WantedEnd:
    """A goal that is still to be reached, as far as a drive needs it."""

    text: str
    priority: int = 3
    """1 is the most urgent."""
    label: str = ""
    """The id of one of the persona's own goals; empty for what the user has to do."""


def boredom(idle_hours: float, *, rules: DriveRules) -> float:
    """Return how bored one is after so many hours without talk."""
    return min(1.0, rules.boredom_rate * math.log1p(max(0.0, idle_hours)))


def curiosity(questions: Iterable[WantedAnswer], *, rules: DriveRules) -> float:
    """Return how curious one is, given what is open."""
    return -math.expm1(-sum(pull(one, rules=rules) for one in questions) / SATURATION)


def pull(question: WantedAnswer, *, rules: DriveRules) -> float:
    """Return how strongly one question pulls, 0..1."""
    freshness = KEPT_OF_OLD + (1.0 - KEPT_OF_OLD) * math.exp(-max(0.0, question.age_days) / rules.question_fade_days)
    priority = min(1.0, max(0.0, question.priority))
    return priority * freshness * (OF_ASKED if question.is_asked else 1.0)


def goal_achievement(goals: Iterable[WantedEnd]) -> float:
    """Return how much one wants to get something done."""
    urgent = min((goal.priority for goal in goals), default=None)
    return 0.0 if urgent is None else min(1.0, max(LEAST_GOAL, 1.0 - GOAL_STEP * urgent))


def relatedness(emotion: PersonaEmotion | None, *, hours: float, rules: DriveRules) -> float:
    """Return how much one wants to be close, so many hours after the emotion; nothing without one."""
    if emotion is None:
        return 0.0
    left = math.exp2(-max(0.0, hours) / rules.emotion_half_life_hours)
    return WEIGHTS[emotion.category] * min(1.0, max(0.0, emotion.intensity)) * left
