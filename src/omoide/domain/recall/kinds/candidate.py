"""Something that was found, and the two numbers that speak for it."""

from dataclasses import dataclass

import numpy as np

from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.recollection import Why
from omoide.domain.recall.relevance import Calibration, combined, near


@dataclass(frozen=True, slots=True)
class MatchParts:
    """How a text answers to a cue, by its words and its meaning."""

    coverage: float
    """0..1: the share of the cue's words that it holds, each by its rarity among things of its kind."""
    cosine: float | None
    """-1..1: how near it is in meaning; `None` while it has no vector."""
    matched: tuple[str, ...] = ()
    """The parts of the cue that it holds."""

    def nearness(self, calibration: Calibration) -> float:
        """Return the cosine on the scale of its space, 0..1."""
        return 0.0 if self.cosine is None else float(near(np.array([self.cosine]), calibration=calibration)[0])

    def relevance(self, calibration: Calibration) -> float:
        """Return how relevant it is, 0..1: the same scale as that of turns."""
        together = combined(np.array([self.coverage]), np.array([self.nearness(calibration)]), 0.0)
        return float(together[0])

    def why(self, calibration: Calibration, *, floor: float) -> Why:
        """Return the parts of its score."""
        meaning = 0.0 if self.cosine is None else max(0.0, self.cosine)
        return Why(
            words=self.coverage,
            words_around=0.0,
            meaning=meaning,
            meaning_around=0.0,
            speaker=0.0,
            time=0.0,
            recency=0.0,
            advice=0.0,
            repeated=0.0,
            held=0.0,
            total=self.coverage + meaning,
            cosine=self.cosine,
            coverage=self.coverage,
            matched=self.matched,
            nearness=self.nearness(calibration),
            misattribution=0.0,
            relevance=self.relevance(calibration),
            floor=floor,
            answerable=None,
            share_of_best=1.0,
        )


@dataclass(frozen=True, slots=True)
class Candidate:
    """A thing that was found."""

    thing: Recallable
    parts: MatchParts
