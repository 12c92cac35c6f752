"""Imports and re-embedding through a real server: begun, followed, left, taken up again, broken in the middle."""

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import httpx
import numpy as np
import pytest
from numpy.typing import NDArray

from omoide import Omoide, SimulatedClock
from omoide.client import AsyncClient, Client
from omoide.entrypoints.http.schemas.work import WorkShown
from omoide.entrypoints.http.sent_files import SENT
from omoide.entrypoints.web.app import web_app
from omoide.errors import AlreadyUnderWay, EmbedderUnavailable
from tests.conftest import NOW
from tests.entrypoints.web.listening import served
from tests.fakes.embedding import hashing

TURNS = 250
PATIENCE_SECONDS = 20.0


class GatedEmbedder:
    """The hashing embedder, which embeds when it is let, or not at all."""

    def __init__(self) -> None:
        self._inner = hashing()
        self.space = self._inner.space
        self.is_open = threading.Event()
        self.is_open.set()
        self.was_asked = threading.Event()
        self.breaks_after: int | None = None

    def embed(self, texts: Sequence[str], *, role: Literal["passage", "query"] = "passage") -> NDArray[np.float32]:
        self.was_asked.set()
        assert self.is_open.wait(PATIENCE_SECONDS)
        if self.breaks_after is not None:
            if self.breaks_after == 0:
                raise EmbedderUnavailable("the embedder went away")
            self.breaks_after -= 1
        return self._inner.embed(texts, role=role)


@pytest.fixture
def embedder() -> GatedEmbedder:
    return GatedEmbedder()


@pytest.fixture
def home(tmp_path: Path, embedder: GatedEmbedder) -> Iterator[Omoide]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("OMOIDE_BACKGROUND__AUTO", "false")
        opened = Omoide.open(tmp_path / "home", clock=SimulatedClock(NOW), embedder=embedder, beside="nowhere")
    opened.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    yield opened
    opened.close()


@pytest.fixture
def address(home: Omoide, embedder: GatedEmbedder) -> Iterator[str]:
    with served(web_app(home, doors=("api",))) as where:
        yield where
        embedder.is_open.set()


@pytest.fixture
def haru(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"{address}/v1/personas/haru/", timeout=30) as opened:
        yield opened


def line(kind: str, words: str, number: int) -> str:
    stamp = f"2026-01-{number // 24 % 28 + 1:02}T{number % 24:02}:00:00Z"
    content = words if kind == "user" else [{"type": "text", "text": words}]
    told = {"type": kind, "uuid": f"{kind}-{number}", "sessionId": "s", "cwd": "/p", "timestamp": stamp}
    return json.dumps(told | {"message": {"role": kind, "content": content, "stop_reason": "end_turn"}})


def session_log(turns: int = TURNS) -> bytes:
    said = ((f"{number} 番目の話", f"{number} 番目の返事") for number in range(turns))
    lines = (part for n, (q, a) in enumerate(said) for part in (line("user", q, n), line("assistant", a, n)))
    return ("\n".join(lines) + "\n").encode()


def opened_at_the_end(is_ending: threading.Event, embedder: GatedEmbedder) -> None:
    assert is_ending.wait(PATIENCE_SECONDS)
    embedder.is_open.set()


def followed(haru: httpx.Client, where: str) -> list[tuple[str, Any]]:
    with haru.stream("GET", where) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        told = "".join(answer.iter_text()).strip().split("\n\n")
    pairs = [each.split("\n") for each in told if not each.startswith(":")]
    return [(name.removeprefix("event: "), json.loads(data.removeprefix("data: "))) for name, data in pairs]


def test_a_session_log_is_taken_in_and_followed_and_never_twice(haru: httpx.Client, home: Omoide) -> None:
    started = haru.post("import/claude-code", content=session_log())
    assert (started.status_code, started.json()["progress"]) == (202, "/v1/personas/haru/import/progress")
    assert started.headers["location"] == "/v1/personas/haru/import/progress"
    name, report = followed(haru, "import/progress")[-1]

    assert (name, report["kind"], report["done"], report["refused"]) == ("end", "import", TURNS, 0)
    assert report["ended"] is not None
    assert haru.get("import").json() == report
    assert [event.user for event in home.mind("haru").log(limit=1, newest_first=True)] == [f"{TURNS - 1} 番目の話"]
    haru.post("import/claude-code", content=session_log())
    assert followed(haru, "import/progress")[-1][1]["done"] == 0
    assert not list((home.home / SENT).glob("*/*"))


def test_nothing_was_begun(haru: httpx.Client) -> None:
    assert followed(haru, "import/progress") == [("end", None)]
    assert haru.get("import").json() is None
    assert haru.get("index").json()["work"] is None


def test_what_is_no_session_log_keeps_nothing(haru: httpx.Client, home: Omoide) -> None:
    haru.post("import/claude-code", content=b"\x00\xff{]" * 1_000)

    assert followed(haru, "import/progress")[-1][1]["done"] == 0
    assert list(home.mind("haru").log()) == []


