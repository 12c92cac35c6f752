"""How one memory fades: what was left of it on each day, what will be, and what would be if it were recalled today (SPEC M2–M5, U3).

The days ahead follow the nights' own formula; only what a single memory does by itself is told, whatever its level may come to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.memories import retention
from omoide.domain.memories.memory import Chapter, Memory
from omoide.domain.memories.retention import ReinforcementRules, RetentionRules
from omoide.domain.time.moment import DAY_SECONDS, Moment

MOST_PAST: Final = 400
"""Points of a past: a longer one is told in larger steps."""


@dataclass(frozen=True, slots=True)
class FadingPoint:
    """How much is left at a moment."""

    at: Moment
    score: float
    """0..100"""


@dataclass(frozen=True, slots=True)
class FadingCurve:
    """The past of a memory, and two futures."""

    past: tuple[FadingPoint, ...]
    ahead: tuple[FadingPoint, ...]
    """If nothing calls it up."""
    if_recalled: tuple[FadingPoint, ...]
    """If it is recalled today: the coming night makes it younger and lets it fade more slowly.  Nothing for an archived one."""

    def score_after(self, days: int, *, recalled: bool = False) -> float:
        """Return what is left after so many days, as far as the curve reaches."""
        points = self.if_recalled if recalled else self.ahead
        return points[min(days, len(points) - 1)].score


def curve(
    memory: Memory,
    history: Sequence[Chapter],
    *,
    now: Moment,
    days: int,
    retention_rules: RetentionRules,
    reinforcement: ReinforcementRules,
) -> FadingCurve:
    """Return how a memory faded so far and will within so many days, each a point; in the archive nothing fades."""
    past, start = tuple(_past(memory, history, now)), memory.retention_score
    if memory.is_archived:
        return FadingCurve(past, _points([start] * (days + 1), now), ())
    ceiling = retention_rules.max_decay_coefficient
    fresher = float(retention.reinforced_days(memory.memory_days, rules=reinforcement))
    slower = float(retention.reinforced_decay(memory.decay_coefficient, rules=reinforcement, ceiling=ceiling))
    plain = [start, *(_left(memory, memory.decay_coefficient, memory.memory_days + day + 1) for day in range(days))]
    # The night after a recall halves the age instead of adding a day; each one after it adds a day.
    strengthened = [start, *(_left(memory, slower, fresher + day) for day in range(days))]
    return FadingCurve(past, _points(plain, now), _points(strengthened, now))


def _left(memory: Memory, decay: float, memory_days: float) -> float:
    faded = retention.score(float(memory.emotional_intensity), decay=decay, memory_days=memory_days)
    return retention.kept_score(
        faded, emotional_intensity=float(memory.emotional_intensity), protected=memory.protected
    )


def _points(scores: Sequence[float], now: Moment) -> tuple[FadingPoint, ...]:
    return tuple(FadingPoint(Moment(now + day * DAY_SECONDS), score) for day, score in enumerate(scores))


def _past(memory: Memory, history: Sequence[Chapter], now: Moment) -> list[FadingPoint]:
    """Return what was written down of it; a memory that nothing ever touched has followed its formula day by day."""
    known = [FadingPoint(memory.created, float(memory.emotional_intensity))]
    known += [FadingPoint(each.at, each.retention_score) for each in history if memory.created < each.at < now]
    is_untouched = memory.recall_count == 0 and len(known) == 1 and not memory.is_archived and not memory.protected
    if is_untouched and memory.faded_through > memory.created:
        lived = (memory.faded_through - memory.created) / DAY_SECONDS
        steps = max(1, min(MOST_PAST, round(lived)))
        known += [
            FadingPoint(
                Moment(round(memory.created + lived * DAY_SECONDS * step / steps)),
                _left(memory, memory.decay_coefficient, memory.memory_days * step / steps),
            )
            for step in range(1, steps)
        ]
    return [*sorted(known, key=lambda point: point.at), FadingPoint(now, memory.retention_score)]
