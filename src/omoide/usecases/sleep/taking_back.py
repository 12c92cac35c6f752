"""TakeBackSleeps: what a clock that has been put right since did too early is taken back, stage by stage (SPEC D1).

The newest sleep first, of each the last stage first: so each stage is taken back in the state that it left.  Each is marked as it is done;
broken off, the next sleep goes on with it.  A sleep under the right clock ends it: what lies before that is taken up by later ones.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from omoide.domain.personas.persona import Persona
from omoide.domain.sleep.early import EarlyStage, early_stages
from omoide.domain.sleep.sleep_report import SleepReport, StageState
from omoide.domain.sleep.stage import SleepStage
from omoide.ports.sleep.stage_traces import StageTraces
from omoide.ports.sleep.store import SleepStore
from omoide.ports.time.clock import Clock
from omoide.usecases.nights.nights_ahead import TakeBackNights

MOST_SLEEPS: Final = 20
"""Of a day; who sleeps more often was not put to sleep by a clock."""


@dataclass(frozen=True, slots=True)
class TakeBackSleeps:
    """Takes back what sleeps did before their time."""

    store: SleepStore
    traces: Mapping[SleepStage, StageTraces]
    """Stages that look at nothing but what is there, whatever the time, have none."""
    clock: Clock

    def __call__(self, persona: Persona) -> int:
        """Take them back; return how many stages."""
        return sum(self._taken(persona, report) for report in self._early(persona))

    def is_due(self, persona: Persona) -> bool:
        """Tell whether there is anything to take back."""
        return next(self._early(persona), None) is not None

    def mark(self, persona: Persona, stage: SleepStage) -> str:
        """Return where a stage stands before it is gone through."""
        traces = self.traces.get(stage)
        return "" if traces is None else traces.mark(persona)

    def _taken(self, persona: Persona, report: SleepReport) -> int:
        found = early_stages(report, now=self.clock.now())
        left = report
        for early in found:
            if (traces := self.traces.get(early.stage)) is not None:
                traces.take_back(persona, early)
            left = _without(left, early)
            self.store.keep(persona.id, left)
        return len(found)

    def _early(self, persona: Persona) -> Iterator[SleepReport]:
        now = self.clock.now()
        [*newest] = self.store.reports(persona.id, limit=1)
        if not any(_is_early(report, early_stages(report, now=now)) for report in newest):
            return
        for report in self.store.reports(persona.id, limit=MOST_SLEEPS):
            found = early_stages(report, now=now)
            if not _is_early(report, found):
                return
            if found:
                yield report


def _is_early(report: SleepReport, found: list[EarlyStage]) -> bool:
    """Tell whether a sleep is to be taken back, or was already."""
    return bool(found) or any(each.state is StageState.TAKEN_BACK for each in report.results)


def _without(report: SleepReport, early: EarlyStage) -> SleepReport:
    result = report.result(early.stage)
    return report if result is None else report.with_result(replace(result, state=StageState.TAKEN_BACK))


@dataclass(frozen=True, slots=True)
class NightTraces:
    """Takes back what a night did to memories."""

    nights: TakeBackNights

    def mark(self, _persona: Persona) -> str:
        """Return nothing: a night writes down itself where memories stood."""
        return ""

    def take_back(self, persona: Persona, early: EarlyStage) -> None:
        """Undo the nights that were run since the stage began."""
        self.nights(persona, since=early.began)
