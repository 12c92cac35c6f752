"""English days, months and feasts: May 3rd, 2018, the 4th of July, April 9th through 17th, next May, Easter 2018."""

import re
from dataclasses import replace

from omoide.domain.time.timeline import holidays, numerals, span
from omoide.domain.time.timeline.atom import Calendar, Kind, Reference, Rule
from omoide.domain.time.timeline.english.words import (
    CLEAR_MONTH,
    MONTH,
    OF_YEAR,
    POINTING,
    WEEKDAY,
    YEAR_DIGITS,
    month_number,
    recurring,
)
from omoide.domain.time.timeline.numeric_dates import either
from omoide.domain.time.timeline.span import Span, Unit


def _month_day(match: re.Match[str], ref: Reference) -> Calendar | None:
    month, day = month_number(match["month"]), numerals.english(match["day"])
    last = match.groupdict().get("last_day")

    def place(year: int) -> Span | None:
        first = span.day_of(year, month, day)
        return first if first is None or not last else _through(first, numerals.english(last))

    if place(2000) is None or _is_verb(match):
        return None
    return recurring(match, ref, Kind.DATE_RANGE if last else Kind.DATE, Unit.DAY, place)


def _is_verb(match: re.Match[str]) -> bool:
    """Tell whether `may` or `march` beside a number is the verb: it may 5 be, they march 5 miles, the 12 may not come.

    A year, `5th` after it or `of` before it make a month of it; else a word that calls for a time must stand before it,
    or nothing but what may follow a date after it.
    """
    if match["month"] not in ("may", "march"):
        return False
    if match.groupdict().get("year") or match.groupdict().get("year_word") or _MONTH_OR_ORDINAL.search(match[0]):
        return False
    if _NO_DATE_AFTER.match(match.string, match.end()):
        return True
    before = match.string[max(0, match.start() - 24) : match.start()]
    return not (_DATE_BEFORE.search(before) or _DATE_AFTER.match(match.string, match.end()))


def _through(first: Span, last_day: int) -> Span | None:
    """Return the days from the first to that day of the same month, or of the next when it has passed."""
    month = first.start.date().replace(day=1)
    later = month if last_day >= first.start.day else span.months_from(month, 1)
    final = None if later is None else span.day_of(later.year, later.month, last_day)
    return None if final is None else Span(first.start, final.end, last=final.start)


def _month(match: re.Match[str], ref: Reference) -> Calendar | None:
    month = month_number(match["month"])
    return recurring(match, ref, Kind.DATE_RANGE, Unit.MONTH, lambda year: span.month_of(year, month))


def _doubtful_month(match: re.Match[str], ref: Reference) -> Calendar | None:
    """March and may are months only after a word that calls for a time, or after another month and `and`."""
    before = match.string[max(0, match.start() - 24) : match.start()]
    return _month(match, ref) if _CALLS_FOR_TIME.search(before) else None


def _holiday(match: re.Match[str], ref: Reference) -> Calendar | None:
    found = recurring(match, ref, Kind.DATE, Unit.DAY, holidays.ENGLISH[match["holiday"]])
    return replace(found, confidence=holidays.CONFIDENCE) if found is not None and found.floats else found


def _slashed(match: re.Match[str], ref: Reference) -> Calendar | None:
    first, second = int(match["a"]), int(match["b"])
    if either(2000, first, second) is None:
        return None
    return recurring(match, ref, Kind.DATE, Unit.DAY, lambda year: either(year, first, second))


