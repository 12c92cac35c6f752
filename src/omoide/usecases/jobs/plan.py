"""Plan jobs: what waits in the data is ordered, unless it is under way or rests after trouble.

The book of jobs is asked only about work that waits, so that the plan of an idle home costs nothing.  Nothing is lost with the book:
the data still say what waits, and it is ordered anew.
"""

from collections.abc import Collection
from dataclasses import dataclass

from omoide.domain.jobs import retrying
from omoide.domain.jobs.job import Job, JobKind, JobState
from omoide.domain.jobs.retrying import RetryRules
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.jobs.jobs import Jobs
from omoide.ports.time.clock import Clock

GIVEN_UP = (JobState.DEAD, JobState.CANCELLED)


@dataclass(frozen=True, slots=True)
class PlannedJobs:
    """What was ordered for one persona, and what rests, until when."""

    ordered: tuple[Job, ...]
    resting: dict[JobKind, Moment]


@dataclass(frozen=True, slots=True)
class PlanJobs:
    """Orders what waits."""

    jobs: Jobs
    clock: Clock
    rules: RetryRules

    def __call__(self, persona_id: PersonaId, waiting: Collection[JobKind], *, looked: Moment) -> PlannedJobs:
        """Order each kind of work that waited for a persona when the data were looked at.

        A digest makes vectors as it goes, so that these need a job of their own only while it rests.  A night comes after the talk
        of its day has been digested, unless that was given up; one that another worker has ended since the look is not ordered again.
        """
        now = self.clock.now()
        ordered: list[Job] = []
        resting: dict[JobKind, Moment] = {}
        digest: Job | None = None
        for kind in (each for each in JobKind if each in waiting):
            if kind is JobKind.EMBED and digest is not None and digest.state.is_under_way:
                continue
            if kind is JobKind.SLEEP and digest is not None and digest.state not in GIVEN_UP:
                continue
            latest = self.jobs.latest(kind, persona_id)
            if kind is JobKind.SLEEP and _ended_since(latest, looked):
                continue
            order = retrying.next_order(kind, persona_id, latest=latest, now=now, rules=self.rules)
            if order is not None:
                latest = self.jobs.enqueue(order)
                ordered.append(latest)
            elif latest is not None and (again := retrying.again_at(latest, rules=self.rules)) is not None:
                resting[kind] = again
            if kind is JobKind.DIGEST:
                digest = latest
        return PlannedJobs(tuple(ordered), resting)


def _ended_since(latest: Job | None, looked: Moment) -> bool:
    return latest is not None and latest.state is JobState.DONE and latest.ended is not None and looked <= latest.ended
