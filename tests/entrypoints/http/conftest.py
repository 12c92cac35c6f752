"""One lived-in home behind a real server, for all tests of the API."""

from collections.abc import Iterator

import httpx
import pytest

from omoide import Omoide, SimulatedClock
from omoide.entrypoints.web.app import web_app
from tests.conftest import NOW
from tests.entrypoints.http.life import live
from tests.entrypoints.web.listening import served
from tests.fakes.embedding import hashing


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Omoide]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        patch.setenv("OMOIDE_WEB__LOOPBACK_KEY", "true")
        patch.setenv("OMOIDE_WEB__REQUESTS_PER_MINUTE", "1000000")
        folder = tmp_path_factory.mktemp("api") / "home"
        opened = Omoide.open(folder, clock=SimulatedClock(NOW), embedder=hashing(), beside="nowhere")
    live(opened)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def address(home: Omoide) -> Iterator[str]:
    with served(web_app(home, doors=("api",), recheck_seconds=0.1)) as where:
        yield where


@pytest.fixture(scope="module")
def owner_key(home: Omoide) -> str:
    return home.keys.add(scope="admin", expires="never").text


@pytest.fixture
def client(address: str, owner_key: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{address}/v1", headers={"x-omoide-key": owner_key}, timeout=30) as opened:
        yield opened


@pytest.fixture
def haru(client: httpx.Client) -> httpx.Client:
    """The client at the mind of haru."""
    client.base_url = client.base_url.join("personas/haru/")
    return client
