"""Episodes to test with."""

from datetime import date, timedelta

from omoide.domain.episodes.dates import DaySpan, one_day
from omoide.domain.episodes.episode import Episode, EpisodeId, EpisodeKind, EpisodeSentence, EpisodeText, label
from omoide.domain.events.event import EventId
from omoide.domain.time.moment import Moment

START = date(2025, 1, 6)
"""A Monday."""


def day_number(number: int) -> date:
    return START + timedelta(days=number)


def episode(
    number: int,
    *,
    kind: EpisodeKind = EpisodeKind.DAY,
    span: DaySpan | None = None,
    arousal: float = 0.3,
    week: int | None = None,
    words: str = "話した。",
    version: int = 1,
    is_failure: bool = False,
) -> Episode:
    """Return the episode of the day with this number, whose id is the number too unless a span is given."""
    told = span or one_day(day_number(number))
    return Episode(
        id=EpisodeId(number),
        label=label(told.first, number=1),
        kind=kind,
        span=told,
        text=EpisodeText(version, (EpisodeSentence(words, (EventId(number),)),), "rules", Moment(0), is_failure),
        arousal=arousal,
        arousal_max=arousal,
        created=Moment(0),
        week_id=None if week is None else EpisodeId(week),
    )
