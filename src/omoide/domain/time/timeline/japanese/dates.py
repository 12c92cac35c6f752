"""Japanese years, months, days and feasts: 2018年5月3日, 平成30年, 来月の4日, 去年の夏, 1990年代, お盆."""

import re

from omoide.domain.time.timeline import holidays, numerals, recurrence, span
from omoide.domain.time.timeline.atom import Calendar, Kind, Reference, Rule
from omoide.domain.time.timeline.japanese.words import (
    DAY,
    MONTH,
    SEASON,
    SHORT_YEAR,
    WEEKDAY,
    WEEKDAYS,
    YEAR,
    YEAR_WORDS,
    N,
    month_named,
    one_of,
    year_named,
)
from omoide.domain.time.timeline.span import Piece, Span, Unit


def month_day(match: re.Match[str], ref: Reference) -> Calendar | None:
    """Return a month or a day of it, in the year named or in none."""
    year, month = month_named(match, ref)
    if match["day"] is None:
        if year is None:
            return recurrence.made(
                match, Kind.DATE_RANGE, Unit.MONTH, recurrence.yearly(lambda y: span.month_of(y, month)), floats=True
            )
        return recurrence.made(match, Kind.DATE_RANGE, Unit.MONTH, recurrence.fixed(span.month_of(year, month)))
    day = numerals.japanese(match["day"])
    if year is None:
        return recurrence.made(
            match, Kind.DATE, Unit.DAY, recurrence.yearly(lambda y: span.day_of(y, month, day)), floats=True
        )
    return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(span.day_of(year, month, day)))


def _year(match: re.Match[str], ref: Reference) -> Calendar | None:
    year = year_named(match, ref)
    return (
        None
        if year is None
        else recurrence.made(match, Kind.DATE_RANGE, Unit.YEAR, recurrence.fixed(span.year_of(year)))
    )


def _season(match: re.Match[str], ref: Reference) -> Calendar | None:
    place = holidays.season(holidays.SEASONS_JA[match["season"]])
    year = year_named(match, ref)
    if year is not None:
        return recurrence.made(match, Kind.DATE_RANGE, Unit.MONTH, recurrence.fixed(place(year)))
    return recurrence.made(match, Kind.DATE_RANGE, Unit.MONTH, recurrence.yearly(place), floats=True, confidence=0.5)


def plain_day(match: re.Match[str], weekday: str | None = None) -> Calendar | None:
    """Return a day of no month in particular: 21日, 21日の月曜."""
    day = numerals.japanese(match["day"])

    def place(year: int, month: int) -> Span | None:
        found = span.day_of(year, month, day)
        fits = found is not None and (weekday is None or found.start.weekday() == WEEKDAYS.index(weekday))
        return found if fits else None

    return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.monthly(place), floats=True, confidence=0.8)


def _day(match: re.Match[str], ref: Reference) -> Calendar | None:
    return plain_day(match, match["weekday"])


def _holiday(match: re.Match[str], ref: Reference) -> Calendar | None:
    place = holidays.JAPANESE[match["holiday"]]
    year = year_named(match, ref)
    if year is not None:
        return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(place(year)))
    around = recurrence.yearly(place)
    return recurrence.made(match, Kind.DATE, Unit.DAY, around, floats=True, confidence=holidays.CONFIDENCE)


def _decade(match: re.Match[str], ref: Reference) -> Calendar | None:
    first = int(match["decade"])
    return recurrence.made(
        match, Kind.DATE_RANGE, Unit.DECADE, recurrence.fixed(span.years(first if first > 99 else 1900 + first, 10))
    )


def _century(match: re.Match[str], ref: Reference) -> Calendar | None:
    first = 100 * (numerals.japanese(match["century"]) - 1)
    return recurrence.made(match, Kind.DATE_RANGE, Unit.DECADE, recurrence.fixed(span.years(first, 100)))


def _quarter(match: re.Match[str], ref: Reference) -> Calendar | None:
    quarter, year = numerals.japanese(match["quarter"]), year_named(match, ref)

    def place(of_year: int) -> Span | None:
        return span.months(of_year, 3 * quarter - 2, 3) if 1 <= quarter <= 4 else None

    around = recurrence.yearly(place) if year is None else recurrence.fixed(place(year))
    return recurrence.made(match, Kind.DATE_RANGE, Unit.QUARTER, around, floats=year is None)


def _this_time_of_year(match: re.Match[str], ref: Reference) -> Calendar | None:
    month = span.month_of(ref.now.year + YEAR_WORDS[match["year_word"]], ref.now.month)
    return recurrence.made(match, Kind.DATE_RANGE, Unit.MONTH, recurrence.fixed(month), confidence=0.7)


def _turn(match: re.Match[str], ref: Reference) -> Calendar | None:
    """年末, 月末, 年の前半: an edge of the year or month in which one speaks."""
    unit = Unit.YEAR if match["unit"] == "年" else Unit.MONTH if match["unit"] == "月" else Unit.WEEK
    found = span.unit_span(ref.today, unit)
    return None if found is None else Calendar(
        match.start(), match.end(), Kind.DATE_RANGE, unit, lambda _: (found,), confidence=0.7
    )  # fmt: skip


