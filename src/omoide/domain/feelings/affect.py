"""Affect: the feeling of one moment, in numbers, labels and words (SPEC A1; GHO 5).

Valence, arousal and dominance each run from −1 to +1.  Numbers alone do not tell a feeling, so a text in the persona's
own voice and up to six short labels always go with them.
"""

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
    def axes(self) -> tuple[float, float, float]:
        """Return the three numbers."""
        return self.v, self.a, self.d


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
