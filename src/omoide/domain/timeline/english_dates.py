"""English calendar words: May 3rd, 2018, the 4th of July, next Friday, last week of June, Q3 2019, this summer, Easter."""

import re

from omoide.domain.timeline import atom, holidays, numerals, span
from omoide.domain.timeline.atom import Around, Calendar, Kind, Reference, Rule
from omoide.domain.timeline.numeric_dates import either, full_year
from omoide.domain.timeline.span import Span, Unit

_MONTH_NAMES = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_PLAIN_MONTH = (
    r"(?:january|jan|february|feb|april|apr|june|jun|july|jul|august|aug|september|sept|sep|october|oct|november|nov"
    r"|december|dec)"
)
_MONTH = rf"(?:{_PLAIN_MONTH}|march|mar|may)"
_WEEKDAY_NAMES = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
WEEKDAY = r"(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday|mon|tues|tue|wed|thurs|thur|thu|fri|sat|sun)"
_DAY = rf"(?:the )?(?P<day>\d{{1,2}}(?:st|nd|rd|th)?|{numerals.ORDINAL_WORD}|twenty[ -]\w{{3,5}}|thirty(?:[ -]one)?|{numerals.ENGLISH})"
_YEAR = rf"(?P<year>\d{{4}}|'\d\d|{numerals.YEAR_WORDS})(?![\d:%])"
_YEAR_WORD = r"(?P<year_word>(?:this|next|last|previous|the|coming|following|current) (?:calendar )?year)"
_OF_YEAR = rf"(?:(?:,? ?| ?, ?|[-/]| of | in | of the year )(?:{_YEAR})|(?:'s)? (?:of|in) {_YEAR_WORD}|(?P<of>of )(?P<short>\d\d)\b(?!:))"
BACK = ("last", "previous", "past", "this past")
AHEAD = ("next", "coming", "following", "upcoming", "this coming", "this upcoming")
_WHICH = r"(?P<which>this past|this coming|this upcoming|last|previous|past|next|coming|following|upcoming|this|current|same|that|the)"
_PREPOSED = r"(?:(?<=\bin )|(?<=\bin the )|(?<=\bof )|(?<=\bsince )|(?<=\bfrom )|(?<=\bto )|(?<=\bby )|(?<=\buntil )|(?<=\bbefore )|(?<=\bafter )|(?<=\bduring )|(?<=\bmid )|(?<=\bmid-)|(?<=\bearly )|(?<=\blate )|(?<=\band )|(?<=\bthrough )|(?<=[a-z]-))"


def month_number(name: str) -> int:
    """Return the number of a month's name or abbreviation."""
    return _MONTH_NAMES.index(name[:3]) + 1


def weekday_number(name: str) -> int:
    """Return 0 for Monday to 6 for Sunday."""
    return _WEEKDAY_NAMES.index(name[:3])


def offset_of(which: str | None) -> int:
    """Return -1 for words that look back, 1 for words that look ahead, 0 for the present one."""
    return -1 if which in BACK else 1 if which in AHEAD else 0


def made(
    match: re.Match[str],
    kind: Kind,
    unit: Unit,
    around: Around | None,
    *,
    floats: bool = False,
    confidence: float = 0.9,
) -> Calendar | None:
    """Return the calendar atom of a match; none when the calendar has no such day."""
    if around is None:
        return None
    return Calendar(match.start(), match.end(), kind, unit, around, floats, confidence)


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


def _recurring(match: re.Match[str], ref: Reference, kind: Kind, unit: Unit, place: holidays.Place) -> Calendar | None:
    """Return what recurs every year: in the year named, or the one `next`, `last` or nothing points to."""
    year, which = year_named(match, ref), match.groupdict().get("which")
    if year is not None:
        return made(match, kind, unit, atom.fixed(place(year)))
    if which in ("this", "current"):
        return made(match, kind, unit, atom.fixed(place(ref.now.year)))
    offset = offset_of(which)
    if offset == 0:
        return made(match, kind, unit, atom.yearly(place), floats=True)
    occurrences = atom.yearly(place)(ref.today)
    if offset > 0:
        found = next((each for each in occurrences if each.start > ref.now), None)
    else:
        found = next((each for each in reversed(occurrences) if each.end <= ref.now), None)
    return made(match, kind, unit, atom.fixed(found))


def _month_day(match: re.Match[str], ref: Reference) -> Calendar | None:
    month, day = month_number(match["month"]), numerals.english(match["day"])
    last = match.groupdict().get("last_day")

    def place(year: int) -> Span | None:
        first = span.day_of(year, month, day)
        if not last or first is None:
            return first
        final = span.day_of(year, month, numerals.english(last))
        return None if final is None else Span(first.start, final.end, last=final.start)

    if place(2000) is None:
        return None
    return _recurring(match, ref, Kind.DATE_RANGE if last else Kind.DATE, Unit.DAY, place)


