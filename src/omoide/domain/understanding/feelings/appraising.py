"""Appraises turns without a model: what the reader takes from each, and the cues of the user's own words.

The feeling is the user's.  A trained reader says how likely each feeling is; explicit words, marks and topics vote beside it, so that what
is said outright is never overheard.  The valence is the one of the least expected cost: to take grief for joy is worse than to say nothing,
and the more so the more the moment matters, so what could be either is left neutral.  Without a reader the cues decide alone; intensity
then follows LTM's appendix (感情強度スコアリングの例): a floor by category, raised by how much feeling there is.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.feelings.emotion import (
    HIGHEST_SCORE,
    NEGATIVE_TAGS,
    POSITIVE_TAGS,
    Category,
    EmotionTag,
    Feeling,
    Valence,
)
from omoide.domain.text.language import Language, detect
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.feelings.category import category_scores
from omoide.domain.understanding.feelings.feeling import (
    CueReading,
    chosen_tags,
    is_flat,
    marks_of_arousal,
    read_feeling,
)
from omoide.domain.understanding.reading import Reading
from omoide.domain.understanding.telling.keywords import weighted_terms


@dataclass(frozen=True, slots=True)
class Weighing:
    """How much the user's own cues count beside the reader; chosen on speakers that the reader had not learnt from."""

    cue_valence: float = 0.1
    cue_category: float = 0.2
    cue_arousal: float = 0.15
    cue_intensity: float = 0.1
    opposite: float = 3.0
    """What it costs to take a moment that matters for its opposite, beside being wrong at all."""
    matters: float = 55.0
    """Intensity of a moment that matters half as much as the gravest, and"""
    matters_within: float = 3.0
    """how far from it that share changes."""
    tag_from: float = 0.16
    """Chance from which a tag is believed."""
    flat_share: float = 0.4
    """Of all of it, for a mere acknowledgement, where there is no reader."""


_FLOOR: Final = {Category.CASUAL: 12.0, Category.WORK: 20.0, Category.DECISION: 36.0, Category.EMOTIONAL: 45.0}
_ROOM: Final = {Category.CASUAL: 45.0, Category.WORK: 45.0, Category.DECISION: 45.0, Category.EMOTIONAL: 52.0}
_PLEASANT_FROM: Final = {Category.CASUAL: 0.3, Category.WORK: 0.4, Category.DECISION: 0.2, Category.EMOTIONAL: 0.1}
_UNPLEASANT_FROM: Final = {Category.CASUAL: 0.5, Category.WORK: 0.4, Category.DECISION: 0.3, Category.EMOTIONAL: 0.2}
"""Small talk tells mishaps for fun; where the heart is concerned, hardly anything is neutral."""
_GRAVE: Final = 85
"""What explicit words make as grave as this is at least nearly so, whatever the reader makes of it."""
_SUBSTANCE: Final = 12.0
"""What a discussion rich in terms adds to a mere errand (技術的議論 30–40, typo 15–25)."""
_USUAL_AROUSAL: Final = 30.0
_UNNAMED_JOY: Final = 0.3
"""Pleasantness from which a feeling that no word names is joy."""
_MOST_TAGS: Final = 3
_AGAINST: Final = {
    Valence.POSITIVE: NEGATIVE_TAGS,
    Valence.NEGATIVE: POSITIVE_TAGS,
    Valence.NEUTRAL: frozenset[EmotionTag](),
}


@dataclass(frozen=True, slots=True)
class Appraised:
    """The feeling of a turn, before it is told."""

    intensity: int
    feeling: Feeling
    category: Category


