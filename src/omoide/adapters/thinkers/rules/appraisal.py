"""Appraises turns by rules: cues of both sides, likeness to known utterances, and what went before in the session.

The parts vote with fixed weights.  Intensity follows LTM's appendix (付録：感情強度スコアリングの例): a floor by category,
raised by how much feeling there is.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from omoide.adapters.thinkers.rules.category import category_scores
from omoide.adapters.thinkers.rules.feeling import Reading, chosen_tags, marks_of_arousal, read_feeling
from omoide.adapters.thinkers.rules.gist import Embed
from omoide.adapters.thinkers.rules.keywords import keywords
from omoide.adapters.thinkers.rules.prototypes import Likeness
from omoide.adapters.thinkers.rules.telling import told
from omoide.asks.appraise_turn import NumberedAppraisal, SpokenTurn
from omoide.domain.emotion import HIGHEST_SCORE, Category, EmotionTag, Feeling, Valence
from omoide.domain.keeping import asks_to_be_kept
from omoide.domain.language import Language, detect


@dataclass(frozen=True, slots=True)
class Weighing:
    """How much each part counts."""

    answer_share: float = 0.5
    """Of the cues in the assistant's answer: it mirrors the user's feeling, but is not it."""
    likeness_share: float = 4.0
    carried_share: float = 0.35
    """Of the feeling of the turn before, for a turn that says little by itself."""
    neutral_band: float = 0.4
    """Pleasantness below which nothing is felt either way."""
    likeness_arousal: float = 0.6
    likeness_category: float = 4.0
    tag_threshold: float = 0.2
    """Likeness from which a tag is believed."""


_FLOOR: Final = {Category.CASUAL: 12.0, Category.WORK: 22.0, Category.DECISION: 34.0, Category.EMOTIONAL: 45.0}
_ROOM: Final = {Category.CASUAL: 45.0, Category.WORK: 45.0, Category.DECISION: 45.0, Category.EMOTIONAL: 52.0}
_USUAL_AROUSAL: Final = 30.0
_FEW_LETTERS: Final = 6
"""A turn this short (うん, ok) takes most of its feeling from the one before."""


@dataclass(frozen=True, slots=True)
class Appraised:
    """The feeling of a turn, before it is told."""

    intensity: int
    feeling: Feeling
    category: Category
    pleasantness: float
    """-..+; what the turn hands on to the next."""


def appraise(
    turns: Sequence[SpokenTurn],
    *,
    likenesses: Sequence[Likeness | None],
    default: Language,
    weighing: Weighing,
) -> list[Appraised]:
    """Return the feelings of a session's turns, in order; `likenesses` has one entry per turn."""
    appraised: list[Appraised] = []
    before = 0.0
    for turn, likeness in zip(turns, likenesses, strict=True):
        language = detect(turn.user or turn.assistant, default=default)
        appraised.append(_appraise(turn, likeness=likeness, before=before, language=language, weighing=weighing))
        before = appraised[-1].pleasantness
    return appraised


def _appraise(
    turn: SpokenTurn, *, likeness: Likeness | None, before: float, language: Language, weighing: Weighing
) -> Appraised:
    said = read_feeling(turn.user, language=language)
    answered = read_feeling(turn.assistant, language=language)
    pleasantness = _pleasantness(said, answered, likeness, weighing) + _carried(turn.user, before, weighing)
    valence = _valence(pleasantness, weighing)
    strength = _strength(said, answered, likeness)
    category = _category(turn.user, strength=strength, likeness=likeness, language=language, weighing=weighing)
    arousal = _arousal(turn.user, said, likeness, weighing)
    return Appraised(
        intensity=_intensity(category, strength=strength, arousal=arousal, likeness=likeness),
        feeling=Feeling(valence, arousal, _tags(said, answered, likeness, pleasantness, weighing)),
        category=category,
        pleasantness=pleasantness,
    )


def _pleasantness(said: Reading, answered: Reading, likeness: Likeness | None, weighing: Weighing) -> float:
    own = math.copysign(min(abs(said.good - said.bad), 4.0), said.good - said.bad)
    mirrored = 2.0 * math.tanh((answered.good - answered.bad) / 2.0)
    total = own + weighing.answer_share * mirrored
    if likeness is not None:
        total += weighing.likeness_share * (likeness.valence[Valence.POSITIVE] - likeness.valence[Valence.NEGATIVE])
    return total


