"""English times of day: 7:56 pm, half past seven, 5 to 6pm, in the morning at 7, noon, late afternoon, now."""

import re

from omoide.domain.time.timeline import numerals, recurrence
from omoide.domain.time.timeline.atom import Calendar, ClockTime, Kind, Reference, Rule
from omoide.domain.time.timeline.english.weeks import PARTS
from omoide.domain.time.timeline.span import Span, Unit

_HOUR_S, _NOON_S = 3600, 43_200
_LATE = ("afternoon", "evening", "night")


def _second(hour: str, minute: str | None, second: str | None, late: str) -> int | None:
    """Return the second of the day; `late` holds p for pm, a for am, or the part of the day."""
    hours, minutes, seconds = numerals.english(hour), numerals.english(minute or "0"), int(second or 0)
    if len(hour) in (3, 4) and hour.isdecimal():
        hours, minutes = divmod(hours, 100)
    if late == "p" or late in _LATE:
        hours += 12 if 1 <= hours < 12 else 0
    elif late == "a" and hours == 12:
        hours = 0
    if hours > 24 or minutes > 59 or seconds > 59:
        return None
    return hours * _HOUR_S + minutes * 60 + seconds


def _late(match: re.Match[str], group: str = "meridiem") -> str:
    named = match.groupdict()
    return (named.get(group) or "").strip(" .")[:1] or named.get("part") or ""


def _clock(match: re.Match[str], ref: Reference) -> ClockTime | None:
    named, late = match.groupdict(), _late(match)
    minute = "30" if match[0].startswith("half") else named.get("minute")
    start_s = _second(named["hour"], minute, named.get("second"), late)
    if start_s is None:
        return None
    return ClockTime(match.start(), match.end(), start_s, settled=bool(late) or start_s >= 13 * _HOUR_S)


def _range(match: re.Match[str], ref: Reference) -> ClockTime | None:
    """5 to 6pm, between 10 and 11:30, 9.30-4.30pm: what settles the end settles the start where it can."""
    early, late = _late(match, "first_meridiem") if match["first_meridiem"] else "", _late(match)
    start_s = _second(match["hour"], match["minute"], None, early)
    end_s = _second(match["last_hour"], match["last_minute"], None, late)
    if start_s is None or end_s is None:
        return None
    if late and not early and start_s + _NOON_S < end_s:
        start_s += _NOON_S
    elif not late and end_s <= start_s < end_s + _NOON_S:
        end_s += _NOON_S
    return ClockTime(match.start(), match.end(), start_s, end_s, bool(early or late))


def _noon(match: re.Match[str], ref: Reference) -> ClockTime:
    return ClockTime(match.start(), match.end(), 0 if match[0].startswith("mid") else _NOON_S)


def _part(match: re.Match[str], ref: Reference) -> ClockTime:
    name, early = match["part"], match["early"]
    if early:
        name = f"{'early' if early.startswith('early') else 'late'} {name}"
    first, last = PARTS.get(name, PARTS[match["part"]])
    return ClockTime(match.start(), match.end(), first * _HOUR_S, last * _HOUR_S)


def _night(match: re.Match[str], ref: Reference) -> ClockTime:
    return ClockTime(match.start(), match.end(), 20 * _HOUR_S, 24 * _HOUR_S)


def _now(match: re.Match[str], ref: Reference) -> Calendar | None:
    return recurrence.made(match, Kind.DATETIME, Unit.SECOND, recurrence.fixed(Span(ref.now, ref.now)), confidence=0.5)


def _end_of_day(match: re.Match[str], ref: Reference) -> ClockTime:
    return ClockTime(match.start(), match.end(), 17 * _HOUR_S, 24 * _HOUR_S)


