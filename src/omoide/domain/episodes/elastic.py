"""Elastic injection: which episodes stand before the raw log, whatever its length (SPEC EP5; NEX 弾力的注入).

The raw log reaches back to some day; from it the look-back goes further.  Every day in between that has an episode is told
exactly once, by itself or by its week: no overlap with the log, no gap.  A week that reaches into the log is opened: of it
stand the days before the log.  A week across the far end is told whole, for half of it is not written anywhere shorter.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from omoide.domain.episodes.dates import DaySpan
from omoide.domain.episodes.episode import Episode, EpisodeKind

LOOK_BACKS: Final = (7, 14, 30, 90)
"""Days (NEX: one week, two weeks, a month, three months)."""


@dataclass(frozen=True, slots=True)
class Reach:
    """From which day to which episodes are told."""

    first: date
    before: date
    """The oldest day of the raw log, which is not told."""

    def touches(self, span: DaySpan) -> bool:
        """Tell whether a day of the span is within reach."""
        return span.first < self.before and span.last >= self.first


def reach(oldest: date, *, lookback_days: int) -> Reach:
    """Return the days that the look-back covers before the oldest day of the raw log."""
    return Reach(oldest - timedelta(days=lookback_days), oldest)


def injected(episodes: Iterable[Episode], *, oldest: date, lookback_days: int) -> list[Episode]:
    """Return the episodes to be shown, oldest first: exactly those before the raw log, as far as the look-back goes.

    `oldest` is the first local day that the log to be sent holds.  Special episodes come with the days they belong to.
    """
    wanted = reach(oldest, lookback_days=lookback_days)
    told = [each for each in episodes if each.text.sentences and not each.text.is_failure]
    opened = {each.id for each in told if each.kind is EpisodeKind.WEEK and each.span.last >= oldest}
    chosen = [
        each
        for each in told
        if wanted.touches(each.span) and each.id not in opened and (each.week_id is None or each.week_id in opened)
    ]
    return sorted(
        chosen, key=lambda each: (each.span.first, each.kind is not EpisodeKind.WEEK, each.is_special, each.id)
    )
