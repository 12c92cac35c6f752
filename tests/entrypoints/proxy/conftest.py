"""One proxy and one model behind it for all tests of a module; each test has personas and a script of its own."""

import itertools
from collections.abc import Iterator

import pytest

from omoide import Omoide, SimulatedClock
from tests.conftest import NOW
from tests.entrypoints.proxy.scripted import Upstream, scripted_upstream
from tests.entrypoints.proxy.served import Served, served_proxy
from tests.fakes.embedding import hashing


@pytest.fixture(scope="module")
def upstream_of_all() -> Iterator[Upstream]:
    with scripted_upstream() as upstream:
        yield upstream


@pytest.fixture(scope="module")
def proxy_of_all(upstream_of_all: Upstream, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        patch.setenv("OMOIDE_PROXY__OPENAI_UPSTREAM", upstream_of_all.url)
        patch.setenv("OMOIDE_PROXY__ANTHROPIC_UPSTREAM", upstream_of_all.url)
        patch.setenv("OMOIDE_PROXY__DEADLINE_MS", "20000")  # a busy machine is no reason to forget
        home = Omoide.open(tmp_path_factory.mktemp("proxy") / "home", clock=SimulatedClock(NOW), embedder=hashing())
    with home, served_proxy(home) as served:
        yield served


@pytest.fixture
def upstream(upstream_of_all: Upstream) -> Upstream:
    upstream_of_all.received.clear()
    upstream_of_all.gone.clear()
    upstream_of_all.script = None
    return upstream_of_all


@pytest.fixture
def proxy(proxy_of_all: Served, numbers: Iterator[int]) -> Served:
    """The proxy, with somebody who remembers a cat, and somebody who remembers nothing; nobody else has met them."""
    proxy_of_all.name, proxy_of_all.other = (f"{name}{next(numbers)}" for name in ("haru", "mio"))
    for name in (proxy_of_all.name, proxy_of_all.other):
        proxy_of_all.home.add_persona(name, language="ja", timezone="Asia/Tokyo")
    mind = proxy_of_all.mind
    mind.observe(user="猫の名前はモモだよ。覚えておいてね", assistant="モモちゃん、覚えたよ", session_id="before")
    mind.digest()
    mind.notes.core_memory.write("わたしはハル。約束は守る。")
    return proxy_of_all


@pytest.fixture(scope="session")
def numbers() -> Iterator[int]:
    return itertools.count()
