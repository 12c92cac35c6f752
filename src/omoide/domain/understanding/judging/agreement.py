"""Agreement: a second look at what was read, which says how likely each belief is right (SPEC S3, X3).

The reader marks values, kinds, persons and operations each by itself; that they are right together is rarer.  A logistic model over
its chances and the grammar around a value says how rare, calibrated.  Its weights are readable data, made by `tools.reader.agreement`.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from omoide.domain.understanding.judging.referents import Pointing
from omoide.domain.understanding.reading import BeliefKind, ReadBelief

NEVER = 2.0
"""A bound that no chance passes."""

OUTRIGHT = 0.6
"""How sure it must be that a taste is said outright, and does not only show, before it is asserted."""
NEARLY_OVER = 0.1
"""From which chance on that something is over it is not asserted that it is so: of such facts one in seven was right."""
WARY: Final = 4.0
"""By how much the log odds of a belief of the user count less for asserting it where the turn is surely a joke, a quote or another trap."""


def surely(chance: float, *, trap: float) -> float:
    """Return the chance that counts for asserting: what may not be meant as it stands must be the likelier for it."""
    kept = min(max(chance, 1e-9), 1 - 1e-9)
    return 1 / (1 + (1 - kept) / kept * math.exp(WARY * trap))


@dataclass(frozen=True, slots=True)
class Look:
    """How beliefs of one kind are judged."""

    weights: Mapping[str, float]
    bias: float
    asserted: float = NEVER
    """From which chance on a belief is asserted (`surely`)."""
    supposed: float = 0.0
    """From which chance on it is kept as a candidate."""

    def chance(self, features: Mapping[str, float]) -> float:
        """Return how likely a belief with these features is right, 0..1; what the weights do not know counts nothing."""
        score = self.bias + sum(self.weights.get(name, 0.0) * value for name, value in features.items())
        return 1 / (1 + math.exp(-max(-30.0, min(30.0, score))))


def may_be_asserted(belief: ReadBelief) -> bool:
    """Tell whether a belief is one to assert if it is likely enough: a taste that is said outright, a fact that is not nearly over."""
    if belief.kind is BeliefKind.PREFERENCE:
        return belief.explicit >= OUTRIGHT
    return belief.kind is BeliefKind.TASK or belief.chances.get("op.end", 0.0) < NEARLY_OVER


@dataclass(frozen=True, slots=True)
class Agreement:
    """One look a kind; a kind without one is never asserted, and supposed as strongly as it was marked."""

    looks: Mapping[BeliefKind, Look] = field(default_factory=dict)
    pointing: Pointing | None = None
    """Who is meant; without one, whoever was named last and fits."""

    def of(self, kind: BeliefKind) -> Look:
        """Return how a kind is judged."""
        return self.looks.get(kind, _UNJUDGED)


_UNJUDGED = Look({"sure": 0.8}, -0.9, supposed=0.2)
"""Without weights: half as sure as the marks are strong."""
