"""Stages of a life: 小4の冬, 高3の夏, 大学時代, in 8th grade, when I was in college, 12歳のとき.

With a year of birth a stage becomes dates.  Japanese school years run from April, and someone born before April is one
year ahead of this reckoning; Western ones run from September.
"""

import re
from datetime import date

from omoide.domain.timeline import holidays, numerals, span
from omoide.domain.timeline.atom import Calendar, Kind, LifeStage, Reference, Rule, Stage
from omoide.domain.timeline.span import Span, Unit

_JA_STAGES = {
    "小": LifeStage.ELEMENTARY, "中": LifeStage.MIDDLE, "高": LifeStage.HIGH, "大": LifeStage.UNIVERSITY,
    "学": LifeStage.UNIVERSITY, "短": LifeStage.UNIVERSITY, "美": LifeStage.UNIVERSITY, "音": LifeStage.UNIVERSITY,
    "医": LifeStage.UNIVERSITY, "専": LifeStage.UNIVERSITY, "院": LifeStage.UNIVERSITY,
}  # fmt: skip
_AGES_JA = {
    LifeStage.ELEMENTARY: (7, 6), LifeStage.MIDDLE: (13, 3), LifeStage.HIGH: (16, 3), LifeStage.UNIVERSITY: (19, 4),
    LifeStage.WORK: (23, 40),
}  # fmt: skip
_AGES_EN = {
    LifeStage.ELEMENTARY: (6, 5), LifeStage.MIDDLE: (11, 3), LifeStage.HIGH: (14, 4), LifeStage.UNIVERSITY: (18, 4),
    LifeStage.WORK: (22, 40),
}  # fmt: skip
"""Years after the birth in which a stage begins, and how many it lasts."""


def _placed(match: re.Match[str], stage: LifeStage, found: Span | None, confidence: float) -> Calendar | Stage:
    if found is None:
        return Stage(match.start(), match.end(), stage)
    return Calendar(
        match.start(), match.end(), Kind.DATE_RANGE, Unit.YEAR, lambda _: (found,), False, confidence, stage
    )  # fmt: skip


def _school_years(first_year: int, count: int, *, month: int, ref: Reference) -> Span | None:
    """Return so many school years, none of them in the future."""
    start = span.day_of(first_year, month, 1)
    end = None if start is None else span.months_from(start.start.date(), 12 * count)
    if start is None or end is None or start.start > ref.now:
        return None
    return Span(start.start, min(span.midnight(end), max(ref.now, start.end)))


def _part_of_year(year: Span, match: re.Match[str]) -> Span:
    """Return the season or month of a school year that the match names, or all of it."""
    named = match.groupdict()
    if season := named.get("season"):
        first = holidays.SEASONS_JA[season]
    elif named.get("month"):
        first = numerals.japanese(named["month"])
    else:
        return year
    in_year = year.start.year + (1 if first < 4 and not season else 0)
    found = span.months(in_year, first, 3 if season else 1) if 1 <= first <= 12 else None
    return year if found is None else found


def _grade(match: re.Match[str], ref: Reference) -> Calendar | Stage | None:
    stage = _JA_STAGES[match["school"][0]]
    grade = numerals.japanese(match["grade"])
    age, count = _AGES_JA[stage]
    if not 1 <= grade <= (6 if stage is LifeStage.UNIVERSITY else count):
        return None
    if ref.birth_year is None:
        return Stage(match.start(), match.end(), stage)
    year = _school_years(ref.birth_year + age + grade - 1, 1, month=4, ref=ref)
    return _placed(match, stage, None if year is None else _part_of_year(year, match), 0.75)


