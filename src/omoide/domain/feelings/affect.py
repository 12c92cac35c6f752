"""Affect: the feeling of one moment, in numbers, labels and words (SPEC A1; GHO 5).

Valence, arousal and dominance each run from −1 to +1.  Numbers alone do not tell a feeling, so a text in the persona's
own voice and up to six short labels always go with them.
"""

import math
from dataclasses import dataclass, field

from omoide.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class Vad:
    """A point in the space of feelings."""

    v: float = 0.0
    """−1 unpleasant .. +1 pleasant"""
    a: float = 0.0
    """−1 calm .. +1 stirred"""
    d: float = 0.0
    """−1 overwhelmed .. +1 in control"""

    def __post_init__(self) -> None:
        for axis, value in (("v", self.v), ("a", self.a), ("d", self.d)):
            if not -1.0 <= value <= 1.0:
                raise InvalidInput(f"{axis} of a feeling lies between -1 and +1; {value!r} was given")

    @property
    def severity(self) -> float:
        """Return how far from calm neutrality this is, 0..1: what overwhelms or delights weighs more than what stirs."""
        return min(1.0, math.sqrt((2 * self.v**2 + self.a**2 + self.d**2) / 4))

    def scaled(self, share: float) -> "Vad":
        """Return the same feeling, weaker by a share of 0..1."""
        return Vad(self.v * share, self.a * share, self.d * share)

    def towards(self, other: "Vad", *, share: float) -> "Vad":
        """Return the feeling moved by a share of 0..1 towards another."""
        return Vad(*(one + (two - one) * share for one, two in zip(self.axes, other.axes, strict=True)))

    @property
    def axes(self) -> tuple[float, float, float]:
        """Return the three numbers."""
        return self.v, self.a, self.d


def clipped(v: float, a: float, d: float) -> Vad:
    """Return the nearest feeling inside the range."""
    return Vad(*(min(1.0, max(-1.0, value)) for value in (v, a, d)))


@dataclass(frozen=True, slots=True)
class Affect:
    """What the persona felt in one turn."""

    vad: Vad
    text: str = ""
    labels: tuple[str, ...] = field(default=())
    confidence: float = 0.5
    """0..1: whether it was said or guessed."""
    gravity: float = field(default=0.0, repr=False)
    """0..1: how grave the moment was (`gravity`), weighed when the turn is digested; no part of what a plan says."""
