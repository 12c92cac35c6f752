"""Works through the book of jobs with DBOS.

The engine is one for a process, and costs a second to load and some threads that look around: it is loaded when there is a job, and
started and stopped as work comes and goes.  What a job says when it ends is written down as data; nothing it raises reaches the engine,
which would keep it with every text in it.
"""

import logging
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from typing import ClassVar

from dbos import DBOS, DBOSConfig

from omoide.adapters.jobs.engine import book
from omoide.adapters.jobs.engine.book import DbosJobs
from omoide.adapters.jobs.engine.places import JobPlace
from omoide.adapters.jobs.engine.plain import PlainJson
from omoide.adapters.jobs.engine.presence import Presence
from omoide.domain.jobs.job import JobId, JobState
from omoide.errors import EngineBusy, OmoideError
from omoide.ports.jobs.background import ShouldStop
from omoide.ports.jobs.jobs import CarryOut
from omoide.ports.time.clock import Clock

POLL_SECONDS = 0.2
"""How often the engine looks for a job, while it runs."""
CANCELLED_SECONDS = 1.0
"""How often a job asks whether it was put aside."""
MOST_KILLED = 5
"""Workers that may die in the midst of one job before it is given up."""


class DbosRunner:
    """Runs jobs in this process, one at a time."""

    _one: ClassVar[threading.Lock] = threading.Lock()

    def __init__(self, place: JobPlace, jobs: DbosJobs, clock: Clock) -> None:
        self._place = place
        self._jobs = jobs
        self._clock = clock
        self._presence: Presence | None = None
        self._stopping = threading.Event()
        self._running = 0
        self.name = ""
        self.on_end: Callable[[], None] = lambda: None
        """Is called when a job has ended."""

    @property
    def is_started(self) -> bool:
        """Tell whether it runs."""
        return self._presence is not None

    @property
    def is_busy(self) -> bool:
        """Tell whether a job is under way in this process."""
        return self._running > 0

    def start(self, carry_out: CarryOut) -> None:
        """Begin; raise `EngineBusy` when this process runs the jobs of another home already."""
        if not self._one.acquire(blocking=False):
            raise EngineBusy
        try:
            self._jobs.prepare()
            self.name = f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(3)}"
            presence = self._place.presence(self._jobs.engine)
            presence.enter(self.name)
            self._stopping.clear()
            _launched(self._config(), lambda *given: self._carried_out(carry_out, *given))
            self._presence = presence
        except BaseException:
            self._one.release()
            raise

    def stop(self, *, within_seconds: float) -> bool:
        """End after the step under way; tell whether that came in time."""
        if self._presence is None:
            return True
        self._stopping.set()
        until = time.monotonic() + within_seconds
        while self.is_busy and time.monotonic() < until:
            time.sleep(0.01)
        ended = not self.is_busy
        DBOS.destroy(destroy_registry=True)
        self._presence.leave()
        self._presence = None
        self._one.release()
        return ended

    def recover(self) -> int:
        """Give jobs whose worker has died to whoever comes first."""
        if self._presence is None:
            return 0
        workers = {job.worker for job in self._jobs.under_way(workers=True)} - {self.name}
        dead = sorted(worker for worker in workers if not self._presence.is_there(worker))
        # The maker's own service for this is not free; what it calls is.
        return len(DBOS._recover_pending_workflows(dead)) if dead else 0  # noqa: SLF001

    def _config(self) -> DBOSConfig:
        return {
            "name": book.APPLICATION,
            "system_database_engine": self._jobs.engine,
            "application_version": book.VERSION,
            "executor_id": self.name,
            "serializer": PlainJson(),
            "run_migrations": False,
            "use_listen_notify": False,
            "log_level": "CRITICAL",
        }

    def _carried_out(
        self, carry_out: CarryOut, kind: str, persona_id: int, ordered: int, attempt: int
    ) -> dict[str, object]:
        order = book.order_of(kind, persona_id, ordered, attempt)
        job_id = JobId(str(DBOS.workflow_id))
        self._running += 1
        try:
            state, trouble = carry_out(order, self._told_to_stop(job_id))
        finally:
            self._running -= 1
            self.on_end()
        return book.outcome(state, trouble=trouble, at=self._clock.now())

    def _told_to_stop(self, job_id: JobId) -> ShouldStop:
        looked = time.monotonic()

        def told() -> bool:
            nonlocal looked
            if self._stopping.is_set():
                return True
            if time.monotonic() - looked < CANCELLED_SECONDS:
                return False
            looked = time.monotonic()
            try:
                return self._jobs.get(job_id).state is JobState.CANCELLED
            except OmoideError:
                return False

        return told


def _hushed() -> None:
    """Have the engine say nothing on the terminal, of which it would keep hold: what a job failed of is told by us."""
    logger = logging.getLogger("dbos")
    logger.setLevel(logging.CRITICAL)
    for handler in [each for each in logger.handlers if isinstance(each, logging.StreamHandler)]:
        logger.removeHandler(handler)
    if not logger.handlers:
        logger.addHandler(logging.NullHandler())


def _launched(config: DBOSConfig, carried_out: Callable[[str, int, int, int], dict[str, object]]) -> None:
    try:
        _hushed()
        DBOS(config=config)

        @DBOS.workflow(name=book.WORKFLOW, max_recovery_attempts=MOST_KILLED)
        def job(kind: str, persona_id: int, ordered: int, attempt: int) -> dict[str, object]:
            return carried_out(kind, persona_id, ordered, attempt)

        DBOS.launch()
        # Of one persona one job at a time, wherever it runs; in one process one job at a time.
        DBOS.register_queue(
            book.QUEUE, partition_concurrency=1, worker_concurrency=1, polling_interval_sec=POLL_SECONDS
        )
    except BaseException:
        DBOS.destroy(destroy_registry=True)
        raise
