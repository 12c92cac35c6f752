"""The background engine: what waits in the data becomes jobs, and jobs are worked through beside others who do the same.

The engine is loaded when there is something to do, and stopped a while after; a home in which nothing waits costs a look at the data,
and nothing is written.  Where this process runs the jobs of another home already, the same work is done without the engine.
"""

import logging
import threading
import time
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from omoide.adapters.jobs.engine.places import JobFile, JobPlace, JobServer
from omoide.bootstrap.background import STOP_SECONDS, HomeWork
from omoide.bootstrap.foundation import Foundation
from omoide.config import domain_rules
from omoide.domain.jobs import retrying
from omoide.domain.jobs.job import JobKind, JobOrder, JobState
from omoide.domain.jobs.retrying import RetryRules
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import EngineBusy, OmoideError, Unavailable
from omoide.ports.jobs.background import ShouldStop
from omoide.usecases.jobs.manage import CancelJob, RetryJob
from omoide.usecases.jobs.plan import PlanJobs

if TYPE_CHECKING:
    from omoide.adapters.jobs.engine.book import DbosJobs
    from omoide.adapters.jobs.engine.runner import DbosRunner

TICK_SECONDS = 0.1
CLAIM_SECONDS = 3.0
"""How long it is waited for a job to begin here: a persona's jobs wait while another process works for it."""
LINGER_SECONDS = 30.0
"""How long the engine stays after its last job."""
KEPT_DAYS = 30
"""How long it is kept what became of a job."""
Waiting = list[tuple[Persona, tuple[JobKind, ...]]]
log = logging.getLogger("omoide.work")


class _BrokenOff(Exception):
    """Breaks a sleep off between two steps; it goes on from there."""


