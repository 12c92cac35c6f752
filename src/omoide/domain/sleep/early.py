"""Stages that a wrong clock went through too early, and that are taken back once the clock is right (SPEC D1).

A clock that stood up to a day ahead, and was put back, leaves a sleep behind that lies ahead of it.  Every stage notes by which moment it
was gone through and where it stood before, in numbers; what it did is known by that, is taken back, and is done when its time comes.
A clock that stood further ahead, and may be the right one, is left to the owner.
"""

from dataclasses import dataclass
from typing import Final

from omoide.domain.sleep.sleep_report import SleepReport, StageState
from omoide.domain.sleep.stage import SleepStage
from omoide.domain.time.moment import DAY_SECONDS, Moment

CLOCK_CHANGE_SECONDS: Final = 2 * 3600
"""When summer time begins a night comes after 23 hours; and a clock that differs by so little is not taken for a wrong one."""
AHEAD_SECONDS: Final = DAY_SECONDS + CLOCK_CHANGE_SECONDS
"""The coming night may be brought forward by a day; one that lies further ahead was run by a wrong clock."""


@dataclass(frozen=True, slots=True)
class EarlyStage:
    """A stage that was gone through before its time."""

    stage: SleepStage
    began: Moment
    ended: Moment | None
    """`None` when it was broken off."""
    before: str = ""
    """Where it stood before, as its own room notes it."""

    def covers(self, at: Moment | None) -> bool:
        """Tell whether something that bears this moment was done by it."""
        return at is not None and self.began <= at and (self.ended is None or at <= self.ended)


def lies_ahead(began: Moment, *, now: Moment) -> bool:
    """Tell whether the clock was put back by hours, up to a day, since: little is lost by doing it anew."""
    return CLOCK_CHANGE_SECONDS < began - now <= AHEAD_SECONDS


def early_stages(report: SleepReport, *, now: Moment) -> list[EarlyStage]:
    """Return the stages of a sleep that are to be taken back, the last one first."""
    return [
        EarlyStage(each.stage, each.began, each.ended, each.before)
        for each in reversed(report.results)
        if each.began is not None and each.state is not StageState.TAKEN_BACK and lies_ahead(each.began, now=now)
    ]
