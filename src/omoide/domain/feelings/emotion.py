"""Feelings: the closed vocabularies that a memory's emotion is told in (LTM 感情分類システム).

Intensity says how long a memory lasts; valence, arousal and tags say which present feeling it answers to.  A model or
the rules may propose a feeling; only these words and ranges become one.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from omoide.errors import InvalidInput

HIGHEST_SCORE: Final = 100
"""Intensity and arousal run from 0 to this."""


class Valence(StrEnum):
    """Whether a feeling is good or bad to have."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    NEUTRAL = "neutral"


class Category(StrEnum):
    """What sort of talk a memory comes from; it decides how fast the memory may fade."""

    CASUAL = "casual"
    """日常雑談、挨拶、軽い会話"""
    WORK = "work"
    """作業関連、技術的議論、実装"""
    DECISION = "decision"
    """重要な意思決定、設計判断"""
    EMOTIONAL = "emotional"
    """感情的核心、個人的な話題"""


class EmotionTag(StrEnum):
    """The detail of a feeling; a memory may carry several."""

    JOY = "joy"
    SATISFACTION = "satisfaction"
    RELIEF = "relief"
    EXCITEMENT = "excitement"
    GRATITUDE = "gratitude"
    PRIDE = "pride"
    HOPE = "hope"
    LOVE = "love"
    CURIOSITY = "curiosity"
    SADNESS = "sadness"
    ANGER = "anger"
    FRUSTRATION = "frustration"
    ANXIETY = "anxiety"
    FEAR = "fear"
    DISGUST = "disgust"
    REGRET = "regret"
    LONELINESS = "loneliness"
    GUILT = "guilt"
    RESIGNATION = "resignation"
    NOSTALGIA = "nostalgia"
    SURPRISE = "surprise"
    CONFUSION = "confusion"
    DETERMINATION = "determination"


_TAGS: Final = tuple(EmotionTag)
POSITIVE_TAGS: Final = frozenset(_TAGS[: _TAGS.index(EmotionTag.SADNESS)])
NEGATIVE_TAGS: Final = frozenset(_TAGS[_TAGS.index(EmotionTag.SADNESS) : _TAGS.index(EmotionTag.NOSTALGIA)])


@dataclass(frozen=True, slots=True)
class Feeling:
    """The kind of an emotion, without its intensity: what resonance compares."""

    valence: Valence = Valence.NEUTRAL
    arousal: int = 30
    """0 calm .. 100 agitated"""
    tags: tuple[EmotionTag, ...] = ()
    """Without repeats, in the order of the vocabulary, so that equal feelings are equal values."""

    def __post_init__(self) -> None:
        checked_score(self.arousal, name="arousal")
        object.__setattr__(self, "tags", in_order(self.tags))


def in_order(tags: tuple[EmotionTag, ...]) -> tuple[EmotionTag, ...]:
    """Return the tags without repeats, in the order of the vocabulary."""
    return tuple(sorted(set(tags), key=_TAGS.index))


def checked_score(value: int, *, name: str) -> int:
    """Return the value when it lies between 0 and 100; raise `InvalidInput` when it does not."""
    if not 0 <= value <= HIGHEST_SCORE:
        raise InvalidInput(f"{name} is a whole number from 0 to {HIGHEST_SCORE}; {value!r} was given")
    return value