_END_OF_DAY = (
    r"(?:the )?(?:(?:end|close) of (?:the |my )?(?:business |working |work |school )?day|close of (?:business|play))\b"
)
_WORD = r"(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)"
_HOUR = rf"(?P<hour>{_WORD}|\d{{1,2}})"
_AM_PM = r"(?P<meridiem>[ap]\.? ?m\b\.?|[ap] \. m \.)"
_AM_PM_SHORT = r"(?P<meridiem>[ap]\.? ?m\b\.?|[ap] \. m \.|[ap]\b(?! \w{4,}))"
_OCLOCK = r"o'?clock"
_IN_PART = r"(?:in the |this |at |of the )?(?P<part>morning|afternoon|evening|night)\b"
_START = rf"(?P<hour>{_WORD}|[012]?\d)(?:[:.](?P<minute>[0-5]\d))?(?: ?(?P<first_meridiem>[ap]\.?m\b\.?))?"
_END = rf"(?P<last_hour>{_WORD}|[012]?\d)(?:[:.](?P<last_minute>[0-5]\d))?"
_NO_MORE = (
    r"(?![\d:/%-]|\.\d|st\b|nd\b|rd\b|th\b| (?:of|minutes?|hours?|days?|weeks?|months?|years?|people|percent|\d))"
)
RULES: tuple[Rule, ...] = (
    (
        re.compile(
            r"(?<![\d:./$])(?:\bat )?(?P<hour>[01]?\d|2[0-4]):(?P<minute>[0-5]\d)(?::(?P<second>[0-5]\d))?(?![\d:])"
            rf"(?: ?{_AM_PM_SHORT}| {_IN_PART})?"
        ),
        _clock,
    ),
    (
        re.compile(rf"(?<![\d:/$])(?<!\d\.)(?:at )?(?P<hour>\d{{1,2}})(?:\.(?P<minute>[0-5]\d))?[ .]?{_AM_PM_SHORT}"),
        _clock,
    ),
    (re.compile(r"\bat (?P<hour>\d{1,2})\.(?P<minute>[0-5]\d)\b(?! ?(?:percent|%))"), _clock),
    (re.compile(rf"(?<![\d:/.$-])(?P<hour>[01]?\d[0-5]\d|2[0-3][0-5]\d) ?{_AM_PM}"), _clock),
    (re.compile(rf"\b(?:{_IN_PART} (?:at )?)?{_HOUR} (?:{_OCLOCK}|{_AM_PM})"), _clock),
    (re.compile(rf"\b{_HOUR} {_OCLOCK} {_IN_PART}"), _clock),
    (re.compile(rf"\b{_IN_PART} at {_HOUR}\b(?!:)"), _clock),
    (re.compile(rf"\b{_HOUR} in the (?P<part>morning|afternoon|evening)\b"), _clock),
    (re.compile(rf"\bhalf past {_HOUR}\b(?: {_OCLOCK})?(?: {_IN_PART})?"), _clock),
    (
        re.compile(
            rf"\b(?P<minute>{numerals.ENGLISH})(?: min(?:ute)?s?)? past {_HOUR}\b(?: {_OCLOCK})?(?: {_IN_PART})?"
        ),
        _clock,
    ),
    (re.compile(rf"(?<=\bat ){_HOUR}(?=[,!?]|\.(?!\d)|$)"), _clock),
    (re.compile(rf"(?:(?<=\bby )|(?<=\bbefore )|(?<=\btill )|(?<=\buntil )){_HOUR}(?=[,!?]|\.(?!\d)|$)"), _clock),
    (re.compile(rf"(?<=night at ){_HOUR}\b(?!:)"), _clock),
    (
        re.compile(
            rf"\b(?:from|between) {_START} ?(?:to|-|~|and|until|till) ?{_END}(?: ?{_AM_PM}| {_IN_PART})?{_NO_MORE}"
        ),
        _range,
    ),
    (re.compile(rf"(?<![\d:/.$-]){_START} ?(?:to|-|~) ?{_END} ?(?:{_AM_PM}|(?<= ){_IN_PART})"), _range),
    (re.compile(rf"(?<=day ){_START} ?- ?{_END}{_NO_MORE}(?! ?[ap]\.?m)"), _range),
    (re.compile(r"\b(?:12 )?noon(?:ish)?\b|\bmid ?night\b"), _noon),
    (
        re.compile(
            r"(?<!good )\b(?:in the |in )?(?P<early>early |late |later in the |early in the )?"
            r"(?P<part>morning|afternoon|evening|night-time|nighttime|daytime|lunch ?time)\b(?!s\b)"
        ),
        _part,
    ),
    (re.compile(r"(?<=day )night\b|(?<=tomorrow )night\b"), _night),
    (re.compile(rf"(?<=\bby ){_END_OF_DAY}|(?<=\bbefore ){_END_OF_DAY}|\b(?:eod|cob)\b"), _end_of_day),
    (re.compile(r"\bright now\b|\bnow\b(?! that)|\bat the (?:moment|present time)\b|\bat present\b"), _now),
)
