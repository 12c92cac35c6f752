"""By when an errand is due: which of a turn's times belongs to it, and which day that is (SPEC S1, S3).

Of several times the one counts that is marked as the errand's, else what stands in its clause, in its sentence, in the turn; there a
limit (by, before, due; までに, 中に, 締め切り) goes before another time, and of two alike the nearer to the errand.  A time of day
that names no day is one of today as long as it lies ahead, else of tomorrow.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, HOUR_SECONDS, Moment
from omoide.domain.time.timeline.atom import Kind, Toward
from omoide.domain.time.timeline.numerals import ORDINAL_WORD, english
from omoide.domain.time.timeline.reading import Expression, expressions
from omoide.domain.time.timeline.span import Unit

FURTHEST_SECONDS: Final = 400 * DAY_SECONDS
_OF_THE_CLOCK: Final = (Unit.HOUR, Unit.MINUTE, Unit.SECOND)
_BARE: Final = (Kind.TIME, Kind.TIME_RANGE)
"""Times of day without a day."""
_LIMIT: Final = re.compile(r"(?:中|いっぱい|以内|内)$|^within\b", re.IGNORECASE)
_LIMIT_BEFORE: Final = re.compile(
    r"\b(?:due|deadline|by|before|no later than)(?: is| on| at| the|:)* $|(?:締め?切り?|〆切|期限)[はが、:：]?$",
    re.IGNORECASE,
)
_LIMIT_AFTER: Final = re.compile(r"[のがに]?(?:締め?切|〆切?|期限|必着|まで)|中(?=[にで、。]|$)")
_COUNTS_ITS_LAST: Final = re.compile(r"以内$|^within\b", re.IGNORECASE)
_SETTLED: Final = re.compile(r"\d ?[ap]\.?m|[ap]\.m|morning|noon|night|午前|午後|朝|夜|晩|夕|昼|:", re.IGNORECASE)
_HALF_DAY_S: Final = 12 * HOUR_SECONDS
_LONGEST_MONTH_S: Final = 32 * DAY_SECONDS
_BARE_DAY: Final = re.compile(r"^(?:.* )?(?P<day>\d{1,2})(?:st|nd|rd|th|日)?(?:まで(?:に)?)?$", re.IGNORECASE)
_DAY_OF_MONTH: Final = re.compile(
    r"\b(?:the |by |on |till |until |starts? |due |before )(?:the )?(?P<day>[12]?\d|3[01])(?:st|nd|rd|th)\b"
    r"(?! (?:of|floor|time|grade|birthday|year|century))",
    re.IGNORECASE,
)
_DAY_IN_WORDS: Final = re.compile(
    rf"\b(?:for|to|by|on|till|until|before) the (?P<day>{ORDINAL_WORD})(?=[.,;!?]|$| (?:at|and|now|instead|then)\b)",
    re.IGNORECASE,
)
"""`booked for the ninth`; what is `the third in the queue` is no day."""
_SENTENCE_END: Final = re.compile(r"[。！？!?\n…]|\.(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Speaking:
    """When and where a text is said, and in which language."""

    now: Moment
    tz: ZoneInfo
    language: Language


def due_of(text: str, *, now: Moment, tz: ZoneInfo, language: Language) -> Moment | None:
    """Return the last second in which what a text speaks of is in time: by what it names as a limit, else by its first day."""
    when = Speaking(now, tz, language)
    return _of_days(text, when, within=(0, len(text)), near=0)


def due_for(
    said: str, place: tuple[int, int], *, when: str, parts: Sequence[tuple[int, int]], speaking: Speaking
) -> Moment | None:
    """Return by when the errand at `place` is due: by its own time words `when`, else by the times in the nearest of `parts` around it."""
    own = _found(when, said, near=place[0])
    if own is not None:
        found = _dated(said, speaking, within=own, near=own[0]) or _dated(when, speaking, within=(0, len(when)), near=0)
        if found is not None:
            return found
    found = next((due for part in parts if (due := _dated(said, speaking, within=part, near=place[0]))), None)
    if found is not None:
        return found
    hours = (
        _of_hours(said, speaking, within=own, near=own[0]) or _of_hours(when, speaking, within=(0, len(when)), near=0)
        if own
        else None
    )
    return hours or (_of_hours(said, speaking, within=parts[0], near=place[0]) if parts else None)


def _found(words: str, said: str, *, near: int) -> tuple[int, int] | None:
    """Return where words stand, of several places the one nearest to the errand."""
    places = [match.start() for match in re.finditer(re.escape(words), said)] if words else []
    at = min(places, key=lambda place: abs(place - near), default=None)
    return None if at is None else (at, at + len(words))


def _of_days(text: str, when: Speaking, *, within: tuple[int, int], near: int) -> Moment | None:
    named = coming(text, speaking=when)
    times = [time for time in named if _overlaps(time, within)]
    if times:
        return _last_of(text, _chosen(text, times, near=near), named, when)
    return _due_at_a_time(text, when, within=within) or _due_on_the(text[slice(*within)], when)


def _dated(text: str, when: Speaking, *, within: tuple[int, int], near: int) -> Moment | None:
    """Return what is due by a time that tells its day: Friday, this evening, in an hour."""
    return _of_days(text, when, within=within, near=near) or _of_clock(text, when, within=within, near=near, bare=False)


def _of_hours(text: str, when: Speaking, *, within: tuple[int, int], near: int) -> Moment | None:
    """Return what is due by a time of day without a day."""
    return _of_clock(text, when, within=within, near=near, bare=True)


def coming(text: str, *, speaking: Speaking) -> list[Expression]:
    """Return the dates to come that a text names; times of day and lengths are none."""
    now, tz, language = speaking.now, speaking.tz, speaking.language
    found = expressions(text, now=now, tz=tz, language=language)
    if any(_has_passed(time, now=now) for time in found):
        # Of what is still to be done, 11月7日 said in January is the next one.
        ahead = {
            (time.at, time.to): time
            for time in expressions(text, now=now, tz=tz, language=language, looking=Toward.FUTURE)
        }
        found = [ahead.get((time.at, time.to), time) if _has_passed(time, now=now) else time for time in found]
    return [
        time
        for time in found
        if time.end is not None
        and now < time.end <= now + FURTHEST_SECONDS
        and time.unit not in _OF_THE_CLOCK
        and time.duration_s is None
    ]


def is_limit(time: Expression, text: str) -> bool:
    """Tell whether a time is said to be the last in which something may be done."""
    return (
        time.start is None
        or _LIMIT.search(time.text) is not None
        or _LIMIT_BEFORE.search(text[max(0, time.at - 20) : time.at]) is not None
        or _LIMIT_AFTER.match(text, time.to) is not None
    )


def last_second(times: Sequence[Expression], text: str, *, now: Moment) -> Moment | None:
    """Return the last second of the first limit, else of the first time."""
    if not times:
        return None
    chosen = _chosen(text, times, near=0)
    return _end_of(chosen, now, is_limit=is_limit(chosen, text))


def _chosen(text: str, times: Sequence[Expression], *, near: int) -> Expression:
    limits = [time for time in times if is_limit(time, text)]
    return min(limits or times, key=lambda time: max(time.at - near, near - time.to, 0))


def _end_of(time: Expression, now: Moment, *, is_limit: bool) -> Moment | None:
    if time.end is None:
        return None
    if not is_limit and time.opens is not None and time.closes is not None and time.opens[0] < time.closes[0]:
        # What takes from Monday to Friday, or the 26th and the 27th, begins with the first of them.
        first = time.opens[1] if time.opens[1] <= time.closes[0] else Moment(time.opens[0] + DAY_SECONDS)
        if first > now:
            return Moment(first - 1)
    more = DAY_SECONDS if _COUNTS_ITS_LAST.search(time.text) else 0
    return Moment(time.end - 1 + more)


def _last_of(text: str, time: Expression, named: Sequence[Expression], speaking: Speaking) -> Moment | None:
    """Return the end of a time; a day that is named by its number alone is one of the month that the sentence named before it."""
    bare = _BARE_DAY.match(time.text) if time.unit is Unit.DAY and time.recurs is not None else None
    before = [one.opens for one in named if one.to <= time.at and not _SENTENCE_END.search(text, one.to, time.at)]
    if bare is not None:
        for opens in reversed([one for one in before if one is not None and one[1] - one[0] <= _LONGEST_MONTH_S]):
            first, last = moment.day(opens[0], tz=speaking.tz), moment.day(Moment(opens[1] - 1), tz=speaking.tz)
            days = (first + timedelta(days=ahead) for ahead in range((last - first).days + 1))
            within = next((day for day in days if day.day == int(bare["day"])), None)
            if within is not None:
                return _last_second(within, speaking.tz)
    return _end_of(time, speaking.now, is_limit=is_limit(time, text))


def _has_passed(time: Expression, *, now: Moment) -> bool:
    """Tell whether the nearest of something that recurs has passed, in a sentence that does not speak of the past."""
    return time.end is not None and time.end <= now and time.recurs not in (None, Toward.PAST)


def _overlaps(time: Expression, within: tuple[int, int]) -> bool:
    return time.at < within[1] and within[0] < time.to


def _ahead(text: str, speaking: Speaking, within: tuple[int, int]) -> Iterator[Expression]:
    times = expressions(text, now=speaking.now, tz=speaking.tz, language=speaking.language, looking=Toward.FUTURE)
    return (time for time in times if _overlaps(time, within) and time.duration_s is None)


def _due_at_a_time(text: str, speaking: Speaking, *, within: tuple[int, int]) -> Moment | None:
    """Return the end of the day of a time of day that lies on another day: `Friday 9:40`, `by 5pm tomorrow`."""
    edges = [_edge(time) for time in _ahead(text, speaking, within)]
    days = [moment.day(edge, tz=speaking.tz) for edge in edges if edge is not None]
    today = moment.day(speaking.now, tz=speaking.tz)
    return next((_last_second(day, speaking.tz) for day in days if today < day <= today + timedelta(days=400)), None)


def _edge(time: Expression) -> Moment | None:
    """Return when it begins, or the last second in which something may be done that has to be done by then."""
    return time.start if time.start is not None or time.end is None else Moment(time.end - 1)


def _of_clock(text: str, speaking: Speaking, *, within: tuple[int, int], near: int, bare: bool) -> Moment | None:
    """Return the end of the day on which a time of day comes next: today, or tomorrow when it has passed."""
    times = [
        time for time in _ahead(text, speaking, within) if time.unit in _OF_THE_CLOCK and (time.kind in _BARE) is bare
    ]
    found = [(abs(time.at - near), day) for time in times if (day := _day_of_clock(time, speaking)) is not None]
    return _last_second(min(found)[1], speaking.tz) if found else None


def _day_of_clock(time: Expression, speaking: Speaking) -> date | None:
    end = time.end if time.end is not None else time.start
    if end is None or time.unit is Unit.SECOND:
        return None
    today = moment.day(speaking.now, tz=speaking.tz)
    if end > speaking.now:
        return moment.day(_edge(time) or end, tz=speaking.tz)
    if time.kind not in _BARE:
        return None
    if end == moment.start_of(today, tz=speaking.tz):  # midnight ends the day
        return today
    is_open = _SETTLED.search(time.text) is None
    return today if is_open and end + _HALF_DAY_S > speaking.now else today + timedelta(days=1)


def _due_on_the(text: str, speaking: Speaking) -> Moment | None:
    """Return the last second of the next day of the month that is named alone: `by the 28th`, `for the ninth`."""
    match = _DAY_OF_MONTH.search(text) or _DAY_IN_WORDS.search(text)
    if match is None:
        return None
    wanted = english(match["day"].lower())
    today = moment.day(speaking.now, tz=speaking.tz)
    days = (today + timedelta(days=ahead) for ahead in range(62))
    return next((_last_second(day, speaking.tz) for day in days if day.day == wanted), None)


def _last_second(day: date, tz: ZoneInfo) -> Moment:
    return Moment(int(datetime.combine(day, time(23, 59, 59), tz).timestamp()))
