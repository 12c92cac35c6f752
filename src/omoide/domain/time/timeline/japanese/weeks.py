"""Japanese days and weeks around the present one: 昨日, 先週の金曜, 今度の木曜, 来週末, 7月の最後の週, 4月10日の週."""

import re
from datetime import date

from omoide.domain.time.timeline import numerals, recurrence, span
from omoide.domain.time.timeline.atom import Calendar, Kind, Reference, Rule
from omoide.domain.time.timeline.japanese import dates as japanese_dates
from omoide.domain.time.timeline.japanese.words import (
    DAY_WORDS,
    IN_A_STORY,
    MONTH,
    TOLD,
    WEEK_WORDS,
    WEEKDAYS,
    YEAR,
    N,
    month_named,
    one_of,
    year_named,
)
from omoide.domain.time.timeline.span import Span, Unit


def _day_word(match: re.Match[str], ref: Reference) -> Calendar | None:
    day = span.days_from(ref.today, DAY_WORDS.get(match["day_word"], 1))
    if day is None:
        return None
    sure = TOLD if match["day_word"] in IN_A_STORY else 0.95
    return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(span.whole_day(day)), confidence=sure)


def _week(match: re.Match[str], ref: Reference) -> Calendar | None:
    week = span.unit_span(ref.today, Unit.WEEK, offset=WEEK_WORDS[match["week"]] if match["week"] else 0)
    if week is None:
        return None
    sure = TOLD if match["week"] in IN_A_STORY else 0.9
    if match["weekday"]:
        found = span.nth_weekday(week, WEEKDAYS.index(match["weekday"]), 1)
        return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(found), confidence=sure)
    if match["weekend"]:
        return recurrence.made(match, Kind.DATE_RANGE, Unit.DAY, recurrence.fixed(_weekend(week)), confidence=sure)
    return recurrence.made(match, Kind.DATE_RANGE, Unit.WEEK, recurrence.fixed(week), confidence=sure)


def _weekend(week: Span) -> Span:
    """Return Saturday and Sunday of a week."""
    saturday = span.days_from(week.start.date(), 5) or week.start.date()
    return Span(span.midnight(saturday), week.end)


def _weekday(match: re.Match[str], ref: Reference) -> Calendar | None:
    weekday, which = WEEKDAYS.index(match["weekday"]), match["which"] or ""
    around = recurrence.weekly(weekday)
    if not which:
        return recurrence.made(match, Kind.DATE, Unit.DAY, around, floats=True, confidence=0.85)
    days = [each for each in around(ref.today) if each.start.date() != ref.today]
    if which.startswith(("この前", "前", "こないだ", "先日")):
        chosen = next((each for each in reversed(days) if each.start < ref.now), None)
    else:
        chosen = next((each for each in days if each.start > ref.now), None)
    return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(chosen))


def _within(match: re.Match[str], ref: Reference) -> Calendar | None:
    nth = numerals.japanese(match["nth"]) if match["nth"] else 1 if match["edge"] == "最初" else -1
    weekday = match["weekday"]
    named = match["month"] or match["month_word"]
    year, month = month_named(match, ref) if named else (year_named(match, ref), 0)
    if weekday and not named and year is None:

        def in_month(of_year: int, of_month: int) -> Span | None:
            whole = span.month_of(of_year, of_month)
            return None if whole is None else span.nth_weekday(whole, WEEKDAYS.index(weekday), nth)

        return recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.monthly(in_month), floats=True, confidence=0.8)
    if not named and year is None:
        year = ref.now.year

    def place(of_year: int) -> Span | None:
        whole = span.month_of(of_year, month) if named else span.year_of(of_year)
        if whole is None:
            return None
        return span.nth_weekday(whole, WEEKDAYS.index(weekday), nth) if weekday else span.nth_week(whole, nth)

    kind, unit = (Kind.DATE, Unit.DAY) if weekday else (Kind.DATE_RANGE, Unit.WEEK)
    around = recurrence.yearly(place) if year is None else recurrence.fixed(place(year))
    return recurrence.made(match, kind, unit, around, floats=year is None)


def _from_day(match: re.Match[str], ref: Reference) -> Calendar | None:
    """今日から2日後, 昨日の3週間前."""
    base = span.days_from(ref.today, DAY_WORDS[match["base"]])
    count = numerals.japanese(match["count"]) * (1 if match["way"] == "後" else -1)
    unit = {"日": Unit.DAY, "週": Unit.WEEK, "年": Unit.YEAR}.get(match["unit"][0], Unit.MONTH)
    day = None if base is None else span.moved(base, unit, count)
    return None if day is None else recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(span.whole_day(day)))


def _week_of(match: re.Match[str], ref: Reference) -> Calendar | None:
    """4月10日の週: the week in which a day lies."""
    named = match["month"] or match["month_word"] or match["new_year"]
    day = japanese_dates.month_day(match, ref) if named else japanese_dates.plain_day(match)
    if day is None:
        return None
    around = day.around

    def weeks(near: date) -> list[Span]:
        found = (span.unit_span(each.start.date(), Unit.WEEK) for each in around(near))
        return [each for each in found if each is not None]

    return recurrence.made(match, Kind.DATE_RANGE, Unit.WEEK, weeks, floats=day.floats)


_WHICH = "今度の|次の|次回の|この前の|前の|こないだの|先日の|来る"
_WITHIN = rf"(?:第(?P<nth>{N})|(?P<edge>最初|最後|最終)の?)(?:(?P<weekday>[月火水木金土日])曜日?|週目?(?!間))"
_COUNTED = rf"(?P<count>{N})(?P<unit>日|週間?|[かヶカヵケ箇]月|年)"
RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?P<day_word>{one_of(DAY_WORDS)}|(?<![ぁ-ん])あす(?=[のはにも、まで朝夜昼中]))"), _day_word),
    (re.compile(rf"(?P<week>{one_of(WEEK_WORDS)})(?:の?(?:(?P<weekday>[{WEEKDAYS}])曜日?|(?P<weekend>週?末|土日)))?"), _week),
    (re.compile(r"(?<![毎今来先各])(?:(?:今度|次)の)?(?P<weekend>週末)(?P<week>)(?P<weekday>)"), _week),
    (re.compile(r"(?:今度|次)の(?P<weekend>休み)(?P<week>)(?P<weekday>)"), _week),
    (re.compile(rf"(?P<which>{_WHICH})?(?<!毎週)(?P<weekday>[{WEEKDAYS}])曜日?(?!のたび|定休|ごと)"), _weekday),
    (re.compile(rf"(?P<base>{one_of(DAY_WORDS)})(?:から|の){_COUNTED}間?(?P<way>前|後)"), _from_day),
    (re.compile(rf"(?:{MONTH}の?)?(?P<day>{N})日の週(?![末間])"), _week_of),
    (re.compile(rf"(?:{YEAR}の?)?(?:{MONTH}の?)?{_WITHIN}"), _within),
)  # fmt: skip
