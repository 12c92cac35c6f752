"""The field of memories: of each one the few numbers that decide whether it comes to mind.

Kept side by side as arrays, so that a recall weighs every memory there is, not only the nearest few.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omoide.domain.feelings.resonance import Feelings
from omoide.domain.memories.levels import Level, Levels
from omoide.domain.recall import priority
from omoide.domain.recall.priority import Candidates


@dataclass(frozen=True, slots=True)
class Field:
    """What recall looks at, one entry per memory, in ascending order of ids."""

    ids: NDArray[np.int64]
    created: NDArray[np.int64]
    retention: NDArray[np.float64]
    emotional_intensity: NDArray[np.float64]
    recall_count: NDArray[np.int64]
    level: Levels
    protected: NDArray[np.bool_]
    category: NDArray[np.int16]
    """Places in `categories`."""
    categories: tuple[str, ...]
    feelings: Feelings

    def __len__(self) -> int:
        return len(self.ids)

    def similarity(self, item_ids: NDArray[np.int64], scores: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the cosine of each memory; 0 for one that has no vector yet."""
        if np.array_equal(
            self.ids, item_ids
        ):  # the usual case: every memory has its vector, and nothing is searched for
            return scores.astype(np.float64)
        found = np.zeros(len(self.ids))
        places, known = priority.places_of(item_ids, ids=self.ids)
        found[places] = scores[known]
        return found

    def candidates(
        self, *, similarity: NDArray[np.float64], resonance: NDArray[np.float64], category: str | None
    ) -> Candidates:
        """Return what the priorities of all memories are made of."""
        code = self.categories.index(category) if category in self.categories else -1
        return Candidates(
            ids=self.ids,
            retention=priority.strength(
                self.retention, emotional_intensity=self.emotional_intensity, protected=self.protected
            ),
            similarity=similarity,
            recall_count=self.recall_count,
            resonance=resonance,
            created=self.created,
            same_category=np.asarray(self.category == code, dtype=np.bool_),
        )

    @property
    def is_archived(self) -> NDArray[np.bool_]:
        """Tell which memories lie in the archive."""
        return np.asarray(self.level == Level.ARCHIVE, dtype=np.bool_)
