"""Forecast: which memories will fall to which level, on which night, and why; and which stay as there is room (X4).

The coming nights are planned with the very rules that will run, on the numbers as they stand, as if nothing were made
or recalled meanwhile.  So the forecast is what the nights will do, unless life comes between.
"""

from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

import numpy as np

from omoide.domain.memories.levels import Level, RatioRules
from omoide.domain.memories.memory import Cause, MemoryId
from omoide.domain.nights import night
from omoide.domain.nights.night import NightRules
from omoide.domain.nights.population import Population
from omoide.domain.time import moment
from omoide.domain.time.moment import DAY_SECONDS, Moment


@dataclass(frozen=True, slots=True)
class Fall:
    """A memory will change its level, or (`SPARED`) will not although its score falls that low."""

    memory_id: MemoryId
    at: Moment
    """The night in which it will happen."""
    cause: Cause
    before: Level
    after: Level
    retention_score: float
    """What will be left of it then."""

    @property
    def is_a_stay(self) -> bool:
        """Tell whether the memory stays because there is room."""
        return self.cause is Cause.SPARED


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the coming nights will do, and the population as it will then stand."""

    falls: tuple[Fall, ...]
    after: Population


def day_of(fall: Fall, *, tz: ZoneInfo) -> date:
    """Return the local day of the night in which it will happen."""
    return moment.day(fall.at, tz=tz)


def outlook(population: Population, *, now: Moment, days: int, rules: NightRules, tz: ZoneInfo) -> Outlook:
    """Return every change of level within so many days, in the order of the nights, then of the ids.

    A memory that there is room for is named on the first night on which its score alone would have pushed it down.
    """
    due = night.nights_due(now, until=Moment(now + days * DAY_SECONDS), hour=rules.schedule_hour, tz=tz)
    falls: list[Fall] = []
    spared: set[int] = set()
    current = population
    for hour in due:
        missed = night.nights_due(_earliest(current, hour), until=hour, hour=rules.schedule_hour, tz=tz)
        planned = night.plan(current, nights=missed, rules=rules)
        falls += [fall for fall in _falls(planned, hour) if not (fall.is_a_stay and fall.memory_id in spared)]
        spared |= set(planned.spared.ids.tolist())
        current = planned.survivors
    return Outlook(tuple(falls), current)


def outlook_of_one(
    population: Population, place: int, *, now: Moment, days: int, rules: NightRules, tz: ZoneInfo
) -> Outlook:
    """Return what will become of one memory by its own fading, with room for it as long as there is some today."""
    has_room = bool(night.has_room(population, rules=rules)[place])
    # Alone it crowds nobody; whether there is room is a matter of all.
    alone = RatioRules(1.0, 1.0, 1.0, ratio_min_population=0, room=int(has_room))
    only = population.only(np.array([place], dtype=np.int64))
    return outlook(only, now=now, days=days, rules=replace(rules, ratios=alone), tz=tz)


def _earliest(population: Population, hour: Moment) -> Moment:
    active = population.is_active
    return Moment(int(population.faded_through[active].min())) if active.any() else Moment(hour - DAY_SECONDS)


def _falls(planned: night.NightPlan, hour: Moment) -> list[Fall]:
    told = (*planned.shifts, planned.spared)
    places = {int(each): place for place, each in enumerate(planned.after.ids)} if any(map(len, told)) else {}
    found = [
        Fall(
            MemoryId(memory_id),
            hour,
            shift.cause,
            Level(before),
            Level(after),
            float(planned.after.retention[places[memory_id]]),
        )
        for shift in told
        for memory_id, before, after in zip(
            shift.ids.tolist(), shift.before.tolist(), shift.after.tolist(), strict=True
        )
    ]
    return sorted(found, key=lambda fall: (fall.memory_id, fall.before))
