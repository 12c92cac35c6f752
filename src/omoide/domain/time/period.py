"""The stretches of time that a cue asks for: `on May 3, 2023`, `2025年10月`, `先月`, `two weeks ago`, `since June`.

What the words say is `timeline`'s matter; here is only which of its readings a cue asks for.  A cue asks for what was:
October means the last one, and what has not begun holds no memory.  Vague words (recently, some summer, a number that
may be a year) ask for no stretch: on the questions of LoCoMo only one in three of those had its evidence near it, for
such a word is meant from within the story.  A period never hides anything, it lifts what lies near it.
"""

import re
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from omoide.domain.text.excerpt import edges
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.time.timeline.atom import Toward
from omoide.domain.time.timeline.reading import Expression, expressions

LONGEST_READ = 600
"""Characters of a cue that are read for times, half of them at its end: a pasted page between is full of other dates."""


_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_DATE = re.compile(
    rf"\d\s*月|\d[/.-]\d|\d.*\b(?:{_MONTHS})|\b(?:{_MONTHS}).*\d",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Period:
    """A stretch of time, of whole local days unless the cue names hours."""

    start: Moment
    end: Moment
    """The first moment after it."""


@dataclass(frozen=True, slots=True)
class NamedTimes:
    """The periods that a cue names, as they are meant when it is asked, and what it says besides."""

    periods: tuple[Period, ...]
    rest: str
    """The cue without the words that name them."""
    dates: str
    """Those of these words that name the same day or month whenever they are said: 「10月2日」, not 「先週」."""


def named_times(text: str, *, now: Moment, tz: ZoneInfo) -> NamedTimes:
    """Return the periods a cue names, as they are meant at `now`; none when it names none."""
    read = edges(text, longest=LONGEST_READ)
    found = expressions(read, now=now, tz=tz, looking=Toward.PAST)
    asked = {each: period for each in found if each.tells_when and (period := _asked_for(each, now=now)) is not None}
    rest = read
    for each in sorted(asked, key=lambda one: -one.at):
        rest = f"{rest[: each.at]} {rest[each.to :]}"
    dates = " ".join(each.text for each in asked if _DATE.search(each.text))
    return NamedTimes(tuple(dict.fromkeys(asked.values())), rest, dates)


def named_periods(text: str, *, now: Moment, tz: ZoneInfo) -> list[Period]:
    """Return the periods a cue names, as they are meant at `now`; none when it names none."""
    return list(named_times(text, now=now, tz=tz).periods)


def _asked_for(time: Expression, *, now: Moment) -> Period | None:
    """Return the stretch in which the answer lies.

    `Since June` asks for all from June until now.  `Before May 3` and `two weeks before May 3` ask for that day too:
    whoever counts from a day was told of it then.
    """
    if time.meant is None or time.meant[0] > now:
        return None
    start, end = time.meant
    if time.end is None:
        end = max(end, Moment(now + 1))
    elif time.start is None and time.closes is not None:
        end = max(end, time.closes[1])
    if time.counted_from is not None:
        start, end = min(start, time.counted_from), max(end, Moment(time.counted_from + DAY_SECONDS))
    return Period(start, max(end, Moment(start + 1)))
