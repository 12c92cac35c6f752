"""Japanese calendar words: 2018年5月3日, 平成30年, 来月の4日, 先週の金曜, 去年の夏, 第2月曜日, お盆."""

import re
from datetime import date

from omoide.domain.timeline import atom, holidays, numerals, span
from omoide.domain.timeline.atom import Around, Calendar, Kind, Reference, Rule
from omoide.domain.timeline.span import Span, Unit

N = numerals.JAPANESE
ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925, "大正": 1911, "明治": 1867}
YEAR_WORDS = {
    "今年度": 0, "今年": 0, "本年": 0, "ことし": 0, "その年": 0, "同じ年": 0, "去年": -1, "昨年": -1, "前年": -1,
    "前の年": -1, "一昨年": -2, "おととし": -2, "来年": 1, "翌年": 1, "次の年": 1, "再来年": 2, "今": 0,
}  # fmt: skip
MONTH_WORDS = {
    "今月": 0, "その月": 0, "同じ月": 0, "先月": -1, "前月": -1, "前の月": -1, "先々月": -2, "来月": 1, "翌月": 1,
    "次の月": 1, "再来月": 2,
}  # fmt: skip
WEEK_WORDS = {
    "今週": 0, "その週": 0, "同じ週": 0, "先週": -1, "前の週": -1, "前週": -1, "先々週": -2, "来週": 1, "翌週": 1,
    "次の週": 1, "再来週": 2,
}  # fmt: skip
DAY_WORDS = {
    "今日": 0, "本日": 0, "きょう": 0, "明日": 1, "あした": 1, "翌日": 1, "明後日": 2, "あさって": 2, "しあさって": 3,
    "昨日": -1, "きのう": -1, "前日": -1, "一昨日": -2, "おととい": -2, "一昨々日": -3, "さきおととい": -3,
}  # fmt: skip
WEEKDAYS = "月火水木金土日"


def one_of(words: dict[str, int] | dict[str, holidays.Place], *, without: str = "") -> str:
    """Return an alternation, longest word first."""
    return "|".join(sorted((re.escape(word) for word in words if word != without), key=len, reverse=True))


_ERA_YEAR = rf"(?P<era>{'|'.join(ERAS)})(?P<era_year>元|{N})年"
_FULL_YEAR = r"(?<![\d.,])(?P<year>\d{4}|[〇一二三四五六七八九]{4})年(?!間|ぶり)"
_YEAR = rf"(?:(?:今年)?(?:{_ERA_YEAR}|{_FULL_YEAR})|(?P<year_word>{one_of(YEAR_WORDS, without='今')}))"
_SHORT_YEAR = r"(?<!\d)(?P<short_year>\d{2})年"
_MONTH = (
    rf"(?:(?<!\d)(?P<month>{N})月(?![間曜])|(?P<month_word>{one_of(MONTH_WORDS)})|お?(?P<new_year>正月)(?=の?{N}日))"
)
_WEEKDAY = r"[(、,の]{0,2}(?P<weekday>[月火水木金土日])曜日?\)?"
_DAY = rf"(?P<day>{N})日(?!間|ごと|おき)"
_SEASON = r"(?P<season>[春夏秋冬])(?:休み)?(?![分至])"
_WITHIN = rf"(?:第(?P<nth>{N})|(?P<edge>最初|最後|最終)の?)(?:(?P<weekday>[月火水木金土日])曜日?|週目?(?!間))"


def year_named(match: re.Match[str], ref: Reference) -> int | None:
    """Return the year an expression names, in any calendar; none when it names none."""
    named = match.groupdict()
    if named.get("era"):
        word = named["era_year"]
        return ERAS[named["era"]] + (1 if word == "元" else numerals.japanese(word))
    if named.get("year"):
        return numerals.japanese(named["year"])
    if named.get("short_year"):
        short = int(named["short_year"])
        return 2000 + short if short < 50 else 1900 + short
    word = named.get("year_word")
    return None if word is None else ref.now.year + YEAR_WORDS[word]


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


