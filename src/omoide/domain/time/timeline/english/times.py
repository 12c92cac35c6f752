"""English distances, lengths and habits: two weeks ago, in three days, the last few months, 1.5 hours, every Monday."""

import re
from datetime import timedelta

from omoide.domain.time.timeline import numerals, recurrence, span
from omoide.domain.time.timeline.atom import Calendar, Every, Kind, Length, Reference, Rule
from omoide.domain.time.timeline.english.words import AHEAD, WEEKDAY
from omoide.domain.time.timeline.span import Span, Unit

_UNIT_WORDS = (
    r"business days?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weekends?|weeks?|fortnights?|months?"
    r"|quarters?|years?|yrs?|decades?"
)
_COUNT_WORDS = rf"{numerals.ENGLISH}|an?|a couple(?: of)?|couple(?: of)?|a few|few|several|some"
_UNIT, _COUNT = rf"(?P<unit>{_UNIT_WORDS})", rf"(?P<count>{_COUNT_WORDS})"
_UNITS = {
    "s": Unit.SECOND, "mi": Unit.MINUTE, "h": Unit.HOUR, "d": Unit.DAY, "n": Unit.DAY, "b": Unit.DAY, "w": Unit.WEEK,
    "f": Unit.WEEK, "mo": Unit.MONTH, "q": Unit.QUARTER, "y": Unit.YEAR, "de": Unit.DECADE,
}  # fmt: skip
_STEPS = {Unit.SECOND: timedelta(seconds=1), Unit.MINUTE: timedelta(minutes=1), Unit.HOUR: timedelta(hours=1)}
_MONTHS = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12, Unit.DECADE: 120}


def _unit(word: str) -> Unit:
    return _UNITS.get(word[:2]) or _UNITS[word[0]]


def _count(word: str, unit: str) -> int:
    """Return the number of a word such as `a couple of` or `twenty-four`; a fortnight counts as two weeks."""
    words = word.removeprefix("a ").removesuffix(" of") if word != "a" else word
    return numerals.english(words) * (2 if unit.startswith("fortnight") else 1)


def _distant(match: re.Match[str], ref: Reference) -> Calendar | None:
    """Two weeks ago, in three days, 2 years 1 month 21 days later."""
    sign = -1 if match.groupdict().get("way") == "ago" else 1
    day, instant, coarse = ref.today, timedelta(0), Unit.SECOND
    order = list(Unit)
    for part in _PART.finditer(match[0]):
        unit, count = _unit(part["unit"]), sign * _count(part["count"], part["unit"])
        moved = span.moved(day, unit, count)
        if moved is None:
            return None
        day, instant = moved, instant + _STEPS.get(unit, timedelta(0)) * count
        coarse = max(coarse, unit, key=order.index)
    if instant:
        at = span.midnight(day) + (ref.now - span.midnight(ref.today)) + instant
        return recurrence.made(match, Kind.DATETIME, coarse, recurrence.fixed(Span(at, at)))
    return recurrence.made(match, Kind.DATE, coarse, recurrence.fixed(span.whole_day(day)), confidence=0.8)


_UP_TO_NOW = re.compile(r"\b(?:have|has|had|did)(?:n't| not)\b|\b(?:never|first|last)\b")


def _ahead(match: re.Match[str], ref: Reference) -> Calendar | None:
    """Return the day in three weeks; but `we haven't met in three weeks` looks back over a length."""
    before = re.split(r"[.!?\n]", match.string[max(0, match.start() - 60) : match.start()])[-1]
    return None if _UP_TO_NOW.search(before) else _distant(match, ref)


def _half_hour(match: re.Match[str], ref: Reference) -> Calendar | None:
    at = ref.now + timedelta(minutes=-30 if match[0].endswith("ago") else 30)
    return recurrence.made(match, Kind.DATETIME, Unit.MINUTE, recurrence.fixed(Span(at, at)))


def _stretch(match: re.Match[str], ref: Reference) -> Calendar | None:
    """The last three months, next 5 days, the 2 upcoming years, within two weeks."""
    word, which = match["unit"], match["which"]
    unit, count = _unit(word), _count(match["count"] or "a", word)
    if (match["count"] is None and unit not in _STEPS) or (count > 1 and len(word) > 2 and not word.endswith("s")):
        return None
    ahead = which in AHEAD or which.startswith("within")
    if unit in _STEPS:
        first, last = sorted((ref.now, ref.now + _STEPS[unit] * (count if ahead else -count)))
        return recurrence.made(match, Kind.DATETIME_RANGE, unit, recurrence.fixed(Span(first, last)))
    if unit in (Unit.QUARTER, Unit.DECADE):
        found = span.unit_span(ref.today, unit, offset=1 if ahead else -count, count=count)
        return recurrence.made(match, Kind.DATE_RANGE, unit, recurrence.fixed(found))
    if word.startswith("business"):
        return _business_days(match, ref, count if ahead else -count)
    near = ref.today if not ahead or which.startswith("within") else span.days_from(ref.today, 1)
    far = None if near is None else span.moved(near, unit, count if ahead else -count)
    if near is None or far is None:
        return None
    edges = sorted((span.midnight(near), span.midnight(far)))
    return recurrence.made(match, Kind.DATE_RANGE, unit, recurrence.fixed(Span(edges[0], edges[1])), confidence=0.8)


def _business_days(match: re.Match[str], ref: Reference, count: int) -> Calendar | None:
    """Return so many days from Monday to Friday after today, or before it."""
    days, step = 0, 1 if count > 0 else -1
    left = min(abs(count), 260)
    while left:
        days += step
        left -= (ref.today.weekday() + days) % 7 < 5
    edges = (1, days + 1) if count > 0 else (days, 0)
    first, last = (span.days_from(ref.today, edge) for edge in edges)
    if first is None or last is None:
        return None
    return recurrence.made(
        match, Kind.DATE_RANGE, Unit.DAY, recurrence.fixed(Span(span.midnight(first), span.midnight(last)))
    )


