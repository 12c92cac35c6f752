"""Retention: how much of a memory is left, and how recalling it makes it last (SPEC M2–M5; LTM 数理モデル).

    retention_score = emotional_intensity × decay_coefficient ^ memory_days

Every rule here takes numbers or NumPy arrays alike, so that one memory and 180,000 follow the same line of code.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, TypeVar, cast
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from omoide.domain.feelings.emotion import HIGHEST_SCORE, Category
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment

FloatT = TypeVar("FloatT", float, NDArray[np.float64])


@dataclass(frozen=True, slots=True)
class DecayRange:
    """Between which coefficients the memories of a category fade, per day."""

    min: float
    max: float


DECAY_BY_CATEGORY: Final[Mapping[str, DecayRange]] = {
    Category.CASUAL: DecayRange(0.70, 0.80),
    Category.WORK: DecayRange(0.85, 0.92),
    Category.DECISION: DecayRange(0.93, 0.97),
    Category.EMOTIONAL: DecayRange(0.98, 0.999),
}


@dataclass(frozen=True, slots=True)
class RetentionRules:
    """How fast memories fade (LTM config `retention`)."""

    base_decay_coefficient: float = 0.995
    """For a category without a range of its own."""
    max_decay_coefficient: float = 0.999
    decay_by_category: Mapping[str, DecayRange] = field(default_factory=lambda: DECAY_BY_CATEGORY)


@dataclass(frozen=True, slots=True)
class ReinforcementRules:
    """What a recall does to a memory (LTM config `recall`)."""

    decay_coefficient_boost: float = 0.02
    memory_days_reduction: float = 0.5
    recall_count_weight: float = 0.1
    """Weight of past recalls in the priority of the next one."""


def decay_coefficient(category: str, *, emotional_intensity: float, rules: RetentionRules) -> float:
    """Return what is left of a memory after one day, as a share: the stronger the feeling, the more."""
    span = rules.decay_by_category.get(category)
    if span is None:
        return rules.base_decay_coefficient
    return span.min + (span.max - span.min) * (emotional_intensity / HIGHEST_SCORE)


def next_batch(after: Moment, *, hour: int, tz: ZoneInfo) -> Moment:
    """Return the first nightly hour that lies strictly after the moment, on the persona's own clock."""
    start = moment.local(after, tz=tz)
    tonight = datetime(start.year, start.month, start.day, hour, tzinfo=tz)
    while moment.of(tonight) <= after:
        following = tonight.date() + timedelta(days=1)
        tonight = datetime(following.year, following.month, following.day, hour, tzinfo=tz)
    return moment.of(tonight)


def initial_memory_days(created: Moment, *, hour: int, tz: ZoneInfo) -> float:
    """Return the days from creation to the first night, so that a morning's and an evening's memory start even."""
    return (next_batch(created, hour=hour, tz=tz) - created) / DAY_SECONDS


def score(emotional_intensity: FloatT, *, decay: FloatT, memory_days: FloatT) -> FloatT:
    """Return the retention score: between 0 and the intensity, never rising with the days."""
    left: FloatT = emotional_intensity * decay**memory_days
    return left


def kept_score(faded: float, *, emotional_intensity: float, protected: bool) -> float:
    """Return what is left of a memory as it is shown and recalled: a protected one keeps the strength of its first day.

    Its own score goes on falling underneath, so that a memory that is released stands where it would have stood.
    """
    return max(faded, emotional_intensity) if protected else faded


def reinforced_days(memory_days: FloatT, *, rules: ReinforcementRules) -> FloatT:
    """Return the age of a memory that has been recalled: it is fresher than it was."""
    return memory_days * rules.memory_days_reduction


def reinforced_decay(decay: FloatT, *, rules: ReinforcementRules, ceiling: float) -> FloatT:
    """Return the decay coefficient of a memory that has been recalled: it fades more slowly from now on.

    A coefficient that already lies above the ceiling (an imported one, or after the ceiling was lowered) stays.
    """
    return cast(FloatT, np.maximum(decay, np.minimum(ceiling, decay + rules.decay_coefficient_boost)))


def aged_days(
    memory_days: NDArray[np.float64],
    *,
    recalled: NDArray[np.bool_],
    nights: NDArray[np.int64],
    rules: ReinforcementRules,
) -> NDArray[np.float64]:
    """Return the ages after so many nights each; a recall halves the age on the first of them instead of adding a day.

    People speak with a persona, then leave: when nights were missed, the recall came before the first of them.
    """
    passed = np.asarray(nights, dtype=np.float64)
    touched = recalled & (nights > 0)
    fresher = reinforced_days(memory_days, rules=rules) + (passed - 1.0)
    return np.where(touched, fresher, memory_days + passed)