def _month(match: re.Match[str], ref: Reference) -> tuple[int | None, int]:
    """Return year and month of an expression that names a month."""
    word = match["month_word"]
    if word is None:
        return year_named(match, ref), 1 if match["new_year"] else numerals.japanese(match["month"])
    month = span.months_from(ref.today.replace(day=1), MONTH_WORDS[word])
    return (None, 0) if month is None else (month.year, month.month)


def _month_day(match: re.Match[str], ref: Reference) -> Calendar | None:
    year, month = _month(match, ref)
    if match["day"] is None:
        if year is None:
            return made(match, Kind.DATE_RANGE, Unit.MONTH, atom.yearly(lambda y: span.month_of(y, month)), floats=True)
        return made(match, Kind.DATE_RANGE, Unit.MONTH, atom.fixed(span.month_of(year, month)))
    day = numerals.japanese(match["day"])
    if year is None:
        return made(match, Kind.DATE, Unit.DAY, atom.yearly(lambda y: span.day_of(y, month, day)), floats=True)
    return made(match, Kind.DATE, Unit.DAY, atom.fixed(span.day_of(year, month, day)))


def _year(match: re.Match[str], ref: Reference) -> Calendar | None:
    year = year_named(match, ref)
    return None if year is None else made(match, Kind.DATE_RANGE, Unit.YEAR, atom.fixed(span.year_of(year)))


def _season(match: re.Match[str], ref: Reference) -> Calendar | None:
    place = holidays.season(holidays.SEASONS_JA[match["season"]])
    year = year_named(match, ref)
    if year is not None:
        return made(match, Kind.DATE_RANGE, Unit.MONTH, atom.fixed(place(year)))
    return made(match, Kind.DATE_RANGE, Unit.MONTH, atom.yearly(place), floats=True, confidence=0.5)


def _day(match: re.Match[str], ref: Reference) -> Calendar | None:
    return _plain_day(match, match["weekday"])


def _plain_day(match: re.Match[str], weekday: str | None = None) -> Calendar | None:
    day = numerals.japanese(match["day"])

    def place(year: int, month: int) -> Span | None:
        found = span.day_of(year, month, day)
        fits = found is not None and (weekday is None or found.start.weekday() == WEEKDAYS.index(weekday))
        return found if fits else None

    return made(match, Kind.DATE, Unit.DAY, atom.monthly(place), floats=True, confidence=0.8)


def _day_word(match: re.Match[str], ref: Reference) -> Calendar | None:
    day = span.days_from(ref.today, DAY_WORDS[match["day_word"]])
    return None if day is None else made(match, Kind.DATE, Unit.DAY, atom.fixed(span.whole_day(day)), confidence=0.95)


def _week(match: re.Match[str], ref: Reference) -> Calendar | None:
    week = span.unit_span(ref.today, Unit.WEEK, offset=WEEK_WORDS[match["week"]] if match["week"] else 0)
    if week is None:
        return None
    if match["weekday"]:
        found = span.nth_weekday(week, WEEKDAYS.index(match["weekday"]), 1)
        return made(match, Kind.DATE, Unit.DAY, atom.fixed(found))
    if match["weekend"]:
        return made(match, Kind.DATE_RANGE, Unit.DAY, atom.fixed(weekend(week)))
    return made(match, Kind.DATE_RANGE, Unit.WEEK, atom.fixed(week))


def weekend(week: Span) -> Span:
    """Return Saturday and Sunday of a week."""
    saturday = span.days_from(week.start.date(), 5) or week.start.date()
    return Span(span.midnight(saturday), week.end)


