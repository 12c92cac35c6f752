"""English times of day, distances, lengths and habits: half past seven, 3 pm, two weeks ago, the next few days, every Monday."""

import re
from datetime import timedelta

from omoide.domain.timeline import atom, numerals, span
from omoide.domain.timeline.atom import Calendar, Clock, Every, Kind, Length, Reference, Rule
from omoide.domain.timeline.english_words import AHEAD, WEEKDAY, made
from omoide.domain.timeline.english_weeks import PARTS
from omoide.domain.timeline.span import Span, Unit

_HOUR_S = 3600
_UNIT = r"(?P<unit>business days?|seconds?|secs?|minutes?|mins?|hours?|hrs?|days?|nights?|weekends?|weeks?|fortnights?|months?|quarters?|years?|yrs?|decades?)"
_COUNT = rf"(?P<count>{numerals.ENGLISH}|an?|a couple(?: of)?|couple(?: of)?|a few|few|several|some)"
_UNITS = {
    "s": Unit.SECOND, "mi": Unit.MINUTE, "h": Unit.HOUR, "d": Unit.DAY, "n": Unit.DAY, "b": Unit.DAY, "w": Unit.WEEK,
    "f": Unit.WEEK, "mo": Unit.MONTH, "q": Unit.QUARTER, "y": Unit.YEAR, "de": Unit.DECADE,
}  # fmt: skip
_STEPS = {Unit.SECOND: timedelta(seconds=1), Unit.MINUTE: timedelta(minutes=1), Unit.HOUR: timedelta(hours=1)}


def unit_of(word: str) -> Unit:
    """Return the unit of a word such as `mins` or `fortnight`."""
    return _UNITS.get(word[:2]) or _UNITS[word[0]]


def count_of(word: str, unit: str = "") -> int:
    """Return the number of a word such as `a couple of` or `twenty-four`; a fortnight counts as two weeks."""
    words = word.removeprefix("a ").removesuffix(" of") if word != "a" else word
    return numerals.english(words) * (2 if unit.startswith("fortnight") else 1)


def _clock(match: re.Match[str], ref: Reference) -> Clock | None:
    named = match.groupdict()
    hour, minute = numerals.english(named["hour"]), numerals.english(named.get("minute") or "0")
    if len(named["hour"]) in (3, 4) and named["hour"].isdecimal():
        hour, minute = divmod(hour, 100)
    second = int(named.get("second") or 0)
    meridiem, part = (named.get("meridiem") or "").strip(" .")[:1], named.get("part") or ""
    if "half" in match[0]:
        minute = 30
    if meridiem == "p" or part in ("afternoon", "evening", "night"):
        hour += 12 if 1 <= hour < 12 else 0
    elif meridiem == "a" and hour == 12:
        hour = 0
    if hour > 24 or minute > 59 or second > 59:
        return None
    settled = bool(meridiem or part) or hour >= 13
    return Clock(match.start(), match.end(), hour * _HOUR_S + minute * 60 + second, settled=settled)


def _noon(match: re.Match[str], ref: Reference) -> Clock:
    return Clock(match.start(), match.end(), 0 if match[0].startswith("mid") else 12 * _HOUR_S)


def _part(match: re.Match[str], ref: Reference) -> Clock:
    when = match["part"]
    if early := match["early"]:
        when = f"{'early' if early.startswith('early') else 'late'} {when}"
    first, last = PARTS.get(when, PARTS[match["part"]])
    return Clock(match.start(), match.end(), first * _HOUR_S, last * _HOUR_S)


def _now(match: re.Match[str], ref: Reference) -> Calendar | None:
    return made(match, Kind.DATETIME, Unit.SECOND, atom.fixed(Span(ref.now, ref.now)), confidence=0.5)


def _distant(match: re.Match[str], ref: Reference) -> Calendar | None:
    """Two weeks ago, in three days, 2 years 1 month 21 days later."""
    back = match.groupdict().get("ago") == "ago"
    day, instant, coarse = ref.today, timedelta(0), Unit.SECOND
    order = list(Unit)
    for part in re.finditer(rf"{_COUNT}[ -]?{_UNIT}", match[0]):
        unit = unit_of(part["unit"])
        count = count_of(part["count"], part["unit"]) * (-1 if back else 1)
        moved = span.moved(day, unit, count)
        if moved is None:
            return None
        day, instant = moved, instant + _STEPS.get(unit, timedelta(0)) * count
        coarse = max(coarse, unit, key=order.index)
    if instant:
        at = span.midnight(day) + (ref.now - span.midnight(ref.today)) + instant
        return made(match, Kind.DATETIME, coarse, atom.fixed(Span(at, at)))
    return made(match, Kind.DATE, coarse, atom.fixed(span.whole_day(day)), confidence=0.8)


