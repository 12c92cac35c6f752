"""SleepThrough: goes through the stages of a sleep, one after the other, each kept as it ends (SPEC D1).

What is under way is kept as well, so that others can watch.  A sleep that was broken off, by a kill or an error nobody foresaw, is
gone on with where it stood: stages that are over are not gone through again.  A stage that cannot be done now (a model is out of
reach, the budget is spent) is left, and the others go on; what is left is found again from the data the next time.  What was done by
a clock that stood ahead, and was put back since, is taken back first.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.sleep.budget import SleepBudget
from omoide.domain.sleep.early import CLOCK_CHANGE_SECONDS
from omoide.domain.sleep.sleep_report import SleepReport, StageResult, StageState
from omoide.domain.sleep.stage import ORDER, SleepStage
from omoide.domain.time.moment import Moment
from omoide.errors import AlreadyAsleep, Refused, Unavailable
from omoide.ports.sleep.lock import SleepLock
from omoide.ports.sleep.store import SleepStore
from omoide.ports.time.clock import Clock
from omoide.usecases.sleep.stages import Asleep, StageDone, StageWork
from omoide.usecases.sleep.taking_back import TakeBackSleeps

KEPT_EVERY_SECONDS = 1.0
"""How often it is kept how far a stage is, for those who watch."""
UNREACHED = "unavailable"
Watch = Callable[[SleepReport], None]
"""Is told how far a sleep is."""


class _BudgetSpent(Exception):
    """Breaks a stage off; no caller ever sees it."""


def _nobody(_report: SleepReport) -> None:
    """Tell nobody."""


def _at_once() -> None:
    """Let nobody go first."""


@dataclass(frozen=True, slots=True)
class SleepThrough:
    """Puts a persona to sleep."""

    stages: Mapping[SleepStage, StageWork]
    take_back: TakeBackSleeps
    is_due: Callable[[Persona], bool]
    """Tells whether a night would run by itself now."""
    store: SleepStore
    lock: SleepLock
    spent_nano_usd: Callable[[PersonaId, Moment], int]
    """What the persona's thinking has cost since a moment."""
    clock: Clock
    stopwatch: Callable[[], float]
    """Seconds that pass; only differences count."""
    budget: SleepBudget = field(default_factory=SleepBudget)

    def __call__(
        self,
        persona: Persona,
        *,
        wanted: Collection[SleepStage] = ORDER,
        early: bool = False,
        watch: Watch = _nobody,
    ) -> SleepReport:
        """Go through the wanted stages; a sleep that was broken off goes on first, with the stages it wanted, and is enough
        where no night is due since.

        Raise `AlreadyAsleep` when somebody else puts the persona to sleep.
        """
        with self.lock.alone(persona.id) as is_mine:
            if not is_mine:
                raise AlreadyAsleep(persona.name)
            self.take_back(persona)
            asleep = Asleep(persona, early=early)
            if (broken := self.store.under_way(persona.id)) is not None:
                finished = _OneSleep(self, asleep, broken, watch).through()
                if not self.is_due(persona):
                    return finished
            return _OneSleep(self, asleep, self._begun(persona, by_itself=False, wanted=wanted), watch).through()

    def by_itself(self, persona: Persona, *, between: Callable[[], None]) -> SleepReport | None:
        """Go through all stages when a night is due, or a sleep was broken off; nobody asked.

        `None` when there is nothing to do, or somebody else does it.  `between` is called after each step, and may let somebody
        else go first.
        """
        with self.lock.alone(persona.id) as is_mine:
            if not is_mine:
                return None
            taken = self.take_back(persona)
            report = self.store.under_way(persona.id)
            if report is None and not taken and not self.is_due(persona):
                return None
            report = report or self._begun(persona, by_itself=True, wanted=ORDER)
            return _OneSleep(self, Asleep(persona, by_itself=True), report, _nobody, between).through()

    def _begun(self, persona: Persona, *, by_itself: bool, wanted: Collection[SleepStage]) -> SleepReport:
        return self.store.begin(persona.id, at=self.clock.now(), by_itself=by_itself, wanted=wanted)

    def taken_back(self, persona: Persona) -> int:
        """Take back what a clock that was put right since did too early, unless somebody puts the persona to sleep, who does so."""
        with self.lock.alone(persona.id) as is_mine:
            return self.take_back(persona) if is_mine else 0

    def is_asleep(self, persona: Persona) -> bool:
        """Tell whether somebody puts the persona to sleep at this moment."""
        with self.lock.alone(persona.id) as is_free:
            return not is_free

    def under_way(self, persona: Persona) -> SleepReport | None:
        """Return a sleep that was broken off, or goes on elsewhere."""
        return self.store.under_way(persona.id)