def _after_holiday(match: re.Match[str], ref: Reference) -> Calendar | None:
    """お盆明け, ゴールデンウィーク明け: the day after."""
    place = holidays.JAPANESE[match["holiday"]]

    def after(year: int) -> Span | None:
        found = place(year)
        return None if found is None else span.whole_day(found.end.date())

    return recurrence.made(
        match, Kind.DATE, Unit.DAY, recurrence.yearly(after), floats=True, confidence=holidays.CONFIDENCE
    )


def _after_turn(match: re.Match[str], ref: Reference) -> Calendar | None:
    """週明け, 月明け, 年明け: the first day of the next week or month, the first week of the next year."""
    unit = {"年": Unit.YEAR, "月": Unit.MONTH, "週": Unit.WEEK}[match["unit"]]
    whole = span.unit_span(ref.today, unit, offset=1)
    if whole is None:
        return None
    if unit is Unit.YEAR:
        return recurrence.made(
            match, Kind.DATE_RANGE, unit, recurrence.fixed(span.piece_of(whole, Piece.HEAD)), confidence=0.7
        )
    return recurrence.made(
        match, Kind.DATE, Unit.DAY, recurrence.fixed(span.whole_day(whole.start.date())), confidence=0.8
    )


_FISCAL_FIRST_MONTH = 4


def _rest_of_year(match: re.Match[str], ref: Reference) -> Calendar | None:
    """年内, 年度内, 年度末: what is left of a year, or the last month of a fiscal one."""
    if match[0] == "年内":
        end = span.day_of(ref.now.year, 12, 31)
    else:
        year = ref.now.year + (ref.now.month >= _FISCAL_FIRST_MONTH) + (match["year_word"] == "来")
        end = span.day_of(year, _FISCAL_FIRST_MONTH - 1, 31)
    if end is None:
        return None
    start = span.midnight(end.start.date().replace(day=1) if match["edge"] == "末" else ref.today)
    return recurrence.made(match, Kind.DATE_RANGE, Unit.YEAR, recurrence.fixed(Span(start, end.end)), confidence=0.8)


def _days_of_month(match: re.Match[str], ref: Reference) -> Calendar | None:
    """七月二十六、二十七日: days that are named together."""
    year, month = month_named(match, ref)
    first_day, last_day = numerals.japanese(match["day"]), numerals.japanese(match["last_day"])

    def place(of_year: int) -> Span | None:
        first, last = span.day_of(of_year, month, first_day), span.day_of(of_year, month, last_day)
        return (
            None
            if first is None or last is None or last.end <= first.end
            else Span(first.start, last.end, last=last.start)
        )

    if place(2000) is None:
        return None
    around = recurrence.yearly(place) if year is None else recurrence.fixed(place(year))
    return recurrence.made(match, Kind.DATE_RANGE, Unit.DAY, around, floats=year is None)


_HOLIDAYS = rf"{one_of(holidays.JAPANESE, without='盆')}|(?<![一-龥お])盆(?=まで|前|明け|休み|[にはのも、。])"
_GAP = r"[の、,\s]{0,2}"
_NOT_DATE = (
    r"(?!間|後|前|ごと|おき|以内|以上|以下|目|分|連続|ぶり|半|中に|くらい|ぐらい|ほど|も|かけ|何|で\d|を|あと|付|数|程"
    r"|[\d一二三]{1,3}[回杯本個枚食件錠粒])"
)
RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?:(?:{YEAR}|{SHORT_YEAR}){_GAP})?{MONTH}(?:の?{DAY}(?:{WEEKDAY})?)?"), month_day),
    (re.compile(YEAR), _year),
    (re.compile(rf"(?:{YEAR}の?|(?P<bare>(?<![一-龥々])))(?:{SEASON})(?(bare)(?=[にのはも頃ごかま、,]))"), _season),
    (re.compile(rf"(?P<year_word>今){SEASON}"), _season),
    (re.compile(rf"(?<![\d.年月第./])(?P<day>{N})日(?!で(?!す)){_NOT_DATE}(?:{WEEKDAY})?"), _day),
    (re.compile(rf"(?:{YEAR}の?)?(?P<holiday>{_HOLIDAYS})"), _holiday),
    (re.compile(rf"(?P<holiday>{_HOLIDAYS})(?:休み)?明け"), _after_holiday),
    (re.compile(r"(?<![一-龥\d々])(?P<unit>[年月週])明け"), _after_turn),
    (re.compile(r"(?:(?P<year_word>今|来)?年度(?:の?)(?P<edge>末|内|中)|年内)"), _rest_of_year),
    (re.compile(rf"{MONTH}の?(?P<day>{N})日?(?:[、・,]|と|か){{1,2}}(?P<last_day>{N})日(?!間|目|後|前)"), _days_of_month),
    (re.compile(r"(?<!\d)(?P<decade>\d{3}0|[2-9]0)年代"), _decade),
    (re.compile(rf"(?P<century>{N})世紀"), _century),
    (re.compile(rf"(?:{YEAR}の?)?第(?P<quarter>[1-4一二三四])四半期"), _quarter),
    (re.compile(rf"(?P<year_word>{one_of(YEAR_WORDS, without='今')})の今(?:頃|ごろ)"), _this_time_of_year),
    (re.compile(r"(?<![一-龥\d々か])(?P<unit>[年月週])(?=の?(?:初め|始め|はじめ|終わり|末|前半|後半))"), _turn),
)  # fmt: skip
