"""Appointments: a memory about a day to come does not fade before that day has passed (SPEC X4).

Dates are read from what was said, in Japanese and English, relative to when it was said.  A date without a year is the
nearest one; only what lies ahead counts.  Vague words (そのうち, some day) name no day.
"""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from omoide.domain.time import moment
from omoide.domain.time.moment import Moment

FURTHEST_DAYS: Final = 3 * 366
"""A date further ahead is more likely a figure of speech than an appointment."""

_DIGITS: Final = str.maketrans("０１２３４５６７８９〇一二三四五六七八九", "01234567890123456789")
_N: Final = r"([0-9０-９]{1,3}|[一二三四五六七八九十]{1,3})"
_WEEKDAYS_JA: Final = "月火水木金土日"
_WEEKDAYS_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH: Final = r"(jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]*\.?"
_DAY_NAME: Final = r"(mon|tue|wed|thu|fri|sat|sun)[a-z]*"

Reading = Callable[[re.Match[str], date], date | None]


def kept_until(text: str, *, said_at: Moment, tz: ZoneInfo) -> Moment | None:
    """Return the end of the last day ahead that the text names, or `None` when it names none."""
    today = moment.day(said_at, tz=tz)
    ahead = [day for day in _days(text, today) if today <= day <= today + timedelta(days=FURTHEST_DAYS)]
    return moment.start_of(max(ahead) + timedelta(days=1), tz=tz) if ahead else None


def _days(text: str, today: date) -> Iterator[date]:
    for pattern, reading in _READINGS:
        for found in pattern.finditer(text):
            day = reading(found, today)
            if day is not None:
                yield day


def _number(text: str) -> int:
    if "十" in text:
        tens, _, ones = text.partition("十")
        return (_number(tens) if tens else 1) * 10 + (_number(ones) if ones else 0)
    return int(text.translate(_DIGITS))


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _nearest(month: int, day: int, today: date) -> date | None:
    found = [each for year in (-1, 0, 1) if (each := _day(today.year + year, month, day))]
    return min(found, key=lambda each: abs(each - today), default=None)


def _nearest_in_month(day: int, today: date) -> date | None:
    around = (_months_on(today, each) for each in (-1, 0, 1))
    found = [each for first in around if (each := _day(first.year, first.month, day))]
    return min(found, key=lambda each: abs(each - today), default=None)


