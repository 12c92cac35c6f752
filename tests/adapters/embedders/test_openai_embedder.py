"""The remote embedder through real HTTP, against a scripted server on this machine."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
import pytest

from omoide.adapters.embedders.openai import OpenAIEmbedder
from omoide.errors import EmbedderUnavailable

Answer = Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]
KEY = "sk-very-secret-key"


@dataclass
class Script:
    """What the server answers, call by call; the last answer is repeated."""

    answers: list[Answer]
    requests: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)


@contextmanager
def serving(script: Script) -> Iterator[str]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            script.requests.append(request)
            script.headers.append(dict(self.headers))
            at = min(len(script.requests), len(script.answers)) - 1
            script.answers[at](self, request)

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/v1"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def send(handler: BaseHTTPRequestHandler, status: int, body: bytes, **headers: str) -> None:
    handler.send_response(status)
    for name, value in headers.items():
        handler.send_header(name.replace("_", "-"), value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)


def vectors(handler: BaseHTTPRequestHandler, request: dict[str, Any]) -> None:
    data = [{"index": at, "embedding": [float(len(text)), 1.0, 0.0]} for at, text in enumerate(request["input"])]
    send(handler, 200, json.dumps({"data": data[::-1]}).encode())


def status(code: int, **headers: str) -> Answer:
    return lambda handler, _: send(handler, code, b'{"error": {"message": "no"}}', **headers)


def body(content: bytes) -> Answer:
    return lambda handler, _: send(handler, 200, content)


def reset(handler: BaseHTTPRequestHandler, _: dict[str, Any]) -> None:
    handler.connection.close()


def embedder(url: str, slept: list[float], **changes: Any) -> OpenAIEmbedder:
    return OpenAIEmbedder(url, "m", 3, api_key=KEY, sleep=slept.append, **changes)


def test_texts_are_sent_twenty_at_a_time_with_a_pause_and_come_back_in_order() -> None:
    script = Script([vectors])
    slept: list[float] = []
    with serving(script) as url:
        matrix = embedder(url, slept).embed([f"{'x' * at}" for at in range(1, 46)])
    assert [len(request["input"]) for request in script.requests] == [20, 20, 5]
    assert slept == [2.0, 2.0]
    assert script.headers[0]["Authorization"] == f"Bearer {KEY}"
    np.testing.assert_allclose(np.linalg.norm(matrix, axis=1), 1.0, rtol=1e-5)
    np.testing.assert_allclose(matrix[:, 0] / matrix[:, 1], np.arange(1, 46), rtol=1e-4)


@pytest.mark.parametrize("trouble", [status(429), status(500), status(503), reset])
def test_what_may_pass_is_tried_again_with_growing_patience(trouble: Answer) -> None:
    script = Script([trouble, trouble, trouble, vectors])
    slept: list[float] = []
    with serving(script) as url:
        assert embedder(url, slept).embed(["a"]).shape == (1, 3)
    assert len(script.requests) == 4
    assert slept[0] < slept[1] < slept[2]


def test_the_server_says_how_long_to_wait() -> None:
    script = Script([status(429, Retry_After="17"), vectors])
    slept: list[float] = []
    with serving(script) as url:
        embedder(url, slept).embed(["a"])
    assert slept == [17.0]


def test_a_server_that_asks_for_an_hour_is_not_waited_for() -> None:
    script = Script([status(429, Retry_After="3600"), vectors])
    slept: list[float] = []
    with serving(script) as url, pytest.raises(EmbedderUnavailable, match="429"):
        embedder(url, slept).embed(["a"])
    assert (len(script.requests), slept) == (1, [])


@pytest.mark.parametrize("trouble", [status(429), status(502), reset])
def test_three_tries_more_and_no_further(trouble: Answer) -> None:
    script = Script([trouble])
    slept: list[float] = []
    with serving(script) as url, pytest.raises(EmbedderUnavailable, match="builtin") as caught:
        embedder(url, slept).embed(["a"])
    assert len(script.requests) == 4
    assert KEY not in str(caught.value)
    assert KEY not in repr(embedder("http://x", []))


@pytest.mark.parametrize("code", [400, 401, 403, 404])
def test_what_will_not_pass_is_said_at_once(code: int) -> None:
    script = Script([status(code)])
    slept: list[float] = []
    with serving(script) as url, pytest.raises(EmbedderUnavailable, match=str(code)):
        embedder(url, slept).embed(["a"])
    assert (len(script.requests), slept) == (1, [])


def test_a_slow_server_is_not_waited_for_for_ever() -> None:
    release = threading.Event()
    script = Script([lambda *_: (release.wait(10), None)[1]])
    slept: list[float] = []
    with serving(script) as url:
        with pytest.raises(EmbedderUnavailable, match="Timeout"):
            embedder(url, slept, timeout_seconds=0.05, retries=1).embed(["a"])
        release.set()
    assert len(script.requests) == 2


@pytest.mark.parametrize(
    "answer",
    [
        b"",
        b"not json",
        b"[]",
        b'{"data": [{"embedding": [1, 2]}]}',
        b'{"data": []}',
        b'{"data": [{"embedding": [1, 2, "x"]}]}',
        b'{"data": [{"embedding": [NaN, 1, 2]}]}',
    ],
)
def test_an_answer_without_the_right_vectors_is_refused(answer: bytes) -> None:
    with serving(Script([body(answer)])) as url, pytest.raises(EmbedderUnavailable):
        embedder(url, []).embed(["a"])


def test_no_texts_need_no_server() -> None:
    assert embedder("http://127.0.0.1:9", []).embed([]).shape == (0, 3)


def test_empty_huge_and_broken_texts_can_be_sent() -> None:
    script = Script([vectors])
    with serving(script) as url:
        embedder(url, []).embed(["", "  ", "x" * 1_000_000, "\ud800"])
    assert [len(text) for text in script.requests[0]["input"]] == [1, 1, 8000, 1]
