"""A job: one piece of work beside the talk, and how it stands.

A job names what is to be done and for whom, by number; it never holds a word of what was said.  What there is to do is read from the
data when the job runs, so that a job that is lost, or comes twice, does no harm.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

JobId = NewType("JobId", str)
"""`kind-persona-number`, such as `digest-3-17`: the seventeenth digest of persona 3."""


class JobKind(StrEnum):
    """What is to be done, in the order in which a persona's jobs are done."""

    IMPORT = "import"
    """Session logs that were handed in are read."""
    DIGEST = "digest"
    """Turns become memories, beliefs and feelings; their vectors follow."""
    EMBED = "embed"
    """What has no vector in the embedding space in use gets one."""
    SLEEP = "sleep"
    """A night that is due, with all its stages."""


class JobState(StrEnum):
    """How a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    """As far as it came: what it left is found again in the data."""
    FAILED = "failed"
    """It is tried again after a rest."""
    DEAD = "dead"
    """It failed so often that it is given up until somebody looks, or a day has passed."""
    CANCELLED = "cancelled"
    """The owner put it aside, for a day."""

    @property
    def is_under_way(self) -> bool:
        """Tell whether it is yet to end."""
        return self in (JobState.WAITING, JobState.RUNNING)


@dataclass(frozen=True, slots=True)
class JobOrder:
    """What is to be done, for whom, and how often it was tried before."""

    kind: JobKind
    persona_id: PersonaId
    ordered: Moment
    attempt: int = 1


@dataclass(frozen=True, slots=True)
class Job:
    """An order, and what became of it."""

    id: JobId
    order: JobOrder
    state: JobState
    ended: Moment | None = None
    trouble: str = ""
    """The kind of error, in one word; never anything that was said."""
    worker: str = ""
    """Who runs it, or ran it."""

    @property
    def number(self) -> int:
        """Return the how-manieth job of its kind it is, for its persona."""
        return int(self.id.rpartition("-")[2])
