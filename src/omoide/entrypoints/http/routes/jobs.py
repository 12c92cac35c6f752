"""Work that nobody waits for: how it stands, and the owner's hand in it."""

from datetime import datetime
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query

from omoide.domain.jobs.job import Job
from omoide.entrypoints.http.asked import Limit, Reader, Writer
from omoide.entrypoints.http.schemas.shape import shown
from omoide.entrypoints.http.schemas.work import JobShown
from omoide.entrypoints.library.mind import Mind

router = APIRouter(prefix="/jobs", tags=["jobs"])
JobName = Annotated[str, Path(min_length=1, max_length=100, examples=["digest-1-4"])]
State = Literal["waiting", "running", "done", "failed", "dead", "cancelled"]


@router.get("")
def jobs(
    mind: Reader, limit: Limit = 50, state: Annotated[list[State] | None, Query(max_length=6)] = None
) -> list[JobShown]:
    """Return the jobs of this persona, newest first."""
    return [_shown(each, mind) for each in mind.jobs.all(states=state or (), limit=limit)]


@router.get("/{job}")
def job(mind: Reader, job: JobName) -> JobShown:
    """Return one job."""
    return _shown(mind.jobs.get(job), mind)


@router.post("/{job}/retry")
def retry(mind: Writer, job: JobName) -> JobShown:
    """Have a job tried again that failed, was given up or put aside."""
    return _shown(mind.jobs.retry(job), mind)


@router.post("/{job}/cancel")
def cancel(mind: Writer, job: JobName) -> JobShown:
    """Have a job put aside, for a day."""
    return _shown(mind.jobs.cancel(job), mind)


def _shown(one: Job, mind: Mind) -> JobShown:
    tz = mind.persona.tz
    when = shown(one.order.ordered, datetime, tz=tz)
    return JobShown.of(one, tz=tz, kind=one.order.kind.value, ordered=when, attempt=one.order.attempt)