def _period(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    word = match["school"]
    stage = _JA_STAGES.get(word[0], LifeStage.WORK)
    if word.startswith("学生"):
        stage = LifeStage.UNIVERSITY
    return _whole(match, ref, stage, _AGES_JA, 4)


def _whole(
    match: re.Match[str], ref: Reference, stage: LifeStage, ages: dict[LifeStage, tuple[int, int]], month: int
) -> Calendar | Stage:
    if ref.birth_year is None or stage not in ages:
        return Stage(match.start(), match.end(), stage)
    age, count = ages[stage]
    return _placed(match, stage, _school_years(ref.birth_year + age, count, month=month, ref=ref), 0.6)


def _working_year(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    if ref.birth_year is None or match["nth"] is None:
        return Stage(match.start(), match.end(), LifeStage.WORK)
    first = ref.birth_year + _AGES_JA[LifeStage.WORK][0] + numerals.japanese(match["nth"]) - 1
    return _placed(match, LifeStage.WORK, _school_years(first, 1, month=4, ref=ref), 0.4)


def _childhood(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    found = None if ref.birth_year is None else span.years(ref.birth_year + 3, 10)
    return _placed(match, LifeStage.UNKNOWN, found, 0.4)


def _age(match: re.Match[str], ref: Reference) -> Calendar | None:
    if ref.birth_year is None:
        return None
    age = (
        numerals.japanese(match["age"])
        if match["age"][0] not in "abcdefghijklmnopqrstuvwxyz"
        else numerals.english(match["age"])
    )
    found = span.years(ref.birth_year + age, 2)
    placed = None if found is None or found.start > ref.now else _placed(match, _stage_at(age), found, 0.6)
    return placed if isinstance(placed, Calendar) else None


def _stage_at(age: int) -> LifeStage:
    for stage, (first, count) in _AGES_JA.items():
        if first <= age < first + count - (1 if stage is LifeStage.WORK else 0):
            return stage
    return LifeStage.UNKNOWN


_EN_STAGES = (
    (("elementary", "primary", "grade", "kindergarten"), LifeStage.ELEMENTARY),
    (("middle", "junior high"), LifeStage.MIDDLE),
    (("high",), LifeStage.HIGH),
    (("college", "university", "uni", "undergrad", "grad"), LifeStage.UNIVERSITY),
)


def _english_period(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    word = match["school"]
    stage = next((stage for words, stage in _EN_STAGES if word.startswith(words) and word != "grad"), LifeStage.WORK)
    return _whole(match, ref, stage, _AGES_EN, 9)


def _english_grade(match: re.Match[str], ref: Reference) -> Calendar | Stage | None:
    grade = numerals.english(match["grade"])
    if not 1 <= grade <= 12:
        return None
    stage = LifeStage.ELEMENTARY if grade < 6 else LifeStage.MIDDLE if grade < 9 else LifeStage.HIGH
    if ref.birth_year is None:
        return Stage(match.start(), match.end(), stage)
    return _placed(match, stage, _school_years(ref.birth_year + 5 + grade, 1, month=9, ref=ref), 0.7)


def _class_year(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    high = (match["school"] or "").startswith("high")
    stage = LifeStage.HIGH if high else LifeStage.UNIVERSITY
    if ref.birth_year is None:
        return Stage(match.start(), match.end(), stage)
    nth = ("freshman", "sophomore", "junior", "senior").index(match["year"])
    first = ref.birth_year + (14 if high else 18) + nth
    return _placed(match, stage, _school_years(first, 1, month=9, ref=ref), 0.6 if match["school"] else 0.4)


def youngest_birth_year(today: date) -> int:
    """Return the latest year of birth that makes sense: nobody speaks before two."""
    return today.year - 2


_WHEN = r"(?:の?(?:とき|時(?![間期給])|頃|ころ|ごろ)|だった(?:とき|時|頃|ころ)|時代|の?(?P<season>[春夏秋冬])(?:休み)?|の?(?P<month>\d{1,2})月)"
_SCHOOL = r"(?P<school>小学校|小学生|小学|中学校|中学生|中学|高校生|高校|大学院|大学生|大学|短大|美大|音大|医大|専門学校|学生|社会人|新人|新卒|会社員)"
JAPANESE_RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?<![一-龥])(?P<school>[小中高大])(?P<grade>[1-6一二三四五六])(?![\d.,%:/人個つ名分時日本回件月万千百割位段倍カかヶ]){_WHEN}?"), _grade),
    (re.compile(rf"(?P<school>小学校?|中学校?|高校|大学|短大|美大|音大|医大)の?(?P<grade>[1-6一二三四五六])年(?:生|次)?{_WHEN}?(?!間|前|後)"), _grade),
    (re.compile(rf"{_SCHOOL}(?:の(?:とき|時(?![間期給])|頃|ころ|ごろ)|だった(?:とき|時|頃|ころ)|時代|の?(?:夏休み|冬休み|春休み)|を?卒業|に?入学|の(?=給食|日記|部活|美術部|吹奏楽部|担任|同級生|修学旅行|文化祭|運動会|授業|卒業))"), _period),
    (re.compile(rf"(?:社会人|入社|新卒|新人)(?:(?P<nth>{numerals.JAPANESE})年目)|(?<![一-龥\d])(?P<nth2>[1一])年目に"), lambda match, ref: _first_year(match, ref)),
    (re.compile(r"(?:子供|子ども|こども|幼い|小さい|小さかった|幼少)の?(?:頃|ころ|とき|時|期)|幼少期|子供時代"), _childhood),
    (re.compile(rf"(?P<age>{numerals.JAPANESE})[歳才](?:の?(?:とき|時(?!間)|頃|ころ|ごろ)|だった(?:とき|時|頃))"), _age),
)  # fmt: skip
ENGLISH_RULES: tuple[Rule, ...] = (
    (re.compile(r"\b(?:when (?:i|we|you|he|she|they) (?:was|were) (?:still )?(?:in|at)|(?:back |while |still )?(?:in|at|during|since|after|before)|my) (?P<school>elementary school|primary school|grade school|kindergarten|middle school|junior high(?: school)?|high school|college|university|uni|undergrad|my first job)(?: (?:days|years))?\b"), _english_period),
    (re.compile(r"\b(?:when i (?:was|were) (?:a )?(?P<school>college|university|high school|middle school|elementary school) student)\b"), _english_period),
    (re.compile(r"\b(?:at|in|during) my (?P<school>first job)\b"), _english_period),
    (re.compile(rf"\b(?:in |during )?(?:the )?(?P<grade>\d{{1,2}}(?:st|nd|rd|th)|{numerals.ORDINAL_WORD}) grade\b"), _english_grade),
    (re.compile(r"\b(?:in |during )?(?:my )?(?P<year>freshman|sophomore|junior|senior) year(?: (?:of|in|at) (?P<school>high school|college|university))?\b"), _class_year),
    (re.compile(r"\b(?:when i was (?:a )?(?:kid|child|little|young|small|little (?:girl|boy))|as a (?:kid|child)|in my childhood)\b"), _childhood),
    (re.compile(rf"\b(?:when i (?:was|turned) (?:about |around )?|at (?:the )?age (?:of )?)(?P<age>\d{{1,2}}|{numerals.ENGLISH})\b(?! (?:days?|weeks?|months?|minutes?|hours?|in|at))"), _age),
)  # fmt: skip


def _first_year(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    if match["nth2"] is None:
        return _working_year(match, ref)
    first = None if ref.birth_year is None else ref.birth_year + _AGES_JA[LifeStage.WORK][0]
    found = None if first is None else _school_years(first, 1, month=4, ref=ref)
    return _placed(match, LifeStage.WORK, found, 0.3)
