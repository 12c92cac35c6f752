"""NEX's three-term score: what is listed first among episodes, insights and diary (SPEC R3; NEX Phase 1.5+).

    composite = α × similarity + β × (1 − arousal) + γ × (1 − decay) × (1 − arousal)      lower is better

`similarity` is the squared L2 distance of unit vectors, as FAISS returns it: 2 − 2 cos, 0 for the same, 2 for what has nothing in
common.  What moved does not age: `(1 − arousal)` takes the last term away.  α, β and γ belong to what is asked: a question about
feelings looks for what stirred, one about versions for what is new.

Distances mean something only in one embedding space.  The seed's thresholds (0.80 for the tool, 0.75 for recall by itself) are those of its
API model; ours are shares of the calibrated scale on which 0 is unrelated and 1 the same (`relevance.Calibration`), so that they
go with whatever space is in use.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from omoide.domain.recall.intent import Intent
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.relevance import Calibration, cosine_at
from omoide.domain.time.moment import DAY_SECONDS, Moment

SCORED: Final = frozenset({RecollectionKind.EPISODE, RecollectionKind.INSIGHT, RecollectionKind.DIARY})
"""The kinds that stand in this order."""
UNKNOWN_AROUSAL: Final = 0.5
"""Of what nobody measured, such as a diary: neither moving nor dull."""
SEED_TOOL_DISTANCE: Final = 0.80
"""NEX `recall_memories`, in the space of its API model."""
SEED_AUTOMATIC_DISTANCE: Final = 0.75
"""NEX `retrieval_node`, likewise."""


@dataclass(frozen=True, slots=True)
class IntentWeights:
    """What counts for one intent."""

    similarity: float
    """α"""
    arousal: float
    """β"""
    time: float
    """γ"""


SEED_WEIGHTS: Final[Mapping[Intent, IntentWeights]] = {
    Intent.EMOTIONAL: IntentWeights(0.3, 0.6, 0.1),
    Intent.FACTUAL: IntentWeights(0.5, 0.2, 0.3),
    Intent.TECHNICAL: IntentWeights(0.3, 0.1, 0.6),
    Intent.TEMPORAL: IntentWeights(0.2, 0.2, 0.6),
    Intent.RELATIONAL: IntentWeights(0.4, 0.4, 0.2),
}
"""NEX `INTENT_WEIGHTS`."""


@dataclass(frozen=True, slots=True)
class IntentScoreRules:
    """The score's knobs, as in NEX."""

    weights: Mapping[Intent, IntentWeights] = field(default_factory=lambda: dict(SEED_WEIGHTS))
    time_decay_rate: float = 0.05
    """A day; half is left after some fourteen."""
    star_above_arousal: float = 0.6
    new_above_decay: float = 0.9
    per_index: int = 10
    """Of each kind so many are looked at, the nearest;"""
    after_threshold: int = 10
    """of all of them so many may pass the threshold,"""
    shown: int = 7
    """and so many are shown."""
    least_nearness: float = 0.35
    """0..1, on the scale of the embedding space: what must be reached (NEX's thresholds)."""
    least_coverage: float = 0.5
    """0..1: or the share of the cue's words that must be held."""


def distance(cosine: float) -> float:
    """Return the squared L2 distance of unit vectors, 0..4."""
    return 2.0 - 2.0 * cosine


def threshold(least_nearness: float, calibration: Calibration) -> float:
    """Return the distance up to which something is near enough, in the space that the calibration belongs to."""
    return distance(cosine_at(least_nearness, calibration))


def decay(at: Moment | None, *, now: Moment, rate: float) -> float:
    """Return how new something is, 1 for now and for what is to come; 0 for what has no time."""
    return 0.0 if at is None else math.exp(-rate * max(0, now - at) / DAY_SECONDS)


def composite(*, similarity: float, arousal: float, decay: float, weights: IntentWeights) -> float:
    """Return the three-term score; lower is better."""
    stirred = 1.0 - arousal
    return weights.similarity * similarity + weights.arousal * stirred + weights.time * (1.0 - decay) * stirred


@dataclass(frozen=True, slots=True)
class Scored:
    """One thing's place in the order, and what it is made of."""

    composite: float
    similarity: float
    """Squared L2 distance."""
    arousal: float
    decay: float
    is_moving: bool
    """★"""
    is_new: bool
    """🆕"""


def scored(
    *, similarity: float, arousal: float | None, at: Moment | None, now: Moment, intent: Intent, rules: IntentScoreRules
) -> Scored:
    """Return the score of one thing."""
    stirred = UNKNOWN_AROUSAL if arousal is None else min(1.0, max(0.0, arousal))
    newness = decay(at, now=now, rate=rules.time_decay_rate)
    return Scored(
        composite=composite(similarity=similarity, arousal=stirred, decay=newness, weights=rules.weights[intent]),
        similarity=similarity,
        arousal=stirred,
        decay=newness,
        is_moving=stirred > rules.star_above_arousal,
        is_new=newness > rules.new_above_decay,
    )


def falling(relevances: Sequence[float]) -> list[float]:
    """Return numbers that never rise, for things in their order: whatever stands before others is as strong as the strongest of them."""
    numbers = list(relevances)
    for at in range(len(numbers) - 2, -1, -1):
        numbers[at] = max(numbers[at], numbers[at + 1])
    return numbers
