"""A population: the numbers of many memories side by side, as a night works on them.

Texts and vectors stay outside: fading needs neither.  Everything is in ascending order of ids, so that the order in
which memories were read can change nothing.
"""

from dataclasses import dataclass, fields
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories.levels import Level, Levels, Standing
from omoide.domain.memories.relations import Bearings

NEVER: Final = -(2**62)
"""Stands for a moment that is not there."""


@dataclass(frozen=True, slots=True)
class Population:
    """The numbers of many memories, one entry each, in ascending order of ids."""

    ids: NDArray[np.int64]
    created: NDArray[np.int64]
    memory_days: NDArray[np.float64]
    recalls: NDArray[np.int64]
    """How often each was recalled since the last night."""
    recall_count: NDArray[np.int64]
    emotional_intensity: NDArray[np.float64]
    decay_coefficient: NDArray[np.float64]
    level: Levels
    retention: NDArray[np.float64]
    archived_at: NDArray[np.int64]
    """`NEVER` for an active memory."""
    protected: NDArray[np.bool_]
    revival_requested_at: NDArray[np.int64]
    """`NEVER` without a request."""
    kept_until: NDArray[np.int64]
    """`NEVER` without an appointment."""
    faded_through: NDArray[np.int64]
    """The last night each has lived through; its creation before the first one."""
    hand: NDArray[np.int64]
    """How often the owner's own hand changed each: a night leaves alone what changed under it."""

    def __len__(self) -> int:
        return len(self.ids)

    @property
    def is_active(self) -> NDArray[np.bool_]:
        """Tell which memories are not in the archive."""
        return np.asarray(self.level != Level.ARCHIVE, dtype=np.bool_)

    @property
    def standing(self) -> Standing:
        """Return what decides who must leave a crowded level."""
        return Standing(self.retention, self.created, self.recall_count, self.ids)

    @property
    def bearings(self) -> Bearings:
        """Return what the direction of relations depends on."""
        active = self.is_active
        return Bearings(self.ids[active], self.retention[active], self.created[active])

    def only(self, kept: NDArray[np.bool_] | NDArray[np.int64] | slice) -> "Population":
        """Return the memories at these places."""
        return Population(**{each.name: getattr(self, each.name)[kept] for each in fields(self)})

    def in_order(self) -> "Population":
        """Return the same memories in ascending order of ids."""
        return self.only(np.argsort(self.ids, kind="stable"))
