"""Whatever goes wrong behind the proxy comes through as it is; whatever goes wrong with memory does not touch the chat."""

import json
import shutil
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx
import openai
import pytest

from omoide import Omoide, SimulatedClock
from tests.conftest import NOW
from tests.entrypoints.proxy import scripted
from tests.entrypoints.proxy.scripted import Answer, Upstream
from tests.entrypoints.proxy.served import Served, served_proxy
from tests.fakes.embedding import hashing

ASKED: Any = {"model": "gpt-4o", "messages": [{"role": "user", "content": "うちの猫の名前、なんだっけ"}]}


@pytest.fixture
def client() -> Iterator[httpx.Client]:
    with httpx.Client(timeout=30) as client:
        yield client


def chat(proxy: Served) -> str:
    return f"{proxy.base}/v1/chat/completions"


@pytest.mark.parametrize("status", [400, 401, 429, 500, 529])
def test_an_error_of_the_model_comes_through_as_it_is(
    status: int, client: httpx.Client, proxy: Served, upstream: Upstream
) -> None:
    body = b'{ "error":{"message":"slow down","n":1.0} }'
    upstream.script = lambda _: Answer([body], status=status, headers={"retry-after": "7", "x-request-id": "req_1"})
    answer = client.post(chat(proxy), json=ASKED)

    assert (answer.status_code, answer.content) == (status, body)
    assert (answer.headers["retry-after"], answer.headers["x-request-id"]) == ("7", "req_1")
    assert answer.headers["x-omoide-persona"] == proxy.name


def test_a_turn_that_was_refused_and_tried_again_is_learnt_once(proxy: Served, upstream: Upstream) -> None:
    upstream.script = lambda _: (
        Answer([b"{}"], status=429, headers={"retry-after-ms": "1"})
        if len(upstream.received) == 1
        else scripted.completion("モモ")
    )
    with openai.OpenAI(base_url=f"{proxy.base}/v1", api_key="k", max_retries=2) as client:
        client.chat.completions.create(**ASKED)

    assert len(upstream.received) == 2
    assert upstream.received[0].body == upstream.received[1].body
    assert [each.assistant for each in proxy.learnt()] == ["モモ"]


def test_a_stream_that_breaks_off_breaks_off_for_the_client_and_is_learnt_so_far(
    client: httpx.Client, proxy: Served, upstream: Upstream
) -> None:
    whole = scripted.chunks("モモ", "だ", "よ")
    cut = [*whole.pieces[:3], whole.pieces[3][:20]]
    upstream.script = lambda _: Answer(cut, whole.kind, is_cut=True)
    came: list[bytes] = []
    with client.stream("POST", chat(proxy), json={**ASKED, "stream": True}) as answer:
        chunks = answer.iter_bytes()
        with pytest.raises(httpx.RemoteProtocolError):
            came.extend(chunks)

    assert b"".join(came) == b"".join(cut)
    assert [each.assistant for each in proxy.learnt()] == ["モモだ"]


