"""Room: the strongest memories of a mind stay readable, however weak they are (SPEC M6, M7).

Scores fall as they always do, but a mind has room for a few memories (`compression.room`) that are at least summaries.
The strongest awake ones take it.  Neither thresholds nor ratios push these below a summary; the others follow the
levels as LTM writes them, from the first night on.  So a new user's first days stay readable, and forgetting is seen.
"""

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories.levels import Level, Levels, Standing, weakest


def sheltered(awake: NDArray[np.bool_], *, standing: Standing, size: int) -> NDArray[np.bool_]:
    """Tell which memories there is room for: the `size` strongest of those awake.

    `awake` are the unprotected memories outside the archive.  Strongest is the reverse of weakest: highest retention,
    then newest, then most recalled.
    """
    surplus = int(awake.sum()) - size
    if surplus <= 0:
        return awake.copy()
    kept = awake.copy()
    # Only the weakest must be told apart, and of a crowd of equals only as many as are too many.
    scores = standing.retention[awake]
    edge = np.partition(scores, surplus - 1)[surplus - 1]
    kept &= standing.retention >= edge
    too_many = int(kept.sum()) - size
    at_the_edge = kept & (standing.retention == edge)
    kept[weakest(at_the_edge, standing=standing)[:too_many]] = False
    return kept


def lowest_levels(levels: Levels, *, movable: NDArray[np.bool_], has_room: NDArray[np.bool_]) -> Levels:
    """Return how far each memory may fall tonight: not at all, to a summary, or into the archive."""
    floor = np.where(has_room, np.maximum(levels, Level.SUMMARY), Level.ARCHIVE)
    return np.where(movable, floor, levels).astype(np.int8)
