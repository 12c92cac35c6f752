"""Nights ahead: was a night run that the clock has not reached, or has the clock leapt years beyond the last one?

A clock that stood too far ahead, and was put back, leaves memories that have faded into the future: no night runs by
itself until that time comes.  Nothing is wrong with the memories; but whoever waits for a night must be told.  Where the
clock was off by a day at most, the next sleep takes the night back by itself, and runs it when its time comes: what is
said until then takes part in it.
"""

from dataclasses import dataclass

from omoide.domain.nights.night_report import NightReport
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.errors import NightNotFound
from omoide.ports.nights.store import NightReading, NightRecords, Phase
from omoide.ports.time.clock import Clock
from omoide.usecases.nights.night_work import Progress
from omoide.usecases.nights.sleep import Sleep, is_ahead, is_put_back, leapt_from
from omoide.usecases.nights.undo import Undo


@dataclass(frozen=True, slots=True)
class NightsAhead:
    """Looks for nights that lie ahead of the clock."""

    records: NightRecords
    clock: Clock

    def __call__(self, persona: Persona) -> Moment | None:
        """Return until when no night will run by itself; `None` when all is well, or the next sleep sees to it."""
        run, now = self.records.standing(persona.id), self.clock.now()
        if run is None or run.phase is not Phase.DONE or is_put_back(run, now=now):
            return None
        return run.until if is_ahead(run, now=now) else None


@dataclass(frozen=True, slots=True)
class TakeBackNights:
    """Takes back nights that a clock ran early which has been put right since."""

    records: NightRecords
    undo: Undo
    clock: Clock

    def __call__(self, persona: Persona, *, since: Moment | None = None) -> int:
        """Take them back, also one that is half taken back; return how many.  With `since` only those begun from then on."""
        taken = 0
        try:
            while self._is_early(persona, since):
                self.undo(persona)
                taken += 1
        except NightNotFound:
            pass  # its numbers are kept no longer: it stays as it is, and the next ones are run as they are due
        return taken

    def _is_early(self, persona: Persona, since: Moment | None) -> bool:
        run = self.records.standing(persona.id)
        if run is None or run.phase not in (Phase.DONE, Phase.UNDOING) or (since is not None and run.began < since):
            return False
        return is_put_back(run, now=self.clock.now())


@dataclass(frozen=True, slots=True)
class SleepInTime:
    """Runs the nights that are due, after those are taken back that were run before their time."""

    sleep: Sleep
    take_back: TakeBackNights

    def __call__(
        self, persona: Persona, *, by_itself: bool = False, early: bool = False, progress: Progress | None = None
    ) -> NightReport | None:
        """Run every night that is due and return the report of the last run; `None` when none is."""
        self.take_back(persona)
        report = self.sleep(persona, by_itself=by_itself, early=early, progress=progress)
        # a night that was broken off is finished first, also one under a wrong clock
        if self.take_back(persona):
            report = self.sleep(persona, by_itself=by_itself, early=early, progress=progress)
        return report


@dataclass(frozen=True, slots=True)
class ClockLeap:
    """Looks for a clock that stands years after everything that is known: no night runs by itself then."""

    reading: NightReading
    records: NightRecords
    clock: Clock

    def __call__(self, persona: Persona) -> Moment | None:
        """Return when time was last known; `None` when the clock may be right."""
        before = self.reading.population(persona.id)
        return leapt_from(before, slept=self.records.latest(persona.id), now=self.clock.now())