def _half_hour(match: re.Match[str], ref: Reference) -> Calendar | None:
    at = ref.now + timedelta(minutes=-30 if match[0].endswith("ago") else 30)
    return made(match, Kind.DATETIME, Unit.MINUTE, atom.fixed(Span(at, at)))


def _stretch(match: re.Match[str], ref: Reference) -> Calendar | None:
    """The last three months, next 5 days, the 2 upcoming years, within two weeks."""
    named = match.groupdict()
    unit, which = unit_of(named["unit"]), named["which"]
    count = count_of(named["count"] or "a", named["unit"])
    ahead = which in AHEAD or which.startswith("within")
    if unit in _STEPS:
        edges = sorted((ref.now, ref.now + _STEPS[unit] * (count if ahead else -count)))
        return made(match, Kind.DATETIME_RANGE, unit, atom.fixed(Span(edges[0], edges[1])))
    if unit in (Unit.QUARTER, Unit.DECADE):
        found = span.unit_span(ref.today, unit, offset=1 if ahead else -count, count=count)
        return made(match, Kind.DATE_RANGE, unit, atom.fixed(found))
    if named["unit"].startswith("business"):
        return _business_days(match, ref, count, ahead)
    near = ref.today if not ahead or which.startswith("within") else span.days_from(ref.today, 1)
    far = None if near is None else span.moved(near, unit, count if ahead else -count)
    if near is None or far is None:
        return None
    first, last = sorted((near, far))
    return made(
        match, Kind.DATE_RANGE, unit, atom.fixed(Span(span.midnight(first), span.midnight(last))), confidence=0.8
    )


def _business_days(match: re.Match[str], ref: Reference, count: int, ahead: bool) -> Calendar | None:
    day, edge, step = ref.today, ref.today, 1 if ahead else -1
    left = min(count, 260)
    while left:
        moved = span.days_from(day, step)
        if moved is None:
            return None
        day = moved
        left -= day.weekday() < 5
    after = span.days_from(day if ahead else edge, 1 if ahead else 0)
    before = span.days_from(edge, 1) if ahead else day
    if after is None or before is None:
        return None
    return made(
        match, Kind.DATE_RANGE, Unit.DAY, atom.fixed(Span(span.midnight(before), span.midnight(after))), confidence=0.8
    )


def _recently(match: re.Match[str], ref: Reference) -> Calendar | None:
    first, last = span.days_from(ref.today, -30), span.days_from(ref.today, 1)
    if first is None or last is None:
        return None
    around = atom.fixed(Span(span.midnight(first), span.midnight(last)))
    return made(match, Kind.DATE_RANGE, Unit.MONTH, around, confidence=0.3)


def _length(match: re.Match[str], ref: Reference) -> Length:
    months, days, seconds = 0.0, 0.0, 0.0
    for part in re.finditer(
        rf"(?:(\d{{1,5}}\.\d{{1,3}}|\d{{1,5}})|{_COUNT}|(half an?|½))(?: and a half| and half)?[ -]?(?:{_UNIT}|(?P<letter>[hdwy])\b)",
        match[0],
    ):
        value = float(part[1]) if part[1] else 0.5 if part[3] else float(count_of(part["count"], part["unit"] or ""))
        value += 0.5 if " half " in part[0] else 0
        unit = unit_of(part["unit"] or part["letter"])
        if unit in _STEPS:
            seconds += value * _STEPS[unit].total_seconds()
        elif unit in (Unit.DAY, Unit.WEEK):
            days += value * (1 if unit is Unit.DAY else 2 if "weekend" in part[0] else 7)
        else:
            months += value * {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.YEAR: 12, Unit.DECADE: 120}[unit]
    if match[0].endswith(("half", "quarter")):
        share = 0.5 if match[0].endswith("half") else 0.25
        months, seconds = (months + 12 * share, seconds) if months else (months, seconds + 3600 * share)
    whole = int(months)
    return Length(
        match.start(),
        match.end(),
        whole,
        int(days),
        seconds + (months - whole) * 365 / 12 * 86_400 + (days % 1) * 86_400,
    )


def _every(match: re.Match[str], ref: Reference) -> Every:
    return Every(match.start(), match.end())


