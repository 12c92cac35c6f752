"""Which days are to be told: completed local days that have talk and no episode, or one made of something else (SPEC EP1, EP2).

The day's edge is the persona's own midnight, also where clocks change.  Today is never told.  A day whose turns have changed
since is stale and told again; a failure counts as missing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from zoneinfo import ZoneInfo

from omoide.domain.episodes.episode import Episode, fingerprint
from omoide.domain.events.event import EventId
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class TurnStamp:
    """When a turn was, without its words."""

    event_id: EventId
    created: Moment
    is_complete: bool = True
    is_digested: bool = True
    """False while its feeling is still to be found out."""


class Due(StrEnum):
    """Why a day is to be told."""

    MISSING = "missing"
    STALE = "stale"
    """Turns came, were completed or went since it was told."""
    FAILED = "failed"
    """A model would not tell it."""


@dataclass(frozen=True, slots=True)
class DueDay:
    """A day that is to be told."""

    day: date
    stamps: tuple[TurnStamp, ...]
    why: Due
    episode: Episode | None = None

    @property
    def fingerprint(self) -> str:
        """Return what the day is made of."""
        return of_day(self.stamps)

    @property
    def is_ready(self) -> bool:
        """Tell whether the feeling of every finished turn is known."""
        return all(stamp.is_digested or not stamp.is_complete for stamp in self.stamps)


def by_day(stamps: Iterable[TurnStamp], *, tz: ZoneInfo) -> dict[date, tuple[TurnStamp, ...]]:
    """Return the turns of each local day, both in order of time."""
    found: dict[date, list[TurnStamp]] = {}
    for stamp in sorted(stamps, key=lambda each: (each.created, each.event_id)):
        found.setdefault(moment.day(stamp.created, tz=tz), []).append(stamp)
    return {day: tuple(mine) for day, mine in found.items()}


def of_day(stamps: Sequence[TurnStamp]) -> str:
    """Return the fingerprint of a day: which turns it has, and which of them are complete."""
    return fingerprint([(stamp.event_id, stamp.is_complete) for stamp in stamps])


def due(stamps: Iterable[TurnStamp], told: Mapping[date, Episode], *, now: Moment, tz: ZoneInfo) -> list[DueDay]:
    """Return the completed days that are to be told, oldest first."""
    today = moment.day(now, tz=tz)
    found = (
        DueDay(day, mine, why, told.get(day))
        for day, mine in by_day(stamps, tz=tz).items()
        if day < today and (why := _why(told.get(day), mine)) is not None
    )
    return sorted(found, key=lambda each: each.day)


def _why(episode: Episode | None, stamps: Sequence[TurnStamp]) -> Due | None:
    if episode is None:
        return Due.MISSING
    if episode.fingerprint != of_day(stamps):
        return Due.STALE
    return Due.FAILED if episode.text.is_failure else None
