"""The night as one pure step: memories before → memories after, and what changed (SPEC M5–M9, M14; LTM 圧縮処理の内容).

Reinforcement, retention, thresholds, ratios, revival, deletion, in LTM's order.  By thresholds a memory falls one level
a night at most, and what there is room for no further than to a summary.  The same population and the same nights always
give the same plan, so a night that was broken off is finished by planning it again from where it began.
"""

from dataclasses import dataclass, field, replace
from typing import Final
from zoneinfo import ZoneInfo

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories import archive, levels, retention
from omoide.domain.memories.archive import ArchiveRules
from omoide.domain.memories.levels import Level, LevelRules, RatioRules
from omoide.domain.memories.memory import Cause
from omoide.domain.memories.retention import ReinforcementRules, RetentionRules
from omoide.domain.nights import room
from omoide.domain.nights.population import NEVER, Population
from omoide.domain.time.moment import Moment

LONGEST_CATCH_UP: Final = 36_525
"""Nights caught up in one run: a century."""
DEEPEST_FALL: Final = Level.ARCHIVE - Level.FULL
"""Levels, and so the last nights of many that can still matter to a memory that falls one level a night."""


@dataclass(frozen=True, slots=True)
class NightRules:
    """Everything that decides what a night does to memories."""

    retention: RetentionRules = field(default_factory=RetentionRules)
    reinforcement: ReinforcementRules = field(default_factory=ReinforcementRules)
    levels: LevelRules = field(default_factory=LevelRules)
    ratios: RatioRules = field(default_factory=RatioRules)
    archive: ArchiveRules = field(default_factory=ArchiveRules)
    schedule_hour: int = 3


@dataclass(frozen=True, slots=True)
class Shift:
    """The memories that changed for one cause: their ids, and their levels before and after."""

    cause: Cause
    ids: NDArray[np.int64]
    before: NDArray[np.int8]
    after: NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.ids)


@dataclass(frozen=True, slots=True)
class NightPlan:
    """What a night does: the memories afterwards, and what changed and why."""

    before: Population
    after: Population
    """Those that are deleted are still in it; `deleted` names them."""
    shifts: tuple[Shift, ...]
    nights: NDArray[np.int64]
    """How many nights each memory lived through."""
    deleted: NDArray[np.int64]
    """Ids that automatic deletion takes."""
    spared: Shift
    """Those that their scores would have pushed further, had there been no room; they stay where they are put."""

    def of(self, cause: Cause) -> Shift:
        """Return the memories that changed for this cause."""
        found = [shift for shift in self.shifts if shift.cause is cause]
        return found[0] if found else _nothing(cause)

    @property
    def survivors(self) -> Population:
        """Return the memories that are still there afterwards."""
        return self.after.only(~np.isin(self.after.ids, self.deleted))

    @property
    def condensed(self) -> NDArray[np.int64]:
        """Return the places of the memories whose text must be shortened."""
        text_before = np.minimum(self.before.level, Level.TRACE)
        text_after = np.minimum(self.after.level, Level.TRACE)
        kept = ~np.isin(self.after.ids, self.deleted)
        return np.flatnonzero((text_after > text_before) & kept)


def nights_due(since: Moment, *, until: Moment, hour: int, tz: ZoneInfo) -> list[Moment]:
    """Return the nightly hours after `since`, up to and including `until`."""
    due: list[Moment] = []
    following = retention.next_batch(since, hour=hour, tz=tz)
    while following <= until and len(due) < LONGEST_CATCH_UP:
        due.append(following)
        following = retention.next_batch(following, hour=hour, tz=tz)
    return due


def plan(before: Population, *, nights: list[Moment], rules: NightRules) -> NightPlan:
    """Return what these nights, run now in one, make of the memories.

    `nights` are the nightly hours up to now, ascending.  A memory lives only through those that it has not lived
    through yet, so planning the same nights again changes nothing.
    """
    if not nights or not len(before):
        nothing = np.zeros(0, dtype=np.int64)
        return NightPlan(before, before, (), np.zeros(len(before), dtype=np.int64), nothing, _nothing(Cause.SPARED))
    hours = np.array(nights, dtype=np.int64)
    lived = lived_nights(before, hours=hours)
    faded = _faded(before, lived=lived, hours=hours, rules=rules)
    settled, shifts, spared = _settled(faded, now=nights[-1], lived=lived, rules=rules)
    revived, revival_shifts = _revived(settled, now=nights[-1], rules=rules)
    deleted = _deleted(revived, now=nights[-1], rules=rules)
    changes = (*shifts, *revival_shifts, *_gone(revived, deleted))
    return NightPlan(before, revived, changes, lived, revived.ids[deleted], spared)


def has_room(population: Population, *, rules: NightRules) -> NDArray[np.bool_]:
    """Tell which memories are among those that the mind has room for, as they stand."""
    awake = population.is_active & ~population.protected
    return room.sheltered(awake, standing=population.standing, size=rules.ratios.room)


