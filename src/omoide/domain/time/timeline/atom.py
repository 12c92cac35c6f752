"""The smallest things a grammar finds: a calendar stretch, a time of day, a length, a habit, a stage of life.

A calendar stretch such as `May 3` floats: it recurs, and which one is meant depends on what stands near it.  So an atom
keeps a way to list its occurrences around any day, and the choice is made last.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum

from omoide.domain.events.event import LifeStage
from omoide.domain.time.timeline.span import Span, Unit

Around = Callable[[date], Sequence[Span]]
"""Lists the occurrences around a day, in order of time."""


class Kind(StrEnum):
    """What an expression names."""

    DATE = "date"
    DATE_RANGE = "daterange"
    TIME = "time"
    TIME_RANGE = "timerange"
    DATETIME = "datetime"
    DATETIME_RANGE = "datetimerange"
    DURATION = "duration"
    SET = "set"


class Toward(StrEnum):
    """Which occurrence of something that recurs is meant."""

    NEAREST = "nearest"
    PAST = "past"
    FUTURE = "future"


@dataclass(frozen=True, slots=True)
class Calendar:
    """A stretch of the calendar, or an instant on it."""

    at: int
    to: int
    kind: Kind
    unit: Unit
    around: Around
    floats: bool = False
    confidence: float = 0.9
    stage: LifeStage = LifeStage.UNKNOWN


NIGHT_ENDS_S = 5 * 3600
"""Times of day before this may be counted to the evening before."""


@dataclass(frozen=True, slots=True)
class ClockTime:
    """A time of day in seconds since midnight; a part of the day has an end."""

    at: int
    to: int
    start_s: int
    end_s: int | None = None
    settled: bool = True
    """Whether morning and evening cannot be confused."""
    of_evening_before: bool = False
    """Whether people count it to the day that ends: 昨日の夜中 is the night from yesterday to today."""


@dataclass(frozen=True, slots=True)
class Length:
    """A length of time without a place on the calendar."""

    at: int
    to: int
    months: int = 0
    days: int = 0
    seconds: float = 0.0
    month_days: int = 30

    @property
    def total_s(self) -> float:
        """The length in seconds, a year counted as 365 days."""
        years, rest = divmod(self.months, 12)
        return (years * 365 + rest * self.month_days + self.days) * 86_400 + self.seconds


@dataclass(frozen=True, slots=True)
class Every:
    """Something that happens again and again."""

    at: int
    to: int


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of a life that no date is known for."""

    at: int
    to: int
    stage: LifeStage


Atom = Calendar | ClockTime | Length | Every | Stage
Build = Callable[[re.Match[str], "Reference"], Atom | None]
Rule = tuple[re.Pattern[str], Build]


@dataclass(frozen=True, slots=True)
class Reference:
    """Where the speaker stands: the local time, and the year of birth when it is known."""

    now: datetime
    birth_year: int | None = None
    looking: Toward = Toward.NEAREST
    """Which way the speaker looks: a question about memories looks to the past, whatever is nearer."""

    @property
    def today(self) -> date:
        """The local day."""
        return self.now.date()
