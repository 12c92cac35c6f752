"""Placing the stages of a life: with a year of birth a school year becomes dates."""

import re

from omoide.domain.events.event import LifeStage
from omoide.domain.time.timeline import span
from omoide.domain.time.timeline.atom import Calendar, Kind, Reference, Stage
from omoide.domain.time.timeline.span import Span, Unit

Ages = dict[LifeStage, tuple[int, int]]
"""Years after the birth in which a stage begins, and how many years it lasts."""


def placed(match: re.Match[str], stage: LifeStage, found: Span | None, confidence: float) -> Calendar | Stage:
    """Return the stage as a stretch of time, or without one when it is not known."""
    if found is None:
        return Stage(match.start(), match.end(), stage)
    return Calendar(
        match.start(), match.end(), Kind.DATE_RANGE, Unit.YEAR, lambda _: (found,), False, confidence, stage
    )  # fmt: skip


def school_years(first_year: int, count: int, *, month: int, ref: Reference) -> Span | None:
    """Return so many school years, none of them in the future."""
    start = span.day_of(first_year, month, 1)
    end = None if start is None else span.months_from(start.start.date(), 12 * count)
    if start is None or end is None or start.start > ref.now:
        return None
    return Span(start.start, min(span.midnight(end), max(ref.now, start.end)))


def whole(match: re.Match[str], ref: Reference, stage: LifeStage, ages: Ages, month: int) -> Calendar | Stage:
    """Return a whole stage, from its first school year to its last."""
    if ref.birth_year is None or stage not in ages:
        return Stage(match.start(), match.end(), stage)
    age, count = ages[stage]
    return placed(match, stage, school_years(ref.birth_year + age, count, month=month, ref=ref), 0.6)


def childhood(match: re.Match[str], ref: Reference) -> Calendar | Stage:
    """Return the years from three to twelve."""
    found = None if ref.birth_year is None else span.years(ref.birth_year + 3, 10)
    return placed(match, LifeStage.UNKNOWN, found, 0.4)


def at_age(match: re.Match[str], ref: Reference, age: int, ages: Ages) -> Calendar | None:
    """Return the two calendar years in which someone is so old; none without a year of birth."""
    found = None if ref.birth_year is None else span.years(ref.birth_year + age, 2)
    if found is None or found.start > ref.now:
        return None
    stage = next((stage for stage, (first, count) in ages.items() if first <= age < first + count), LifeStage.UNKNOWN)
    return Calendar(match.start(), match.end(), Kind.DATE_RANGE, Unit.YEAR, lambda _: (found,), False, 0.6, stage)