def lived_nights(population: Population, *, hours: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return how many of the nightly hours each active memory has still to live through.

    The archive is frozen, and a memory of an appointment does not fade before its date.
    """
    since = np.maximum(population.faded_through, population.kept_until)
    lived = len(hours) - np.searchsorted(hours, since, side="right")
    return np.where(population.is_active, lived, 0)


def _faded(before: Population, *, lived: NDArray[np.int64], hours: NDArray[np.int64], rules: NightRules) -> Population:
    awake = lived > 0
    recalled = (before.recalls > 0) & awake
    decay = np.where(
        recalled,
        retention.reinforced_decay(
            before.decay_coefficient, rules=rules.reinforcement, ceiling=rules.retention.max_decay_coefficient
        ),
        before.decay_coefficient,
    )
    days = retention.aged_days(before.memory_days, recalled=recalled, nights=lived, rules=rules.reinforcement)
    score = retention.score(before.emotional_intensity, decay=decay, memory_days=days)
    return replace(
        before,
        memory_days=days,
        decay_coefficient=decay,
        recall_count=before.recall_count + recalled,
        recalls=np.where(recalled, 0, before.recalls),
        retention=np.where(awake, score, before.retention),
        faded_through=np.where(awake, np.maximum(before.faded_through, hours[-1]), before.faded_through),
    )


def _settled(
    faded: Population, *, now: Moment, lived: NDArray[np.int64], rules: NightRules
) -> tuple[Population, list[Shift], Shift]:
    movable = ~faded.protected & (lived > 0)
    lowest = room.lowest_levels(faded.level, movable=movable, has_room=has_room(faded, rules=rules))
    unhindered = _fallen(faded, lived=np.where(movable, lived, 0), rules=rules)
    natural = np.minimum(unhindered, lowest)
    enforced = levels.enforce_ratios(
        natural, standing=faded.standing, counted=~faded.protected, lowest=lowest, rules=rules.ratios
    )
    newly = (enforced == Level.ARCHIVE) & (faded.level != Level.ARCHIVE)
    after = replace(faded, level=enforced, archived_at=np.where(newly, now, faded.archived_at))
    shifts = [
        _shift(Cause.FADED, faded.ids, faded.level, natural),
        _shift(Cause.CROWDED, faded.ids, natural, enforced),
    ]
    spared = np.flatnonzero(unhindered > natural)
    return after, shifts, Shift(Cause.SPARED, faded.ids[spared], enforced[spared], enforced[spared])


def _fallen(faded: Population, *, lived: NDArray[np.int64], rules: NightRules) -> levels.Levels:
    """Return the levels by thresholds alone, one down a night at most.

    Nights that were missed lead where they would have led one by one.  Scores only fall from the first of them on, so
    the last few nights decide: what a memory deserved before, it still deserves.
    """
    result = faded.level
    for back in reversed(range(min(DEEPEST_FALL, int(lived.max(initial=0))))):
        score = faded.retention if back == 0 else _score_before(faded, nights=back)
        deserved = np.where(lived > back, levels.levels_for(score, rules=rules.levels), Level.FULL)
        result = levels.fallen(result, deserved=deserved.astype(np.int8))
    return result


def _score_before(faded: Population, *, nights: int) -> NDArray[np.float64]:
    """Return the scores so many nights earlier; only for memories that have lived through more than these."""
    return retention.score(
        faded.emotional_intensity, decay=faded.decay_coefficient, memory_days=faded.memory_days - nights
    )


def _revived(settled: Population, *, now: Moment, rules: NightRules) -> tuple[Population, list[Shift]]:
    asked = np.flatnonzero((settled.revival_requested_at != NEVER) & (settled.level == Level.ARCHIVE))
    if not len(asked):
        return settled, []
    days = archive.archived_days(settled.archived_at[asked], now=now)
    scores = archive.revival_score(
        settled.emotional_intensity[asked], days_archived=days, levels=rules.levels, rules=rules.archive
    )
    order = np.lexsort((settled.ids[asked], settled.created[asked], settled.revival_requested_at[asked], -scores))
    free = archive.room_for_revival(
        level3_count=int(((settled.level == Level.TRACE) & ~settled.protected).sum()),
        base=int((~settled.protected).sum()),
        rules=rules.ratios,
    )
    back, refused = asked[order[:free]], asked[order[free:]]
    after = _brought_back(settled, back=back, scores=scores[order[:free]], asked=asked, now=now)
    return after, [
        _shift(Cause.REVIVED, settled.ids[back], settled.level[back], after.level[back]),
        Shift(Cause.REVIVAL_REFUSED, settled.ids[refused], settled.level[refused], settled.level[refused]),
    ]


def _brought_back(
    settled: Population,
    *,
    back: NDArray[np.int64],
    scores: NDArray[np.float64],
    asked: NDArray[np.int64],
    now: Moment,
) -> Population:
    returns = np.zeros(len(settled), dtype=np.bool_)
    returns[back] = True
    revived_scores = settled.retention.copy()
    revived_scores[back] = scores
    requests = settled.revival_requested_at.copy()
    requests[asked] = NEVER
    return replace(
        settled,
        level=np.where(returns, np.int8(Level.TRACE), settled.level),
        archived_at=np.where(returns, NEVER, settled.archived_at),
        retention=revived_scores,
        recalls=np.where(returns, 1, settled.recalls),
        recall_count=settled.recall_count + returns,
        revival_requested_at=requests,
        faded_through=np.where(returns, now, settled.faded_through),
    )


def _deleted(revived: Population, *, now: Moment, rules: NightRules) -> NDArray[np.int64]:
    doomed = archive.deletable(
        days_archived=archive.archived_days(revived.archived_at, now=now),
        recall_count=revived.recall_count,
        emotional_intensity=revived.emotional_intensity,
        rules=rules.archive,
    )
    return np.flatnonzero(doomed & (revived.level == Level.ARCHIVE) & ~revived.protected)


def _gone(revived: Population, places: NDArray[np.int64]) -> list[Shift]:
    return [Shift(Cause.DELETED, revived.ids[places], revived.level[places], revived.level[places])]


def _shift(cause: Cause, ids: NDArray[np.int64], before: NDArray[np.int8], after: NDArray[np.int8]) -> Shift:
    moved = np.flatnonzero(before != after)
    return Shift(cause, ids[moved], before[moved], after[moved])


def _nothing(cause: Cause) -> Shift:
    none = np.zeros(0, dtype=np.int8)
    return Shift(cause, np.zeros(0, dtype=np.int64), none, none)