def _weekday(match: re.Match[str], ref: Reference) -> Calendar | None:
    weekday, which = WEEKDAYS.index(match["weekday"]), match["which"] or ""
    around = atom.weekly(weekday)
    if not which:
        return made(match, Kind.DATE, Unit.DAY, around, floats=True, confidence=0.85)
    days = [each for each in around(ref.today) if each.start.date() != ref.today]
    if which.startswith(("この前", "前", "こないだ", "先日")):
        chosen = next((each for each in reversed(days) if each.start < ref.now), None)
    else:
        chosen = next((each for each in days if each.start > ref.now), None)
    return made(match, Kind.DATE, Unit.DAY, atom.fixed(chosen))


def _within(match: re.Match[str], ref: Reference) -> Calendar | None:
    nth = numerals.japanese(match["nth"]) if match["nth"] else 1 if match["edge"] == "最初" else -1
    weekday = match["weekday"]
    named = match["month"] or match["month_word"]
    year, month = _month(match, ref) if named else (year_named(match, ref), 0)
    if not named and year is None:
        year = ref.now.year

    def place(of_year: int) -> Span | None:
        whole = span.month_of(of_year, month) if named else span.year_of(of_year)
        if whole is None:
            return None
        return span.nth_weekday(whole, WEEKDAYS.index(weekday), nth) if weekday else span.nth_week(whole, nth)

    kind, unit = (Kind.DATE, Unit.DAY) if weekday else (Kind.DATE_RANGE, Unit.WEEK)
    around = atom.yearly(place) if year is None else atom.fixed(place(year))
    return made(match, kind, unit, around, floats=year is None)


def _holiday(match: re.Match[str], ref: Reference) -> Calendar | None:
    place = holidays.JAPANESE[match["holiday"]]
    year = year_named(match, ref)
    around = atom.yearly(place) if year is None else atom.fixed(place(year))
    return made(match, Kind.DATE, Unit.DAY, around, floats=year is None)


def _decade(match: re.Match[str], ref: Reference) -> Calendar | None:
    first = int(match["decade"])
    return made(match, Kind.DATE_RANGE, Unit.DECADE, atom.fixed(span.years(first if first > 99 else 1900 + first, 10)))


def _century(match: re.Match[str], ref: Reference) -> Calendar | None:
    first = 100 * (numerals.japanese(match["century"]) - 1)
    return made(match, Kind.DATE_RANGE, Unit.DECADE, atom.fixed(span.years(first, 100)))


def _quarter(match: re.Match[str], ref: Reference) -> Calendar | None:
    quarter, year = numerals.japanese(match["quarter"]), year_named(match, ref)

    def place(of_year: int) -> Span | None:
        return span.months(of_year, 3 * quarter - 2, 3) if 1 <= quarter <= 4 else None

    around = atom.yearly(place) if year is None else atom.fixed(place(year))
    return made(match, Kind.DATE_RANGE, Unit.QUARTER, around, floats=year is None)


def _this_time_of_year(match: re.Match[str], ref: Reference) -> Calendar | None:
    month = span.month_of(ref.now.year + YEAR_WORDS[match["year_word"]], ref.now.month)
    return made(match, Kind.DATE_RANGE, Unit.MONTH, atom.fixed(month), confidence=0.7)


def _turn(match: re.Match[str], ref: Reference) -> Calendar | None:
    """年末, 月末, 年の前半: an edge of the year or month in which one speaks."""
    unit = Unit.YEAR if match["unit"] == "年" else Unit.MONTH if match["unit"] == "月" else Unit.WEEK
    found = span.unit_span(ref.today, unit)
    return None if found is None else Calendar(
        match.start(), match.end(), Kind.DATE_RANGE, unit, lambda _: (found,), confidence=0.7
    )  # fmt: skip


def _from_day(match: re.Match[str], ref: Reference) -> Calendar | None:
    """今日から2日後, 昨日の3週間前."""
    base = span.days_from(ref.today, DAY_WORDS[match["base"]])
    count = numerals.japanese(match["count"]) * (1 if match["way"] == "後" else -1)
    unit = {"日": Unit.DAY, "週": Unit.WEEK, "年": Unit.YEAR}.get(match["unit"][0], Unit.MONTH)
    day = None if base is None else span.moved(base, unit, count)
    return None if day is None else made(match, Kind.DATE, Unit.DAY, atom.fixed(span.whole_day(day)))


