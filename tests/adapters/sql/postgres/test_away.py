"""PostgreSQL stopped, started and killed under load: nothing acknowledged is lost, and everybody goes on by themselves."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench.kills import killed
from bench.postgres_server import OwnPostgres, own_postgres

from omoide import Omoide
from omoide.errors import StoreUnavailable
from tests.fakes.embedding import hashing

pytestmark = pytest.mark.slow
WRITERS = 4


@pytest.fixture(scope="module")
def server() -> Iterator[OwnPostgres]:
    """A server that may be stopped, on which a commit waits for the disk."""
    with own_postgres() as started:
        yield started


def test_a_server_that_is_stopped_and_started_under_load_loses_nothing(
    server: OwnPostgres, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OMOIDE_DATABASE__URL", server.url())
    kept: list[str] = []
    told: set[str] = set()
    is_over = threading.Event()
    with Omoide.open(tmp_path, embedder=hashing(), beside="nowhere") as home:
        minds = [home.persona(name) for name in ("haru", "natsu")]

        def write(number: int) -> None:
            turn = 0
            while not is_over.is_set():
                try:
                    minds[number % 2].observe(user=f"{number}-{turn}", idempotency_key=f"{number}-{turn}")
                except StoreUnavailable as exc:
                    told.add(str(exc))
                else:
                    kept.append(f"{number}-{turn}")
                    turn += 1

        threads = [threading.Thread(target=write, args=(number,)) for number in range(WRITERS)]
        for thread in threads:
            thread.start()
        wait_for(kept, more=20)
        server.stop("fast")
        wait_until(lambda: any("does not answer" in each for each in told))
        server.start()
        wait_for(kept, more=20)
        is_over.set()
        for thread in threads:
            thread.join()
        there = {event.user for mind in minds for event in mind.log()}
    assert not set(kept) - there
    assert all("does not answer" in each and "database.url" in each for each in told)


def test_no_kill_loses_what_was_acknowledged_or_leaves_half_a_plan(server: OwnPostgres) -> None:
    found = killed(server, kills=2, writers=2, seed=3, pause=(0.1, 0.4))
    assert (found.kills_of_server, found.kills_of_writers) == (1, 1)
    assert found.acknowledged > 0
    assert found.lost == 0
    assert not any(found.damage.values()), found.damage


def wait_for(kept: list[str], *, more: int) -> None:
    before = len(kept)
    wait_until(lambda: len(kept) >= before + more)


def wait_until(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < until, "nothing moved for two minutes"
        time.sleep(0.01)