def _recently(match: re.Match[str], ref: Reference) -> Calendar | None:
    first, last = span.days_from(ref.today, -30), span.days_from(ref.today, 1)
    if first is None or last is None:
        return None
    around = recurrence.fixed(Span(span.midnight(first), span.midnight(last)))
    return recurrence.made(match, Kind.DATE_RANGE, Unit.MONTH, around, confidence=0.3)


def _length(match: re.Match[str], ref: Reference) -> Length:
    months = days = seconds = 0.0
    for part in _MEASURE.finditer(match[0]):
        unit = _unit(part["unit"] or part["letter"])
        value = 0.5 if part["half"] else _amount(part)
        if unit in _STEPS:
            seconds += value * _STEPS[unit].total_seconds()
        elif unit in _MONTHS:
            months += value * _MONTHS[unit]
        else:
            days += value * (2 if "weekend" in part[0] else 7 if unit is Unit.WEEK else 1)
    if match[0].endswith(("half", "quarter")):
        share = 0.5 if match[0].endswith("half") else 0.25
        months, seconds = (months + 12 * share, seconds) if months else (months, seconds + 3600 * share)
    year_s, whole = 365 * 86_400, int(months)
    rest_s = (months - whole) * year_s / 12 + days % 1 * 86_400
    return Length(match.start(), match.end(), whole, int(days), seconds + rest_s)


def _amount(part: re.Match[str]) -> float:
    value = float(part["digits"]) if part["digits"] else float(_count(part["count"], part["unit"] or ""))
    return value + (0.5 if " half " in part[0] else 0.25 if " quarter " in part[0] else 0)


def _every(match: re.Match[str], ref: Reference) -> Every:
    return Every(match.start(), match.end())


_PART = re.compile(rf"{_COUNT}[ -]?{_UNIT}")
_MEASURE = re.compile(
    rf"(?:(?P<digits>\d{{1,5}}(?:\.\d{{1,3}})?)|(?P<half>half an?|½)|{_COUNT})(?: and (?:a )?(?:half|quarter))?[ -]?"
    rf"(?:{_UNIT}|(?<=\d)(?P<letter>[hdwy])\b)"
)
_ONE = rf"(?!a second\b)(?:\d{{1,5}}\.\d{{1,3}}|{_COUNT_WORDS})[ -]?(?:{_UNIT_WORDS})\b"
_SUM = rf"{_ONE}(?:,? (?:and )?{_ONE}){{0,3}}"
_SIDE = r"(?P<which>last|past|previous|next|coming|following|upcoming)"
_DAYS = rf"{WEEKDAY}|day|week|weekday|weekend|month|quarter|year|morning|afternoon|evening|night|spring|summer|autumn|fall|winter"
RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?:\bin )?\b{_SUM} (?P<way>ago|from now|later)\b(?! (?:this|in the|on))"), _distant),
    (re.compile(rf"\bin {_SUM}(?! (?:of|since|each|per))"), _ahead),
    (re.compile(r"\b(?:in half an hour|half an hour (?:from now|later|ago))\b"), _half_hour),
    (
        re.compile(
            r"\b(?:the )?(?P<which>last|past|previous|next|coming|following|upcoming|within the next|within next|within)"
            rf" (?:{_COUNT} )?{_UNIT}\b"
        ),
        _stretch,
    ),
    (re.compile(rf"\b(?P<count>{numerals.ENGLISH}) {_SIDE} {_UNIT}\b"), _stretch),
    (re.compile(rf"\b(?P<which>within) ?{_COUNT}(?P<unit>[hdw])\b"), _stretch),
    (re.compile(r"\b(?:recently|lately|these days)\b"), _recently),
    (
        re.compile(
            r"\b(?:(?:just )?(?:a (?:few )?|some )?moments? ago|a (?:little|short) while (?:ago|back)|just now)\b"
        ),
        recurrence.just_now,
    ),
    (re.compile(rf"(?<![\d.$\w]){_SUM}(?: and (?:a )?(?:half|quarter)\b)?"), _length),
    (re.compile(rf"\b(?:one|an?) and (?:a )?(?:half|quarter) (?:{_UNIT_WORDS})\b"), _length),
    (re.compile(r"(?:½|\bhalf an?) (?:hour|day|year)\b|(?<![\d.$\w-])\d{1,4}[hdwy]\b"), _length),
    (re.compile(r"\b(?:all|whole) (?P<unit>day|week|month|year)\b"), lambda match, _: _whole(match)),
    (
        re.compile(
            rf"\b(?:every|each|any|all) (?:other )?(?:{numerals.ENGLISH} )?(?:{_DAYS})s?\b(?<!all day)|\beveryday\b"
        ),
        _every,
    ),
    (
        re.compile(
            r"\b(?:daily|weekly|biweekly|(?:bi-?)?monthly|quarterly|(?:semi-?)?annual(?:ly)?|yearly"
            r"|(?:once|one|twice) a (?:day|week|month|year))\b"
        ),
        _every,
    ),
    (
        re.compile(
            r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweekends\b|\b(?:\w{3,6}day )?(?:mornings|afternoons|evenings)\b"
        ),
        _every,
    ),
)


def _whole(match: re.Match[str]) -> Length:
    unit = _unit(match["unit"])
    days = 7 if unit is Unit.WEEK else 1 if unit is Unit.DAY else 0
    return Length(match.start(), match.end(), _MONTHS.get(unit, 0), days)
