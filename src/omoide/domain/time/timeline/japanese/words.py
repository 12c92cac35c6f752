"""What the Japanese rules share: words for years, months, weeks and days, eras, and the patterns built of them."""

import re

from omoide.domain.time.timeline import holidays, numerals, span
from omoide.domain.time.timeline.atom import Reference

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
    "今日": 0, "本日": 0, "きょう": 0, "けふ": 0, "明日": 1, "あした": 1, "翌日": 1, "明後日": 2, "あさって": 2, "しあさって": 3,
    "明々後日": 3, "明明後日": 3, "昨日": -1, "きのう": -1, "前日": -1, "一昨日": -2, "おととい": -2, "一昨々日": -3, "さきおととい": -3,
}  # fmt: skip
IN_A_STORY = frozenset(("翌日", "前日", "翌週", "前の週", "前週", "次の週", "その週", "同じ週", "翌月", "前月"))
"""Words that count from a day that the story has named, seldom from the day on which it is told."""
TOLD = 0.5
"""The confidence of such a word."""
WEEKDAYS = "月火水木金土日"


def one_of(words: dict[str, int] | dict[str, holidays.Place], *, without: str = "") -> str:
    """Return an alternation, longest word first."""
    return "|".join(sorted((re.escape(word) for word in words if word != without), key=len, reverse=True))


_ERA_YEAR = rf"(?P<era>{'|'.join(ERAS)})(?P<era_year>元|{N})年"
_FULL_YEAR = r"(?<![\d.,])(?P<year>\d{4}|[〇一二三四五六七八九]{4})年(?!間|ぶり)"
YEAR = rf"(?:(?:今年)?(?:{_ERA_YEAR}|{_FULL_YEAR})|(?P<year_word>{one_of(YEAR_WORDS, without='今')}))"
SHORT_YEAR = r"(?<!\d)(?P<short_year>\d{2})年"
MONTH = (
    rf"(?:(?<!\d)(?P<month>{N})月(?![間曜])|(?P<month_word>{one_of(MONTH_WORDS)})|お?(?P<new_year>正月)(?=の?{N}日))"
)
WEEKDAY = r"[(、,の]{0,2}(?P<weekday>[月火水木金土日])曜日?\)?"
DAY = rf"(?P<day>{N})日(?!間|ごと|おき)"
SEASON = r"(?P<season>[春夏秋冬])(?:休み)?(?![分至])"


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


def month_named(match: re.Match[str], ref: Reference) -> tuple[int | None, int]:
    """Return year and month of an expression that names a month."""
    word = match["month_word"]
    if word is None:
        return year_named(match, ref), 1 if match["new_year"] else numerals.japanese(match["month"])
    month = span.months_from(ref.today.replace(day=1), MONTH_WORDS[word])
    return (None, 0) if month is None else (month.year, month.month)
