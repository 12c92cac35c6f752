"""Appraises turns by rules: the user's cues, their likeness to known utterances, and what the user says around it.

The feeling is the user's, so the answer has no vote: comfort and congratulation are manners (SPEC M1).  The parts vote
with fixed weights.  Intensity follows LTM's appendix (付録：感情強度スコアリングの例): a floor by category, raised by how
much feeling there is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.feelings.emotion import HIGHEST_SCORE, Category, EmotionTag, Feeling, Valence
from omoide.domain.text.language import Language, detect
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.feelings.category import category_scores
from omoide.domain.understanding.feelings.feeling import Reading, chosen_tags, is_flat, marks_of_arousal, read_feeling
from omoide.domain.understanding.feelings.prototypes import Likeness
from omoide.domain.understanding.telling.keywords import weighted_terms


@dataclass(frozen=True, slots=True)
class Weighing:
    """How much each part counts."""

    cue_share: float = 0.5
    """Of the turn's own cues, beside likeness, which has weighed them once already."""
    likeness_share: float = 0.8
    """Of the likeness to known utterances, which weighs the turn's own cues as well."""
    session_share: float = 1.0
    """Of the mood of the turns around: a turn that says little by itself shares it."""
    session_turns: float = 20.0
    """How many turns away the mood has faded to about a third: a session has hardly more than one mood."""
    neutral_share: float = 2.0
    """Of the likeness to neutral utterances, against the usual one."""
    usual_neutral: float = 0.25
    """The neutral share of an average turn."""
    usual_pleasure: float = 0.5
    """What speaks for pleasant beforehand in a conversation (with likeness): most of what is told to a companion is."""
    usual_displeasure: float = -0.2
    """What speaks for unpleasant beforehand in a conversation (with likeness)."""
    flat_share: float = 0.4
    """Of all of it, for a mere acknowledgement."""
    likeness_arousal: float = 0.6
    likeness_category: float = 2.0
    session_category: float = 1.5
    """Of what the turns around are about."""
    tag_threshold: float = 0.16
    """Likeness from which a tag is believed."""
    unnamed_joy: float = 0.3
    """Pleasantness from which a feeling that no word names is joy."""


_FLOOR: Final = {Category.CASUAL: 12.0, Category.WORK: 20.0, Category.DECISION: 36.0, Category.EMOTIONAL: 45.0}
_ROOM: Final = {Category.CASUAL: 45.0, Category.WORK: 45.0, Category.DECISION: 45.0, Category.EMOTIONAL: 52.0}
_PLEASANT_FROM: Final = {Category.CASUAL: 0.3, Category.WORK: 0.4, Category.DECISION: 0.2, Category.EMOTIONAL: 0.1}
_UNPLEASANT_FROM: Final = {Category.CASUAL: 0.5, Category.WORK: 0.4, Category.DECISION: 0.3, Category.EMOTIONAL: 0.2}
"""Small talk tells mishaps for fun; where the heart is concerned, hardly anything is neutral."""
_SUBSTANCE: Final = 12.0
"""What a discussion rich in terms adds to a mere errand (技術的議論 30–40, typo 15–25)."""
_USUAL_AROUSAL: Final = 30.0


@dataclass(frozen=True, slots=True)
class Appraised:
    """The feeling of a turn, before it is told."""

    intensity: int
    feeling: Feeling
    category: Category


@dataclass(frozen=True, slots=True)
class _Evidence:
    """What speaks from one turn before its session is looked at."""

    turn: SpokenTurn
    language: Language
    said: Reading
    likeness: Likeness | None
    pleasantness: float
    strength: float
    categories: dict[Category, float]


def appraise(
    turns: Sequence[SpokenTurn],
    *,
    likenesses: Sequence[Likeness | None],
    default: Language,
    weighing: Weighing,
) -> list[Appraised]:
    """Return the feelings of a session's turns, in order; `likenesses` has one entry per turn."""
    seen = [
        _evidence(turn, likeness=likeness, default=default, weighing=weighing)
        for turn, likeness in zip(turns, likenesses, strict=True)
    ]
    weights = _weights_around(len(seen), turns=weighing.session_turns)
    moods = weights @ np.array([math.tanh(one.pleasantness / 2.0) for one in seen])
    themes = weights @ np.array([_shares(one.categories) for one in seen])
    if len(seen) == 1 and not turns[0].assistant:
        # A sentence by itself, with nobody to answer it, is not known to be talk among companions.
        weighing = replace(weighing, usual_pleasure=0.0, usual_displeasure=0.0)
    return [_appraise(one, mood=moods[i], themes=themes[i], weighing=weighing) for i, one in enumerate(seen)]


def _weights_around(count: int, *, turns: float) -> NDArray[np.float64]:
    """Return how much each turn takes from each other one: rows sum to 1, the nearer ones weigh more, itself nothing.

    The row of a turn alone is 0.
    """
    distance = np.abs(np.subtract.outer(np.arange(count), np.arange(count)))
    weights = np.exp(-distance / turns) * (distance > 0)
    return np.asarray(weights / np.maximum(weights.sum(axis=1, keepdims=True), 1e-9))


