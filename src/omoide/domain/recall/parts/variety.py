"""Variety: of long talk no single session fills everything that comes to mind.

Ten pages of one afternoon say less than the best of several.  So each further turn of a session that is already there counts a
little less, and only as far as it is long: short turns are told together, they explain each other.
"""

import numpy as np
from numpy.typing import NDArray

from omoide.domain.events.roster import Ints

Floats = NDArray[np.float64]

REPEAT_WEIGHT = 0.05
"""What a page of a session loses for each one that stands before it."""
MOST_REPEATS = 4


def varied(total: Floats, sessions: Ints, length: Floats, *, limit: int) -> tuple[Ints, Floats]:
    """Return the order of the best and what each of them lost; `length` says 0..1 how far each is a page.

    What is chosen next never has a higher score than what was chosen before it.
    """
    left = total.copy()
    lost, repeats = np.zeros(len(total)), np.zeros(len(total))
    chosen: list[int] = []
    for _ in range(min(limit, len(total))):
        at = int(np.argmax(left))
        chosen.append(at)
        left[at] = -np.inf
        same = (sessions == sessions[at]) & (repeats < MOST_REPEATS)
        repeats[same] += 1.0
        same[chosen] = False
        left[same] -= REPEAT_WEIGHT * length[same]
        lost[same] += REPEAT_WEIGHT * length[same]
    return np.array(chosen, np.int64), lost
