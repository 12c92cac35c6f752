"""Deliberate recall: the first turns that were found are read together with the cue before their order is settled (SPEC R2).

Ranking holds a cue against a turn by words and by two vectors that know nothing of each other.  A network that reads both at once sees
whether the one answers the other; it takes too long for every prompt, and not for somebody who asks on purpose.  What it says counts
beside the score, not in its stead, and the less the longer the turns are: of a page it reads only the beginning.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.recall.ranking import Floats, Ranked

READ: Final = 20
"""How many of the first turns are read together with the cue."""


@dataclass(frozen=True, slots=True)
class DeepRules:
    """What was chosen on the questions of seventeen speakers whom the network had not seen (docs/why-recall-works.md)."""

    weight: float = 0.08
    """What the log odds of an answer add to a score."""
    least_share: float = 0.45
    """0..1: how strong beside the best something must be to come to mind; what answers stands further apart from what does not."""


DEFAULT_RULES: Final = DeepRules()


@dataclass(frozen=True, slots=True)
class TurnToRead:
    """A turn as it is read together with a cue."""

    before: str
    """What was said before it in its talk; empty at the beginning."""
    user: str
    answer: str


def reordered(
    best: Ranked, odds: Sequence[float] | NDArray[np.float32], *, lengths: Floats, rules: DeepRules = DEFAULT_RULES
) -> Ranked:
    """Return the first turns in the order of score and odds together; `lengths` tell how far each is a page, 0..1.

    The likeliest keeps its score and the others lose: so nothing passes for stronger than it was found.  What was not read stays
    behind what was.
    """
    count = len(odds)
    if count == 0:
        return best
    weight = rules.weight * (1.0 - float(lengths[:count].mean()))
    total = best.total[:count] + weight * (np.asarray(odds, np.float64) - float(np.max(odds)))
    order = np.argsort(-total, kind="stable")
    total = np.maximum(total, 0.0)
    rest = np.minimum(best.total[count:], total[order[-1]])
    return Ranked(
        np.concatenate([best.at[:count][order], best.at[count:]]),
        np.concatenate([total[order], rest]),
        np.concatenate([best.repeated[:count][order], best.repeated[count:]]),
    )
