"""Senses: what was learnt about cues and turns in one embedding space; weights are data, with their origin beside them.

Each is a direction in the space: how far a text lies along it is one dot product with a vector that is there anyway.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omoide.domain.recall.parts.answerability import Answerability

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class LearntDirection:
    """A direction in an embedding space, and where along it the middle lies."""

    vector: NDArray[np.float32]
    bias: float

    def leaning(self, text: NDArray[np.float32]) -> float:
        """Return how far one text lies along the direction, 0 in the middle."""
        return float(np.dot(self.vector, text)) + self.bias

    def chances(self, along: NDArray[np.float32]) -> Floats:
        """Return the chances, 0..1, of texts whose dot products with the direction are these; `nan` stays."""
        return 1.0 / (1.0 + np.exp(-(along.astype(np.float64) + self.bias)))


@dataclass(frozen=True, slots=True)
class Senses:
    """Everything learnt in one space."""

    request: LearntDirection
    """Of a cue: it asks for a recommendation, a plan, a choice or help."""
    telling: LearntDirection
    """Of a turn: it tells of a taste, a limit, health, a habit or circumstances."""
    answerability: Answerability