def _carried(user: str, before: float, weighing: Weighing) -> float:
    held = 2.0 * math.tanh(before / 2.0)
    return held * (0.8 if len(user.strip()) <= _FEW_LETTERS else weighing.carried_share)


def _valence(pleasantness: float, weighing: Weighing) -> Valence:
    if abs(pleasantness) < weighing.neutral_band:
        return Valence.NEUTRAL
    return Valence.POSITIVE if pleasantness > 0 else Valence.NEGATIVE


def _strength(said: Reading, answered: Reading, likeness: Likeness | None) -> float:
    own = math.tanh((said.good + said.bad + 0.3 * (answered.good + answered.bad)) / 6.0)
    return own if likeness is None else 0.5 * own + 0.5 * min(max(likeness.intensity / 80.0, 0.0), 1.0)


def _category(
    user: str, *, strength: float, likeness: Likeness | None, language: Language, weighing: Weighing
) -> Category:
    scores = category_scores(user, strength=strength, language=language)
    if likeness is not None:
        scores = {
            category: score + weighing.likeness_category * likeness.category[category]
            for category, score in scores.items()
        }
    return max(scores, key=lambda category: scores[category])


def _arousal(user: str, said: Reading, likeness: Likeness | None, weighing: Weighing) -> int:
    calm = _USUAL_AROUSAL - 6.0 * (not said.tags and len(user) < 40 and "!" not in user and "！" not in user)
    by_cues = calm + 22.0 * math.tanh(said.stir / 3.0) + marks_of_arousal(user)
    if likeness is not None:
        by_cues = (1 - weighing.likeness_arousal) * by_cues + weighing.likeness_arousal * (
            likeness.arousal + 0.7 * marks_of_arousal(user)
        )
    return _score(by_cues)


def _intensity(category: Category, *, strength: float, arousal: int, likeness: Likeness | None) -> int:
    stirred = max(arousal - _USUAL_AROUSAL, 0.0) / (HIGHEST_SCORE - _USUAL_AROUSAL)
    by_rule = _FLOOR[category] + _ROOM[category] * min(0.75 * strength + 0.35 * stirred, 1.0)
    return _score(by_rule if likeness is None else 0.5 * by_rule + 0.5 * likeness.intensity)


def _tags(
    said: Reading, answered: Reading, likeness: Likeness | None, pleasantness: float, weighing: Weighing
) -> tuple[EmotionTag, ...]:
    weights = dict(said.tags)
    for tag, weight in answered.tags.items():
        if tag in weights:
            weights[tag] += 0.3 * weight
    if likeness is not None:
        for tag, share in likeness.tags.items():
            if share >= weighing.tag_threshold:
                weights[tag] = weights.get(tag, 0.0) + 4.0 * share
    return chosen_tags(weights, balance=math.tanh(pleasantness / 2.5))


def _score(value: float) -> int:
    return round(min(max(value, 0.0), HIGHEST_SCORE))


def answer_for(
    turn: SpokenTurn, appraised: Appraised, *, number: int, default: Language, embed: Embed | None
) -> NumberedAppraisal:
    """Return LTM's JSON for the turn, with its texts at all three levels."""
    language = detect(turn.user or turn.assistant, default=default)
    full, summary, trace = told(turn, feeling=appraised.feeling, language=language, embed=embed)
    return NumberedAppraisal(
        turn=number,
        emotional_intensity=appraised.intensity,
        emotional_valence=appraised.feeling.valence.value,
        emotional_arousal=appraised.feeling.arousal,
        emotional_tags=appraised.feeling.tags,
        category=appraised.category.value,
        keywords=keywords(f"{turn.user}\n{turn.assistant}", language=language, most=6),
        trigger=full.trigger,
        content=full.content,
        summary_trigger=summary.trigger,
        summary_content=summary.content,
        trace_trigger=trace.trigger,
        trace_content=trace.content,
        protected=asks_to_be_kept(turn.user),
    )
