"""Japanese times of day, distances, lengths and habits: 午後3時半, 今夜10時, 3年前, ここ数日, 1時間半, 毎週月曜."""

import re
from collections.abc import Callable
from datetime import timedelta

from omoide.domain.time.timeline import numerals, recurrence, span
from omoide.domain.time.timeline.atom import (
    NIGHT_ENDS_S,
    Atom,
    Calendar,
    ClockTime,
    Every,
    Kind,
    Length,
    Reference,
    Rule,
)
from omoide.domain.time.timeline.span import Span, Unit

N = numerals.JAPANESE
_HOUR_S = 3600
_HALF_YEAR_S = 365 * 86_400 / 2
PARTS = {
    "早朝": (4, 8), "朝": (8, 12), "午前中": (8, 12), "午前": (8, 12), "昼前": (10, 12), "お昼": (11, 13), "昼": (11, 13),
    "昼頃": (11, 13), "午後": (12, 16), "夕方": (16, 20), "夕べ": (16, 20), "晩": (16, 20), "夜": (20, 24), "夜中": (0, 4),
    "深夜": (0, 4), "未明": (0, 4), "明け方": (3, 6),
}  # fmt: skip
_EVENING = ("午後", "夕方", "夕", "晩", "夜", "今夜", "今晩", "昨夜", "昨晩", "ゆうべ", "夕べ", "明晩")
_NIGHT = ("夜", "今夜", "今晩", "昨夜", "昨晩", "ゆうべ", "夕べ", "明晩")
"""After these an hour before four is after midnight."""
_SMALL_HOURS = ("夜中", "深夜", "真夜中")
"""People count these to the day that ends; 未明 and 明け方 belong to the day that begins."""
_DAYED = {
    "今朝": (0, "朝"), "けさ": (0, "朝"), "今夜": (0, "夜"), "今晩": (0, "晩"), "昨夜": (-1, "夜"), "昨晩": (-1, "晩"),
    "ゆうべ": (-1, "夜"), "夕べ": (-1, "夜"), "明朝": (1, "朝"), "明晩": (1, "晩"),
}  # fmt: skip
_CLOCK = (
    rf"(?:(?P<hour>{N})時(?!間|代|期|点|々)(?:(?P<half>半)|(?P<minute>{N})分)?(?:(?P<second>{N})秒)?"
    r"|(?<![\d:.])(?P<hour_c>[012]?\d):(?P<minute_c>[0-5]\d)(?::(?P<second_c>[0-5]\d))?(?![\d:]))"
)
_PART = r"(?P<part>午前|午後|早朝|朝|夕方|夜中|深夜|未明|明け方|夜|晩|お昼|昼|正午)"
UNITS = {
    "秒": Unit.SECOND, "分": Unit.MINUTE, "時間": Unit.HOUR, "日": Unit.DAY, "営業日": Unit.DAY, "週": Unit.WEEK,
    "週間": Unit.WEEK, "年": Unit.YEAR, "月": Unit.MONTH, "世紀": Unit.DECADE,
}  # fmt: skip
_COUNT = r"(?P<count>(?<!\d)\d{1,3}|(?<!\d)[〇一二三四五六七八九十百]{1,4}|数十?|半|ひと|ふた)"
_UNIT = r"(?P<unit>秒|分|時間|営業日|日|週間?|[かヶカヵケ箇]月|(?<=[ひふ][とた])月|(?<=半)月|年)"


def _count(word: str) -> int:
    words = {"数": 3, "数十": 30, "ひと": 1, "ふた": 2, "半": 1}
    return words[word] if word in words else numerals.japanese(word)


def _unit(word: str) -> Unit:
    return UNITS.get(word, Unit.MONTH)