def appraise(
    turns: Sequence[SpokenTurn], *, readings: Sequence[Reading | None], default: Language, weighing: Weighing
) -> list[Appraised]:
    """Return the feelings of turns, in order; `readings` has one entry per turn."""
    return [
        _by_cues(turn, default, weighing) if reading is None else _by_both(turn, reading, default, weighing)
        for turn, reading in zip(turns, readings, strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Cues:
    """What the user's own words say."""

    said: CueReading
    pleasantness: float
    strength: float
    categories: dict[Category, float]
    arousal: int
    terms: int

    def intensity(self, category: Category) -> int:
        stirred = max(self.arousal - _USUAL_AROUSAL, 0.0) / (HIGHEST_SCORE - _USUAL_AROUSAL)
        found = _FLOOR[category] + _ROOM[category] * min(0.75 * self.strength + 0.35 * stirred, 1.0)
        if category in (Category.WORK, Category.DECISION):
            found += _SUBSTANCE * min(max(self.terms - 2, 0) / 4.0, 1.0)
        return _score(found)


def _cues(turn: SpokenTurn, default: Language) -> _Cues:
    language = detect(turn.user or turn.assistant, default=default)
    said = read_feeling(turn.user, language=language)
    strength = math.tanh((said.good + said.bad) / 6.0)
    return _Cues(
        said,
        math.copysign(min(abs(said.good - said.bad), 4.0), said.good - said.bad),
        strength,
        category_scores(turn.user, strength=strength, language=language),
        _arousal(turn.user, said),
        len(weighted_terms(turn.user, language=language)),
    )


def _by_cues(turn: SpokenTurn, default: Language, weighing: Weighing) -> Appraised:
    cues = _cues(turn, default)
    pleasantness = cues.pleasantness
    if is_flat(turn.user) and abs(cues.said.good - cues.said.bad) < 1.0:
        pleasantness *= weighing.flat_share
    category = max(Category, key=lambda one: cues.categories[one])
    tags = chosen_tags(dict(cues.said.tags), balance=math.tanh(pleasantness / 2.5))
    if not tags and pleasantness >= _UNNAMED_JOY:
        tags = (EmotionTag.JOY,)
    votes = {
        Valence.POSITIVE: pleasantness - _PLEASANT_FROM[category],
        Valence.NEGATIVE: -pleasantness - _UNPLEASANT_FROM[category],
        Valence.NEUTRAL: 0.0,
    }
    valence = max(votes, key=lambda one: votes[one])
    return Appraised(cues.intensity(category), Feeling(valence, cues.arousal, tags), category)


def _by_both(turn: SpokenTurn, reading: Reading, default: Language, weighing: Weighing) -> Appraised:
    cues = _cues(turn, default)
    category = max(
        Category, key=lambda one: math.log(reading.category[one] + 1e-6) + weighing.cue_category * cues.categories[one]
    )
    intensity = _blend(HIGHEST_SCORE * reading.intensity, cues.intensity(category), weighing.cue_intensity)
    by_words = cues.intensity(max(Category, key=lambda one: cues.categories[one]))
    if by_words >= _GRAVE:
        intensity = max(intensity, _GRAVE)
        category = Category.EMOTIONAL
    valence = _valence(reading, cues.pleasantness, intensity, weighing)
    arousal = _blend(HIGHEST_SCORE * reading.arousal, cues.arousal, weighing.cue_arousal)
    return Appraised(intensity, Feeling(valence, arousal, _tags(reading, valence, weighing)), category)


def _valence(reading: Reading, pleasantness: float, intensity: int, weighing: Weighing) -> Valence:
    pull = {Valence.POSITIVE: pleasantness, Valence.NEGATIVE: -pleasantness, Valence.NEUTRAL: 0.0}
    raised = {one: chance * math.exp(weighing.cue_valence * pull[one]) for one, chance in reading.valence.items()}
    chances = {one: value / sum(raised.values()) for one, value in raised.items()}
    return least_cost(chances, intensity=intensity, weighing=weighing)


def least_cost(chances: Mapping[Valence, float], *, intensity: float, weighing: Weighing) -> Valence:
    """Return the valence that is worth most: how likely it is, less what its opposite would cost."""
    share = 1 / (1 + math.exp(-(intensity - weighing.matters) / weighing.matters_within))
    good, bad = chances[Valence.POSITIVE], chances[Valence.NEGATIVE]
    worth = {
        Valence.POSITIVE: good - weighing.opposite * share * bad,
        Valence.NEGATIVE: bad - weighing.opposite * share * good,
        Valence.NEUTRAL: chances[Valence.NEUTRAL],
    }
    return max(worth, key=lambda one: worth[one])


def _tags(reading: Reading, valence: Valence, weighing: Weighing) -> tuple[EmotionTag, ...]:
    likely = {EmotionTag(tag): chance for tag, chance in reading.tags.items() if chance >= weighing.tag_from}
    fitting = {tag: chance for tag, chance in likely.items() if tag not in _AGAINST[valence]}
    best = sorted(fitting, key=lambda tag: -fitting[tag])[:_MOST_TAGS]
    return tuple(tag for tag in EmotionTag if tag in best)


def _arousal(user: str, said: CueReading) -> int:
    calm = _USUAL_AROUSAL - 6.0 * (not said.tags and len(user) < 40 and "!" not in user and "！" not in user)
    return _score(calm + 30.0 * math.tanh(said.stir / 3.0) + marks_of_arousal(user))


def _blend(read: float, by_cues: float, share: float) -> int:
    return _score((1 - share) * read + share * by_cues)


def _score(value: float) -> int:
    return round(min(max(value, 0.0), HIGHEST_SCORE))
