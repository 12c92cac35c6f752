"""The relevance floor: whether anything that was found is worth saying.

An order always has a first place; a mind that always answers invents.  So each event also gets a relevance between 0 and
1 that means the same for every cue: how much of the cue's words it and its neighbours hold, or how near it is in
meaning, whichever speaks for it (both together speak louder).  What stays below the floor does not come to mind.

A cue may also ask about the wrong person: it names one speaker, but what it describes was said by another.  Then the best
match contradicts the cue, and everything found is worth less by as much as the match of the other is better.
"""

from dataclasses import dataclass

import numpy as np

from omoide.domain.ranking import Evidence, Floats, Scores
from omoide.domain.space import EmbeddingSpace


@dataclass(frozen=True, slots=True)
class Calibration:
    """What cosines of one embedding space mean, and where the floor lies in it."""

    unrelated: float = 0.2
    """Cosine at or below which two texts have nothing to do with each other."""
    same: float = 0.8
    """Cosine from which on one text says what the other asks."""
    floor: float = 0.3
    """0..1: relevance below which nothing comes to mind."""
    misattribution_weight: float = 1.5


DEFAULT_CALIBRATION = Calibration()


def calibration_of(space: EmbeddingSpace) -> Calibration:
    """Return the calibration of a space; one that was never measured gets the default."""
    return CALIBRATIONS.get(space.name, DEFAULT_CALIBRATION)


CALIBRATIONS: dict[str, Calibration] = {
    # Words thrown into buckets: a cosine of 0.2 is already a shared word or two.
    "hashing": Calibration(unrelated=0.1, same=0.8, floor=0.15),
}
"""Measured for each space, by its name."""


@dataclass(frozen=True, slots=True)
class Relevance:
    """How relevant each event of the roster is, and the parts that say so."""

    value: Floats
    """0..1"""
    nearness: Floats
    """0..1: the cosine, on the scale of its space."""
    misattribution: float
    """0..1: how far the cue seems to be about what someone else said; the same for all events."""


def relevance(evidence: Evidence, scores: Scores, *, calibration: Calibration = DEFAULT_CALIBRATION) -> Relevance:
    """Return the relevance of every event."""
    nearness = np.zeros(len(scores.words))
    if evidence.cosines is not None:
        spread = calibration.same - calibration.unrelated
        nearness = np.clip((np.fmax(evidence.cosines, -1.0) - calibration.unrelated) / spread, 0.0, 1.0)
    misattribution = min(1.0, calibration.misattribution_weight * _misattribution(scores))
    found = 1.0 - (1.0 - np.minimum(scores.coverage, 1.0)) * (1.0 - nearness)
    return Relevance(value=found * (1.0 - misattribution), nearness=nearness, misattribution=misattribution)


def _misattribution(scores: Scores) -> float:
    """Return by how much the best match of other speakers is better than that of the one the cue names."""
    named = scores.speaker > 0
    if not named.any() or named.all():
        return 0.0
    said = scores.words + scores.meaning
    return max(0.0, float(said[~named].max() - said[named].max()))
