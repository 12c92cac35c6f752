"""The owner's word about a job: again, or not now."""

from dataclasses import dataclass

from omoide.domain.jobs.job import Job, JobId, JobOrder, JobState
from omoide.errors import JobEnded
from omoide.ports.jobs.jobs import Jobs
from omoide.ports.time.clock import Clock


@dataclass(frozen=True, slots=True)
class RetryJob:
    """Has a job tried again that came to no good end."""

    jobs: Jobs
    clock: Clock

    def __call__(self, job_id: JobId) -> Job:
        """Order the same work anew, with all its tries before it; raise `JobEnded` when there is nothing to try again."""
        job = self.jobs.get(job_id)
        if job.state not in (JobState.FAILED, JobState.DEAD, JobState.CANCELLED):
            raise JobEnded(job_id, state=job.state, wanted="retried")
        return self.jobs.enqueue(JobOrder(job.order.kind, job.order.persona_id, self.clock.now()))


@dataclass(frozen=True, slots=True)
class CancelJob:
    """Has a job put aside; what it stood for waits, and is tried again after a day."""

    jobs: Jobs
    clock: Clock

    def __call__(self, job_id: JobId) -> Job:
        """Put the job aside; raise `JobEnded` when it has ended, and would not be tried again."""
        job = self.jobs.get(job_id)
        latest = self.jobs.latest(job.order.kind, job.order.persona_id)
        is_next = job.state is JobState.FAILED and latest is not None and latest.id == job.id
        if not job.state.is_under_way and not is_next:
            raise JobEnded(job_id, state=job.state, wanted="cancelled")
        return self.jobs.cancel(job_id, at=self.clock.now())