def seconds_of_day(match: re.Match[str], part: str | None) -> int | None:
    """Return the time of day in seconds; the part of the day tells 8 in the evening from 8 in the morning."""
    groups = match.groupdict()
    colon = groups.get("hour_c") is not None
    hour = int(groups["hour_c"]) if colon else numerals.japanese(groups["hour"])
    minute = 30 if groups.get("half") else numerals.japanese(groups["minute_c" if colon else "minute"] or "0")
    second = numerals.japanese(groups["second_c" if colon else "second"] or "0")
    if part in _EVENING and 1 <= hour < 12 and not (part in _NIGHT and hour < 4):
        hour += 12
    if hour > 24 or minute > 59 or second > 59:
        return None
    return hour * _HOUR_S + minute * 60 + second


def _clock(match: re.Match[str], ref: Reference) -> ClockTime | None:
    start_s = seconds_of_day(match, match["part"])
    if start_s is None:
        return None
    return ClockTime(
        match.start(), match.end(), start_s,
        settled=match["part"] is not None or start_s >= 13 * _HOUR_S,
        of_evening_before=_is_after_midnight(match["part"], start_s),
    )  # fmt: skip


def _is_after_midnight(part: str | None, start_s: int) -> bool:
    """Tell whether the hour is counted to the evening before: 夜の1時, 深夜2時."""
    return part in (*_NIGHT, *_SMALL_HOURS) and start_s < NIGHT_ENDS_S


def _noon(match: re.Match[str], ref: Reference) -> ClockTime:
    if match[0].startswith("正午"):
        return ClockTime(match.start(), match.end(), 12 * _HOUR_S)
    return ClockTime(match.start(), match.end(), 0, of_evening_before=match[0] in _SMALL_HOURS)


def _part(match: re.Match[str], ref: Reference) -> ClockTime:
    first, last = PARTS.get(match["part"], PARTS["朝"])
    late = match["part"] in _SMALL_HOURS
    return ClockTime(match.start(), match.end(), first * _HOUR_S, last * _HOUR_S, of_evening_before=late)


def _dayed(match: re.Match[str], ref: Reference) -> Calendar | None:
    offset, part = _DAYED[match["word"]]
    day = span.days_from(ref.today, offset)
    if day is None:
        return None
    timed = match["hour"] is not None or match["hour_c"] is not None
    start_s = seconds_of_day(match, match["word"]) if timed else PARTS[part][0] * _HOUR_S
    if start_s is None:
        return None
    whole = recurrence.made(match, Kind.DATE, Unit.DAY, recurrence.fixed(span.whole_day(day)), confidence=0.95)
    end_s = None if timed else PARTS[part][1] * _HOUR_S
    night = timed and _is_after_midnight(match["word"], start_s)
    clock = ClockTime(match.start(), match.end(), start_s, end_s, of_evening_before=night)
    return None if whole is None else recurrence.at_clock(whole, clock)


def _tonight_or_last_night(match: re.Match[str], ref: Reference) -> Calendar | None:
    """今日の夜中: the night that ended today or the one to come, by tense and nearness."""
    timed = match["hour"] is not None or match["hour_c"] is not None
    start_s = seconds_of_day(match, None) if timed else 0
    following = span.days_from(ref.today, 1)
    if start_s is None or start_s >= NIGHT_ENDS_S or following is None:
        return None
    nights = (span.whole_day(ref.today), span.whole_day(following))
    whole = recurrence.made(match, Kind.DATE, Unit.DAY, lambda _: nights, floats=True)
    end_s = None if timed else PARTS["夜中"][1] * _HOUR_S
    return None if whole is None else recurrence.at_clock(whole, ClockTime(match.start(), match.end(), start_s, end_s))


_STEPS: dict[Unit, timedelta] = {
    Unit.SECOND: timedelta(seconds=1), Unit.MINUTE: timedelta(minutes=1), Unit.HOUR: timedelta(hours=1),
}  # fmt: skip