class JobFactory:
    """The jobs of one data home."""

    def __init__(self, foundation: Foundation, *, work: HomeWork) -> None:
        self._foundation = foundation
        self._work = work
        self._ended = threading.Event()
        self._should_stop: ShouldStop = lambda: False
        self._between: Callable[[], None] = lambda: None
        self._rested: Callable[[Persona], None] | None = None
        self._unavailable: Unavailable | None = None
        self._resting: dict[tuple[PersonaId, JobKind], tuple[Moment, Moment]] = {}
        """What rests, from when until when: the book need not be asked again before."""
        self._stamp: object = None
        self._looked = Moment(0)
        self._worked_at = time.monotonic()

    @cached_property
    def place(self) -> JobPlace:
        """Return where jobs are kept."""
        server = self._foundation.configuration.settings.database.url
        return JobFile(self._foundation.folder) if server is None else JobServer(server)

    @cached_property
    def book(self) -> "DbosJobs":
        """Return the book of jobs; it loads the engine."""
        from omoide.adapters.jobs.engine.book import DbosJobs

        return DbosJobs(self.place)

    @property
    def retry(self) -> RetryJob:
        """Return the verb that has a job tried again."""
        return RetryJob(self.book, self._foundation.clock)

    @property
    def cancel(self) -> CancelJob:
        """Return the verb that has a job put aside."""
        return CancelJob(self.book, self._foundation.clock)

    def work_off(
        self,
        *,
        should_stop: ShouldStop,
        between: Callable[[], None],
        rested: Callable[[Persona], None] | None = None,
    ) -> bool:
        """Order what waits and work through the jobs; tell whether nothing waits any more.

        `between` is called between two steps and may let somebody else go first; `rested` is told of whom a night has passed.
        Raise `Unavailable` when something was out of reach, after everybody's turn has come; it is tried again after a rest.
        """
        waiting = self._waiting()
        if not self._is_called_for(waiting):
            self._rest()
            return not waiting and self._work.is_settled
        self._should_stop, self._between, self._rested, self._unavailable = should_stop, between, rested, None
        try:
            self._start()
        except EngineBusy:
            return self._work.work_off(should_stop=should_stop, between=between, rested=rested)
        came_to_end = self._worked_through(waiting)
        self._worked_at = time.monotonic()
        if self._unavailable is not None:
            raise self._unavailable
        return came_to_end and not self._waiting() and self._work.is_settled

    def close(self) -> None:
        """Stop the engine after the step under way, and let go of its database."""
        if "_runner" in self.__dict__ and self._runner.is_started:
            self._runner.stop(within_seconds=STOP_SECONDS)
        if "book" in self.__dict__:
            self.book.close()

    @cached_property
    def _runner(self) -> "DbosRunner":
        from omoide.adapters.jobs.engine.runner import DbosRunner

        runner = DbosRunner(self.place, self.book, self._foundation.clock)
        runner.on_end = self._ended.set
        return runner

    def _rules(self, persona_id: PersonaId) -> RetryRules:
        return domain_rules.retry_rules(self._foundation.settings(persona_id))

    def _waiting(self) -> Waiting:
        now = self._looked = self._foundation.clock.now()

        def rests(persona: Persona, kind: JobKind) -> bool:
            since, until = self._resting.get((persona.id, kind), (0, 0))
            return since <= now < until

        found = [
            (persona, tuple(kind for kind in kinds if not rests(persona, kind)))
            for persona, kinds in self._work.kinds_waiting()
        ]
        return [(persona, kinds) for persona, kinds in found if kinds]

    def _is_called_for(self, waiting: Waiting) -> bool:
        """Tell whether there is anything to order, or somebody has written into the book since the last look."""
        if waiting or ("_runner" in self.__dict__ and self._runner.is_busy):
            return True
        if not self.place.is_there():
            return False
        stamp = self.place.stamp()
        if stamp is not None and stamp == self._stamp:
            return False
        self._resting.clear()
        is_so = bool(self.book.all(states=(JobState.WAITING, JobState.RUNNING), limit=1))
        self._look_away()
        return is_so

    def _look_away(self) -> None:
        """Close the book where nobody works through it, and remember how it was left."""
        if "_runner" not in self.__dict__ or not self._runner.is_started:
            self.book.close()
        self._stamp = self.place.stamp()

    def _start(self) -> None:
        if not self._runner.is_started:
            self._runner.start(self._carried_out)
            self.book.forget(before=Moment(self._foundation.clock.now() - KEPT_DAYS * DAY_SECONDS))

    def _rest(self) -> None:
        """Stop the engine when it has had nothing to do for a while."""
        if "_runner" in self.__dict__ and self._runner.is_started:
            if time.monotonic() - self._worked_at < LINGER_SECONDS:
                return
            self._runner.stop(within_seconds=STOP_SECONDS)
            self._look_away()

    def _worked_through(self, waiting: Waiting) -> bool:
        """Order and wait until nothing is left that could be done here; tell whether it was not called away."""
        self._runner.recover()
        self._order(waiting)
        has_begun, until = False, time.monotonic() + CLAIM_SECONDS
        while True:
            self._ended.wait(TICK_SECONDS)
            self._ended.clear()
            open_jobs = [] if self._runner.is_busy else self.book.under_way()
            if self._runner.is_busy or any(self._is_mine(job.worker, job.state) for job in open_jobs):
                has_begun, until = True, time.monotonic() + CLAIM_SECONDS
                continue
            is_late = time.monotonic() > until
            # Asked after a job, not before: callers that never pause would keep the work from ever being begun.
            if (has_begun or is_late) and self._should_stop():
                return False
            if any(job.state is JobState.WAITING for job in open_jobs):
                if is_late:
                    return True  # for whom they are, another process works just now
            elif not self._order(self._waiting()):
                return True

    def _is_mine(self, worker: str, state: JobState) -> bool:
        return state is JobState.RUNNING and worker == self._runner.name

    def _order(self, waiting: Waiting) -> int:
        ordered = 0
        for persona, kinds in waiting:
            plan = PlanJobs(self.book, self._foundation.clock, self._rules(persona.id))
            planned = plan(persona.id, kinds, looked=self._looked)
            ordered += len(planned.ordered)
            now = self._foundation.clock.now()
            for kind, until in planned.resting.items():
                self._resting[persona.id, kind] = now, until
        return ordered

    def _carried_out(self, order: JobOrder, told_to_stop: ShouldStop) -> tuple[JobState, str]:
        """Do a job; whatever it raises ends here, and leaves the name of its kind."""
        persona = next((each for each in self._foundation.personas.all() if each.id == order.persona_id), None)
        if persona is None:
            return JobState.DONE, ""
        try:
            self._work.carry_out(
                order.kind,
                persona,
                should_stop=lambda: told_to_stop() or self._should_stop(),
                between=lambda: self._step(order.kind, told_to_stop),
                rested=self._rested,
            )
        except _BrokenOff:
            return JobState.DONE, ""
        except Unavailable as exc:
            self._unavailable = self._unavailable or exc
            log.warning("job %s for %s failed: %s", order.kind, persona.name, type(exc).__name__)
            return self._failed(order), type(exc).__name__
        except OmoideError as exc:
            log.warning("job %s for %s failed: %s", order.kind, persona.name, type(exc).__name__)
            return self._failed(order), type(exc).__name__
        except Exception as exc:  # the edge: what is wrong with one job must not stop the others
            log.exception("job %s for %s failed", order.kind, persona.name)
            self._work.noted(persona, type(exc).__name__)
            return self._failed(order), type(exc).__name__
        self._work.went_well(persona)
        return JobState.DONE, ""

    def _step(self, kind: JobKind, told_to_stop: ShouldStop) -> None:
        self._between()
        if kind is JobKind.SLEEP and told_to_stop():
            raise _BrokenOff

    def _failed(self, order: JobOrder) -> JobState:
        return retrying.state_after(order.attempt, rules=self._rules(order.persona_id))
