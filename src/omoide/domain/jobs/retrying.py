"""When what failed is tried again: ever more seldom, and after so many tries in vain once a day.

What is given up stays to be seen.  It is still tried once a day, because what waits is in the data and must not wait for ever on a
home nobody looks at.
"""

from dataclasses import dataclass

from omoide.domain.jobs.job import Job, JobKind, JobOrder, JobState
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.domain.upkeep.trouble import rest_seconds


@dataclass(frozen=True, slots=True)
class RetryRules:
    """How patient the work is."""

    attempts: int = 8
    """Tries, one after the other, before a job is given up: a little over two hours."""
    first_rest_seconds: int = 60
    """Doubles with every try in vain."""


def state_after(attempt: int, *, rules: RetryRules) -> JobState:
    """Return how a job stands whose so-manieth try was in vain."""
    return JobState.DEAD if attempt >= rules.attempts else JobState.FAILED


def again_at(job: Job, *, rules: RetryRules) -> Moment | None:
    """Return when a job that came to no good end is tried again by itself; `None` when there is nothing to try again."""
    if job.ended is None or job.state not in (JobState.FAILED, JobState.DEAD, JobState.CANCELLED):
        return None
    if job.state is JobState.FAILED:
        return Moment(job.ended + rest_seconds(job.order.attempt, first_seconds=rules.first_rest_seconds))
    return Moment(job.ended + DAY_SECONDS)


def next_order(
    kind: JobKind, persona_id: PersonaId, *, latest: Job | None, now: Moment, rules: RetryRules
) -> JobOrder | None:
    """Return what to order for work that waits; `None` while it is under way, or rests.

    `latest` is the persona's newest job of this kind.  A clock that was put back does not prolong a rest.
    """
    if latest is None:
        return JobOrder(kind, persona_id, now)
    if latest.state.is_under_way:
        return None
    again = again_at(latest, rules=rules)
    if again is not None and latest.ended is not None and latest.ended <= now < again:
        return None
    failed_before = latest.order.attempt if latest.state is JobState.FAILED else 0
    return JobOrder(kind, persona_id, now, attempt=failed_before + 1)
