"""Dates in digits, as both languages write them: 2018-05-03, 5/3/2018, 23.04.2022, 20180503, 5/3.

Day and month are told apart by what the calendar allows; where both readings are possible the month comes first, but
between dots the day: 03.04.2022 is written where days come first.
"""

import re

from omoide.domain.time.timeline import recurrence, span
from omoide.domain.time.timeline.atom import Around, Calendar, Kind, Reference, Rule
from omoide.domain.time.timeline.span import Span, Unit


def _made(
    match: re.Match[str], kind: Kind, unit: Unit, around: Around | None, *, floats: bool = False
) -> Calendar | None:
    return None if around is None else Calendar(match.start(), match.end(), kind, unit, around, floats, 0.85)


def full_year(text: str) -> int:
    """Return the year of two or four digits; two digits lie between 1940 and 2039."""
    year = int(text)
    if len(text) > 2:
        return year
    return 2000 + year if year < 40 else 1900 + year


def _iso(match: re.Match[str], ref: Reference) -> Calendar | None:
    day = span.day_of(int(match["year"]), int(match["month"]), int(match["day"]))
    return _made(match, Kind.DATE, Unit.DAY, recurrence.fixed(day))


def _iso_month(match: re.Match[str], ref: Reference) -> Calendar | None:
    return _made(
        match, Kind.DATE_RANGE, Unit.MONTH, recurrence.fixed(span.month_of(int(match["year"]), int(match["month"])))
    )


def either(year: int, first: int, second: int) -> Span | None:
    """Return the day of two numbers, read month first or, where that is no date, day first."""
    return span.day_of(year, first, second) or span.day_of(year, second, first)


def _with_year(match: re.Match[str], ref: Reference) -> Calendar | None:
    first, second = int(match["a"]), int(match["b"])
    if match[0][len(match["a"])] == ".":
        first, second = second, first
    found = either(full_year(match["year"]), first, second)
    return _made(match, Kind.DATE, Unit.DAY, recurrence.fixed(found))


def _without_year(match: re.Match[str], ref: Reference) -> Calendar | None:
    first, second = int(match["a"]), int(match["b"])
    if either(2000, first, second) is None or _is_fraction(match):
        return None
    around = recurrence.yearly(lambda year: either(year, first, second))
    return _made(match, Kind.DATE, Unit.DAY, around, floats=True)


_DATE_BEFORE = re.compile(r"(?:\b(?:on|by|until|till|since|from|to|before|after|due|and|day|week),? |[-~(（、]|から)$")
_DATE_AFTER = re.compile(
    r"に|まで|から|以降|以前|頃|ごろ|ころ|[(（][月火水木金土日]| ?[月火水木金土日]曜| ?[-~]| \d{1,2}(?:時|:)| at "
)


def _is_fraction(match: re.Match[str]) -> bool:
    """Tell whether 1/2 is a half: small numbers, and nothing beside them that speaks of a date."""
    if not int(match["a"]) < int(match["b"]) <= 10:
        return False
    before = _DATE_BEFORE.search(match.string, max(0, match.start() - 8), match.start())
    return before is None and _DATE_AFTER.match(match.string, match.end()) is None


_LEFT = r"(?<![\d.,/:$-])(?<!\$ )"
_RIGHT = r"(?![\d%:]|[./,-]\d)"
RULES: tuple[Rule, ...] = (
    (re.compile(r"(?<![\d.])(?P<year>[12]\d{3})(?P<s>[-/. ])(?P<month>\d{1,2})(?P=s)(?P<day>\d{1,2})(?![\d:])"), _iso),
    (re.compile(r"(?<![\d.])(?P<year>(?:19|20)\d\d)(?P<month>[01]\d)(?P<day>[0-3]\d)(?!\d)"), _iso),
    (re.compile(rf"{_LEFT}(?P<year>(?:19|20)\d\d)[-/](?P<month>\d{{1,2}}){_RIGHT}"), _iso_month),
    (re.compile(rf"{_LEFT}(?P<month>\d{{1,2}})[-/](?P<year>(?:19|20)\d\d){_RIGHT}"), _iso_month),
    (
        re.compile(r"(?<![\d.,:$])(?<!\d/)(?P<a>\d{1,2})(?P<s>[/.])(?P<b>\d{1,2})(?P=s)(?P<year>\d{4}|\d\d)(?![\d:%])"),
        _with_year,
    ),
    (
        re.compile(r"(?<![\d.,:$])(?<!\d-)(?P<a>\d{1,2})-(?P<b>\d{1,2})-(?P<year>\d{4}|\d\d)(?![\d:%]|-\d)"),
        _with_year,
    ),
    (re.compile(r"(?<![\d.,:$])(?<!\d/)(?P<a>\d{1,2})/(?P<b>\d{1,2})(?!\d|[./]\d|%)"), _without_year),
)
