"""Work that nobody waits for: `home.jobs`, and of one persona `mind.jobs`.

home.jobs.all()      home.jobs.retry("digest-1-4")      home.jobs.work_off()
"""

import logging
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from omoide.bootstrap.background import STOP_SECONDS
from omoide.domain.jobs.job import Job, JobId, JobState
from omoide.domain.personas.persona import Persona
from omoide.errors import InvalidInput, JobNotFound, OmoideError

if TYPE_CHECKING:
    from omoide.bootstrap import Home

MOST = 10_000
LOOK_SECONDS = 30.0
"""How often a program that works beside looks at the data."""
log = logging.getLogger("omoide.work")


class HomeJobs:
    """The jobs of every persona in a home."""

    def __init__(self, home: "Home") -> None:
        self._home = home

    def all(self, *, states: Collection[JobState | str] = (), limit: int = 100) -> list[Job]:
        """Return jobs, newest first; those in some states, or in any."""
        if limit < 1:
            raise InvalidInput(f"so many jobs cannot be shown: {limit}; ask for 1 or more")
        return self._home.jobs.book.all(states=[_state(each) for each in states], limit=min(limit, MOST))

    def get(self, job_id: str) -> Job:
        """Return a job; raise `JobNotFound` when there is none."""
        return self._home.jobs.book.get(JobId(job_id))

    def dead(self) -> list[Job]:
        """Return the jobs that were given up, newest first."""
        return self.all(states=(JobState.DEAD,))

    def retry(self, job_id: str) -> Job:
        """Have a job tried again that failed, was given up or put aside; return the new one."""
        return self._home.jobs.retry(JobId(job_id))

    def cancel(self, job_id: str) -> Job:
        """Have a job put aside, for a day; one that runs ends at its next step."""
        return self._home.jobs.cancel(JobId(job_id))

    def work_off(
        self,
        *,
        should_stop: Callable[[], bool] = lambda: False,
        between: Callable[[], None] = lambda: None,
        rested: Callable[[Persona], None] | None = None,
    ) -> bool:
        """Order all that waits and work through the jobs, beside others who do the same; tell whether nothing waits any more.

        As `home.work_off`, through the engine: what is done here is not done elsewhere, and what fails can be seen.
        """
        return self._home.jobs.work_off(should_stop=should_stop, between=between, rested=rested)

    @contextmanager
    def working(self, *, look_seconds: float = LOOK_SECONDS) -> Iterator[None]:
        """Work in a thread while the block lasts: what waits is looked for every so often, so that nights come though nobody talks."""
        stopping = threading.Event()
        thread = threading.Thread(target=self._work, args=(stopping, look_seconds), name="omoide-jobs", daemon=True)
        thread.start()
        try:
            yield
        finally:
            stopping.set()
            thread.join(STOP_SECONDS)

    def _work(self, stopping: threading.Event, look_seconds: float) -> None:
        said = ""
        while not stopping.is_set():
            try:
                self.work_off(should_stop=stopping.is_set, between=self._home.work.courtesy.give_way)
                said = ""
            except OmoideError as exc:
                if str(exc) != said:
                    log.warning("what waits cannot be worked off now: %s; it is tried again", exc)
                said = str(exc)
            except Exception:  # the edge: the worker must live on
                log.exception("the worker met something unexpected")
            stopping.wait(look_seconds)


class MindJobs:
    """The jobs of one persona."""

    def __init__(self, home: "Home", persona: Persona) -> None:
        self._jobs = HomeJobs(home)
        self._persona = persona

    def all(self, *, states: Collection[JobState | str] = (), limit: int = 100) -> list[Job]:
        """Return jobs, newest first; those in some states, or in any."""
        found = self._jobs.all(states=states, limit=MOST)
        return [job for job in found if job.order.persona_id == self._persona.id][:limit]

    def get(self, job_id: str) -> Job:
        """Return a job of this persona; raise `JobNotFound` when there is none."""
        job = self._jobs.get(job_id)
        if job.order.persona_id != self._persona.id:
            raise JobNotFound(job_id)
        return job

    def dead(self) -> list[Job]:
        """Return the jobs that were given up, newest first."""
        return self.all(states=(JobState.DEAD,))

    def retry(self, job_id: str) -> Job:
        """Have a job tried again that failed, was given up or put aside; return the new one."""
        return self._jobs.retry(self.get(job_id).id)

    def cancel(self, job_id: str) -> Job:
        """Have a job put aside, for a day; one that runs ends at its next step."""
        return self._jobs.cancel(self.get(job_id).id)


def _state(given: JobState | str) -> JobState:
    try:
        return JobState(given)
    except ValueError as exc:
        raise InvalidInput(f"{given!r} is no state of a job; there are {', '.join(JobState)}") from exc
