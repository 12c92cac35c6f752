"""What the English rules share: names of months and weekdays, years, and words that point back or ahead."""

import re

from omoide.domain.time.timeline import numerals, recurrence
from omoide.domain.time.timeline.atom import Calendar, Kind, Reference
from omoide.domain.time.timeline.holidays import Place
from omoide.domain.time.timeline.numeric_dates import full_year
from omoide.domain.time.timeline.span import Unit

_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_WEEKDAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
CLEAR_MONTH = (
    r"(?:january|jan|february|feb|april|apr|june|jun|july|jul|august|aug|september|sept|sep|october|oct|november|nov"
    r"|december|dec)"
)
"""A month's name that is no other word."""
MONTH = rf"(?:{CLEAR_MONTH}|march|mar|may)"
WEEKDAY = r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues|tue|wed|thurs|thur|thu|fri|sat|sun)"
YEAR_DIGITS = r"(?:1[5-9]|2[01])\d\d"
YEAR_WORD = r"(?P<year_word>(?:this|next|last|previous|the|coming|following|current) (?:calendar )?year)"
_YEAR = rf"(?P<year>\d{{4}}|'\d\d|{numerals.YEAR_WORDS})(?![\d:%])"
OF_YEAR = (
    rf"(?:(?:,? ?| ?, ?|[-/]| of | in | of the year ){_YEAR}|(?:'s)? (?:of|in) {YEAR_WORD}| of (?P<short>\d\d)\b(?!:))"
)
"""The year that follows a day, month or feast."""
BACK = ("last", "previous", "past", "this past")
AHEAD = ("next", "coming", "following", "upcoming", "this coming", "this upcoming")
POINTING = (
    r"(?P<which>this past|this coming|this upcoming|last|previous|past|next|coming|following|upcoming|this|current"
    r"|same|that|the)"
)


def month_number(name: str) -> int:
    """Return the number of a month's name or abbreviation."""
    return _MONTH_NAMES.index(name[:3]) + 1


def weekday_number(name: str) -> int:
    """Return 0 for Monday to 6 for Sunday."""
    return _WEEKDAY_NAMES.index(name[:3])


def offset_of(which: str | None) -> int:
    """Return -1 for words that look back, 1 for words that look ahead, 0 for the present one."""
    return -1 if which in BACK else 1 if which in AHEAD else 0


def year_named(match: re.Match[str], ref: Reference) -> int | None:
    """Return the year the match names; none when it names none."""
    named = match.groupdict()
    if named.get("short"):
        return full_year(named["short"])
    if word := named.get("year_word"):
        return ref.now.year + offset_of(word.split(" ")[0])
    year = named.get("year")
    if not year:
        return None
    return full_year(year[1:]) if year.startswith("'") else numerals.english_year(year)


def recurring(match: re.Match[str], ref: Reference, kind: Kind, unit: Unit, place: Place) -> Calendar | None:
    """Return what recurs every year: in the year named, or the one `next`, `last` or nothing points to."""
    year, which = year_named(match, ref), match.groupdict().get("which")
    if year is not None:
        return recurrence.made(match, kind, unit, recurrence.fixed(place(year)))
    if which in ("this", "current"):
        return recurrence.made(match, kind, unit, recurrence.fixed(place(ref.now.year)))
    offset = offset_of(which)
    if offset == 0:
        return recurrence.made(match, kind, unit, recurrence.yearly(place), floats=True)
    occurrences = recurrence.yearly(place)(ref.today)
    if offset > 0:
        found = next((each for each in occurrences if each.start > ref.now), None)
    else:
        found = next((each for each in reversed(occurrences) if each.end <= ref.now), None)
    return recurrence.made(match, kind, unit, recurrence.fixed(found))