def _shares(scores: dict[Category, float]) -> list[float]:
    raised = [math.exp(scores[category]) for category in Category]
    return [one / sum(raised) for one in raised]


def _evidence(turn: SpokenTurn, *, likeness: Likeness | None, default: Language, weighing: Weighing) -> _Evidence:
    language = detect(turn.user or turn.assistant, default=default)
    said = read_feeling(turn.user, language=language)
    pleasantness = math.copysign(min(abs(said.good - said.bad), 4.0), said.good - said.bad)
    if likeness is not None:
        pleasantness = weighing.cue_share * pleasantness + weighing.likeness_share * likeness.leaning
    strength = _strength(said, likeness)
    categories = category_scores(turn.user, strength=strength, language=language)
    if likeness is not None:
        categories = {
            one: score + weighing.likeness_category * likeness.category[one] for one, score in categories.items()
        }
    return _Evidence(turn, language, said, likeness, pleasantness, strength, categories)


def _appraise(seen: _Evidence, *, mood: float, themes: NDArray[np.float64], weighing: Weighing) -> Appraised:
    user, likeness = seen.turn.user, seen.likeness
    pleasantness = seen.pleasantness + weighing.session_share * 2.0 * mood
    if is_flat(user) and abs(seen.said.good - seen.said.bad) < 1.0:
        pleasantness *= weighing.flat_share
    around = dict(zip(Category, weighing.session_category * themes, strict=True))
    category = max(Category, key=lambda one: seen.categories[one] + around[one])
    arousal = _arousal(user, seen.said, likeness, weighing)
    tags = _tags(seen.said, likeness, pleasantness, weighing)
    return Appraised(
        intensity=_intensity(seen, category, arousal=arousal),
        feeling=Feeling(_valence(pleasantness, category, likeness, weighing), arousal, tags),
        category=category,
    )


def _valence(pleasantness: float, category: Category, likeness: Likeness | None, weighing: Weighing) -> Valence:
    """Return the valence that most speaks for; a draw is pleasant before unpleasant before neutral."""
    pleasant = pleasantness - _PLEASANT_FROM[category]
    unpleasant = -pleasantness - _UNPLEASANT_FROM[category]
    neutral = 0.0
    if likeness is not None:
        pleasant += weighing.usual_pleasure
        unpleasant += weighing.usual_displeasure
        neutral = weighing.neutral_share * (likeness.valence[Valence.NEUTRAL] - weighing.usual_neutral)
    votes = {Valence.POSITIVE: pleasant, Valence.NEGATIVE: unpleasant, Valence.NEUTRAL: neutral}
    return max(votes, key=lambda one: votes[one])


def _strength(said: Reading, likeness: Likeness | None) -> float:
    own = math.tanh((said.good + said.bad) / 6.0)
    return own if likeness is None else 0.5 * own + 0.5 * min(max(likeness.intensity / 80.0, 0.0), 1.0)


def _arousal(user: str, said: Reading, likeness: Likeness | None, weighing: Weighing) -> int:
    calm = _USUAL_AROUSAL - 6.0 * (not said.tags and len(user) < 40 and "!" not in user and "！" not in user)
    by_cues = calm + 30.0 * math.tanh(said.stir / 3.0) + marks_of_arousal(user)
    if likeness is not None:
        by_cues = (1 - weighing.likeness_arousal) * by_cues + weighing.likeness_arousal * (
            likeness.arousal + 0.7 * marks_of_arousal(user)
        )
    return _score(by_cues)


def _intensity(seen: _Evidence, category: Category, *, arousal: int) -> int:
    stirred = max(arousal - _USUAL_AROUSAL, 0.0) / (HIGHEST_SCORE - _USUAL_AROUSAL)
    by_rule = _FLOOR[category] + _ROOM[category] * min(0.75 * seen.strength + 0.35 * stirred, 1.0)
    if category in (Category.WORK, Category.DECISION):
        terms = weighted_terms(seen.turn.user, language=seen.language)
        by_rule += _SUBSTANCE * min(max(len(terms) - 2, 0) / 4.0, 1.0)
    return _score(by_rule if seen.likeness is None else 0.6 * by_rule + 0.4 * seen.likeness.intensity)


def _tags(said: Reading, likeness: Likeness | None, pleasantness: float, weighing: Weighing) -> tuple[EmotionTag, ...]:
    weights = dict(said.tags)
    if likeness is not None:
        for tag, share in likeness.tags.items():
            if share >= weighing.tag_threshold:
                weights[tag] = weights.get(tag, 0.0) + 4.0 * share
    chosen = chosen_tags(weights, balance=math.tanh(pleasantness / 2.5))
    if not chosen and pleasantness >= weighing.unnamed_joy:
        return (EmotionTag.JOY,)
    return chosen


def _score(value: float) -> int:
    return round(min(max(value, 0.0), HIGHEST_SCORE))