def _month(match: re.Match[str], ref: Reference) -> Calendar | None:
    month = month_number(match["month"])
    return _recurring(match, ref, Kind.DATE_RANGE, Unit.MONTH, lambda year: span.month_of(year, month))


def _year(match: re.Match[str], ref: Reference) -> Calendar | None:
    year = year_named(match, ref)
    return None if year is None else made(match, Kind.DATE_RANGE, Unit.YEAR, atom.fixed(span.year_of(year)))


def _season(match: re.Match[str], ref: Reference) -> Calendar | None:
    place = holidays.season(holidays.SEASONS_EN[match["season"]])
    found = _recurring(match, ref, Kind.DATE_RANGE, Unit.MONTH, place)
    bare = match["which"] is None and year_named(match, ref) is None
    return Calendar(found.at, found.to, found.kind, found.unit, found.around, True, 0.5) if found and bare else found


def _quarter(match: re.Match[str], ref: Reference) -> Calendar | None:
    word = match["nth"] or match["quarter"] or ""
    number = numerals.english(word)
    size = 6 if (match["letter"] or match["name"] or "").startswith("h") else 3
    if not 1 <= number <= 12 // size:
        return None

    def place(year: int) -> Span | None:
        return span.months(year, size * (number - 1) + 1, size)

    return _recurring(match, ref, Kind.DATE_RANGE, Unit.QUARTER, place)


def _holiday(match: re.Match[str], ref: Reference) -> Calendar | None:
    return _recurring(match, ref, Kind.DATE, Unit.DAY, holidays.ENGLISH[match["holiday"]])


def _slashed(match: re.Match[str], ref: Reference) -> Calendar | None:
    first, second = int(match["a"]), int(match["b"])
    if either(2000, first, second) is None:
        return None
    return _recurring(match, ref, Kind.DATE, Unit.DAY, lambda year: either(year, first, second))


def _decade(match: re.Match[str], ref: Reference) -> Calendar | None:
    words = {"twenties": 20, "thirties": 30, "forties": 40, "fifties": 50, "sixties": 60, "seventies": 70, "eighties": 80,
             "nineties": 90}  # fmt: skip
    first = words[match["word"]] if match["word"] else int(match["decade"])
    if first <= 99:
        first += 2000 if first < 30 else 1900
    return made(match, Kind.DATE_RANGE, Unit.DECADE, atom.fixed(span.years(first, 10)))


def _century(match: re.Match[str], ref: Reference) -> Calendar | None:
    first = 100 * (numerals.english(match["nth"]) - 1)
    return made(match, Kind.DATE_RANGE, Unit.DECADE, atom.fixed(span.years(first, 100)))


