"""The persona's own emotion, told by a tag in its answer (SPEC A3, A4; NEX Phase F).

    <persona_emotion category="protective" intensity="0.8"/>

Models write it carelessly, so any shape of it is taken out of the text that is shown; it is logged only when its category
is one of the seven.  A change from anxious or protective to contentment or joy confirms a bond.
"""

import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

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


_TAG: Final = re.compile(
    r"<\s*/?\s*persona[_\s-]?emotion\b[^<>\n]*(?:/?\s*>|(?=<)|$|(?=\n))(?:\s*</\s*persona[_\s-]?emotion\s*>)?",
    re.IGNORECASE,
)
_CATEGORY: Final = re.compile(r"category\s*[=:]\s*[\"'“”‘’「]?\s*([a-z]+)", re.IGNORECASE)
_INTENSITY: Final = re.compile(r"intensity\s*[=:]\s*[\"'“”‘’「]?\s*(-?\d*\.?\d+)\s*(%?)", re.IGNORECASE)
_BEFORE: Final = frozenset({EmotionCategory.ANXIOUS, EmotionCategory.PROTECTIVE})
_AFTER: Final = frozenset({EmotionCategory.CONTENTMENT, EmotionCategory.JOY})


def read(answer: str) -> Spoken:
    """Return the answer as it is shown, and the emotions its tags name."""
    if "persona" not in answer.lower():
        return Spoken(answer, ())
    found = [emotion for tag in _TAG.findall(answer) if (emotion := _emotion(tag)) is not None]
    shown = _TAG.sub("", answer)
    return Spoken(shown.strip() if shown != answer else answer, tuple(found))


def _emotion(tag: str) -> PersonaEmotion | None:
    plain = unicodedata.normalize("NFKC", tag)
    named = _CATEGORY.search(plain)
    if named is None or named[1].lower() not in {category.value for category in EmotionCategory}:
        return None
    measured = _INTENSITY.search(plain)
    if measured is None:
        return PersonaEmotion(EmotionCategory(named[1].lower()), UNSAID_INTENSITY)
    value = float(measured[1]) / (100.0 if measured[2] else 1.0)
    return PersonaEmotion(EmotionCategory(named[1].lower()), min(1.0, max(0.0, value)))


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