_HOUR_WORD = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_MERIDIEM = r"(?P<meridiem>[ap]\.? ?m\b\.?|[ap] \. m \.|[ap]\b(?! \w{4,}))"
_OCLOCK = r"o'?clock"
_IN_PART = r"(?:in the |this |at |of the )?(?P<part>morning|afternoon|evening|night)\b"
_ONE_LENGTH = rf"(?:\d{{1,5}}\.\d{{1,3}}|{_COUNT})[ -]?{_UNIT}\b"
_SOME_LENGTH = _ONE_LENGTH.replace("?P<count>", "?:").replace("?P<unit>", "?:")
_LENGTHS = rf"{_SOME_LENGTH}(?:,? (?:and )?{_SOME_LENGTH}){{0,3}}"
RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?<![\d:./$])(?:\bat )?(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])(?: ?{_MERIDIEM}| {_IN_PART})?"), _clock),
    (re.compile(rf"(?<![\d:/$])(?<!\d\.)(?:at )?(?P<hour>\d{{1,2}})(?:\.(?P<minute>[0-5]\d))?[ .]?{_MERIDIEM}"), _clock),
    (re.compile(rf"\bat (?P<hour>\d{{1,2}})\.(?P<minute>[0-5]\d)\b(?! ?(?:percent|%))"), _clock),
    (re.compile(rf"(?<![\d:/.$-])(?P<hour>[01]?\d[0-5]\d|2[0-3][0-5]\d) ?(?P<meridiem>[ap]\.? ?m\b\.?)"), _clock),
    (re.compile(rf"\b(?:{_IN_PART} (?:at )?)?(?P<hour>{_HOUR_WORD}|\d{{1,2}}) (?:{_OCLOCK}|(?P<meridiem>[ap]\.? ?m\b\.?|[ap] \. m \.))(?: {_IN_PART.replace('?P<part>', '?:')})?"), _clock),
    (re.compile(rf"\b{_IN_PART} at (?P<hour>\d{{1,2}}|{_HOUR_WORD})\b(?!:)"), _clock),
    (re.compile(rf"\b(?P<hour>\d{{1,2}}|{_HOUR_WORD}) in the (?P<part>morning|afternoon|evening)\b"), _clock),
    (re.compile(rf"\bhalf past (?P<hour>\d{{1,2}}|{_HOUR_WORD})\b(?: {_OCLOCK})?(?: {_IN_PART})?"), _clock),
    (re.compile(rf"\b(?P<minute>{numerals.ENGLISH})(?: min(?:ute)?s?)? past (?P<hour>\d{{1,2}}|{_HOUR_WORD})\b(?: {_OCLOCK})?(?: {_IN_PART})?"), _clock),
    (re.compile(rf"(?<=\bat )(?P<hour>\d{{1,2}}|{_HOUR_WORD})(?=[.,!?]|$)"), _clock),
    (re.compile(r"\b(?:12 )?noon(?:ish)?\b|\bmid ?night\b"), _noon),
    (re.compile(rf"\b(?:in the |in )?(?P<early>early |late |later in the |early in the )?(?P<part>morning|afternoon|evening|night-time|nighttime|daytime|lunch ?time)\b(?!s\b)"), _part),
    (re.compile(rf"(?<=day )(?P<early>)(?P<part>night)\b|(?<=tomorrow )(?P<e2>)(?P<p2>night)\b"), lambda match, ref: Clock(match.start(), match.end(), 72_000, 86_400)),
    (re.compile(r"\bright now\b|\bnow\b(?! that)|\bat the (?:moment|present time)\b|\bat present\b"), _now),
    (re.compile(rf"(?:\bin )?{_LENGTHS} (?P<ago>ago|from now|later)\b(?! (?:this|in the|on))"), _distant),
    (re.compile(rf"\bin {_LENGTHS}(?! (?:of|since|each|per))"), _distant),
    (re.compile(r"\b(?:in half an hour|half an hour (?:from now|later|ago))\b"), _half_hour),
    (re.compile(rf"\b(?:the )?(?P<which>last|past|previous|next|coming|following|upcoming|within the next|within next|within) (?:{_COUNT} )?{_UNIT}\b"), lambda match, ref: _stretch(match, ref) if match["count"] or unit_of(match["unit"]) in _STEPS else None),
    (re.compile(rf"\b(?P<count>{numerals.ENGLISH}) (?P<which>last|past|previous|next|coming|following|upcoming) {_UNIT}\b"), _stretch),
    (re.compile(rf"\b(?P<which>within) ?{_COUNT}(?P<unit>[hdw])\b"), _stretch),
    (re.compile(r"\b(?:recently|lately|these days)\b"), _recently),
    (re.compile(rf"(?<![\d.$]){_LENGTHS}(?: and (?:a )?(?:half|quarter)\b)?|\b(?:one|an?) and a? ?half {_SOME_LENGTH.split('[ -]?')[1]}|(?:½|\bhalf an?) (?:hour|day|year)\b|(?<![\d.$\w])\d{{1,4}}[hdwy]\b"), _length),
    (re.compile(rf"\b(?:every|each|any|all) (?:other )?(?:{numerals.ENGLISH} )?(?:{WEEKDAY}|day|week|weekday|weekend|month|quarter|year|morning|afternoon|evening|night)s?\b|\beveryday\b"), _every),
    (re.compile(r"\b(?:daily|weekly|biweekly|(?:bi-?)?monthly|quarterly|(?:semi-?)?annual(?:ly)?|yearly|once a (?:day|week|month|year)|one a day)\b"), _every),
    (re.compile(r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days\b|\bweekends\b|\b(?:on |(?:\w{3,6}day ))?(?:mornings|afternoons|evenings)\b"), _every),
)  # fmt: skip