def _months_on(today: date, months: int) -> date:
    """Return the first day of the month so many months away."""
    index = today.year * 12 + today.month - 1 + months
    return date(index // 12, index % 12 + 1, 1)


def _month_end(today: date, months: int) -> date:
    return _months_on(today, months + 1) - timedelta(days=1)


def _weekday(today: date, *, weeks: int, weekday: int) -> date:
    monday = today - timedelta(days=today.weekday())
    return monday + timedelta(days=7 * weeks + weekday)


def _coming(today: date, weekday: int) -> date:
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def _of(pattern: str, reading: Reading) -> tuple[re.Pattern[str], Reading]:
    return re.compile(pattern, re.IGNORECASE), reading


_WEEKS_JA: Final = {"今週": 0, "来週": 1, "再来週": 2}
_UNIT_DAYS: Final = {"日": 1, "週間": 7, "day": 1, "week": 7}

_READINGS: Final[tuple[tuple[re.Pattern[str], Reading], ...]] = (
    _of(r"([0-9]{4})[-/年]([0-9]{1,2})[-/月]([0-9]{1,2})", lambda m, _: _day(int(m[1]), int(m[2]), int(m[3]))),
    _of(rf"(?<![0-9年]){_N}月{_N}日", lambda m, today: _nearest(_number(m[1]), _number(m[2]), today)),
    _of(
        r"(?<![0-9/])([0-9]{1,2})/([0-9]{1,2})(?=に|まで|から|（|\()",
        lambda m, today: _nearest(int(m[1]), int(m[2]), today),
    ),
    _of(
        rf"(?<![0-9０-９一二三四五六七八九十月]){_N}日(?=に|の|は|まで|から|が)(?!の間)",
        lambda m, today: _nearest_in_month(_number(m[1]), today),
    ),
    _of(r"今日|今晩|今夜|\b(?:today|tonight)\b", lambda _, today: today),
    _of(r"(?<!毎)(?:明日|あした|翌日)|\btomorrow\b", lambda _, today: today + timedelta(days=1)),
    _of(r"明後日|あさって|\bday after tomorrow\b", lambda _, today: today + timedelta(days=2)),
    _of(r"明々後日|しあさって", lambda _, today: today + timedelta(days=3)),
    _of(rf"{_N}(日|週間)後", lambda m, today: today + timedelta(days=_number(m[1]) * _UNIT_DAYS[m[2]])),
    _of(rf"{_N}(?:か|ヶ|カ|ケ|ヵ|箇)月後", lambda m, today: _month_end(today, _number(m[1]))),
    _of(
        rf"(今週|(?<!再)来週|再来週)の?([{_WEEKDAYS_JA}])曜",
        lambda m, today: _weekday(today, weeks=_WEEKS_JA[m[1]], weekday=_WEEKDAYS_JA.index(m[2])),
    ),
    _of(rf"(?:今度|次)の([{_WEEKDAYS_JA}])曜", lambda m, today: _coming(today, _WEEKDAYS_JA.index(m[1]))),
    _of(r"今週末|(?:今度|次)の(?:週末|休み)|\bthis weekend\b", lambda _, today: _weekday(today, weeks=0, weekday=6)),
    _of(
        r"(?<!再)来週(?!の?[月火水木金土日]曜)|\bnext week(?:end)?\b",
        lambda _, today: _weekday(today, weeks=1, weekday=6),
    ),
    _of(r"再来週(?!の?[月火水木金土日]曜)", lambda _, today: _weekday(today, weeks=2, weekday=6)),
    _of(rf"(?<!再)来月の?{_N}日", lambda m, today: _months_on(today, 1) + timedelta(days=max(0, _number(m[1]) - 1))),
    _of(r"(?<!再)来月(?!の?[0-9０-９一二三四五六七八九十])|\bnext month\b", lambda _, today: _month_end(today, 1)),
    _of(r"再来月", lambda _, today: _month_end(today, 2)),
    _of(rf"来年の?{_N}月(?!{_N}日)", lambda m, today: _month_of_next_year(_number(m[1]), today)),
    _of(r"来年(?!の?[0-9０-９一二三四五六七八九十])|\bnext year\b", lambda _, today: date(today.year + 1, 12, 31)),
    _of(
        r"\bin (?:(\d{1,3})|an?|one) (day|week)s?\b",
        lambda m, today: today + timedelta(days=int(m[1] or 1) * _UNIT_DAYS[m[2].lower()]),
    ),
    _of(r"\bin (?:(\d{1,2})|a|one) months?\b", lambda m, today: _month_end(today, int(m[1] or 1))),
    _of(
        rf"\bnext {_DAY_NAME}\b",
        lambda m, today: _weekday(today, weeks=1, weekday=_WEEKDAYS_EN.index(m[1].lower())),
    ),
    _of(rf"\b(?:this|coming) {_DAY_NAME}\b", lambda m, today: _coming(today, _WEEKDAYS_EN.index(m[1].lower()))),
    _of(
        rf"\b{_MONTH} (\d{{1,2}})(?:st|nd|rd|th)?\b(?:,? (\d{{4}}))?",
        lambda m, today: _english_date(m[1], m[2], m[3], today),
    ),
    _of(
        rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? {_MONTH}(?:,? (\d{{4}}))?",
        lambda m, today: _english_date(m[2], m[1], m[3], today),
    ),
)


def _month_of_next_year(month: int, today: date) -> date | None:
    first = _day(today.year + 1, month, 1)
    return _month_end(first, 0) if first else None


def _english_date(month: str, day: str, year: str | None, today: date) -> date | None:
    number = _MONTHS.index(month.lower()[:3]) + 1
    return _day(int(year), number, int(day)) if year else _nearest(number, int(day), today)
