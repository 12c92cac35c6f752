"""Sleep: one night for a persona's memories (SPEC M5–M9, M11, M14).

The numbers are written down when the night begins, and the plan is made from them alone.  Each batch is kept in a
transaction that also says how far the night has come.  So a night may be killed at any point and started again: it
makes the same plan, goes on where it stood, pays nothing twice and ends in the same state.
"""

from collections.abc import Callable
from dataclasses import dataclass

from omoide.domain.memories.relations import RelationRules
from omoide.domain.nights import night
from omoide.domain.nights.night import NightPlan, NightRules
from omoide.domain.nights.night_report import NightReport
from omoide.domain.nights.population import Population
from omoide.domain.personas.persona import Persona
from omoide.domain.sleep.early import AHEAD_SECONDS, CLOCK_CHANGE_SECONDS, lies_ahead
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import NightBeingUndone, Refused
from omoide.ports.memories.store import MemoryReading
from omoide.ports.models.embedder import Embedder
from omoide.ports.nights.store import NightReading, NightRecords, NightRun, NightStore, Phase
from omoide.ports.time.clock import Clock
from omoide.usecases.nights.condense import Condenser
from omoide.usecases.nights.night_work import DEFAULT_STEPS, NightWork, Progress, StepSizes

LEAP_SECONDS = 1_000 * DAY_SECONDS
"""A clock that stands so far behind the last night has rather been set wrong than waited: nobody need lose years to it."""


@dataclass(frozen=True, slots=True)
class Sleep:
    """Runs the nights that are due, as one."""

    reading: NightReading
    store: NightStore
    records: NightRecords
    memories: MemoryReading
    condenser: Condenser
    embedder: Embedder
    clock: Clock
    stopwatch: Callable[[], float]
    """Seconds that pass; only differences count."""
    rules: NightRules
    relations: RelationRules
    grace_days: int = 7
    interval_hours: int = 24
    """Between two nights that are run by themselves."""
    steps: StepSizes = DEFAULT_STEPS

    def __call__(
        self, persona: Persona, *, by_itself: bool = False, early: bool = False, progress: Progress | None = None
    ) -> NightReport | None:
        """Run every night that is due and return the report; `None` when none is.

        A night that was broken off is finished first, as it was planned.  `early` brings the coming night forward.
        `by_itself` says that nobody asked: a night that the owner undid is then not run again before the next one, and
        none is run when the clock has leapt years ahead: only the owner knows whether it is right.
        """
        opened = self._opened(persona, early=early, by_itself=by_itself)
        if opened is None:
            return None
        run, before = opened
        plan = planned(persona, run, before=before, rules=self.rules)
        return self._night_work(persona, run, plan, progress=progress or _silent).work()

    def is_due(self, persona: Persona) -> bool:
        """Tell whether a night would run by itself now, or one that was broken off would go on."""
        try:
            return self._due(persona, early=False, by_itself=True) is not None
        except Refused:
            return False

    def _night_work(self, persona: Persona, run: NightRun, plan: NightPlan, *, progress: Progress) -> NightWork:
        return NightWork(
            reading=self.reading,
            store=self.store,
            records=self.records,
            memories=self.memories,
            condenser=self.condenser,
            embedder=self.embedder,
            clock=self.clock,
            stopwatch=self.stopwatch,
            relations=self.relations,
            grace_days=self.grace_days,
            steps=self.steps,
            persona=persona,
            run=run,
            plan=plan,
            progress=progress,
        )

    def _opened(self, persona: Persona, *, early: bool, by_itself: bool) -> tuple[NightRun, Population] | None:
        found = self._due(persona, early=early, by_itself=by_itself)
        if found is None:
            return None
        due, before = found
        if isinstance(due, NightRun):
            return due, self.store.before(due)
        return self.store.begin(persona.id, until=due, at=self.clock.now(), before=before), before

    def _due(self, persona: Persona, *, early: bool, by_itself: bool) -> tuple[NightRun | Moment, Population] | None:
        """Return the night that was broken off, or the hour until which a new one is due, and the memories as they are."""
        latest, standing = self.records.latest(persona.id), self.records.standing(persona.id)
        if standing is not None and standing.phase is Phase.UNDOING:
            raise NightBeingUndone
        before = self.reading.population(persona.id)
        if latest is not None and latest.phase not in (Phase.DONE, Phase.UNDONE):
            return latest, before
        until = due_until(
            before,
            persona=persona,
            slept=None if standing is None else standing.until,
            now=self.clock.now(),
            hour=self.rules.schedule_hour,
            early=early,
        )
        if until is None or (by_itself and latest is not None and self._is_too_soon(until, latest)):
            return None
        if by_itself and leapt_from(before, slept=latest, now=self.clock.now()) is not None:
            return None
        return until, before

    def _is_too_soon(self, until: Moment, latest: NightRun) -> bool:
        """Tell whether a night that nobody asked for must wait: the owner undid it, or the interval has not passed."""
        if latest.phase is Phase.UNDONE:
            return until <= latest.until and not is_ahead(latest, now=self.clock.now())
        if is_put_back(latest, now=self.clock.now()):
            return False
        return until - latest.until < self.interval_hours * 3600 - CLOCK_CHANGE_SECONDS


def is_ahead(run: NightRun, *, now: Moment) -> bool:
    """Tell whether the clock has not reached a night that was run: it stood too far ahead then, and was put back."""
    return run.until - now > AHEAD_SECONDS or run.began - now > CLOCK_CHANGE_SECONDS


def is_put_back(run: NightRun, *, now: Moment) -> bool:
    """Tell whether the clock was put back by hours, up to a day, since a night began: little is lost by running it anew.

    By how much more it may be wrong, and now or then, only the owner knows.
    """
    return lies_ahead(run.began, now=now)


def leapt_from(before: Population, *, slept: NightRun | None, now: Moment) -> Moment | None:
    """Return when time was last known, if the clock stands years after it; `None` when it may be right."""
    known = slept.until if slept is not None else Moment(int(before.created.max())) if len(before) else now
    return known if now - known > LEAP_SECONDS else None


def due_until(
    before: Population, *, persona: Persona, slept: Moment | None, now: Moment, hour: int, early: bool
) -> Moment | None:
    """Return the last nightly hour that is due; `None` when everything has lived through it.

    `slept` is the last night that was run: when nothing is awake, the archive is still looked after once a night.
    """
    if not len(before):
        return None
    awake = before.is_active & (before.kept_until < now)
    since = int(before.faded_through[awake].min()) if awake.any() else (slept or int(before.created.min()))
    due = night.nights_due(Moment(since), until=now, hour=hour, tz=persona.tz)
    if early:
        due.append(night.nights_due(now, until=Moment(now + 2 * DAY_SECONDS), hour=hour, tz=persona.tz)[0])
    return due[-1] if due and (slept is None or due[-1] > slept or awake.any()) else None


def planned(persona: Persona, run: NightRun, *, before: Population, rules: NightRules) -> NightPlan:
    """Return the plan of a night that began with these numbers: always the same, however often it is asked for."""
    active = before.is_active
    since = Moment(int(before.faded_through[active].min())) if active.any() else run.until
    hours = night.nights_due(since, until=run.until, hour=rules.schedule_hour, tz=persona.tz)
    return night.plan(before, nights=hours or [run.until], rules=rules)


def _silent(phase: Phase, done: int, total: int) -> None:
    """Tell nobody."""
