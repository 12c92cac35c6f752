"""The archive: forgotten for now, not lost (SPEC M8, M9; LTM アーカイブ層).

An archived memory is frozen.  A recall that comes close to it asks for its revival; the next night grants it while
there is room at level 3.  Deletion is off unless the owner turns it on.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import assert_never

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories.levels import Level, LevelRules, RatioRules, share
from omoide.domain.time.moment import DAY_SECONDS


class ConditionMode(StrEnum):
    """How the conditions of automatic deletion are joined."""

    AND = "AND"
    OR = "OR"


@dataclass(frozen=True, slots=True)
class ArchiveRules:
    """How the archive is searched, left and emptied (LTM config `archive`)."""

    enable_archive_recall: bool = True
    revival_relevance: float = 0.5
    """0..1, on the scale of recollections: from here on an archived memory answers to a cue."""
    revival_similarity: float = 0.5
    """The same as a cosine of the embedding space in use."""
    revival_decay_per_day: float = 0.995
    revival_min_margin: float = 3.0
    auto_delete_enabled: bool = False
    retention_days: int = 365
    delete_require_zero_recall: bool = True
    delete_max_intensity: float = 20.0
    delete_condition_mode: ConditionMode = ConditionMode.AND


def archived_days(archived_at: NDArray[np.int64], *, now: int) -> NDArray[np.int64]:
    """Return the whole days spent in the archive, never below 0."""
    return np.maximum(0, (now - archived_at) // DAY_SECONDS)


def revival_score(
    emotional_intensity: NDArray[np.float64],
    *,
    days_archived: NDArray[np.int64],
    levels: LevelRules,
    rules: ArchiveRules,
) -> NDArray[np.float64]:
    """Return the retention a revived memory starts with (LTM `calculate_revival_score`).

    The longer it lay in the archive, the weaker; but never so weak that it would fall back at once.
    """
    calculated = emotional_intensity * rules.revival_decay_per_day ** days_archived.astype(np.float64)
    return np.maximum(calculated, levels.level3_threshold + rules.revival_min_margin)


def room_for_revival(*, level3_count: int, base: int, rules: RatioRules) -> int:
    """Return how many may come back tonight: as long as `(level 3 + 1) / base` stays within the share of level 3."""
    return max(0, share(Level.TRACE, base=base, rules=rules) - level3_count)


def deletable(
    *,
    days_archived: NDArray[np.int64],
    recall_count: NDArray[np.int64],
    emotional_intensity: NDArray[np.float64],
    rules: ArchiveRules,
) -> NDArray[np.bool_]:
    """Tell which archived memories automatic deletion takes; none while it is switched off."""
    if not rules.auto_delete_enabled:
        return np.zeros(len(days_archived), dtype=np.bool_)
    conditions = [days_archived > rules.retention_days, emotional_intensity < rules.delete_max_intensity]
    if rules.delete_require_zero_recall:
        conditions.append(recall_count == 0)
    match rules.delete_condition_mode:
        case ConditionMode.AND:
            return np.asarray(np.logical_and.reduce(conditions), dtype=np.bool_)
        case ConditionMode.OR:
            return np.asarray(np.logical_or.reduce(conditions), dtype=np.bool_)
        case unreachable:
            assert_never(unreachable)