def test_re_embedding_goes_on_without_whoever_began_it(
    haru: httpx.Client, home: Omoide, embedder: GatedEmbedder
) -> None:
    mind = home.mind("haru")
    for number in range(60):
        mind.observe(user=f"{number} 番目の話", assistant="うん")
    waiting = mind.index_status()[0].pending
    embedder.is_open.clear()
    assert haru.post("index", json={}).status_code == 202
    assert embedder.was_asked.wait(PATIENCE_SECONDS)
    with haru.stream("GET", "index/progress") as answer:  # and leaves in the middle
        first = next(text for text in answer.iter_lines() if text.startswith("data: "))
    assert json.loads(first.removeprefix("data: "))["total"] == waiting
    again = haru.post("index", json={})
    assert (again.status_code, again.json()["kind"]) == (409, "AlreadyUnderWay")
    embedder.is_open.set()
    name, report = followed(haru, "index/progress")[-1]

    assert (name, report["done"], report["total"]) == ("end", waiting, waiting)
    assert mind.index_status()[0].pending == 0
    assert haru.get("index").json()["spaces"][0]["vectors"] == mind.index_status()[0].passages
    assert followed(haru, "index/progress") == [("end", report)]  # whoever comes afterwards


def test_an_error_in_the_middle_is_told_and_the_next_try_goes_on(
    haru: httpx.Client, home: Omoide, embedder: GatedEmbedder
) -> None:
    mind = home.mind("haru")
    for number in range(60):
        mind.observe(user=f"{number} 番目の話", assistant="うん")
    waiting = mind.index_status()[0].pending
    embedder.breaks_after = 2
    haru.post("index", json={})
    name, problem = followed(haru, "index/progress")[-1]

    assert (name, problem["kind"], problem["status"]) == ("error", "EmbedderUnavailable", 503)
    assert followed(haru, "index/progress")[-1][0] == "error"
    assert 0 < mind.index_status()[0].pending < waiting  # what was made is kept
    left = mind.index_status()[0].pending
    embedder.breaks_after = None
    haru.post("index", json={})
    assert followed(haru, "index/progress")[-1][1]["done"] == left


def test_all_vectors_are_made_anew_when_that_is_asked_for(haru: httpx.Client, home: Omoide) -> None:
    mind = home.mind("haru")
    mind.observe(user="猫の名前はモモ", assistant="覚えたよ")
    mind.catch_up()
    haru.post("index", json={})
    assert followed(haru, "index/progress")[-1][1]["done"] == 0
    haru.post("index", json={"anew": True})
    assert followed(haru, "index/progress")[-1][1]["done"] == mind.index_status()[0].passages


def test_a_server_that_ends_breaks_the_work_off_at_its_next_step(home: Omoide, embedder: GatedEmbedder) -> None:
    mind = home.mind("haru")
    for number in range(60):
        mind.observe(user=f"{number} 番目の話", assistant="うん")
    waiting = mind.index_status()[0].pending
    embedder.is_open.clear()
    app = web_app(home, doors=("api",))
    with served(app) as address:
        httpx.post(f"{address}/v1/personas/haru/index", json={})
        assert embedder.was_asked.wait(PATIENCE_SECONDS)
        opens = threading.Thread(target=opened_at_the_end, args=(app.state.works.is_ending, embedder))
        opens.start()
    opens.join()

    assert 0 < mind.index_status()[0].pending < waiting
    assert app.state.works.trouble("embedding", mind).kind == "ServerUnavailable"


def test_the_clients_send_follow_and_raise(address: str, home: Omoide, embedder: GatedEmbedder) -> None:
    heard: list[WorkShown] = []
    with Client(address) as client:
        there = client.persona("haru")
        taken = there.import_log(session_log(30), watch=heard.append)
        assert taken is not None
        assert (taken.done, taken.ended is not None) == (30, True)
        assert there.index_status().spaces[0].vectors == 0
        embedder.breaks_after = 0
        with pytest.raises(EmbedderUnavailable, match="went away"):
            there.catch_up()
        embedder.breaks_after = None
        embedder.is_open.clear()
        client.send(dict, "POST", "/v1/personas/haru/index", {"anew": False})
        with pytest.raises(AlreadyUnderWay):
            there.catch_up()
        embedder.is_open.set()

    async def beside() -> int:
        async with AsyncClient(address) as client:
            mind = client.persona("haru")
            await mind._client.followed("/v1/personas/haru/index/progress", WorkShown, heard.append)
            made = await mind.catch_up(anew=True, watch=heard.append)
            return 0 if made is None else made.done

    assert asyncio.run(beside()) == home.mind("haru").index_status()[0].passages


def test_a_stream_that_breaks_off_is_taken_up_again(address: str, home: Omoide, embedder: GatedEmbedder) -> None:
    """A proxy in between cuts the first streams short."""
    cuts = [0]

    class Cutting(httpx.HTTPTransport):
        def handle_request(self, request: httpx.Request) -> httpx.Response:
            response = super().handle_request(request)
            if request.url.path.endswith("/progress") and cuts[0] < 2:
                cuts[0] += 1
                embedder.is_open.set()
                stream = response.stream
                assert isinstance(stream, httpx.SyncByteStream)
                response.stream = httpx.ByteStream(next(iter(stream)))
                stream.close()
            return response

    home.mind("haru").observe(user="猫の名前はモモ", assistant="覚えたよ")
    embedder.is_open.clear()
    with Client(address, transport=Cutting()) as client:
        made = client.persona("haru").catch_up()

    assert made is not None
    assert made.done == home.mind("haru").index_status()[0].passages
    assert cuts[0] >= 1
