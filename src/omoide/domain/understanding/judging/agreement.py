"""Agreement: a second look at what was read, which says how likely each belief is right (SPEC S3, X3).

The reader marks values, kinds, persons and operations each by itself; that they are right together is rarer.  A logistic model over
its chances and the grammar around a value says how rare, calibrated.  Its weights are readable data, made by `tools.reader.agreement`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field

from omoide.domain.understanding.reading import BeliefKind

NEVER = 2.0
"""A bound that no chance passes."""

OUTRIGHT = 0.6
"""How sure it must be that a taste is said outright, and does not only show, before it is asserted."""


@dataclass(frozen=True, slots=True)
class Look:
    """How beliefs of one kind are judged."""

    weights: Mapping[str, float]
    bias: float
    asserted: float = NEVER
    """From which chance on a belief is asserted."""
    supposed: float = 0.0
    """From which chance on it is kept as a candidate."""

    def chance(self, features: Mapping[str, float]) -> float:
        """Return how likely a belief with these features is right, 0..1; what the weights do not know counts nothing."""
        score = self.bias + sum(self.weights.get(name, 0.0) * value for name, value in features.items())
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


@dataclass(frozen=True, slots=True)
class Agreement:
    """One look a kind; a kind without one is never asserted, and supposed as strongly as it was marked."""

    looks: Mapping[BeliefKind, Look] = field(default_factory=dict)

    def of(self, kind: BeliefKind) -> Look:
        """Return how a kind is judged."""
        return self.looks.get(kind, _UNJUDGED)


_UNJUDGED = Look({"sure": 0.8}, -0.9, supposed=0.2)
"""Without weights: half as sure as the marks are strong."""