_NUMBER = r"\d{1,2}(?:st|nd|rd|th)?"
_DAY = rf"(?:the )?(?P<day>{_NUMBER}|{numerals.ORDINAL_WORD}|{numerals.ENGLISH})"
_LAST_DAY = rf"(?P<last_day>{_NUMBER}|{numerals.ORDINAL_WORD})"
_TO = r"(?: ?[-~] ?|(?: to| through| till| until)(?: the)? )"
_AND = r"(?: ?[-~] ?|(?: to| through| till| until| and)(?: the)? )"
_ON = rf"(?:{WEEKDAY}\.?(?:,| the|-|,? on)?[ -]?)?"
_SEPARATOR = r"\.? ?[,/-]? ?"
_DATED_YEAR = rf"(?<![\d.])(?P<year>{YEAR_DIGITS})"
_HOLIDAYS = "|".join(sorted((re.escape(name) for name in holidays.ENGLISH), key=len, reverse=True))
_CALLS_FOR_TIME = re.compile(
    r"\b(?:in|in the|of|since|from|to|by|until|before|after|during|mid|early|late|through) $|\bmid-$|[a-z]-$"
    rf"|\b{MONTH}\b[^.]{{0,8}} and $"
)
_MONTH_OR_ORDINAL = re.compile(r"\bof (?:may|march)$|\b(?:may|march) (?:the )?(?:\d{1,2}(?:st|nd|rd|th)|[a-z]+th)\b")
_DATE_BEFORE = re.compile(
    r"(?:^|[,;:.!?(\n-] ?|\b(?:on|in|of|by|until|till|since|from|to|through|between|before|after|around|about|due|is|was"
    r"|and|or|for|(?:mon|tues|wednes|thurs|fri|satur|sun)day) )$"
)
_DATE_AFTER = re.compile(
    r"\s*(?:$|[.,;:!?)\n/-])| (?:at|from|to|until|till|through|and|or|is|was|were|will|would|has|had|for|with|in|\d)"
    r"(?!\w)"
)
_NO_DATE_AFTER = re.compile(r" (?:be|not|have|well|also|still|even|never|or may(?: not)?)\b")
_AFTER_DAY = rf"(?![\d:/]| ?[ap]\.?m| of (?:{MONTH})| (?:{MONTH}))"
_NEXT_OR_LAST = r"(?P<which>this past|last|previous|past|next|coming|following|upcoming)"

RULES: tuple[Rule, ...] = (
    (
        re.compile(
            rf"\b(?:{POINTING} )?{_ON}[(]?(?P<month>{MONTH}){_SEPARATOR}{_DAY}(?![\d:a-z]|\.\d)"
            rf"(?: ?\({WEEKDAY}\)|\))?(?:{_TO}{_LAST_DAY}{_AFTER_DAY})?(?:{OF_YEAR})?"
        ),
        _month_day,
    ),
    (
        re.compile(
            rf"(?<![\w$.,])(?<!\$ )(?<!\d:)(?:{POINTING} )?{_ON}{_DAY}(?:{_AND}{_LAST_DAY})?(?: day)?(?: of|/|-)? ?"
            rf"(?P<month>{MONTH})\b\.?(?:{OF_YEAR})?"
        ),
        _month_day,
    ),
    (re.compile(rf"{_DATED_YEAR}[-/ ](?P<month>{MONTH})[-/ ]{_DAY}(?![\d:])"), _month_day),
    (re.compile(rf"{_DATED_YEAR}[-/ ]{_DAY}[-/ ](?P<month>{MONTH})\b"), _month_day),
    (re.compile(rf"\b(?P<month>{MONTH})-{_DATED_YEAR}-{_DAY}(?![\d:])"), _month_day),
    (re.compile(rf"\b(?P<day>\d{{1,2}})-{_DATED_YEAR}-(?P<month>{MONTH})\b"), _month_day),
    (re.compile(rf"\b(?:the )?(?P<month>{MONTH})\.?{OF_YEAR}"), _month),
    (re.compile(rf"{_DATED_YEAR}[-/ ](?P<month>{MONTH})\b"), _month),
    (re.compile(rf"\b{_NEXT_OR_LAST} (?P<month>{MONTH})\b"), _month),
    (re.compile(rf"\b(?P<which>this|the|that) (?P<month>{CLEAR_MONTH}|march)\b"), _month),
    (re.compile(r"\b(?P<which>this) (?P<month>may)(?= (?:to|until|through)\b|[.?!,]|$)"), _month),
    (re.compile(r"\b(?P<month>march|may)\b"), _doubtful_month),
    (re.compile(rf"(?<![\w$])(?P<month>{CLEAR_MONTH})(?!\w)"), _month),
    (re.compile(rf"\b(?:{POINTING} )?(?P<holiday>{_HOLIDAYS})\b(?:{OF_YEAR})?"), _holiday),
    (re.compile(rf"\b{POINTING} (?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})(?![\d/])"), _slashed),
)
