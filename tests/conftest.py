"""What all tests share: an environment of their own, and minds that need no model."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from omoide import Mind, Omoide, SimulatedClock
from omoide.domain.time.moment import Moment
from tests.fakes.embedding import hashing

NOW = Moment(1_774_742_400)
"""29 March 2026, 00:00 UTC."""
settings.register_profile("omoide", deadline=None)  # how long an example takes says how busy the machine is
settings.load_profile("omoide")


@pytest.fixture(autouse=True)
def no_settings_of_the_machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Keep the developer's own settings and data out of every test."""
    for name in [name for name in os.environ if name.startswith("OMOIDE_")]:
        monkeypatch.delenv(name)
    # What happens by itself is switched on by the tests that are about it.
    monkeypatch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
    monkeypatch.setenv("HOME", str(tmp_path / "nobody"))
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


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep the tests of a module that share something made once for all of them in one process, so that it is made once."""
    for item in items:
        defined = getattr(getattr(item, "_fixtureinfo", None), "name2fixturedefs", {}).values()
        if any(each[-1].scope == "module" for each in defined):
            item.add_marker(pytest.mark.xdist_group(item.nodeid.partition("::")[0]))