def _week_of(match: re.Match[str], ref: Reference) -> Calendar | None:
    """4月10日の週: the week in which a day lies."""
    named = match["month"] or match["month_word"] or match["new_year"]
    day = _month_day(match, ref) if named else _plain_day(match)
    if day is None:
        return None
    around = day.around

    def weeks(near: date) -> list[Span]:
        found = (span.unit_span(each.start.date(), Unit.WEEK) for each in around(near))
        return [each for each in found if each is not None]

    return made(match, Kind.DATE_RANGE, Unit.WEEK, weeks, floats=day.floats)


_WHICH = "今度の|次の|次回の|この前の|前の|こないだの|先日の|来る"
_GAP = r"[の、,\s]{0,2}"
_NOT_DATE = (
    r"(?!間|後|前|ごと|おき|以内|以上|以下|目|分|連続|ぶり|半|中に|くらい|ぐらい|ほど|も|かけ|で\d|を|あと|付|数|程)"
)
RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?:(?:{_YEAR}|{_SHORT_YEAR}){_GAP})?{_MONTH}(?:の?{_DAY}(?:{_WEEKDAY})?)?"), _month_day),
    (re.compile(_YEAR), _year),
    (re.compile(rf"(?:{_YEAR}の?|(?P<bare>(?<![一-龥々])))(?:{_SEASON})(?(bare)(?=[にのはも頃ごかま、,]))"), _season),
    (re.compile(rf"(?P<year_word>今){_SEASON}"), _season),
    (re.compile(rf"(?<![\d.年月第./])(?P<day>{N})日(?!で(?!す)){_NOT_DATE}(?:{_WEEKDAY})?"), _day),
    (re.compile(rf"(?P<day_word>{one_of(DAY_WORDS)})"), _day_word),
    (re.compile(rf"(?P<week>{one_of(WEEK_WORDS)})(?:の?(?:(?P<weekday>[{WEEKDAYS}])曜日?|(?P<weekend>週?末|土日)))?"), _week),
    (re.compile(r"(?<![毎今来先各])(?P<weekend>週末)(?P<week>)(?P<weekday>)"), _week),
    (re.compile(rf"(?P<which>{_WHICH})?(?<!毎週)(?P<weekday>[{WEEKDAYS}])曜日?"), _weekday),
    (re.compile(rf"(?P<base>{one_of(DAY_WORDS)})(?:から|の)(?P<count>{N})(?P<unit>日|週間?|[かヶカヵケ箇]月|年)間?(?P<way>前|後)"), _from_day),
    (re.compile(rf"(?:{_MONTH}の?)?(?P<day>{N})日の週(?![末間])"), _week_of),
    (re.compile(rf"(?:{_YEAR}の?)?(?:{_MONTH}の?)?{_WITHIN}"), _within),
    (re.compile(rf"(?:{_YEAR}の?)?(?P<holiday>{one_of(holidays.JAPANESE)})"), _holiday),
    (re.compile(r"(?<!\d)(?P<decade>\d{3}0|[2-9]0)年代"), _decade),
    (re.compile(rf"(?P<century>{N})世紀"), _century),
    (re.compile(rf"(?:{_YEAR}の?)?第(?P<quarter>[1-4一二三四])四半期"), _quarter),
    (re.compile(rf"(?P<year_word>{one_of(YEAR_WORDS, without='今')})の今(?:頃|ごろ)"), _this_time_of_year),
    (re.compile(r"(?<![一-龥\d々か])(?P<unit>[年月週])(?=の?(?:初め|始め|はじめ|終わり|末|前半|後半))"), _turn),
)  # fmt: skip
