"""English days and weeks around the present one: tomorrow, next Friday, Tuesday of last week, the last week of June."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from omoide.domain.time.timeline import numerals, recurrence, span
from omoide.domain.time.timeline.atom import Around, Calendar, ClockTime, Kind, Reference, Rule
from omoide.domain.time.timeline.english.words import AHEAD, BACK, WEEKDAY, month_number, offset_of, weekday_number
from omoide.domain.time.timeline.span import Piece, Span, Unit

_DAYS = {
    "the day before yesterday": -2, "day before yesterday": -2, "the day after tomorrow": 2, "day after tomorrow": 2,
    "yesterday": -1, "tomorrow": 1, "tmrw": 1, "tmr": 1, "tmoro": 1, "tomoro": 1, "tomorow": 1, "tommorow": 1,
    "tommorrow": 1, "tomoz": 1, "2moro": 1, "2morrow": 1, "the morn": 1, "the morra": 1, "overmorrow": 2,
    "today": 0, "the other day": -3, "the day before": -1, "the day after": 1, "the next day": 1, "the following day": 1, "current date": 0,
}  # fmt: skip
_IN_A_STORY = ("the day before", "the day after", "the next day", "the following day")
"""These count from a day that the story has named, seldom from the day on which it is told."""
_UNIT = r"(?P<unit>weekend|work(?:ing )?week|workweek|week|fortnight|month|quarter|year|decade)"
_WHICH = r"(?P<which>this past|this coming|this upcoming|last|previous|past|next|coming|following|upcoming|this|current|same|that|the)"
_NTH = rf"(?P<nth>last|\d{{1,2}}(?:st|nd|rd|th)|{numerals.ORDINAL_WORD})"
UNITS = {
    "weekend": Unit.WEEK, "week": Unit.WEEK, "working week": Unit.WEEK, "workweek": Unit.WEEK, "work week": Unit.WEEK,
    "month": Unit.MONTH, "quarter": Unit.QUARTER, "year": Unit.YEAR, "decade": Unit.DECADE, "day": Unit.DAY,
}  # fmt: skip


def _day(match: re.Match[str], ref: Reference) -> Calendar | None:
    word = match["word"]
    day = span.days_from(ref.today, _DAYS[word])
    sure = 0.4 if word == "the other day" else 0.5 if word in _IN_A_STORY else 0.95
    return (
        None
        if day is None
        else recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(span.whole_day(day)), confidence=sure)
    )


def _unit(match: re.Match[str], ref: Reference) -> Calendar | None:
    which, name = match["which"], match["unit"]
    offset = offset_of(which)
    vague = which in ("the", "that", "same", "following")
    if name == "fortnight":
        found = span.unit_span(ref.today, Unit.WEEK, offset=2 * offset, count=2)
    else:
        found = span.unit_span(ref.today, UNITS[name], offset=offset)
    if found is None:
        return None
    if name == "weekend":
        found = _days_of(found, 5, 7)
    elif name.startswith("work"):
        found = _days_of(found, 0, 5)
    unit = UNITS.get(name, Unit.WEEK)
    return recurrence.made(match, Kind.DATE_RANGE, unit, recurrence.fixed(found), confidence=0.4 if vague else 0.9)


def _bare_unit(match: re.Match[str], ref: Reference) -> Calendar | None:
    unit = UNITS[match["unit"] or "weekend"]
    found = span.unit_span(ref.today, unit)
    if found is not None and match["weekend"]:
        found = _days_of(found, 5, 7)
    return recurrence.made(match, Kind.DATE_RANGE, unit, recurrence.fixed(found), confidence=0.6)


def _days_of(week: Span, first: int, last: int) -> Span:
    monday = week.start.date()
    start, end = span.days_from(monday, first), span.days_from(monday, last)
    return week if start is None or end is None else Span(span.midnight(start), span.midnight(end))


def _weekday(match: re.Match[str], ref: Reference) -> Calendar | None:
    weekday, which = weekday_number(match["weekday"]), match["which"]
    plain = which is None or which in ("the", "that", "same")
    if match["weekday"] in ("sat", "sun", "wed") and not _is_called_for(match, which):
        return None
    around = recurrence.weekly(weekday)
    if plain:
        return recurrence.made(match, Kind.DATE, Unit.DAY, around, floats=True, confidence=0.85)
    if which in _COUNTED_FROM_TODAY:
        return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(_from_today(around(ref.today), which, ref)))
    if which == "this" and ref.today.weekday() > weekday:  # of this week or to come: tense and nearness tell
        return recurrence.made(match, Kind.DATE, Unit.DAY, lambda day: around(day)[1:], floats=True)
    return _weekday_in(match, ref, weekday, offset_of(which))


def _is_called_for(match: re.Match[str], which: str | None) -> bool:
    """Tell whether a short name that is another word too (this sun, they wed) names a day here."""
    if which is None:
        return _SHORT_WEEKDAY.search(match.string, max(0, match.start() - 16), match.start()) is not None
    if which in ("the", "that", "same"):
        return False
    return which not in ("this", "past") or _AFTER_WEEKDAY.match(match.string, match.end()) is not None


_AFTER_WEEKDAY = re.compile(
    r"\s*(?:$|[.,;:!?)\n-])| (?:at|from|until|and|or|for|with|in|morning|afternoon|evening|night|\d)"
)
_SHORT_WEEKDAY = re.compile(r"\b(?:on|by|until|since|from|to|and|or|this|next|every|week),? $|[,(-] ?$|^$")
"""What must stand before `sat`, `sun` and `wed`, which are other words too."""
_COUNTED_FROM_TODAY = ("last", "past", "this past", "this coming", "this upcoming", "upcoming", "coming")


def _from_today(occurrences: Sequence[Span], which: str, ref: Reference) -> Span | None:
    """Return the first such day after today or the latest before it; nobody calls yesterday last Friday."""
    if which not in BACK:
        return next((each for each in occurrences if each.start > ref.now), None)
    latest = ref.today - timedelta(days=2 if which == "last" else 1)
    return next((each for each in reversed(occurrences) if each.start.date() <= latest), None)


def _weekday_in(match: re.Match[str], ref: Reference, weekday: int, offset: int) -> Calendar | None:
    week = span.unit_span(ref.today, Unit.WEEK, offset=offset)
    found = None if week is None else span.nth_weekday(week, weekday, 1)
    return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(found))


def _weekday_of_week(match: re.Match[str], ref: Reference) -> Calendar | None:
    return _weekday_in(match, ref, weekday_number(match["weekday"]), offset_of(match["which"]))


def _weekday_date(match: re.Match[str], ref: Reference) -> Calendar | None:
    named = match.groupdict()
    day, name = numerals.english(named.get("digits") or match["day"]), named.get("weekday")

    def place(year: int, month: int) -> Span | None:
        found = span.day_of(year, month, day)
        fits = found is not None and (name is None or found.start.weekday() == weekday_number(name))
        return found if fits else None

    return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.monthly(place), floats=True, confidence=0.8)


def _day_alone(match: re.Match[str], ref: Reference) -> Calendar | None:
    """Return the day without the preposition before it."""
    found = _weekday_date(match, ref)
    return None if found is None else replace(found, at=match.start("day"))


def _day_of_month(match: re.Match[str], ref: Reference) -> Calendar | None:
    month = span.unit_span(ref.today, Unit.MONTH, offset=offset_of(match["which"]))
    if month is None:
        return None
    found = span.day_of(month.start.year, month.start.month, numerals.english(match["day"]))
    return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(found))


def _within(match: re.Match[str], ref: Reference) -> Calendar | None:
    """The third Monday of May, the last week of 2016, the first ten days of last year."""
    named = match.groupdict()
    nth = -1 if named["nth"] == "last" else numerals.english(named["nth"])
    year = int(named["year"]) if named["year"] else None
    month = month_number(named["month"]) if named["month"] else None
    count = numerals.english(named["count"]) if named["count"] else 0
    if named["which"]:
        whole = span.unit_span(ref.today, UNITS[named["whole"]], offset=offset_of(named["which"]))
        return (
            None
            if whole is None
            else _within_made(match, named["part"], recurrence.fixed(_part(whole, named["part"], nth, count)), False)
        )

    def place(of_year: int) -> Span | None:
        whole = span.year_of(of_year) if month is None else span.month_of(of_year, month)
        return None if whole is None else _part(whole, named["part"], nth, count)

    if month is None and year is None:
        return None
    around = recurrence.yearly(place) if year is None else recurrence.fixed(place(year))
    return _within_made(match, named["part"], around, year is None)


def _within_made(match: re.Match[str], part: str, around: Around | None, floats: bool) -> Calendar | None:
    name = part.rstrip("s") if part not in ("mon", "tues") else part
    kind = Kind.DATE_RANGE if name in UNITS else Kind.DATE
    return recurrence.made(match, kind, UNITS.get(name, Unit.DAY), around, floats=floats)


def _part(whole: Span, part: str, nth: int, count: int) -> Span | None:
    name = part.rstrip("s") if part.rstrip("s") in UNITS else part
    if name not in UNITS:
        return span.nth_weekday(whole, weekday_number(part), nth)
    if UNITS[name] is Unit.WEEK:
        first = span.nth_week(whole, nth)
        if first is None or count < 2:
            return first
        return span.unit_span(first.start.date(), Unit.WEEK, offset=0 if nth > 0 else 1 - count, count=count)
    if nth > 0:
        start = span.moved(whole.start.date(), UNITS[name], nth - 1)
        end = None if start is None else span.moved(start, UNITS[name], max(count, 1))
    else:
        end = whole.end.date()
        start = span.moved(end, UNITS[name], -max(count, 1))
    return None if start is None or end is None else Span(span.midnight(start), span.midnight(end))


def _week_number(match: re.Match[str], ref: Reference) -> Calendar | None:
    year = int(match["year"]) if match["year"] else ref.now.year + offset_of(match["which"])
    whole, number = span.year_of(year), int(match["number"])
    if whole is None or not 1 <= number <= 53:
        return None
    return recurrence.made(match, Kind.DATE_RANGE, Unit.WEEK, recurrence.fixed(span.nth_week(whole, number)))


def _week_after_next(match: re.Match[str], ref: Reference) -> Calendar | None:
    offset = 2 if match["way"] == "after next" else -2
    found = span.unit_span(ref.today, UNITS[match["unit"]], offset=offset)
    if found is not None and match["unit"] == "weekend":
        found = _days_of(found, 5, 7)
    return recurrence.made(match, Kind.DATE_RANGE, UNITS[match["unit"]], recurrence.fixed(found))


def _weekday_after_next(match: re.Match[str], ref: Reference) -> Calendar | None:
    return _weekday_in(match, ref, weekday_number(match["weekday"]), 2 if match["way"] == "after next" else -2)


def _weeks_on(match: re.Match[str], ref: Reference) -> Calendar | None:
    """A week on Friday, two weeks today, Sunday week: so many weeks after the next such day."""
    weeks = numerals.english(match["count"] or "one") * (2 if match["unit"].startswith("fortnight") else 1)
    ahead = 0 if match["near"] == "today" else 1
    if match["weekday"]:
        ahead = (weekday_number(match["weekday"]) - ref.today.weekday()) % 7 or 7
    day = span.days_from(ref.today, ahead + 7 * weeks)
    return None if day is None else recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(span.whole_day(day)))


def _unit_end(match: re.Match[str], ref: Reference) -> Calendar | None:
    """Month end, the week's end: the last part of the one in which one speaks."""
    whole = span.unit_span(ref.today, UNITS[match["unit"]])
    found = None if whole is None else span.piece_of(whole, Piece.END)
    return recurrence.made(match, Kind.DATE_RANGE, UNITS[match["unit"]], recurrence.fixed(found), confidence=0.7)


