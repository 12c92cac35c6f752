"""Stages of a life in Japanese: 小4の冬, 高3の夏, 大学時代, 社会人1年目, 12歳のとき.

School years run from April; someone born before April is one year ahead of this reckoning.
"""

import re

from omoide.domain.events.event import LifeStage
from omoide.domain.time.timeline import holidays, numerals, span, stage
from omoide.domain.time.timeline.atom import Calendar, Reference, Rule, Stage
from omoide.domain.time.timeline.span import Span

_STAGES = {
    "小": LifeStage.ELEMENTARY, "中": LifeStage.MIDDLE, "高": LifeStage.HIGH, "大": LifeStage.UNIVERSITY,
    "学": LifeStage.UNIVERSITY, "短": LifeStage.UNIVERSITY, "美": LifeStage.UNIVERSITY, "音": LifeStage.UNIVERSITY,
    "医": LifeStage.UNIVERSITY, "専": LifeStage.UNIVERSITY, "院": LifeStage.UNIVERSITY,
}  # fmt: skip
_AGES = {
    LifeStage.ELEMENTARY: (7, 6), LifeStage.MIDDLE: (13, 3), LifeStage.HIGH: (16, 3), LifeStage.UNIVERSITY: (19, 4),
    LifeStage.WORK: (23, 40),
}  # fmt: skip


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
    life = _STAGES[match["school"][0]]
    grade = numerals.japanese(match["grade"])
    age, count = _AGES[life]
    if not 1 <= grade <= (6 if life is LifeStage.UNIVERSITY else count):
        return None
    if ref.birth_year is None:
        return Stage(match.start(), match.end(), life)
    year = stage.school_years(ref.birth_year + age + grade - 1, 1, month=4, ref=ref)
    return stage.placed(match, life, None if year is None else _part_of_year(year, match), 0.75)


def _period(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    word = match["school"]
    return stage.whole(match, ref, _STAGES.get(word[0], LifeStage.WORK), _AGES, 4)


def _working_year(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    if ref.birth_year is None:
        return Stage(match.start(), match.end(), LifeStage.WORK)
    nth = numerals.japanese(match["nth"] or match["bare"])
    first = ref.birth_year + _AGES[LifeStage.WORK][0] + nth - 1
    year = stage.school_years(first, 1, month=4, ref=ref)
    return stage.placed(match, LifeStage.WORK, year, 0.4 if match["nth"] else 0.3)


def _age(match: re.Match[str], ref: Reference) -> Calendar | None:
    return stage.at_age(match, ref, numerals.japanese(match["age"]), _AGES)


_MOMENT = r"(?:とき|時(?![間期給])|頃|ころ|ごろ)"
_WHEN = rf"(?:の?{_MOMENT}|だった{_MOMENT}|時代|の?(?P<season>[春夏秋冬])(?:休み)?|の?(?P<month>\d{{1,2}})月)"
_GRADE = r"(?P<grade>[1-6一二三四五六])"
_COUNTERS = r"[\d.,%:/人個つ名分時日本回件月万千百割位段倍カかヶ]"
_UNIVERSITY = "大学院|大学生|大学|短大|美大|音大|医大|専門学校|学生"
_SCHOOL = rf"(?P<school>小学校|小学生|小学|中学校|中学生|中学|高校生|高校|{_UNIVERSITY}|社会人|新人|新卒|会社員)"
_SCHOOL_LIFE = "給食|日記|部活|美術部|吹奏楽部|担任|修学旅行|文化祭|運動会|授業|卒業"
RULES: tuple[Rule, ...] = (
    (re.compile(rf"(?<![一-龥])(?P<school>[小中高大]){_GRADE}(?!{_COUNTERS}){_WHEN}?"), _grade),
    (
        re.compile(
            rf"(?P<school>小学校?|中学校?|高校|大学|短大|美大|音大|医大)の?{_GRADE}年(?:生|次)?{_WHEN}?(?!間|前|後)"
        ),
        _grade,
    ),
    (
        re.compile(
            rf"{_SCHOOL}(?:の{_MOMENT}|だった{_MOMENT}|時代|の?[夏冬春]休み|を?卒業|に?入学|の(?={_SCHOOL_LIFE}))"
        ),
        _period,
    ),
    (
        re.compile(
            rf"(?:社会人|入社|新卒|新人)(?P<nth>{numerals.JAPANESE})年目|(?<![一-龥\d])(?P<bare>[1一])年目(?=[にのはで、])"
        ),
        _working_year,
    ),
    (
        re.compile(r"(?:子供|子ども|こども|幼い|小さい|小さかった|幼少)の?(?:頃|ころ|とき|時|期)|子供時代"),
        stage.childhood,
    ),
    (re.compile(rf"(?P<age>{numerals.JAPANESE})[歳才](?:の?{_MOMENT}|だった{_MOMENT})"), _age),
)