def distant(match: re.Match[str], ref: Reference, unit: Unit, count: int) -> Calendar | None:
    """Return the day or instant so many units from now."""
    if unit in _STEPS:
        at = ref.now + _STEPS[unit] * count
        return recurrence.made(match, Kind.DATETIME, unit, recurrence.fixed(Span(at, at)))
    day = span.moved(ref.today, unit, count)
    if day is None:
        return None
    return recurrence.made(match, Kind.DATE, unit, recurrence.fixed(span.whole_day(day)), confidence=0.8)


def stretch(
    match: re.Match[str], ref: Reference, unit: Unit, count: int, *, from_today: bool = False
) -> Calendar | None:
    """Return the `count` units before now (negative) or after it, whole days for units of the calendar."""
    if unit in _STEPS:
        edges = sorted((ref.now, ref.now + _STEPS[unit] * count))
        return recurrence.made(match, Kind.DATETIME_RANGE, unit, recurrence.fixed(Span(edges[0], edges[1])))
    near = ref.today if count < 0 or from_today else span.days_from(ref.today, 1)
    far = None if near is None else span.moved(near, unit, count)
    if near is None or far is None:
        return None
    first, last = sorted((near, far))
    return recurrence.made(
        match, Kind.DATE_RANGE, unit, recurrence.fixed(Span(span.midnight(first), span.midnight(last))), confidence=0.8
    )


def _ago(match: re.Match[str], ref: Reference) -> Calendar | None:
    count = _count(match["count"])
    sign = -1 if match["way"].startswith(("前", "まえ")) else 1
    unit = _unit(match["unit"])
    if match["count"] == "半":
        return _half_ago(match, ref, unit, sign)
    return distant(match, ref, unit, sign * count)


def _half_ago(match: re.Match[str], ref: Reference, unit: Unit, sign: int) -> Calendar | None:
    halves = {
        Unit.YEAR: (Unit.MONTH, 6),
        Unit.MONTH: (Unit.DAY, 15),
        Unit.HOUR: (Unit.MINUTE, 30),
        Unit.DAY: (Unit.HOUR, 12),
    }
    smaller, count = halves.get(unit, (unit, 0))
    return distant(match, ref, smaller, sign * count)


def _stretch(sign: int, *, from_today: bool = False) -> Callable[[re.Match[str], Reference], Calendar | None]:
    def build(match: re.Match[str], ref: Reference) -> Calendar | None:
        return stretch(match, ref, _unit(match["unit"]), sign * _count(match["count"]), from_today=from_today)

    return build


def _from_now(match: re.Match[str], ref: Reference) -> Calendar | None:
    """Return what is left of today: いまから電話する."""
    around = recurrence.fixed(Span(ref.now, span.midnight(ref.today) + timedelta(days=1)))
    return recurrence.made(match, Kind.DATETIME_RANGE, Unit.MINUTE, around, confidence=0.5)


def _recently(match: re.Match[str], ref: Reference) -> Calendar | None:
    first, last = span.days_from(ref.today, -30), span.days_from(ref.today, 1)
    if first is None or last is None:
        return None
    around = recurrence.fixed(Span(span.midnight(first), span.midnight(last)))
    return recurrence.made(match, Kind.DATE_RANGE, Unit.MONTH, around, confidence=0.3)


def _length(match: re.Match[str], ref: Reference) -> Atom | None:
    months = days = 0
    seconds = 0.0
    sizes = {"年": 12, "月": 1}
    for part in re.finditer(rf"({N}(?:\.\d{{1,3}})?|数|半|ひと)(年|[かヶカヵケ箇]?月|週|日|泊|時間|分|秒)", match[0]):
        value = 0.5 if part[1] == "半" else 3 if part[1] == "数" else 1 if part[1] == "ひと" else _number(part[1])
        name = part[2][-1] if part[2] != "時間" else "時間"
        if name in sizes:
            whole, rest = divmod(value * sizes[name], 1)
            months, days = months + int(whole), days + int(rest * 30)
        elif name in ("日", "泊", "週"):
            days += int(value * (7 if name == "週" else 1))
        else:
            seconds += value * {"時間": 3600, "分": 60, "秒": 1}[name]
    if match["plus"]:
        head = match[0][:-1].removesuffix("間")
        seconds += _HALF_YEAR_S if head.endswith("年") else 1800 if head.endswith("時") else 0
    return Length(match.start(), match.end(), months, days, seconds)


