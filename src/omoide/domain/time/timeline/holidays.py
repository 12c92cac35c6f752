"""Days with names, Japanese and Western, as places in a year."""

from collections.abc import Callable
from datetime import date

from omoide.domain.time.timeline import span
from omoide.domain.time.timeline.span import Span

Place = Callable[[int], Span | None]
CONFIDENCE = 0.75
"""Of a feast without a year: people speak of Christmas also when they mean none in particular."""


def _on(month: int, day: int, *, days: int = 1) -> Place:
    def place(year: int) -> Span | None:
        first = span.day_of(year, month, day)
        last = None if first is None else span.days_from(first.start.date(), days)
        return None if first is None or last is None else Span(first.start, span.midnight(last))

    return place


def _nth(month: int, weekday: int, nth: int, *, shift_days: int = 0) -> Place:
    def place(year: int) -> Span | None:
        whole = span.month_of(year, month)
        found = None if whole is None else span.nth_weekday(whole, weekday, nth)
        day = None if found is None else span.days_from(found.start.date(), shift_days)
        return None if day is None else span.whole_day(day)

    return place


def _easter(shift_days: int = 0) -> Place:
    """Western Easter by the anonymous Gregorian computus."""

    def place(year: int) -> Span | None:
        if not span.FIRST_YEAR <= year <= span.LAST_YEAR:
            return None
        century, rest = divmod(year, 100)
        golden = year % 19
        epact = (19 * golden + century - century // 4 - (century - (century + 8) // 25 + 1) // 3 + 15) % 30
        weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
        shift = (golden + 11 * epact + 22 * weekday) // 451
        month, day = divmod(epact + weekday - 7 * shift + 114, 31)
        found = span.days_from(date(year, month, day + 1), shift_days)
        return None if found is None else span.whole_day(found)

    return place


def _turn_of_year(year: int) -> Span | None:
    last, first = span.day_of(year, 12, 28), span.day_of(year + 1, 1, 3)
    return None if last is None or first is None else Span(last.start, first.end)


def season(first_month: int) -> Place:
    """Return the place of a season of three months; winter begins in December and ends in the next year."""
    return lambda year: span.months(year, first_month, 3)


SEASONS_JA = {"春": 3, "夏": 6, "秋": 9, "冬": 12}
SEASONS_EN = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}

JAPANESE: dict[str, Place] = {
    "元旦": _on(1, 1), "元日": _on(1, 1), "お正月": _on(1, 1, days=3), "正月": _on(1, 1, days=3),
    "三が日": _on(1, 1, days=3), "成人の日": _nth(1, 0, 2), "節分": _on(2, 3), "バレンタインデー": _on(2, 14),
    "バレンタイン": _on(2, 14), "ひな祭り": _on(3, 3), "ひなまつり": _on(3, 3), "ホワイトデー": _on(3, 14),
    "ゴールデンウィーク": _on(4, 29, days=7), "ゴールデンウイーク": _on(4, 29, days=7), "gw": _on(4, 29, days=7),
    "こどもの日": _on(5, 5), "子どもの日": _on(5, 5), "母の日": _nth(5, 6, 2), "父の日": _nth(6, 6, 3),
    "七夕": _on(7, 7), "お盆": _on(8, 13, days=4), "盆": _on(8, 13, days=4), "敬老の日": _nth(9, 0, 3), "ハロウィン": _on(10, 31),
    "ハロウィーン": _on(10, 31), "文化の日": _on(11, 3), "勤労感謝の日": _on(11, 23),
    "クリスマスイブ": _on(12, 24), "クリスマスイヴ": _on(12, 24), "クリスマス": _on(12, 25),
    "大晦日": _on(12, 31), "大みそか": _on(12, 31), "おおみそか": _on(12, 31), "年末年始": _turn_of_year,
    "独立記念日": _on(7, 4),
}  # fmt: skip

ENGLISH: dict[str, Place] = {
    "new year's day": _on(1, 1), "new years day": _on(1, 1), "new year day": _on(1, 1), "new year's eve": _on(12, 31),
    "new years eve": _on(12, 31), "new year's": _on(1, 1), "new year": _on(1, 1), "valentine's day": _on(2, 14),
    "valentines day": _on(2, 14), "martin luther king day": _nth(1, 0, 3), "mlk day": _nth(1, 0, 3),
    "presidents day": _nth(2, 0, 3), "presidents' day": _nth(2, 0, 3),
    "saint patrick's day": _on(3, 17), "st patrick's day": _on(3, 17), "st. patrick's day": _on(3, 17),
    "saint patrick": _on(3, 17), "april fools' day": _on(4, 1), "april fools day": _on(4, 1), "april fools": _on(4, 1),
    "earth day": _on(4, 22), "good friday": _easter(-2), "easter monday": _easter(1), "easter sunday": _easter(),
    "easter": _easter(), "international workers' day": _on(5, 1), "may day": _on(5, 1), "mother's day": _nth(5, 6, 2),
    "mothers day": _nth(5, 6, 2), "memorial day": _nth(5, 0, -1), "father's day": _nth(6, 6, 3),
    "fathers day": _nth(6, 6, 3), "juneteenth": _on(6, 19), "independence day": _on(7, 4), "labor day": _nth(9, 0, 1),
    "labour day": _nth(9, 0, 1), "columbus day": _nth(10, 0, 2), "halloween": _on(10, 31), "veterans day": _on(11, 11),
    "thanksgiving day": _nth(11, 3, 4), "thanksgiving": _nth(11, 3, 4), "black friday": _nth(11, 3, 4, shift_days=1),
    "cyber monday": _nth(11, 3, 4, shift_days=4), "christmas eve": _on(12, 24), "xmas eve": _on(12, 24),
    "christmas day": _on(12, 25), "christmas": _on(12, 25), "xmas": _on(12, 25), "boxing day": _on(12, 26),
}  # fmt: skip
