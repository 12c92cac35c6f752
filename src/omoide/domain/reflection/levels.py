"""How deeply it is reflected: on a day, a week, a month (SPEC D2; NEX 省察レベル).

A day is reflected on once.  Seven days after the last weekly or monthly reflection it is a weekly one, thirty days after the last monthly
one a monthly one, which counts as the weekly one too.  Before there was any, days are counted from the first day that was
reflected on, so that a new mind does not look back on a month it has not lived.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from omoide.domain.goals.exporting import ReflectionDates
from omoide.domain.time.moment import Moment

DAILY, WEEKLY, MONTHLY = 1, 2, 3


@dataclass(frozen=True, slots=True)
class ReflectionRules:
    """After how many days a deeper reflection is due."""

    weekly_days: int = 7
    monthly_days: int = 30


@dataclass(frozen=True, slots=True)
class Reflection:
    """That a day was reflected on, and how deeply; holds no words."""

    id: int
    day: date
    level: int
    at: Moment
    by: str
    is_stale: bool = False
    """Its entry was erased, and is to be made again."""


def level_of(day: date, before: Iterable[Reflection], *, rules: ReflectionRules) -> int:
    """Return how deeply a day is to be reflected on, after the reflections there were on earlier days."""
    earlier = [each for each in before if each.day < day]
    if not earlier:
        return DAILY
    first = min(each.day for each in earlier)
    if day - _last(earlier, MONTHLY, first) >= timedelta(days=rules.monthly_days):
        return MONTHLY
    return WEEKLY if day - _last(earlier, WEEKLY, first) >= timedelta(days=rules.weekly_days) else DAILY


def reach_days(level: int, *, rules: ReflectionRules) -> int:
    """Return how many days a reflection looks back on, the day itself included."""
    return {DAILY: 1, WEEKLY: rules.weekly_days, MONTHLY: rules.monthly_days}[level]


def dates_of(reflections: Iterable[Reflection]) -> ReflectionDates:
    """Return when it was last reflected at each level, as the seed's `goals.json` tells it."""
    held = sorted(reflections, key=lambda each: each.day)
    weekly = [each.day for each in held if each.level >= WEEKLY]
    monthly = [each.day for each in held if each.level >= MONTHLY]
    return ReflectionDates(
        last_level=held[-1].level if held else 0,
        last_level2=weekly[-1] if weekly else None,
        last_level3=monthly[-1] if monthly else None,
    )


def last_deep(reflections: Iterable[Reflection]) -> Moment | None:
    """Return when it was last reflected on a week or a month."""
    return max((each.at for each in reflections if each.level >= WEEKLY), default=None)


def due_days(talked: Iterable[date], before: Iterable[Reflection], *, most: int) -> list[date]:
    """Return the days with talk that are to be reflected on, oldest first: those after the last one, the newest of many."""
    last = max((each.day for each in before), default=None)
    days = sorted(day for day in talked if last is None or day > last)
    return days[-most:] if most else []


def _last(earlier: list[Reflection], level: int, first: date) -> date:
    return max((each.day for each in earlier if each.level >= level), default=first)


NAMES: Final = {DAILY: "daily", WEEKLY: "weekly", MONTHLY: "monthly"}
