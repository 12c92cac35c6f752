"""Several workers at once, in processes of their own, as `omoide work` runs them: on one file, and on one PostgreSQL."""

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from omoide import Mind, Omoide
from omoide.domain.jobs.job import JobState
from omoide.domain.time.moment import DAY_SECONDS, Moment
from tests import warm
from tests.fakes.digesting import digested
from tests.fakes.embedding import hashing
from tests.fakes.provider import Compose, provider

if TYPE_CHECKING:
    from tests.fakes.postgres import TestServer

pytestmark = pytest.mark.slow
PATIENCE_SECONDS = 120.0


def eventually(is_so: Callable[[], object]) -> bool:
    """Wait until something is so, however busy the machine is; tell whether it became so."""
    until = time.monotonic() + PATIENCE_SECONDS
    while not is_so():
        if time.monotonic() > until:
            return False
        time.sleep(0.1)
    return True


@dataclass
class Workshop:
    """A home, and the workers that were started for it."""

    folder: Path
    home: Omoide
    env: dict[str, str]
    started: list[warm.Process] = field(default_factory=list)

    def worker(self) -> warm.Process:
        """Start one, and return when it works."""
        process = warm.start("-m", "omoide", "work", env=self.env)
        self.started.append(process)
        assert "Ctrl-C" in process.stdout.readline()
        return process

    def end(self) -> None:
        """End them all, as Ctrl-C does."""
        for process in self.started:
            process.send_signal(signal.SIGTERM)
        for process in self.started:
            process.communicate()

    def talked(self, name: str, *, turns: int, days_ago: float) -> Mind:
        """Have somebody talk, some days ago."""
        mind = self.home.persona(name)
        at = self.home._home.foundation.clock.now() - int(days_ago * DAY_SECONDS)
        for number in range(turns):
            mind.observe(
                user=f"{number}番目の話。わたしは寺町に住んでる", assistant="うん", session_id="s", at=at + number
            )
        return mind


@pytest.fixture
def opened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Workshop]]:
    made: list[Workshop] = []

    def make(**settings: str) -> Workshop:
        told = {"EMBEDDING__PROVIDER": "hashing", "LANGUAGE": "ja", "TIMEZONE": "Asia/Tokyo", **settings}
        for key, value in {**told, "BACKGROUND__AUTO": "true", "HOME": str(tmp_path / "home")}.items():
            monkeypatch.setenv(f"OMOIDE_{key}", value)
        home = Omoide.open(tmp_path / "home", embedder=hashing(), beside="nowhere")
        made.append(Workshop(tmp_path / "home", home, dict(os.environ)))
        return made[0]

    yield make
    for workshop in made:
        workshop.end()
        workshop.home.close()


@pytest.fixture(params=["sqlite", "postgres"])
def workshop(
    request: pytest.FixtureRequest, opened: Callable[..., Workshop], postgres: "Callable[[], TestServer]"
) -> Workshop:
    return opened() if request.param == "sqlite" else opened(DATABASE__URL=postgres().empty())


def test_two_workers_share_the_nights_of_twenty_personas_and_do_none_twice(workshop: Workshop) -> None:
    count = 20 if "OMOIDE_DATABASE__URL" in workshop.env else 6  # what is looked at is the same
    minds = [workshop.talked(f"p{number}", turns=1, days_ago=1.5) for number in range(count)]
    workshop.worker()
    workshop.worker()
    assert eventually(lambda: all(mind.sleep.reports() and not mind.sleep.under_way() for mind in minds))
    assert eventually(lambda: not workshop.home.jobs.all(states=(JobState.WAITING, JobState.RUNNING)))
    jobs = workshop.home.jobs.all(limit=1000)
    assert Counter(job.order.persona_id for job in jobs if job.order.kind == "sleep") == {
        mind.persona.id: 1 for mind in minds
    }
    assert {job.state for job in jobs} == {JobState.DONE}
    assert len({job.worker for job in jobs}) == 2, "both had a part in it"
    assert [len(mind.sleep.reports(limit=9)) for mind in minds] == [1] * count
    assert [len(mind.memories.all()) for mind in minds] == [1] * count


def test_of_two_workers_one_is_killed_and_the_other_finishes(workshop: Workshop) -> None:
    mind = workshop.talked("haru", turns=60, days_ago=0.01)
    killed = workshop.worker()
    assert eventually(mind.memories.all)
    other = workshop.worker()
    os.kill(killed.pid, signal.SIGKILL)
    assert eventually(lambda: mind.digest_status().waiting == 0)
    assert eventually(lambda: not workshop.home.jobs.all(states=(JobState.WAITING, JobState.RUNNING)))
    [job] = [each for each in workshop.home.jobs.all() if each.id == "digest-1-1"]
    assert (job.state, job.trouble) == (JobState.DONE, "")
    assert f"-{other.pid}-" in job.worker
    assert len(mind.memories.all()) == 60


def test_two_workers_ask_a_model_nothing_twice(opened: Callable[..., Workshop]) -> None:
    with provider(Compose(digested)) as model:
        settings = {"LLM__PROVIDER": "openai", "LLM__MODEL": "m", "LLM__BASE_URL": f"{model.url}/v1"}
        workshop = opened(**settings)
        minds = [workshop.talked(f"p{number}", turns=10, days_ago=0.02) for number in range(4)]
        workshop.worker()
        workshop.worker()
        assert eventually(lambda: all(mind.digest_status().waiting == 0 for mind in minds))
        asked = Counter(str(received.body["messages"]) for received in model.received)
    assert len(asked) >= 4
    assert set(asked.values()) == {1}
    ledger = workshop.home._home.models.ledger
    assert len(ledger.calls(since=Moment(0))) == len(model.received), "each is in the ledger, once"
