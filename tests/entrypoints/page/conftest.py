"""What all tests of the page share: a lived home, a process that serves it, and a browser; each made once.

`browse` opens a page as somebody would and fails the test on any error of the console; `home_of_page` is the same home, opened by the
test's own process, to look at what an action has done and to change something behind the page's back.
"""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from filelock import FileLock
from playwright.sync_api import Browser, Page, expect, sync_playwright

from omoide import Omoide, SimulatedClock, sample
from tests.entrypoints.page import chromium, lives
from tests.fakes.embedding import hashing

ROOT = Path(__file__).parents[3]
PATIENCE_SECONDS = 120.0
STOPPED_WITHIN_SECONDS = 40.0
PHONE, WIDE = 390, 1440
SERIOUS = ("serious", "critical")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests of the page: they take long."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.slow)


class Served:
    """A process that serves the page of a home."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.folder = folder
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._environment = environment
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        environment = os.environ | {"OMOIDE_BACKGROUND__AUTO": "false"} | self._environment
        command = [sys.executable, "-m", "tests.entrypoints.page.serving", str(self.folder), str(self.port)]
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment)
        until = time.monotonic() + PATIENCE_SECONDS
        while not _answers(self.address):
            if self._process.poll() is not None or time.monotonic() > until:
                pytest.fail(f"the page is not served: the process ended with {self._process.poll()}")
            time.sleep(0.1)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            try:
                self._process.wait(STOPPED_WITHIN_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                pytest.fail(f"the server did not stop within {STOPPED_WITHIN_SECONDS:g} s of being told to")


@pytest.fixture(scope="package")
def lived_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which minds have lived: made once for all processes of a run, and copied."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "lived"
    shared.mkdir(exist_ok=True)
    with FileLock(shared.with_suffix(".lock")):
        lives.live(shared)
    own = tmp_path_factory.mktemp("page") / "home"
    shutil.copytree(shared, own)
    return own


@pytest.fixture(scope="package")
def served(lived_home: Path) -> Iterator[Served]:
    """The page of the lived home."""
    server = Served(lived_home)
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="package")
def chrome() -> Iterator[Browser]:
    """A real browser."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.installed(), args=list(chromium.FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def home_of_page(served: Served) -> Iterator[Omoide]:
    """The served home, opened by this process."""
    with Omoide.open(served.folder, clock=SimulatedClock(sample.NOW), embedder=hashing(), beside="nowhere") as home:
        yield home


class Visit:
    """One look at a page, and what the browser complained about."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address
        self.complaints: list[str] = []
        page.on("console", lambda said: self.complaints.append(said.text) if said.type == "error" else None)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self._note(request.url))

    def go(self, path: str) -> Page:
        """Go to a page and wait until it is in touch with the server."""
        self.page.goto(self.address + path)
        self.settle()
        return self.page

    def settle(self) -> None:
        """Wait until the page is in touch with the server."""
        self.page.wait_for_function("() => window.socket && window.socket.connected && window.did_handshake")

    def overflow(self) -> int:
        """Return by how many pixels the page is wider than the screen."""
        return int(self.page.evaluate("() => document.documentElement.scrollWidth - window.innerWidth"))

    def faults(self) -> list[str]:
        """Return what axe finds that is serious or worse."""
        found = Axe().run(self.page, options={"resultTypes": ["violations"]}).response["violations"]
        return [
            f"{each['id']}: {node['html'][:160]}"
            for each in found
            if each["impact"] in SERIOUS
            for node in each["nodes"]
        ]

    def _note(self, url: str) -> None:
        if not url.startswith((self.address, self.address.replace("http", "ws", 1), "data:")):
            self.complaints.append(f"asked somebody else: {url}")


@pytest.fixture
def browse(chrome: Browser, served: Served) -> Iterator[Callable[..., Visit]]:
    """Open a browser window of this width and language; what its console complains about fails the test at the end."""
    visits: list[Visit] = []

    def opened(*, width: int = WIDE, language: str = "ja", address: str = "") -> Visit:
        context = chrome.new_context(
            viewport={"width": width, "height": 900}, locale={"ja": "ja-JP", "en": "en-GB"}[language]
        )
        context.set_default_timeout(30_000)
        expect.set_options(timeout=20_000)
        visits.append(Visit(context.new_page(), address or served.address))
        return visits[-1]

    yield opened
    for visit in visits:
        visit.page.context.close()
        assert visit.complaints == []


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(f"{address}/healthz", timeout=5):
            return True
    except OSError:
        return False
