"""What a sleep did, stage by stage; and what is still to be done of one that was broken off (SPEC D1)."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NewType

from omoide.domain.sleep.stage import ORDER, SleepStage
from omoide.domain.time.moment import Moment

SleepId = NewType("SleepId", int)


class StageState(StrEnum):
    """How a stage stands."""

    UNDER_WAY = "under_way"
    DONE = "done"
    NOTHING = "nothing"
    """There was nothing to do."""
    LEFT = "left"
    """It could not be done now, or the budget was spent; what is left is found again the next time."""
    TAKEN_BACK = "taken_back"
    """It was gone through before its time, by a clock that has been put right since."""


@dataclass(frozen=True, slots=True)
class StageResult:
    """What one stage did."""

    stage: SleepStage
    state: StageState
    items: int = 0
    """Memories, days, weeks, topics … that were done."""
    total: int = 0
    """Of how many, while it is under way; 0 when nobody knows."""
    seconds: float = 0.0
    nano_usd: int = 0
    why: str = ""
    """Why it was left: the kind of error, or `time`, `cost`; no text of anybody's."""
    began: Moment | None = None
    """By the clock as it stood; `None` where nobody noted it."""
    ended: Moment | None = None
    """`None` while it is under way."""
    before: str = ""
    """Where its room stood before, in numbers: what it is taken back by."""


@dataclass(frozen=True, slots=True)
class SleepReport:
    """What a sleep did so far."""

    id: SleepId
    began: Moment
    by_itself: bool
    wanted: tuple[SleepStage, ...] = ORDER
    ended: Moment | None = None
    results: tuple[StageResult, ...] = ()
    """In the order in which stages were gone through; each stage once."""

    @property
    def to_do(self) -> tuple[SleepStage, ...]:
        """Return the stages that are still to be gone through: one that was broken off, or taken back, is gone through again."""
        again = (StageState.UNDER_WAY, StageState.TAKEN_BACK)
        over = {each.stage for each in self.results if each.state not in again}
        return tuple(stage for stage in self.wanted if stage not in over)

    @property
    def nano_usd(self) -> int:
        """Return what it has cost."""
        return sum(each.nano_usd for each in self.results)

    @property
    def seconds(self) -> float:
        """Return how long it worked."""
        return sum(each.seconds for each in self.results)

    @property
    def did_anything(self) -> bool:
        """Tell whether any stage had something to do."""
        return any(each.state is not StageState.NOTHING for each in self.results)

    def result(self, stage: SleepStage) -> StageResult | None:
        """Return what a stage did; `None` when it was not gone through."""
        return next((each for each in self.results if each.stage is stage), None)

    def with_result(self, new: StageResult) -> "SleepReport":
        """Return the report with what a stage did, in place of what was known of it."""
        if self.result(new.stage) is None:
            return replace(self, results=(*self.results, new))
        return replace(self, results=tuple(new if each.stage is new.stage else each for each in self.results))


def begun(sleep_id: SleepId, *, at: Moment, by_itself: bool, wanted: Collection[SleepStage]) -> SleepReport:
    """Return a sleep that has just begun; stages are gone through in their order, whatever the order they were named in."""
    return SleepReport(sleep_id, at, by_itself, tuple(stage for stage in ORDER if stage in wanted))
