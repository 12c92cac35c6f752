"""The book of jobs, over the engine's client: any number of them, in any process."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from functools import cached_property

from dbos import DBOSClient, EnqueueOptions, WorkflowStatus
from filelock import Timeout
from sqlalchemy import Engine
from sqlalchemy.exc import DatabaseError, SQLAlchemyError

from omoide.adapters.jobs.engine.places import JobPlace
from omoide.adapters.jobs.engine.plain import PlainJson
from omoide.domain.jobs.job import Job, JobId, JobKind, JobOrder, JobState
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import JobNotFound, StoreUnavailable

APPLICATION = "omoide"
QUEUE = "omoide"
WORKFLOW = "job"
VERSION = "1"
"""Of what is written down of a job; a worker takes jobs of its own version only."""
HELD_SECONDS = 10 * 365 * 86_400
"""How long a job that is put aside would wait: it is cancelled at once."""
LOOKED_BACK = 50
"""Jobs of one kind and persona among which the newest is looked for: the file knows of seconds only."""
_STATES = {
    JobState.WAITING: ("ENQUEUED", "DELAYED"),
    JobState.RUNNING: ("PENDING",),
    JobState.DONE: ("SUCCESS",),
    JobState.FAILED: ("SUCCESS",),
    JobState.DEAD: ("SUCCESS", "ERROR", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"),
    JobState.CANCELLED: ("CANCELLED",),
}
KILLED = "WorkerKilled"
"""The trouble of a job in whose midst one worker after the other died."""


class DbosJobs:
    """Keeps jobs as workflows of the engine; nothing is made before the first is put down."""

    def __init__(self, place: JobPlace) -> None:
        self._place = place

    @cached_property
    def engine(self) -> Engine:
        """Return the connections to the engine's database."""
        return self._place.connected()

    def enqueue(self, order: JobOrder) -> Job:
        """Put the order down under its number: of two who put the same one down at once, both get the same job."""
        self.prepare()
        return self._put(order, number=self._next_number(order.kind, order.persona_id))

    def latest(self, kind: JobKind, persona_id: PersonaId) -> Job | None:
        """Return a persona's newest job of a kind."""
        if not self._place.is_there():
            return None
        prefix = f"{kind}-{persona_id}-"
        with self._told():
            found = self._client.list_workflows(workflow_id_prefix=prefix, sort_desc=True, limit=LOOKED_BACK)
        return max((_job(each) for each in found), key=lambda job: job.number, default=None)

    def all(self, *, states: Collection[JobState] = (), limit: int = 100) -> list[Job]:
        """Return jobs, newest first; those in some states, or in any."""
        if not self._place.is_there():
            return []
        named = sorted({name for state in states for name in _STATES[state]}) or None
        found: list[Job] = []
        offset = 0
        while len(found) < limit:
            with self._told():
                some = self._client.list_workflows(
                    name=WORKFLOW, status=named, sort_desc=True, limit=limit, offset=offset
                )
            found += [job for job in map(_job, some) if not states or job.state in states]
            offset += limit
            if len(some) < limit:
                break
        return sorted(found, key=lambda job: (job.order.ordered, job.number), reverse=True)[:limit]

    def get(self, job_id: JobId) -> Job:
        """Return the job; raise `JobNotFound` when there is none."""
        found: list[WorkflowStatus] = []
        if self._place.is_there():
            with self._told():
                found = self._client.list_workflows(workflow_ids=[job_id])
        if not found:
            raise JobNotFound(job_id)
        return _job(found[0])

    def cancel(self, job_id: JobId, *, at: Moment) -> Job:
        """Put a job aside that has not ended; of one that would be tried again, the next try."""
        job = self.get(job_id)
        if not job.state.is_under_way:
            order = JobOrder(job.order.kind, job.order.persona_id, at, attempt=job.order.attempt + 1)
            job = self._put(order, number=self._next_number(order.kind, order.persona_id), held=True)
        with self._told():
            self._client.cancel_workflow(job.id)
            self._client.update_workflow_attributes(job.id, {"ended": at})
        return self.get(job.id)

    def forget(self, *, before: Moment) -> int:
        """Let go of jobs that were ordered before, and have ended."""
        old = [job.id for job in self.all(limit=10_000) if job.order.ordered < before and not job.state.is_under_way]
        if old:
            with self._told():
                self._client.delete_workflows(list(map(str, old)))
        return len(old)

    def under_way(self, *, workers: bool = False) -> list[Job]:
        """Return the jobs that wait or run; with `workers`, only those that somebody runs."""
        return self.all(states=(JobState.RUNNING,) if workers else (JobState.WAITING, JobState.RUNNING), limit=10_000)

    def close(self) -> None:
        """Let go of the file or the connection."""
        if "_client" in self.__dict__:
            self._client.destroy()
            del self.__dict__["_client"]
        if "engine" in self.__dict__:
            self.engine.dispose()
            del self.__dict__["engine"]

    def prepare(self) -> None:
        """Make the engine's database, or bring it up to date; also one that was deleted meanwhile."""
        if "_client" in self.__dict__ and not self._place.is_there():
            self.close()
        with self._told():
            _ = self._client

    @cached_property
    def _client(self) -> DBOSClient:
        with self._place.alone():
            self._place.make()
            try:
                return self._brought_up()
            except DatabaseError as exc:
                if not any(word in str(exc) for word in ("malformed", "not a database")):
                    raise
                self.engine.dispose()
                self._place.make(anew=True)
                return self._brought_up()

    def _brought_up(self) -> DBOSClient:
        client = DBOSClient(
            system_database_engine=self.engine,
            serializer=PlainJson(),
            application_name=APPLICATION,
            retry_connection_errors=False,
            lazy=True,
        )
        # The public way takes an address, and not every path of a file fits into one.
        client._sys_db.run_migrations()  # noqa: SLF001
        return client

    def _next_number(self, kind: JobKind, persona_id: PersonaId) -> int:
        latest = self.latest(kind, persona_id)
        return 1 if latest is None else latest.number + (0 if latest.state.is_under_way else 1)

    def _put(self, order: JobOrder, *, number: int, held: bool = False) -> Job:
        job_id = JobId(f"{order.kind}-{order.persona_id}-{number}")
        options: EnqueueOptions = {
            "workflow_name": WORKFLOW,
            "queue_name": QUEUE,
            "workflow_id": job_id,
            "app_version": VERSION,
            "queue_partition_key": str(order.persona_id),
            "priority": list(JobKind).index(order.kind) + 1,
        }
        if held:
            options["delay_seconds"] = HELD_SECONDS
        with self._told():
            self._client.enqueue(options, order.kind.value, int(order.persona_id), int(order.ordered), order.attempt)
        return self.get(job_id)

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except (SQLAlchemyError, Timeout) as exc:
            raise StoreUnavailable(f"the book of jobs cannot be read or written: {type(exc).__name__}") from exc


