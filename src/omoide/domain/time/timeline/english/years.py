"""English years and their parts: 2008, 2014-2018, the nineties, Q3 2019, first half of 2020, last summer, 15th century."""

import re

from omoide.domain.time.timeline import holidays, numerals, recurrence, span
from omoide.domain.time.timeline.atom import Calendar, Kind, Reference, Rule
from omoide.domain.time.timeline.english.words import OF_YEAR, POINTING, YEAR_DIGITS, YEAR_WORD, recurring, year_named
from omoide.domain.time.timeline.holidays import Place
from omoide.domain.time.timeline.span import Span, Unit

FAR_YEARS = 30
"""A bare number further ahead than this is a year only after a word that calls for one."""
_YEAR_BEFORE = re.compile(
    r"\b(?:in|by|until|till|since|before|after|from|to|of|year|than|during|around|early|late|mid|and) $|^$|[=~-] ?$"
)
_DECADES = ("twenties", "thirties", "forties", "fifties", "sixties", "seventies", "eighties", "nineties")


def _year(match: re.Match[str], ref: Reference) -> Calendar | None:
    year = year_named(match, ref)
    far = year is not None and year > ref.now.year + FAR_YEARS
    if year is None or (far and not _YEAR_BEFORE.search(match.string, max(0, match.start() - 16), match.start())):
        return None
    pointed = match.groupdict().get("year") is None or not match[0][:1].isdecimal()
    sure = pointed or _YEAR_BEFORE.search(match.string, max(0, match.start() - 16), match.start())
    return recurrence.made(
        match, Kind.DATE_RANGE, Unit.YEAR, recurrence.fixed(span.year_of(year)), confidence=0.9 if sure else 0.6
    )


def _years(match: re.Match[str], ref: Reference) -> Calendar | None:
    first, last = span.year_of(int(match["first"])), span.year_of(int(match["last"]))
    if first is None or last is None or last.start <= first.start:
        return None
    return recurrence.made(
        match, Kind.DATE_RANGE, Unit.YEAR, recurrence.fixed(Span(first.start, last.end, last=last.start))
    )


def _season(match: re.Match[str], ref: Reference) -> Calendar | None:
    place = holidays.season(holidays.SEASONS_EN[match["season"]])
    found = recurring(match, ref, Kind.DATE_RANGE, Unit.MONTH, place)
    if found is None or not found.floats:
        return found
    return recurrence.made(match, Kind.DATE_RANGE, Unit.MONTH, found.around, floats=True, confidence=0.5)


def _part(size: int, number: int) -> Place:
    """Return the place of the nth part of so many months in a year."""
    return lambda year: span.months(year, size * (number - 1) + 1, size) if 1 <= number <= 12 // size else None


def _named_part(match: re.Match[str], ref: Reference) -> Calendar | None:
    size = 6 if match["name"] == "half" else 3
    return recurring(match, ref, Kind.DATE_RANGE, Unit.QUARTER, _part(size, numerals.english(match["nth"])))


def _letter_part(match: re.Match[str], ref: Reference) -> Calendar | None:
    size = 6 if match["letter"] == "h" else 3
    return recurring(match, ref, Kind.DATE_RANGE, Unit.QUARTER, _part(size, int(match["nth"])))


def _decade(match: re.Match[str], ref: Reference) -> Calendar | None:
    first = 20 + 10 * _DECADES.index(match["word"]) if match["word"] else int(match["decade"])
    if first <= 99:
        first += 2000 if first < 30 else 1900
    return recurrence.made(match, Kind.DATE_RANGE, Unit.DECADE, recurrence.fixed(span.years(first, 10)))


def _century(match: re.Match[str], ref: Reference) -> Calendar | None:
    first = 100 * (numerals.english(match["nth"]) - 1)
    return recurrence.made(match, Kind.DATE_RANGE, Unit.DECADE, recurrence.fixed(span.years(first, 100)))


_NO_COUNT = r"(?![\d%:]|[.,]\d|[-/]\d| (?:pieces|people|yen|dollars|words|times|km|m\b))"
_NOT_SEASON = r"(?! (?:asleep|in love|apart|down|off|back|out|for it|of (?!\d|this|last|next|the)))"
"""Nor is the last summer of high school a season of the calendar's choosing."""
RULES: tuple[Rule, ...] = (
    (re.compile(rf"\b(?:the )?(?:calendar |cy ?)?(?:year )?(?<![\d.,$/:-])(?P<year>{YEAR_DIGITS}){_NO_COUNT}"), _year),
    (
        re.compile(rf"(?<![\d.,$/:-])(?<!\d )(?P<first>{YEAR_DIGITS}) ?[-~] ?(?P<last>{YEAR_DIGITS})(?![\d%:]|[-/]\d)"),
        _years,
    ),
    (re.compile(r"\bcy ?(?P<short>\d\d)\b"), _year),
    (re.compile(rf"\b(?:in|of|since|until|before|after) (?P<year>{numerals.YEAR_WORDS})\b"), _year),
    (re.compile(rf"\b{YEAR_WORD}\b"), _year),
    (re.compile(r"\b(?P<year_word>(?:same|that) year)\b"), _year),
    (
        re.compile(rf"\b(?:{POINTING} )?(?P<season>spring|summer|autumn|fall|winter)\b{_NOT_SEASON}(?:{OF_YEAR})?"),
        _season,
    ),
    (re.compile(r"\b(?P<year>\d{4})[- ]?(?P<letter>[qh])(?P<nth>[1-4])\b"), _letter_part),
    (re.compile(r"\b(?P<letter>[qh])(?P<nth>[1-4])(?:(?:[- ]| of )(?P<year>\d{4}))?\b"), _letter_part),
    (
        re.compile(
            rf"\b(?:{YEAR_WORD}'s )?(?:the )?(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th) (?P<name>quarter|half)"
            r"(?: of (?:the year|(?P<year>\d{4}))| (?=of (?:this|last|next) year))"
        ),
        _named_part,
    ),
    (re.compile(rf"\b{YEAR_WORD}'s (?P<nth>first|second|third|fourth) (?P<name>quarter|half)\b"), _named_part),
    (
        re.compile(rf"\b(?:the )?(?:(?P<decade>(?:1[5-9]|20)\d0|[2-9]0) ?'?s|(?P<word>{'|'.join(_DECADES)}))\b"),
        _decade,
    ),
    (re.compile(rf"\b(?:the )?(?P<nth>\d{{1,2}}(?:st|nd|rd|th)|{numerals.ORDINAL_WORD}) {{1,2}}century\b"), _century),
)
