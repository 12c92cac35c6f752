"""The relevance floor: whether anything that was found is worth saying.

An order always has a first place; a mind that always answers invents.  So each event also gets a relevance between 0 and
1 that means the same for every cue: how much of the cue's words it and its neighbours hold, or how near it is in
meaning, whichever speaks for it (both together speak louder).  Where none of the first few reaches the floor, nothing
comes to mind.  The floor judges the cue, not each event: an answer that follows its question holds little of the cue
itself and is carried by the turn before it.  What is much weaker than the best is left out by its score instead.

A cue may also ask about the wrong person: it names one speaker, but what it describes was said by another.  Then the best
match contradicts the cue, and everything found is worth less by as much as the match of the other is better.
"""

from dataclasses import dataclass

import numpy as np

from omoide.domain.events.roster import Ints
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.ranking import Evidence, Floats, Scores, are_of_then


@dataclass(frozen=True, slots=True)
class Calibration:
    """What cosines of one embedding space mean, and where the floor lies in it."""

    unrelated: float = 0.2
    """Cosine at or below which two texts have nothing to do with each other."""
    same: float = 0.8
    """Cosine from which on one text says what the other asks."""
    floor: float = 0.05
    """0..1: relevance that something must reach for anything to come to mind."""
    misattribution_weight: float = 1.5


DEFAULT_CALIBRATION = Calibration()
"""For a space that was never measured: low, for an answer withheld is worse than one that is beside the point."""
JUDGED = 5
"""How many of the first places are looked at to tell whether anything is relevant."""
TAIL_SHARE = 0.7
"""Share of the best score below which a recollection is left out.  Measured with up to ten: they hold the right turn more often
than five with a share of 0.65 did (LoCoMo .86 for .81, Japanese set .80 for .76), and more of what is returned is right."""


def calibration_of(space: EmbeddingSpace) -> Calibration:
    """Return the calibration of a space; one that was never measured gets the default."""
    return CALIBRATIONS.get(space.name, DEFAULT_CALIBRATION)


CALIBRATIONS: dict[str, Calibration] = {
    # The scale as bench.calibrate printed it on LoCoMo and the Japanese development set.  The floor is low: it is for cues that have
    # nothing to do with anything said, and at 0.27 it withheld one in eight right answers of speakers unseen until then.
    # What is near and yet no answer is left to `parts.answerability`.
    "omoide-ja-en": Calibration(unrelated=0.26, same=0.65, floor=0.05),
    # Words thrown into buckets: a cosine of 0.2 is already a shared word or two.
    "hashing": Calibration(unrelated=0.1, same=0.8, floor=0.15),
}
"""Measured for each space, by its name."""


PARTAKES = 0.1
"""Share of all turns from which on somebody whom the cue names is one of those who talk."""


@dataclass(frozen=True, slots=True)
class Relevance:
    """How relevant events are, and the parts that say so."""

    value: Floats
    """0..1, for each event that was looked at, in their order."""
    nearness: Floats
    """0..1: the cosine, on the scale of its space."""
    misattribution: float
    """0..1: how far the cue seems to be about what someone else said; the same for all events."""

    @property
    def of_all(self) -> float:
        """Return how relevant what was found is as a whole: the highest of the first few."""
        return float(self.value[:JUDGED].max(initial=0.0))

    def reaches(self, floor: float) -> bool:
        """Tell whether one of the first few is relevant enough for anything to come to mind."""
        return bool((self.value[:JUDGED] >= floor).any())


def relevance(
    evidence: Evidence, scores: Scores, *, at: Ints, calibration: Calibration = DEFAULT_CALIBRATION
) -> Relevance:
    """Return the relevance of the events at these positions."""
    nearness = np.zeros(len(at))
    if evidence.cosines is not None:
        nearness = near(np.fmax(evidence.cosines[at], -1.0), calibration=calibration)
    misattribution = min(1.0, calibration.misattribution_weight * _misattribution(scores))
    coverage = scores.words[at] + scores.words_around[at]
    value = combined(coverage, nearness, misattribution)
    if evidence.asks_only_when:  # what lies in the time that was asked for is what was asked for
        value = np.maximum(value, are_of_then(scores, at=at) * (1.0 - misattribution))
    return Relevance(value=value, nearness=nearness, misattribution=misattribution)


def near(cosines: Floats, *, calibration: Calibration) -> Floats:
    """Return cosines on the scale of their space: 0 for what is unrelated, 1 for what says the same."""
    return np.clip((cosines - calibration.unrelated) / (calibration.same - calibration.unrelated), 0.0, 1.0)


def cosine_at(nearness: float, calibration: Calibration) -> float:
    """Return the cosine at a place of the scale of a space, between unrelated (0) and says the same (1)."""
    return calibration.unrelated + nearness * (calibration.same - calibration.unrelated)


def cosine_of_likeness(likeness: float, calibration: Calibration) -> float:
    """Return the cosine of two texts at a place between unrelated (0) and word for word the same (1), whose cosine is 1."""
    return calibration.unrelated + likeness * (1.0 - calibration.unrelated)


def combined(coverage: Floats, nearness: Floats, misattribution: float | Floats) -> Floats:
    """Return the relevance that these parts make together: either speaks for an event, both speak louder."""
    return (1.0 - (1.0 - np.minimum(coverage, 1.0)) * (1.0 - nearness)) * (1.0 - misattribution)


def _misattribution(scores: Scores) -> float:
    """Return by how much the best match of other speakers is better than that of the one the cue names.

    A word before a colon that stands in few turns is a heading or somebody quoted, and takes no part in the talk.
    """
    named = scores.speaker > 0
    if named.all() or named.mean() < PARTAKES:
        return 0.0
    said = scores.words + scores.meaning
    return max(0.0, float(said[~named].max() - said[named].max()))