def _dayed(match: re.Match[str], ref: Reference) -> Calendar | None:
    word, part = match["which"] or "this", match["part"] or "night"
    day = span.days_from(ref.today, -1 if word in BACK else 1 if word in AHEAD else 0)
    told = word != "this" and match.string.endswith("the ", 0, match.start())  # the next morning, in a story
    whole = (
        None
        if day is None
        else recurrence.made(
            match, Kind.DATE, Unit.DAY, recurrence.fixed(span.whole_day(day)), confidence=0.5 if told else 0.95
        )
    )
    first, last = PARTS[part]
    return (
        None
        if whole is None
        else recurrence.at_clock(whole, ClockTime(match.start(), match.end(), first * 3600, last * 3600))
    )


PARTS = {
    "early morning": (8, 10), "morning": (8, 12), "late morning": (10, 12), "afternoon": (12, 16),
    "early afternoon": (12, 14), "late afternoon": (14, 16), "evening": (16, 20), "early evening": (16, 18),
    "late evening": (18, 20), "night": (20, 24), "lunchtime": (11, 13), "lunch time": (11, 13), "daytime": (8, 18),
    "night-time": (0, 8), "nighttime": (0, 8), "mornings": (8, 12),
}  # fmt: skip
_ONE_WEEKDAY = rf"(?P<weekday>{WEEKDAY})(?!s\b)"
_PARTS_OF = r"(?P<part>monday|tuesday|wednesday|thursday|friday|saturday|sunday|weekend|weeks?|months?|days?)"
_MONTH_OF = r"(?:(?P<month>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?)?"
_WHOLE = rf"(?:the )?(?:{_WHICH} (?P<whole>week|month|year)|{_MONTH_OF}(?:,? ?(?:of |in )?(?P<year>\d{{4}}))?)"
_ORDINAL = rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)|{numerals.ORDINAL_WORD})"
_DAY_IN_DIGITS = r"(?P<digits>\d{1,2}(?:st|nd|rd|th)?)"
_FEW = r"an?|one|two|three|four|\d"
_NOT_A_RATE = r"(?<!once )(?<!twice )(?<!times )(?<!days )(?<!for )(?<!per )"
_COUNTED_DAY = rf"(?:(?P<near>today|tomorrow)|{_ONE_WEEKDAY})"
_ANY_DAY = rf"(?P<day>\d{{1,2}}(?:st|nd|rd|th)?|{numerals.ORDINAL_WORD})"
_NO_HOUR = r"(?![\d:/-]|\.\d| ?[ap]\.?m|\w| (?:minutes?|hours?|days?|weeks?|months?|years?|o'?clock))"
_NO_NOUN = r"\b(?! (?:week|month|quarter|time|floor|one|day|of|half|year|grade|place|century|to last)|[-\w])"
_BEFORE_DAY = r"(?:on|around|by|until|of|before|after|since|from|to|and|till)"
_YEAR_OF = r"(?: of (?:(?P<year>\d{4})|(?P<which>this|last|next|the) year))?"
_PART_OF_DAY = r"(?P<part>morning|afternoon|evening|night)"
_MONTHS_BACK = r"(?P<which>this|next|last|previous|the) month"
_WEEKS_BACK = r"(?P<which>this|next|last|previous|following|coming) week"
RULES: tuple[Rule, ...] = (
    (re.compile(rf"\b(?P<word>{'|'.join(sorted(_DAYS, key=len, reverse=True))})\b"), _day),
    (re.compile(rf"\b{_WHICH} (?:calendar )?{_UNIT}\b"), _unit),
    (re.compile(r"\b(?P<weekend>weekend)\b|(?<=\bend of )(?P<unit>year|month|week)\b"), _bare_unit),
    (re.compile(rf"\b(?:{_WHICH} )?{_ONE_WEEKDAY}\b(?!')"), _weekday),
    (re.compile(rf"\b{_WHICH} week(?:'s)?(?:,| -| on)? {_ONE_WEEKDAY}\b"), _weekday_of_week),
    (re.compile(rf"\b(?:on )?{_ONE_WEEKDAY} (?:of |in )?(?:the )?{_WEEKS_BACK}\b"), _weekday_of_week),
    (re.compile(rf"\b{_ONE_WEEKDAY},? (?:the {_ANY_DAY}|{_DAY_IN_DIGITS}){_NO_HOUR}"), _weekday_date),
    (
        re.compile(rf"{_NOT_A_RATE}\b(?P<count>{_FEW}) (?P<unit>weeks?|fortnights?),? (?:on |come )?{_COUNTED_DAY}\b"),
        _weeks_on,
    ),
    (re.compile(rf"\b(?:this |this coming |on )?{_COUNTED_DAY} (?P<unit>week|fortnight)\b(?P<count>)"), _weeks_on),
    (re.compile(rf"\b{_BEFORE_DAY} the {_ORDINAL}{_NO_NOUN}"), _day_alone),
    (
        re.compile(
            r"\b(?:on|by|until|till|before|due|is) the (?P<day>[12]?\d|3[01])"
            r"(?=\s*(?:[.,;:!?)]|$)| (?:at|from|for|in|with|because|and|or|so|but)\b)"
        ),
        _day_alone,
    ),
    (re.compile(rf"\b(?:the )?{_ORDINAL} of the month\b"), _weekday_date),
    (re.compile(rf"\b(?:the )?{_ORDINAL}(?: day)?(?: of| in)?(?: the)? {_MONTHS_BACK}\b"), _day_of_month),
    (re.compile(r"\b(?:the )?(?P<unit>week|month|year)(?:'s)?[ -]end\b"), _unit_end),
    (re.compile(rf"\b(?:the )?{_NTH} (?:(?P<count>{numerals.ENGLISH}) )?{_PARTS_OF} (?:of|in) {_WHOLE}"), _within),
    (re.compile(rf"\b(?:the )?week (?P<number>\d{{1,2}})\b(?! (?:days?|hours?)){_YEAR_OF}"), _week_number),
    (re.compile(r"\b(?:the )?(?P<unit>weekend|week|month|year) (?P<way>after next|before last)\b"), _week_after_next),
    (re.compile(rf"\b(?:the )?{_ONE_WEEKDAY} (?P<way>after next|before last)\b"), _weekday_after_next),
    (re.compile(rf"\b(?:(?P<which>this|last|next|previous) {_PART_OF_DAY}|tonight|tonite)\b"), _dayed),
)
