"""The persona's own emotion, told by a tag in its answer (SPEC A3, A4; NEX Phase F).

    <persona_emotion category="protective" intensity="0.8"/>

Models write it carelessly, so any shape of it is taken out of the text that is shown; it is logged only when its category
is one of the seven.  A change from anxious or protective to contentment or joy confirms a bond.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from omoide.domain.feelings.answer_tags import AnswerTag, share_in, word_in
from omoide.domain.time.moment import Moment

UNSAID_INTENSITY: Final = 0.5
"""Taken when a tag names a category and no readable intensity."""


class EmotionCategory(StrEnum):
    """The seven categories."""

    JOY = "joy"
    CONTENTMENT = "contentment"
    PROTECTIVE = "protective"
    ANXIOUS = "anxious"
    SADNESS = "sadness"
    ANGER = "anger"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class PersonaEmotion:
    """One emotion the persona said it has."""

    category: EmotionCategory
    intensity: float
    """0..1"""


@dataclass(frozen=True, slots=True)
class EmotionEntry:
    """One line of the emotion log."""

    at: Moment
    emotion: PersonaEmotion
    bonding: str = ""
    """`anxious→contentment` when a bond was confirmed by this change; else empty."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """An answer with its tags taken out."""

    shown: str
    emotions: tuple[PersonaEmotion, ...]


EMOTION_TAG: Final = AnswerTag("persona", "emotion")
_BEFORE: Final = frozenset({EmotionCategory.ANXIOUS, EmotionCategory.PROTECTIVE})
_AFTER: Final = frozenset({EmotionCategory.CONTENTMENT, EmotionCategory.JOY})


def read(answer: str) -> Spoken:
    """Return the answer as it is shown, and the emotions its tags name."""
    untagged = EMOTION_TAG.taken_out(answer)
    found = [emotion for tag in untagged.tags if (emotion := _emotion(tag)) is not None]
    return Spoken(untagged.shown, tuple(found))


def _emotion(tag: str) -> PersonaEmotion | None:
    category = word_in(tag, "category").lower()
    if category not in {each.value for each in EmotionCategory}:
        return None
    intensity = share_in(tag, "intensity")
    return PersonaEmotion(EmotionCategory(category), UNSAID_INTENSITY if intensity is None else intensity)


def bonding_between(before: EmotionCategory | None, after: EmotionCategory) -> str:
    """Return `before→after` when the change confirms a bond; else nothing."""
    return f"{before.value}→{after.value}" if before in _BEFORE and after in _AFTER else ""


def entries(
    emotions: tuple[PersonaEmotion, ...], *, moment: Moment, before: EmotionCategory | None
) -> tuple[EmotionEntry, ...]:
    """Return the log's lines for one answer, each compared with the emotion before it."""
    lines = []
    for emotion in emotions:
        lines.append(EmotionEntry(moment, emotion, bonding_between(before, emotion.category)))
        before = emotion.category
    return tuple(lines)
