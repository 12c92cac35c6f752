"""Levels: how much of a memory's text is still there (SPEC M6, M7; LTM 三段階圧縮モデル).

A memory falls a level when its retention does (thresholds, one level a night), or when its level is crowded (ratios,
which may take it further), unless there is room for it (`room`).  It never rises, except by revival from the archive.
"""

from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray


class Level(IntEnum):
    """What is left of the text."""

    FULL = 1
    """完全記憶: details, context and feeling."""
    SUMMARY = 2
    """圧縮記憶: a sentence or two."""
    TRACE = 3
    """痕跡記憶: keywords."""
    ARCHIVE = 4
    """アーカイブ: frozen, as at level 3, out of nightly work."""


ROUNDING: Final = 1e-9
"""0.35 × 20 must be 7 whatever the last bit of the product says."""
ACTIVE_LEVELS: Final = (Level.FULL, Level.SUMMARY, Level.TRACE)

Levels = NDArray[np.int8]


@dataclass(frozen=True, slots=True)
class LevelRules:
    """Above which retention a memory stays at a level (LTM config `levels`)."""

    level1_threshold: float = 50.0
    level2_threshold: float = 20.0
    level3_threshold: float = 5.0

    @property
    def thresholds(self) -> tuple[float, float, float]:
        """Return the three thresholds from the highest to the lowest."""
        return (self.level1_threshold, self.level2_threshold, self.level3_threshold)


@dataclass(frozen=True, slots=True)
class RatioRules:
    """How many memories a level may hold (LTM config `compression`)."""

    level1_ratio: float = 0.15
    level2_ratio: float = 0.30
    level3_ratio: float = 0.35
    ratio_min_population: int = 500
    """The shares hold only above so many unprotected memories, archived ones included (0: always)."""
    room: int = 30
    """So many unprotected memories, the strongest awake ones, stay at least summaries (0: none)."""

    def share_of(self, level: Level) -> float:
        """Return the share of all unprotected memories that the level may hold; the archive has no limit."""
        return {
            Level.FULL: self.level1_ratio,
            Level.SUMMARY: self.level2_ratio,
            Level.TRACE: self.level3_ratio,
            Level.ARCHIVE: 1.0,
        }[level]


def level_for(retention_score: float, *, rules: LevelRules) -> Level:
    """Return the level that a retention score deserves."""
    return Level(1 + sum(retention_score <= threshold for threshold in rules.thresholds))


def levels_for(retention_scores: NDArray[np.float64], *, rules: LevelRules) -> Levels:
    """Return the level that each retention score deserves."""
    fallen = np.ones(len(retention_scores), dtype=np.int8)
    for threshold in rules.thresholds:
        fallen += retention_scores <= threshold
    return fallen


def fallen(levels: Levels, *, deserved: Levels) -> Levels:
    """Return the levels after one night by thresholds: one down for those that deserve less, the others unchanged."""
    return np.maximum(levels, np.minimum(levels + 1, deserved)).astype(np.int8)


def share(level: Level, *, base: int, rules: RatioRules) -> int:
    """Return the level's share of `base` unprotected memories, archived ones included."""
    return int(rules.share_of(level) * base + ROUNDING)


def capacity(level: Level, *, base: int, rules: RatioRules) -> int:
    """Return how many memories the level may hold when there are `base` unprotected ones, archived ones included.

    Its share, and what is left of the freedom of a mind that was no crowd: all of it at `ratio_min_population`, none from
    three times as many on.  So hundreds do not fall in the first crowded night; little more than one leaves a level for
    each memory that comes.
    """
    part = rules.share_of(level)
    freedom = max(0.0, rules.ratio_min_population - (base - rules.ratio_min_population) / 2)
    return int(part * base + (1 - part) * freedom + ROUNDING)


def is_crowding(base: int, *, rules: RatioRules) -> bool:
    """Tell whether there are so many memories that the ratios hold."""
    return base > rules.ratio_min_population


@dataclass(frozen=True, slots=True)
class Standing:
    """What decides who must leave a crowded level; one entry per memory."""

    retention: NDArray[np.float64]
    created: NDArray[np.int64]
    recall_count: NDArray[np.int64]
    ids: NDArray[np.int64]


def enforce_ratios(
    levels: Levels, *, standing: Standing, counted: NDArray[np.bool_], lowest: Levels, rules: RatioRules
) -> Levels:
    """Return the levels after each crowded one has pushed its weakest down, from the top.

    `counted` are the unprotected memories, archived ones included; `lowest` says how far each may fall.
    Weakest: lowest retention, then oldest, then least recalled.  One memory may fall several levels in a night.
    """
    base = int(counted.sum())
    if not is_crowding(base, rules=rules):
        return levels
    result = levels.copy()
    for level in ACTIVE_LEVELS:
        here = counted & (result == level)
        excess = int(here.sum()) - capacity(level, base=base, rules=rules)
        if excess > 0:
            result[weakest(here & (lowest > level), standing=standing)[:excess]] = level + 1
    return result


def weakest(among: NDArray[np.bool_], *, standing: Standing) -> NDArray[np.int64]:
    """Return the positions of the memories, the one that must leave first at the head."""
    rows = np.flatnonzero(among)
    keys = (standing.ids[rows], standing.recall_count[rows], standing.created[rows], standing.retention[rows])
    return rows[np.lexsort(keys)]
