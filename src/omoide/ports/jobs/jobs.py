"""The book of jobs, and who works through it: in one file, or for many machines.

The book is derived: whoever deletes it loses what was done when, and no work.
"""

from collections.abc import Callable, Collection
from typing import Protocol

from omoide.domain.jobs.job import Job, JobId, JobKind, JobOrder, JobState
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.jobs.background import ShouldStop


class Jobs(Protocol):
    """Keeps what is to be done, and what became of it, by numbers alone."""

    def enqueue(self, order: JobOrder) -> Job:
        """Put the order down, once: of two who put the same one down at once, both get the same job."""
        ...

    def latest(self, kind: JobKind, persona_id: PersonaId) -> Job | None:
        """Return a persona's newest job of a kind."""
        ...

    def all(self, *, states: Collection[JobState] = (), limit: int = 100) -> list[Job]:
        """Return jobs, newest first; those in some states, or in any."""
        ...

    def get(self, job_id: JobId) -> Job:
        """Return the job; raise `JobNotFound` when there is none."""
        ...

    def cancel(self, job_id: JobId, *, at: Moment) -> Job:
        """Put a job aside that has not ended, or would be tried again; one that runs ends at its next step."""
        ...

    def forget(self, *, before: Moment) -> int:
        """Let go of jobs that were ordered before, and have ended; return how many."""
        ...

    def close(self) -> None:
        """Let go of the file or the connection."""
        ...


CarryOut = Callable[[JobOrder, ShouldStop], tuple[JobState, str]]
"""Does a job; returns how it ended, and the kind of trouble if there was any."""


class JobRunner(Protocol):
    """Runs the jobs of a book, one at a time in this process, beside others who do the same."""

    def start(self, carry_out: CarryOut) -> None:
        """Begin; raise `EngineBusy` when this process runs the jobs of another home already."""
        ...

    def stop(self, *, within_seconds: float) -> bool:
        """End after the step under way; tell whether that came in time."""
        ...

    def recover(self) -> int:
        """Give jobs whose worker has died to whoever comes first; return how many."""
        ...

    @property
    def is_started(self) -> bool:
        """Tell whether it runs."""
        ...

    @property
    def is_busy(self) -> bool:
        """Tell whether a job is under way in this process."""
        ...