@dataclass(slots=True)
class _OneSleep:
    """One sleep, while it goes on in this process."""

    verb: SleepThrough
    asleep: Asleep
    report: SleepReport
    watch: Watch
    between: Callable[[], None] = _at_once
    _kept_at: float = float("-inf")

    def through(self) -> SleepReport:
        for stage in self.report.to_do:
            if (work := self.verb.stages.get(stage)) is not None:
                self._gone_through(stage, work)
        self._keep(replace(self.report, ended=self.verb.clock.now()))
        return self.report

    def _gone_through(self, stage: SleepStage, work: StageWork) -> None:
        before = self.report.result(stage) or StageResult(stage, StageState.UNDER_WAY)
        began, started = self.verb.clock.now(), self.verb.stopwatch()
        noted = self._noted(before, began)
        spent_before = self._spent(began)

        def so_far(state: StageState, items: int = 0, total: int = 0, why: str = "") -> StageResult:
            seconds = before.seconds + self.verb.stopwatch() - started
            cost = before.nano_usd + self._spent(began) - spent_before
            ended = None if state is StageState.UNDER_WAY else self.verb.clock.now()
            told = StageResult(stage, state, items, total, round(seconds, 3), cost, why)
            return replace(told, began=noted.began, ended=ended, before=noted.before)

        def tell(done: int, total: int) -> None:
            self.between()
            now = so_far(StageState.UNDER_WAY, done, total)
            self.report = self.report.with_result(now)
            self.watch(self.report)
            if self.verb.stopwatch() - self._kept_at >= KEPT_EVERY_SECONDS:
                self._keep(self.report)
            if why := self._budget_spent():
                raise _BudgetSpent(why)

        self._keep(self.report.with_result(so_far(StageState.UNDER_WAY)))
        if why := self._budget_spent():
            self._keep(self.report.with_result(so_far(StageState.LEFT, why=why)))
            return
        try:
            done = work(self.asleep, tell)
        except _BudgetSpent as exc:
            reached = self.report.result(stage) or before
            self._keep(self.report.with_result(so_far(StageState.LEFT, reached.items, reached.total, str(exc))))
        except (Refused, Unavailable) as exc:
            self._keep(self.report.with_result(so_far(StageState.LEFT, why=type(exc).__name__)))
        else:
            self._keep(
                self.report.with_result(so_far(_state(done), done.items, why="" if done.is_whole else UNREACHED))
            )

    def _noted(self, before: StageResult, now: Moment) -> StageResult:
        """Return the stage with when it began and where it stood: as noted, if it was broken off not long before."""
        if (
            before.state is StageState.UNDER_WAY
            and before.began is not None
            and abs(now - before.began) <= CLOCK_CHANGE_SECONDS
        ):
            return before
        mark = self.verb.take_back.mark(self.asleep.persona, before.stage)
        return replace(before, began=now, before=mark)

    def _budget_spent(self) -> str:
        return self.verb.budget.spent(seconds=self.report.seconds, nano_usd=self.report.nano_usd)

    def _spent(self, since: Moment) -> int:
        return self.verb.spent_nano_usd(self.asleep.persona.id, since)

    def _keep(self, report: SleepReport) -> None:
        self.report = report
        self.verb.store.keep(self.asleep.persona.id, report)
        self._kept_at = self.verb.stopwatch()
        self.watch(report)


def _state(done: StageDone) -> StageState:
    if not done.is_whole:
        return StageState.LEFT
    return StageState.DONE if done.items else StageState.NOTHING