_ON = rf"(?:(?P<weekday>{WEEKDAY})\.?(?:,| the|-|,? on)?[ -]?)?"
_SEP = r"(?:\.? ?[,/-]? ?(?:the )?)"
_ALL_HOLIDAYS = "|".join(sorted((re.escape(name) for name in holidays.ENGLISH), key=len, reverse=True))
RULES: tuple[Rule, ...] = (
    (
        re.compile(
            rf"\b(?:{_WHICH} )?{_ON}[(]?(?P<month>{_MONTH}){_SEP}{_DAY}(?![\d:a-z]|\.\d)(?: ?\({WEEKDAY}\)|\))?"
            rf"(?:(?: ?[-~] ?|(?: to| through| till| until)(?: the)? )(?P<last_day>\d{{1,2}}(?:st|nd|rd|th)?|{numerals.ORDINAL_WORD})"
            rf"(?![\d:/]| ?[ap]\.?m| of (?:{_MONTH})| (?:{_MONTH})))?(?:{_OF_YEAR})?"
        ),
        _month_day,
    ),
    (
        re.compile(
            rf"(?<![\w$.:,])(?<!\$ )(?:{_WHICH} )?{_ON}{_DAY}(?:(?: ?[-~] ?|(?: to| through| till| until| and)(?: the)? )"
            rf"(?P<last_day>\d{{1,2}}(?:st|nd|rd|th)?|{numerals.ORDINAL_WORD}))?(?: day)?(?: of|/|-)? ?(?P<month>{_MONTH})\b\.?(?:{_OF_YEAR})?"
        ),
        _month_day,
    ),
    (re.compile(rf"(?<![\d.])(?P<year>(?:1[5-9]|2[01])\d\d)[-/ ](?P<month>{_MONTH})[-/ ]{_DAY}(?![\d:])"), _month_day),
    (re.compile(rf"(?<![\d.])(?P<year>(?:1[5-9]|2[01])\d\d)[-/ ]{_DAY}[-/ ](?P<month>{_MONTH})\b"), _month_day),
    (re.compile(rf"\b(?P<month>{_MONTH})-(?P<year>(?:1[5-9]|2[01])\d\d)-{_DAY}(?![\d:])"), _month_day),
    (re.compile(rf"\b(?P<day>\d{{1,2}})-(?P<year>(?:1[5-9]|2[01])\d\d)-(?P<month>{_MONTH})\b"), _month_day),
    (re.compile(rf"\b(?P<month>{_MONTH})\.?{_OF_YEAR}"), _month),
    (re.compile(rf"(?<![\d.])(?P<year>(?:1[5-9]|2[01])\d\d)[-/ ](?P<month>{_MONTH})\b"), _month),
    (re.compile(rf"\b(?:{_WHICH} (?P<month>{_MONTH})|{_PREPOSED}(?:march|may))\b".replace(f"{_PREPOSED}(?:march|may)", f"{_PREPOSED}(?P<m2>march|may)")),
     lambda match, ref: _bare_month(match, ref, "month" if match["month"] else "m2")),
    (re.compile(rf"(?<![\w$]){_PLAIN_MONTH}(?![\w])"), lambda match, ref: _bare_month(match, ref, 0)),
    (re.compile(rf"\b(?:the )?(?:calendar |cy ?)?(?:year )?(?<![\d.,$/:-])(?P<year>(?:1[5-9]|2[01])\d\d)(?![\d%:]|[.,]\d|[-/]\d| (?:pieces|people|yen|dollars|words|times|km|m\b))"), _year),
    (re.compile(r"\bcy ?(?P<short>\d\d)\b"), _year),
    (re.compile(rf"\b(?:in|of|since|until|before|after) (?P<year>{numerals.YEAR_WORDS})\b"), _year),
    (re.compile(r"(?:\b|^)(?P<year_word>(?:this|next|last|previous|the|coming|following|current|same|that) (?:calendar )?year)\b"), _year),
    (re.compile(rf"\b(?:{_WHICH} )?(?P<season>spring|summer|autumn|fall|winter)\b(?! (?:of \w+ing|asleep|in love|apart|down|off|back|out))(?:{_OF_YEAR})?"), _season),
    (
        re.compile(
            rf"\b(?:(?P<year>\d{{4}})[- ]?(?P<letter>[qh])(?P<quarter>[1-4])|(?P<letter2>[qh])(?P<quarter2>[1-4])"
            rf"(?:(?:[- ]| of )(?P<year2>\d{{4}}))?)\b"
        ),
        lambda match, ref: _letter_quarter(match, ref),
    ),
    (re.compile(rf"\b(?:{_YEAR_WORD}'s )?(?:the )?(?P<nth>first|second|third|fourth|1st|2nd|3rd|4th) (?P<name>quarter|half)(?P<letter>)(?P<quarter>)(?:{_OF_YEAR}| of the year)?".replace(f"(?:{_OF_YEAR}", "(?: of (?P<year>\\d{4})").replace("| of the year", "| of the year")), _quarter),
    (re.compile(rf"\b(?:{_WHICH} )?(?P<holiday>{_ALL_HOLIDAYS})\b(?:{_OF_YEAR})?"), _holiday),
    (re.compile(rf"\b{_WHICH} (?P<a>\d{{1,2}})/(?P<b>\d{{1,2}})(?![\d/])"), _slashed),
    (re.compile(r"\b(?:the )?(?:(?P<decade>(?:1[5-9]|20)\d0|[2-9]0) ?'?s|(?P<word>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties))\b"), _decade),
    (re.compile(rf"\b(?:the )?(?P<nth>\d{{1,2}}(?:st|nd|rd|th)|{numerals.ORDINAL_WORD}) {{1,2}}century\b"), _century),
)  # fmt: skip


def _bare_month(match: re.Match[str], ref: Reference, group: str | int) -> Calendar | None:
    month = month_number(match[group])
    return _recurring(match, ref, Kind.DATE_RANGE, Unit.MONTH, lambda year: span.month_of(year, month))


def _letter_quarter(match: re.Match[str], ref: Reference) -> Calendar | None:
    size = 6 if (match["letter"] or match["letter2"]) == "h" else 3
    number = int(match["quarter"] or match["quarter2"])
    year = match["year"] or match["year2"]

    def place(of_year: int) -> Span | None:
        return span.months(of_year, size * (number - 1) + 1, size) if number <= 12 // size else None

    around = atom.fixed(place(int(year))) if year else atom.yearly(place)
    return made(match, Kind.DATE_RANGE, Unit.QUARTER, around, floats=not year)
