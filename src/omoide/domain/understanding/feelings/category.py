"""What sort of talk a turn is: casual, work, decision or emotional (LTM 文脈別の減衰係数設定)."""

from typing import Final

from omoide.domain.feelings.emotion import Category
from omoide.domain.text.language import Language
from omoide.domain.understanding.feelings.word_lists import fold, word_list

_NAMED: Final = {"work": Category.WORK, "decision": Category.DECISION, "casual": Category.CASUAL}
_LEANING: Final = {Category.CASUAL: 0.8, Category.WORK: 0.0, Category.DECISION: -0.2, Category.EMOTIONAL: -0.4}
"""Most talk is small talk: the others need a reason."""

_PULL: Final = {Category.CASUAL: 0.5, Category.WORK: 0.8, Category.DECISION: 1.0}
"""A decision about work is a decision."""
_MOST: Final = 3.0
"""What a topic can weigh, however often it is named."""


def category_scores(text: str, *, strength: float, language: Language) -> dict[Category, float]:
    """Return how much speaks for each category; `strength` (0..1) is how much feeling there is in the text.

    A personal topic told with feeling is emotional; feeling alone must be strong to make it so.
    """
    topics: dict[str, float] = {}
    for hit in word_list("topics", language).find(fold(text)):
        topics[hit.entry.label] = min(topics.get(hit.entry.label, 0.0) + hit.entry.weights[0], _MOST)
    scores = dict(_LEANING)
    for label, category in _NAMED.items():
        scores[category] += topics.get(label, 0.0) * _PULL[category]
    scores[Category.EMOTIONAL] += 3.2 * strength + topics.get("personal", 0.0) * (0.15 + 0.7 * strength)
    return scores
