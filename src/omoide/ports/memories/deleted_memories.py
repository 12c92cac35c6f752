"""Where memories lie that a night took out, until the grace period ends."""

from collections.abc import Mapping, Sequence
from typing import NewType, Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time.moment import Moment
from omoide.ports.nights.store import NightRun

DeletedId = NewType("DeletedId", int)


class DeletedMemories(Protocol):
    """Brings back, many at a time, what a night took out."""

    def of_night(self, run: NightRun) -> list[DeletedId]:
        """Return the deletions of memories that the night took out and that are not back, the last one first.

        A relation is kept with the one of its two ends that went first; that one must come back second.
        """
        ...

    def texts(self, run: NightRun, deletions: Sequence[DeletedId]) -> dict[DeletedId, str]:
        """Return the texts to be embedded again, in the order of the deletions; one that was erased is left out."""
        ...

    def bring_back(
        self, run: NightRun, vectors: Mapping[DeletedId, NDArray[np.float32]], *, space: EmbeddingSpace, at: Moment
    ) -> None:
        """Bring memories back as they were, with the vectors of their texts, all in one step and in this order.

        One that is back already stays as it is.  Raise `NightOvertaken` when another process is further than this one.
        """
        ...
