"""Stages of a life in English: in 8th grade, when I was in college, my senior year of high school, at age 12.

School years run from September.
"""

import re

from omoide.domain.events.event import LifeStage
from omoide.domain.time.timeline import numerals, stage
from omoide.domain.time.timeline.atom import Calendar, Reference, Rule, Stage

_AGES = {
    LifeStage.ELEMENTARY: (6, 5), LifeStage.MIDDLE: (11, 3), LifeStage.HIGH: (14, 4), LifeStage.UNIVERSITY: (18, 4),
    LifeStage.WORK: (22, 40),
}  # fmt: skip
_STAGES = (
    (("elementary", "primary", "grade", "kindergarten"), LifeStage.ELEMENTARY),
    (("middle", "junior"), LifeStage.MIDDLE),
    (("high",), LifeStage.HIGH),
    (("college", "uni", "undergrad"), LifeStage.UNIVERSITY),
)
_YEARS = ("freshman", "sophomore", "junior", "senior")


def _period(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    life = next((life for words, life in _STAGES if match["school"].startswith(words)), LifeStage.WORK)
    return stage.whole(match, ref, life, _AGES, 9)


def _grade(match: re.Match[str], ref: Reference) -> Calendar | Stage | None:
    grade = numerals.english(match["grade"])
    if not 1 <= grade <= 12:
        return None
    life = LifeStage.ELEMENTARY if grade < 6 else LifeStage.MIDDLE if grade < 9 else LifeStage.HIGH
    if ref.birth_year is None:
        return Stage(match.start(), match.end(), life)
    return stage.placed(match, life, stage.school_years(ref.birth_year + 5 + grade, 1, month=9, ref=ref), 0.7)


def _class_year(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    high = (match["school"] or "").startswith("high")
    life = LifeStage.HIGH if high else LifeStage.UNIVERSITY
    if ref.birth_year is None:
        return Stage(match.start(), match.end(), life)
    first = ref.birth_year + _AGES[life][0] + _YEARS.index(match["year"])
    year = stage.school_years(first, 1, month=9, ref=ref)
    return stage.placed(match, life, year, 0.6 if match["school"] else 0.4)


def _age(match: re.Match[str], ref: Reference) -> Calendar | None:
    return stage.at_age(match, ref, numerals.english(match["age"]), _AGES)


_SCHOOL = (
    r"(?P<school>elementary school|primary school|grade school|kindergarten|middle school|junior high(?: school)?"
    r"|high school|college|university|uni|undergrad)"
)
_IN = (
    r"(?:when (?:i|we|you|he|she|they) (?:was|were) (?:still )?(?:in|at)"
    r"|(?:back |while |still )?(?:in|at|during|since|after|before)|my)"
)
_OLD = r"(?:when i (?:was|turned) (?:about |around )?|at (?:the )?age (?:of )?)"
RULES: tuple[Rule, ...] = (
    (re.compile(rf"\b{_IN} {_SCHOOL}(?: (?:days|years))?\b"), _period),
    (re.compile(rf"\bwhen i was (?:a |an )?{_SCHOOL} student\b"), _period),
    (re.compile(r"\b(?:at|in|during) my (?P<school>first job)\b"), _period),
    (
        re.compile(rf"\b(?:in |during )?(?:the )?(?P<grade>\d{{1,2}}(?:st|nd|rd|th)|{numerals.ORDINAL_WORD}) grade\b"),
        _grade,
    ),
    (
        re.compile(
            rf"\b(?:in |during )?(?:my )?(?P<year>{'|'.join(_YEARS)}) year"
            r"(?: (?:of|in|at) (?P<school>high school|college|university))?\b"
        ),
        _class_year,
    ),
    (
        re.compile(
            r"\b(?:when i was (?:a )?(?:little (?:girl|boy)|kid|child|little|young|small)|as a (?:kid|child)"
            r"|in my childhood)\b"
        ),
        stage.childhood,
    ),
    (
        re.compile(rf"\b{_OLD}(?P<age>{numerals.ENGLISH})\b(?! (?:days?|weeks?|months?|minutes?|hours?|in|at)\b)"),
        _age,
    ),
)