def _number(text: str) -> float:
    return float(text) if re.fullmatch(r"[\d.]+", text) else float(numerals.japanese(text))


def _every(match: re.Match[str], ref: Reference) -> Every:
    return Every(match.start(), match.end())


_PIECES = (
    rf"(?:(?<!\d)\d{{1,3}}|[一二三四五六七八九十]{{1,3}}|数|半)年間?(?:と?{N}[かヶカヵケ箇]月)?",
    rf"(?:{N}|数)[かヶカヵケ箇]月間?", r"(?:半|ひと)月間?", rf"(?:{N}|数)週間(?:と?{N}日)?", rf"(?:{N}|数)日間", rf"(?:{N})泊",
    rf"(?:{N}|数|半)時間(?:{N}分)?(?:{N}秒)?", rf"(?<!時)(?:(?!十分(?!間))(?:{N})|数)分(?!の|か[^か]|野|類|析)間?(?:{N}秒)?",
    r"(?<![分\d.])\d{1,4}(?:\.\d{1,3})?秒",
)  # fmt: skip
RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?:{_PART}の?)?{_CLOCK}"), _clock),
    (re.compile(r"正午(?:12時)?|真夜中|零時"), _noon),
    (re.compile(r"(?P<part>午前中|早朝|朝[一イい][チち]?|夕方|昼頃|夜中|深夜|未明|明け方|午前|午後)"), _part),
    (re.compile(r"(?<![一-龥々ァ-ヴ])(?P<part>朝|夜|晩|お?昼)(?![一-龥食ご])"), _part),
    (re.compile(r"(?<=[日曜頃末])(?P<part>朝|夜|晩|昼)(?![一-龥食ご])"), _part),
    (re.compile(rf"(?P<word>{'|'.join(_DAYED)})(?:の?{_CLOCK})?"), _dayed),
    (re.compile(rf"(?:今日|本日|きょう)の?(?:真夜中|夜中|深夜)(?:の?{_CLOCK})?"), _tonight_or_last_night),
    (re.compile(r"(?:つい)?(?:さっき|先ほど|先程|さきほど|今しがた)|たった今"), recurrence.just_now),
    (re.compile(rf"{_COUNT}{_UNIT}間?半?(?:以上|ほど|くらい|ぐらい)?(?P<way>前|まえ|後|のち)(?![一-龥])"), _ago),
    (re.compile(rf"{_COUNT}{_UNIT}間?以内"), _stretch(1, from_today=True)),
    (re.compile(rf"(?:過去|直近|ここ|この|前の)の?{_COUNT}{_UNIT}間?"), _stretch(-1)),
    (re.compile(rf"(?:今後|これから|向こう|次の|後|あと)の?{_COUNT}{_UNIT}間?"), _stretch(1)),
    (re.compile(r"(?:今|いま)から(?![\d〇一二三四五六七八九十数何半])"), _from_now),
    (re.compile(r"最近|このごろ|この頃|近頃|ここのところ"), _recently),
    (re.compile(rf"(?:まる|丸)?(?:{'|'.join(_PIECES)})(?P<plus>半)?"), _length),
    (re.compile(r"(?:まる|丸)(?:一|1)日(?P<plus>半)?|一日中(?P<plus2>半)?"), lambda match, ref: Length(match.start(), match.end(), days=1)),
    (re.compile(r"毎週の?[月火水木金土日]曜日?|毎[日週月年朝晩夜]|隔週|隔月"), _every),
    (re.compile(rf"{_COUNT}{_UNIT}(?:ごと|おき|毎)に?"), _every),
)  # fmt: skip