def outcome(state: JobState, *, trouble: str, at: Moment) -> dict[str, object]:
    """Return what is written down of how a job ended."""
    return {"state": state.value, "trouble": trouble, "ended": int(at)}


def order_of(kind: str, persona_id: int, ordered: int, attempt: int) -> JobOrder:
    """Return the order that was written down."""
    return JobOrder(JobKind(kind), PersonaId(persona_id), Moment(ordered), attempt)


def _job(found: WorkflowStatus) -> Job:
    given = found.input["args"] if found.input else ()
    order = order_of(*given)
    told = found.output if isinstance(found.output, dict) else {}
    ended = told.get("ended") or (found.attributes or {}).get("ended")
    if ended is None and found.completed_at is not None:
        ended = found.completed_at // 1000
    return Job(
        id=JobId(found.workflow_id),
        order=order,
        state=_state(found.status, told),
        ended=None if ended is None else Moment(int(ended)),
        trouble=_trouble(found.status, told),
        worker=found.executor_id or "",
    )


def _state(status: str, told: dict[str, object]) -> JobState:
    match status:
        case "ENQUEUED" | "DELAYED":
            return JobState.WAITING
        case "PENDING":
            return JobState.RUNNING
        case "CANCELLED":
            return JobState.CANCELLED
        case "SUCCESS":
            return JobState(str(told.get("state", JobState.DONE)))
        case _:
            return JobState.DEAD


def _trouble(status: str, told: dict[str, object]) -> str:
    return KILLED if status == "MAX_RECOVERY_ATTEMPTS_EXCEEDED" else str(told.get("trouble", ""))
