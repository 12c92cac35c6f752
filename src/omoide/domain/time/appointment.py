"""Appointments: a memory about a day to come does not fade before that day has passed (SPEC X4).

What the words say is `timeline`'s matter; here is only which of its readings lie ahead, and until when they keep a
memory.  What has begun is no appointment (this week, this summer), nor is what only recurs (I love Christmas, in May I am
always tired) unless the sentence looks ahead; a plainly named day (May 3, Friday) is, when its nearest one lies ahead.
"""

from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.text.excerpt import edges
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.time.timeline.atom import Toward
from omoide.domain.time.timeline.reading import Expression, expressions
from omoide.domain.time.timeline.span import Unit, unit_start

FURTHEST_DAYS: Final = 3 * 366
"""A date further ahead is more likely a figure of speech than an appointment."""
LONGEST_READ: Final = 4_000
"""Characters of what was said that are read for days to come, half of them at its end."""
PLAIN: Final = 0.8
"""How sure the reading of a recurring day must be that is named without looking ahead; a feast is not."""
_LONG: Final = (Unit.WEEK, Unit.MONTH, Unit.QUARTER, Unit.YEAR, Unit.DECADE)


def kept_until(text: str, *, said_at: Moment, tz: ZoneInfo) -> Moment | None:
    """Return the end of the last day ahead that the text names, or `None` when it names none.

    A length counts in whole units: in two weeks is until that week has passed.
    """
    furthest = said_at + FURTHEST_DAYS * DAY_SECONDS
    named = expressions(edges(text, longest=LONGEST_READ), now=said_at, tz=tz)
    ends = [end for each in named if (end := _end_ahead(each, said_at=said_at, tz=tz)) is not None and end <= furthest]
    return _end_of_day(max(ends), tz=tz) if ends else None


def _end_ahead(time: Expression, *, said_at: Moment, tz: ZoneInfo) -> Moment | None:
    """Return when what the expression names is over, if it is still to come."""
    if time.meant is None or not time.tells_when or time.meant[1] <= said_at:
        return None
    if time.recurs not in (None, Toward.FUTURE) and (time.unit in _LONG or time.confidence < PLAIN):
        return None
    return None if _has_begun(time, said_at=said_at, tz=tz) else time.meant[1]


def _has_begun(time: Expression, *, said_at: Moment, tz: ZoneInfo) -> bool:
    """Tell whether the stretch runs already; what is left of it (by Friday, 今月中) has a beginning of today or none."""
    if time.meant is None or time.start is None:
        return False
    today, first = moment.day(said_at, tz=tz), moment.day(time.meant[0], tz=tz)
    return first < today or (first == today and time.unit in _LONG and unit_start(today, time.unit) == today)


def _end_of_day(end: Moment, *, tz: ZoneInfo) -> Moment:
    last = moment.day(Moment(end - 1), tz=tz)
    return moment.start_of(last.fromordinal(last.toordinal() + 1), tz=tz)
