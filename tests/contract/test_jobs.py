"""The book of jobs, on a file and on PostgreSQL."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from omoide import SimulatedClock
from omoide.adapters.jobs.engine.book import DbosJobs
from omoide.adapters.jobs.engine.places import JobFile, JobPlace, JobServer
from omoide.adapters.jobs.engine.runner import DbosRunner
from omoide.domain.jobs.job import Job, JobId, JobKind, JobOrder, JobState
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.errors import EngineBusy, JobEnded, JobNotFound
from omoide.ports.jobs.background import ShouldStop
from omoide.usecases.jobs.manage import CancelJob, RetryJob
from tests.entrypoints.test_by_itself import eventually

if TYPE_CHECKING:
    from tests.fakes.postgres import TestServer

NOON = Moment(1_767_614_400)
HARU, AKI = PersonaId(1), PersonaId(2)


@pytest.fixture(params=["sqlite", "postgres"], scope="module")
def place(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, postgres: "Callable[[], TestServer]"
) -> JobPlace:
    if request.param == "sqlite":
        return JobFile(tmp_path_factory.mktemp("jobs"))
    return JobServer(postgres().empty())


@pytest.fixture
def jobs(place: JobPlace) -> Iterator[DbosJobs]:
    book = DbosJobs(place)
    for job in book.under_way():
        book.cancel(job.id, at=NOON)
    book.forget(before=Moment(NOON + 10**9))
    yield book
    book.close()


@pytest.fixture
def clock() -> SimulatedClock:
    return SimulatedClock(NOON)


def order(kind: JobKind = JobKind.DIGEST, who: PersonaId = HARU, *, attempt: int = 1, at: int = 0) -> JobOrder:
    return JobOrder(kind, who, Moment(NOON + at), attempt=attempt)


class Working:
    """A runner, and what it did."""

    def __init__(self, place: JobPlace, jobs: DbosJobs, clock: SimulatedClock) -> None:
        self.runner = DbosRunner(place, jobs, clock)
        self.did: list[JobOrder] = []
        self.ends: dict[JobKind, tuple[JobState, str]] = {}
        self.until = threading.Event()
        self.until.set()
        self.was_told: list[bool] = []

    def carry_out(self, given: JobOrder, told_to_stop: ShouldStop) -> tuple[JobState, str]:
        self.did.append(given)
        while not self.until.wait(0.01):
            if told_to_stop():
                self.was_told.append(True)
                break
        return self.ends.get(given.kind, (JobState.DONE, ""))


@pytest.fixture
def working(place: JobPlace, jobs: DbosJobs, clock: SimulatedClock) -> Iterator[Working]:
    made = Working(place, jobs, clock)
    made.runner.start(made.carry_out)
    yield made
    made.runner.stop(within_seconds=10)


def ended(jobs: DbosJobs, *ids: JobId) -> bool:
    return eventually(lambda: not any(jobs.get(each).state.is_under_way for each in ids))


def test_jobs_are_numbered_by_kind_and_persona_and_found_again(jobs: DbosJobs) -> None:
    made = [jobs.enqueue(order()), jobs.enqueue(order(JobKind.SLEEP)), jobs.enqueue(order(who=AKI, at=5))]
    assert [job.id for job in made] == ["digest-1-1", "sleep-1-1", "digest-2-1"]
    assert jobs.get(made[0].id) == made[0] == Job(JobId("digest-1-1"), order(), JobState.WAITING)
    assert [job.id for job in jobs.all(limit=1)] == ["digest-2-1"]
    assert {job.id for job in jobs.all(states=[JobState.WAITING])} == {job.id for job in made}
    assert jobs.all(states=[JobState.DEAD]) == []
    assert jobs.latest(JobKind.SLEEP, AKI) is None
    with pytest.raises(JobNotFound, match="digest-9-1"):
        jobs.get(JobId("digest-9-1"))


def test_an_order_that_comes_twice_is_one_job(jobs: DbosJobs, place: JobPlace) -> None:
    other = DbosJobs(place)
    assert jobs.enqueue(order()).id == other.enqueue(order(at=1)).id == "digest-1-1"
    assert len(jobs.all()) == 1
    other.close()


def test_jobs_are_done_one_by_one_and_say_how_they_ended(
    jobs: DbosJobs, working: Working, clock: SimulatedClock
) -> None:
    working.ends = {JobKind.EMBED: (JobState.FAILED, "EmbedderUnavailable"), JobKind.SLEEP: (JobState.DEAD, "KeyError")}
    made = [jobs.enqueue(order(kind)) for kind in (JobKind.SLEEP, JobKind.EMBED, JobKind.DIGEST)]
    made.append(jobs.enqueue(order(JobKind.DIGEST, AKI)))
    clock.advance(seconds=9)
    assert ended(jobs, *(job.id for job in made))
    told = {job.id: (job.state, job.trouble) for job in map(jobs.get, (job.id for job in made))}
    assert told == {
        "sleep-1-1": (JobState.DEAD, "KeyError"),
        "embed-1-1": (JobState.FAILED, "EmbedderUnavailable"),
        "digest-1-1": (JobState.DONE, ""),
        "digest-2-1": (JobState.DONE, ""),
    }
    assert jobs.get(made[0].id).ended == NOON + 9
    assert jobs.get(made[0].id).worker == working.runner.name
    assert [job.id for job in jobs.all(states=[JobState.DEAD])] == ["sleep-1-1"]
    assert [each.kind for each in working.did if each.persona_id == HARU][-1] is JobKind.SLEEP
    assert jobs.enqueue(order()).id == "digest-1-2"


def test_a_dead_letter_is_tried_again_by_the_owners_word(
    jobs: DbosJobs, working: Working, clock: SimulatedClock
) -> None:
    working.ends = {JobKind.DIGEST: (JobState.DEAD, "KeyError")}
    dead = jobs.enqueue(order(attempt=8))
    assert ended(jobs, dead.id)
    working.ends = {}
    working.until.clear()
    again = RetryJob(jobs, clock)(dead.id)
    assert (again.id, again.order.attempt) == ("digest-1-2", 1)
    assert RetryJob(jobs, clock)(dead.id).id == again.id, "it is under way already"
    working.until.set()
    assert ended(jobs, again.id)
    with pytest.raises(JobEnded, match="is done; it cannot be retried"):
        RetryJob(jobs, clock)(again.id)


def test_a_job_that_waits_or_runs_is_put_aside(jobs: DbosJobs, working: Working, clock: SimulatedClock) -> None:
    working.until.clear()
    running = jobs.enqueue(order())
    assert eventually(lambda: jobs.get(running.id).state is JobState.RUNNING)
    waiting = jobs.enqueue(order(JobKind.SLEEP))
    cancel = CancelJob(jobs, clock)
    assert cancel(waiting.id).state is JobState.CANCELLED
    assert cancel(running.id) == jobs.get(running.id)
    assert jobs.get(running.id).state is JobState.CANCELLED
    assert jobs.get(running.id).ended == NOON
    assert eventually(lambda: working.was_told)
    assert eventually(lambda: not working.runner.is_busy)
    assert jobs.get(running.id).state is JobState.CANCELLED
    assert [each.kind for each in working.did] == [JobKind.DIGEST]
    with pytest.raises(JobEnded, match="cancelled"):
        cancel(waiting.id)


def test_of_a_job_that_failed_the_next_try_is_put_aside(
    jobs: DbosJobs, working: Working, clock: SimulatedClock
) -> None:
    working.ends = {JobKind.DIGEST: (JobState.FAILED, "KeyError")}
    failed = jobs.enqueue(order())
    assert ended(jobs, failed.id)
    aside = CancelJob(jobs, clock)(failed.id)
    assert (aside.id, aside.state, aside.order.attempt) == ("digest-1-2", JobState.CANCELLED, 2)
    assert jobs.latest(JobKind.DIGEST, HARU) == aside


def test_a_process_runs_the_jobs_of_one_home(working: Working, jobs: DbosJobs, clock: SimulatedClock) -> None:
    with pytest.raises(EngineBusy, match="omoide work"):
        DbosRunner(JobFile(Path()), jobs, clock).start(working.carry_out)


def test_old_jobs_are_let_go_of_unless_they_have_not_ended(jobs: DbosJobs, working: Working) -> None:
    first = jobs.enqueue(order())
    assert ended(jobs, first.id)
    working.until.clear()
    second = jobs.enqueue(order(at=1))
    assert jobs.forget(before=Moment(NOON + 10)) == 1
    assert [job.id for job in jobs.all()] == [second.id]
    working.until.set()


def test_a_file_that_is_damaged_or_deleted_is_begun_anew(tmp_path: Path) -> None:
    book = DbosJobs(JobFile(tmp_path))
    assert book.all() == []
    assert list(tmp_path.iterdir()) == [], "looking at jobs makes nothing"
    book.enqueue(order())
    assert (tmp_path / "jobs.db").stat().st_mode & 0o777 == 0o600
    book.close()
    (tmp_path / "jobs.db").write_bytes(b"no database" * 1000)
    assert book.all() == []
    assert book.enqueue(order()).id == "digest-1-1"
    for file in tmp_path.glob("jobs.db*"):
        file.unlink()
    assert book.enqueue(order(at=1)).id == "digest-1-1"
    book.close()
    with sqlite3.connect(tmp_path / "jobs.db") as looking:
        assert looking.execute("PRAGMA integrity_check").fetchone() == ("ok",)
