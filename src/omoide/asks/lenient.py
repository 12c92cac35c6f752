"""Takes what a model wrote as well as it can be taken: scores are cut to range, unknown words of a vocabulary left out.

The seeds give the ranges and vocabularies, so an answer of 120 or of an invented tag is bent, not refused (SPEC L2).
"""

import math
from collections.abc import Iterable
from typing import Annotated, TypeVar

from pydantic import BeforeValidator

from omoide.domain.feelings.emotion import HIGHEST_SCORE, Category, EmotionTag, Valence
from omoide.domain.text.distinct import distinct

WordT = TypeVar("WordT", Valence, Category, EmotionTag)


def _score(value: object) -> object:
    """Return a number cut to 0..100 and rounded; anything else as it came, for the schema to refuse."""
    if isinstance(value, str):
        try:
            value = float(value.strip().rstrip("%"))
        except ValueError:
            return value
    if isinstance(value, bool) or not isinstance(value, int | float) or math.isnan(value):
        return value
    return round(min(max(value, 0), HIGHEST_SCORE))


def _pieces(value: object) -> tuple[str, ...]:
    """Return a list or a comma-separated text as its parts, trimmed, without empty ones and repeats."""
    if isinstance(value, str):
        value = value.replace("、", ",").replace("，", ",").split(",")
    if not isinstance(value, Iterable):
        return ()
    return distinct(item for item in value if isinstance(item, str))


def _tags(value: object) -> tuple[EmotionTag, ...]:
    known = {tag.value: tag for tag in EmotionTag}
    return tuple(known[word] for piece in _pieces(value) if (word := piece.lower()) in known)


Score = Annotated[int, BeforeValidator(_score)]
"""A whole number from 0 to 100; a number outside is cut to the nearer end."""
Words = Annotated[tuple[str, ...], BeforeValidator(_pieces)]
"""Words without repeats; a comma-separated text is taken apart."""
Tags = Annotated[tuple[EmotionTag, ...], BeforeValidator(_tags)]
"""Tags of the closed vocabulary; others are left out."""


def valence_of(word: str) -> Valence:
    """Return the valence so named; `NEUTRAL` for any other word."""
    return _known(Valence, word, default=Valence.NEUTRAL)


def category_of(word: str) -> Category:
    """Return the category so named; `CASUAL`, which fades soonest, for any other word."""
    return _known(Category, word, default=Category.CASUAL)


def _known(vocabulary: type[WordT], word: str, *, default: WordT) -> WordT:
    wanted = word.strip().lower()
    return next((known for known in vocabulary if known.value == wanted), default)
