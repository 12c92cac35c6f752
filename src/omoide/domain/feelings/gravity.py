"""Gravity: how grave a moment was, and so whether it is over in hours or goes on for days (SPEC A2).

It comes from how strong the feeling was, what sort of talk it came up in and which feelings it held; how often it is
spoken of has no part in it.  The bounds of intensity are LTM's own scale (付録：感情強度スコアリングの例): a design
decision ends at 50, what touches somebody's person begins there, deep feeling runs from 70 to 85 and what wounds from
85 to 100.
"""

from typing import Final

from omoide.domain.feelings.affect import Vad
from omoide.domain.feelings.emotion import HIGHEST_SCORE, Category, EmotionTag, Feeling

LIGHT_UNTIL: Final = 45.0
"""Intensity up to which nothing outlasts the day."""
GRAVE_FROM: Final = 90.0
"""Intensity from which all of it is felt for days."""
OF_CATEGORY: Final = {Category.EMOTIONAL: 1.0, Category.DECISION: 0.85, Category.WORK: 0.7, Category.CASUAL: 0.6}
"""Small talk tells mishaps for fun, and a bad day at work is not a death."""
UNKNOWN_CATEGORY: Final = 0.85
FLEETING: Final = frozenset(
    {
        EmotionTag.SURPRISE,
        EmotionTag.CONFUSION,
        EmotionTag.CURIOSITY,
        EmotionTag.EXCITEMENT,
        EmotionTag.FRUSTRATION,
        EmotionTag.DISGUST,
    }
)
"""Feelings that pass with what called them up."""
OF_FLEETING: Final = 0.7


def gravity(*, intensity: float, feeling: Feeling, category: str) -> float:
    """Return how grave the moment was, 0..1; `category` is one of `Category`, or a word of an older store."""
    known = category in set(Category)
    sort = OF_CATEGORY[Category(category)] if known else UNKNOWN_CATEGORY
    passes = bool(feeling.tags) and FLEETING.issuperset(feeling.tags)
    return _share(intensity) * sort * (OF_FLEETING if passes else 1.0)


def gravity_of(vad: Vad) -> float:
    """Return how grave the moment was where the feeling's numbers are all that is known of it."""
    return _share(HIGHEST_SCORE * abs(vad.v))


def _share(intensity: float) -> float:
    return min(1.0, max(0.0, (intensity - LIGHT_UNTIL) / (GRAVE_FROM - LIGHT_UNTIL)))
