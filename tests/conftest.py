"""What all tests share: an environment of their own, and minds that need no model."""

import itertools
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.time.moment import Moment
from tests.fakes.embedding import hashing

if TYPE_CHECKING:
    from tests.fakes.postgres import TestServer

NOW = Moment(1_774_742_400)
"""29 March 2026, 00:00 UTC."""
settings.register_profile("omoide", deadline=None)  # how long an example takes says how busy the machine is
settings.load_profile("omoide")


@pytest.fixture(scope="session")
def nobodys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Places of homes that nobody has made: a new one for each test, most of which need no folder at all."""
    return (tmp_path_factory.getbasetemp() / "nobody" / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def no_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch, nobodys: Iterator[Path]) -> None:
    """Keep the developer's own settings and data out of every test."""
    for name in [name for name in os.environ if name.startswith("OMOIDE_")]:
        monkeypatch.delenv(name)
    # What happens by itself is switched on by the tests that are about it.
    monkeypatch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
    monkeypatch.setenv("HOME", str(next(nobodys)))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.delenv("LC_ALL", raising=False)


@pytest.fixture
def clock() -> SimulatedClock:
    """A clock that stands still until it is moved."""
    return SimulatedClock(NOW)


@pytest.fixture
def opened(tmp_path: Path, clock: SimulatedClock) -> Iterator[Callable[..., Omoide]]:
    """Open homes below the test's folder; all are closed at the end."""
    homes: list[Omoide] = []

    def open_home(name: str = "home", *, version: str = "1") -> Omoide:
        homes.append(Omoide.open(tmp_path / name, clock=clock, embedder=hashing(version=version)))
        return homes[-1]

    yield open_home
    for home in homes:
        home.close()


@pytest.fixture
def mind(opened: Callable[..., Omoide]) -> Mind:
    """One persona, haru, in Tokyo, who speaks Japanese and remembers nothing yet."""
    omoide = opened()
    omoide.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    return omoide.mind("haru")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Callable[[], "TestServer"]]:
    """Ask for the PostgreSQL server of this run, shared by all its processes."""
    from tests.fakes.postgres import shared_server

    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"alone-{os.getpid()}")
    with shared_server(run, worker=os.environ.get("PYTEST_XDIST_WORKER", "main")) as ask:
        yield ask


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Let files come first that hold something slow: begun last, it would keep one process busy while others have nothing left to do."""
    if hasattr(config, "workerinput"):
        slow = {_module(item) for item in items if item.get_closest_marker("slow")}
        items.sort(key=lambda item: _module(item) not in slow)


def _module(item: pytest.Item) -> str:
    return item.nodeid.partition("::")[0]
