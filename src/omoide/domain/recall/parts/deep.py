"""Deliberate recall: the first turns that were found are read together with the cue before their order is settled (SPEC R2).

Ranking holds a cue against a turn by words and by two vectors that know nothing of each other.  A network that reads both at once sees
whether the one answers the other; it takes too long for every prompt, and not for somebody who asks on purpose.  What it says counts
beside the score, not in its stead, and the less the longer the turns are: of a page it reads only the beginning.

Where two turns of somebody's own talk answer about equally well, the newer one holds: a life goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.events.roster import Ints
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
    least_odds: float = -2.0
    """Log odds from which a turn may be an answer, so that it may pass an older one."""
    alike_strength: float = 0.75
    """0..1: how strong beside the older one it must be found for that."""
    passed: int = 2
    """Of how many at the top a newer one may take the place."""
    most_length: float = 0.2
    """0..1: how far the turns that were read may be pages on average for that; pages tell many things at once."""


DEFAULT_RULES: Final = DeepRules()


@dataclass(frozen=True, slots=True)
class TurnToRead:
    """A turn as it is read together with a cue."""

    before: str
    """What was said before it in its talk; empty at the beginning."""
    user: str
    answer: str


def least_share(usual: float, lengths: Floats, *, rules: DeepRules = DEFAULT_RULES) -> float:
    """Return how strong beside the best something must be: as usual where all are pages, of which nothing was made by reading."""
    return usual - (usual - rules.least_share) * (1.0 - float(lengths[:READ].mean()))


def reordered(
    best: Ranked,
    odds: Sequence[float] | NDArray[np.float32],
    *,
    lengths: Floats,
    created: Ints | None = None,
    rules: DeepRules = DEFAULT_RULES,
) -> Ranked:
    """Return the first turns in the order of score and odds together; `lengths` tell how far each is a page, 0..1.

    The likeliest keeps its score and the others lose: so nothing passes for stronger than it was found, but a newer answer, which is as
    strong as the older one that it passes.  What was not read stays behind what was.  Without `created` (when each was said) no
    newer one passes: the past is asked for, or what others said to each other.
    """
    count = len(odds)
    if count == 0:
        return best
    weight = rules.weight * (1.0 - float(lengths[:count].mean()))
    total = best.total[:count] + weight * (np.asarray(odds, np.float64) - float(np.max(odds)))
    order = np.argsort(-total, kind="stable")
    total = np.maximum(total, 0.0)
    if created is not None and float(lengths[:count].mean()) <= rules.most_length:
        order = _newer_first(order, total, odds, created, rules)
    total = np.maximum.accumulate(total[order][::-1])[::-1]
    rest = np.minimum(best.total[count:], total[-1])
    return Ranked(
        np.concatenate([best.at[:count][order], best.at[count:]]),
        np.concatenate([total, rest]),
        np.concatenate([best.repeated[:count][order], best.repeated[count:]]),
    )


def _newer_first(
    order: Ints, total: Floats, odds: Sequence[float] | NDArray[np.float32], created: Ints, rules: DeepRules
) -> Ints:
    """Return the order in which a newer answer stands before an older one that is found about as strongly."""
    placed: list[int] = []
    for at in order.tolist():
        slots = (
            slot
            for slot, above in enumerate(placed[: rules.passed])
            if created[at] > created[above] and total[at] >= rules.alike_strength * total[above]
        )
        placed.insert(next(slots, len(placed)) if odds[at] >= rules.least_odds else len(placed), at)
    return np.array(placed, np.int64)