def test_an_answer_that_breaks_off_breaks_off_for_the_client(
    client: httpx.Client, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: Answer([b'{"choices": [{"mess'], is_cut=True)
    with pytest.raises(httpx.RemoteProtocolError):
        client.post(chat(proxy), json=ASKED)
    assert [each.assistant for each in proxy.learnt()] == [None]


def test_a_client_that_goes_away_closes_the_model_and_what_was_said_by_then_is_learnt(
    client: httpx.Client, proxy: Served, upstream: Upstream
) -> None:
    whole = scripted.chunks("モモ", "だよ", *["。" * 20_000] * 100)
    goes_on = threading.Event()
    upstream.script = lambda _: Answer(whole.pieces, whole.kind, waits_before={4: goes_on})
    with client.stream("POST", chat(proxy), json={**ASKED, "stream": True}) as answer:
        came = answer.iter_bytes()
        while "だよ" not in next(came).decode():
            pass
    goes_on.set()

    assert upstream.gone.wait(20)
    [turn] = proxy.learnt()
    assert turn.assistant is not None
    assert turn.assistant.rstrip("。") == "モモだよ"


def test_a_model_that_cannot_be_reached_is_told_in_the_providers_form(client: httpx.Client, proxy: Served) -> None:
    with closing(socket.socket()) as nobody:
        nobody.bind(("127.0.0.1", 0))
        proxy.mind.set("proxy.openai_upstream", f"http://127.0.0.1:{nobody.getsockname()[1]}/v1")
        answer = client.post(chat(proxy), json=ASKED)

    assert answer.status_code == 502
    assert "proxy.openai_upstream" in answer.json()["error"]["message"]
    assert answer.headers["x-omoide-error"] == "upstream"


def test_a_model_that_is_silent_too_long_is_given_up(client: httpx.Client, proxy: Served, upstream: Upstream) -> None:
    never = threading.Event()
    upstream.script = lambda _: Answer([b"data: 1\n\n"], scripted.EVENTS) if never.wait(3) else Answer([b"{}"])
    proxy.mind.set("proxy.timeout_seconds", "1")
    answer = client.post(chat(proxy), json=ASKED)
    never.set()

    assert answer.status_code == 504


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no JSON",
        b'{"messages": "text"}',
        b'{"model": 1} x',
        b"\xff\xfe",
        b'{"model":1,"model":2,"messages":[]}',
        b"[1]",
    ],
)
def test_a_body_that_cannot_be_read_goes_on_as_it_is(
    body: bytes, client: httpx.Client, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: Answer([b'{"error": {"message": "bad"}}'], status=400)
    answer = client.post(chat(proxy), content=body)

    assert upstream.last.body == body
    assert (answer.status_code, answer.content) == (400, b'{"error": {"message": "bad"}}')
    assert answer.headers["x-omoide-error"] == "unreadable"


def test_messages_without_a_user_and_empty_ones_go_on_as_they_are(
    client: httpx.Client, proxy: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.completion("はい")
    for messages in ([], [{"role": "system", "content": "x"}], [{"role": "user", "content": ""}]):
        body = json.dumps({"model": "m", "messages": messages}).encode()
        assert client.post(chat(proxy), content=body).status_code == 200
        assert upstream.last.body == body
    assert proxy.learnt() == []


def test_what_concerns_this_machine_alone_goes_no_further(
    client: httpx.Client, proxy: Served, upstream: Upstream
) -> None:
    given = {
        "x-omoide-key": f"write:{proxy.name}",
        "x-omoide-session": "s",
        "cookie": "own=1",
        "connection": "keep-alive, x-hop",
        "x-hop": "1",
        "te": "trailers",
        "authorization": "Bearer sk-theirs",
        "openai-organization": "org",
    }
    opened = {"set-cookie": "a=b", "access-control-allow-origin": "*", "x-omoide-error": "forged", "x-kept": "1"}
    upstream.script = lambda _: Answer(scripted.completion("はい").pieces, headers=opened)
    answer = client.post(chat(proxy), json=ASKED, headers=given)

    assert answer.status_code == 200
    sent = upstream.last.headers
    assert (sent["authorization"], sent["openai-organization"]) == ("Bearer sk-theirs", "org")
    assert not {"x-omoide-key", "x-omoide-session", "cookie", "x-hop", "te"} & set(sent)
    assert answer.headers["x-kept"] == "1"
    assert not {"set-cookie", "access-control-allow-origin", "x-omoide-error"} & set(answer.headers)


@pytest.fixture
def alone(tmp_path: Path, upstream: Upstream, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """A proxy of its own, whose home may be harmed."""
    monkeypatch.setenv("OMOIDE_PROXY__OPENAI_UPSTREAM", upstream.url)
    home = Omoide.open(tmp_path / "home", clock=SimulatedClock(NOW), embedder=hashing())
    home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    home.mind("haru").notes.core_memory.write("わたしはハル。")
    with served_proxy(home) as served:
        served.proxy.learner.tries_after = (0.05,) * 400
        yield served
    home.close()


def unharmed(client: httpx.Client, proxy: Served, upstream: Upstream) -> httpx.Response:
    body = json.dumps(ASKED, ensure_ascii=False).encode()
    answer = client.post(chat(proxy), content=body)
    assert answer.status_code == 200
    assert answer.json()["choices"][0]["message"]["content"] == "はい"
    assert upstream.last.body == body
    assert answer.headers["x-omoide-error"]
    return answer


def test_a_locked_store_leaves_the_chat_unharmed_and_the_turn_is_learnt_later(
    client: httpx.Client, alone: Served, upstream: Upstream
) -> None:
    upstream.script = lambda _: scripted.completion("はい")
    [database] = list(alone.home.home.rglob("*.db"))
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        started = time.perf_counter()
        answer = client.post(chat(alone), json=ASKED)
        assert time.perf_counter() - started < 4  # the store waits much longer for a lock
        assert answer.json()["choices"][0]["message"]["content"] == "はい"
        other.execute("ROLLBACK")

    assert [each.assistant for each in alone.learnt()] == ["はい"]


def test_a_closed_home_leaves_the_chat_unharmed(client: httpx.Client, alone: Served, upstream: Upstream) -> None:
    upstream.script = lambda _: scripted.completion("はい")
    alone.proxy.learner.tries_after = ()
    alone.home.close()
    shutil.rmtree(alone.home.home)
    unharmed(client, alone, upstream)


def test_memory_that_is_late_is_left_out(client: httpx.Client, alone: Served, upstream: Upstream) -> None:
    upstream.script = lambda _: scripted.completion("はい")
    alone.home.configuration.settings.proxy.__dict__["deadline_ms"] = 1
    held = threading.Event()
    real = alone.home.mind

    def slow(name: str) -> Any:
        held.wait(5)
        return real(name)

    alone.home.mind = slow  # type: ignore[method-assign]
    answer = unharmed(client, alone, upstream)
    held.set()

    assert answer.headers["x-omoide-error"] == "deadline"
    assert [each.assistant for each in alone.learnt()] == ["はい"]


def test_memory_that_breaks_is_left_out(client: httpx.Client, alone: Served, upstream: Upstream) -> None:
    upstream.script = lambda _: scripted.completion("はい")

    def broken(name: str) -> Any:
        raise RuntimeError(name)

    alone.proxy.memory.home.mind = broken  # type: ignore[method-assign]
    assert unharmed(client, alone, upstream).headers["x-omoide-error"] == "RuntimeError"


def test_memories_that_may_not_leave_this_machine_do_not(
    client: httpx.Client, alone: Served, upstream: Upstream
) -> None:
    alone.mind.set("privacy.allow_remote", "false")
    alone.mind.set("proxy.openai_upstream", "http://192.0.2.1:9/v1")
    alone.mind.set("proxy.timeout_seconds", "1")
    answer = client.post(chat(alone), json=ASKED)

    assert answer.status_code in (502, 504)
    assert answer.headers["x-omoide-error"] == "upstream"
