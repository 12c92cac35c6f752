"""A provider on the loopback that speaks three wire formats and says what it is told to, one line per request."""

import json
import socket
import struct
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

INPUT_TOKENS = 120
OUTPUT_TOKENS = 34
CACHED_TOKENS = 20


@dataclass(frozen=True)
class Say:
    """A plain answer."""

    text: str
    cut: bool = False
    """Whether the answer ends because the limit was reached."""


@dataclass(frozen=True)
class Compose:
    """An answer made of the words that were sent."""

    say: Callable[[str], str]


@dataclass(frozen=True)
class Call:
    """An answer as the arguments of a function, by default `answer`."""

    arguments: Mapping[str, object]
    name: str = "answer"


@dataclass(frozen=True)
class Decline:
    """The provider's own way to refuse."""

    why: str = "I cannot discuss this."


@dataclass(frozen=True)
class Status:
    """An HTTP error."""

    code: int
    message: str = "the scripted error"
    headers: Mapping[str, str] = field(default_factory=dict)
    kind: str = "scripted_error"


@dataclass(frozen=True)
class Silence:
    """No response until the provider is told to stop."""


@dataclass(frozen=True)
class Reset:
    """The connection is torn down."""


@dataclass(frozen=True)
class Raw:
    """Bytes that are no response of any format."""

    body: bytes


Line = Say | Compose | Call | Decline | Status | Silence | Reset | Raw


@dataclass(frozen=True)
class Received:
    """A request as the provider saw it."""

    path: str
    headers: Mapping[str, str]
    body: Mapping[str, Any]


class ScriptedProvider:
    """Says its lines in turn; the last one is said again and again."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.lines = list(lines)
        self.received: list[Received] = []
        self.stopped = threading.Event()
        self._lock = threading.Lock()
        self.url = ""

    def next_line(self, received: Received) -> Line:
        with self._lock:
            self.received.append(received)
            return self.lines[min(len(self.received), len(self.lines)) - 1]


@contextmanager
def provider(*lines: Line) -> Iterator[ScriptedProvider]:
    """Run a provider with this script for a while."""
    script = ScriptedProvider(lines)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    script.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield script
    finally:
        script.stopped.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(script: ScriptedProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named so by the library
            """Say nothing on the terminal."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            line = script.next_line(Received(self.path, dict(self.headers.items()), body))
            match line:
                case Silence():
                    script.stopped.wait(30)
                    self.close_connection = True
                case Reset():
                    linger = struct.pack("ii", 1, 0)
                    self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
                    self.close_connection = True
                    self.connection.close()
                case Compose(say=say):
                    words = json.dumps(body, ensure_ascii=False).encode().decode("utf-8")
                    self._send(200, json.dumps(_response(self.path, Say(say(words)))).encode())
                case Raw(body=raw):
                    self._send(200, raw)
                case Status() as status:
                    self._send(status.code, json.dumps(_error(self.path, status)).encode(), headers=status.headers)
                case _:
                    self._send(200, json.dumps(_response(self.path, line)).encode())

        def _send(self, code: int, body: bytes, *, headers: Mapping[str, str] | None = None) -> None:
            self.send_response(code)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

    return Handler


def _response(path: str, line: Say | Call | Decline) -> dict[str, object]:
    if path.endswith("/chat/completions"):
        return _openai(line)
    return _anthropic(line) if path.endswith("/messages") else _gemini(line)


def _error(path: str, status: Status) -> dict[str, object]:
    if path.endswith("/chat/completions"):
        return {"error": {"message": status.message, "type": status.kind, "code": status.kind, "param": None}}
    if path.endswith("/messages"):
        return {"type": "error", "error": {"type": status.kind, "message": status.message}}
    return {"error": {"code": status.code, "message": status.message, "status": status.kind.upper()}}


def _openai(line: Say | Call | Decline) -> dict[str, object]:
    message: dict[str, object] = {"role": "assistant", "content": None}
    finish = "stop"
    match line:
        case Say():
            message["content"] = line.text
            finish = "length" if line.cut else "stop"
        case Call():
            function = {"name": line.name, "arguments": json.dumps(dict(line.arguments))}
            message["tool_calls"] = [{"id": "call_1", "type": "function", "function": function}]
            finish = "tool_calls"
        case Decline():
            message["refusal"] = line.why
    usage = {
        "prompt_tokens": INPUT_TOKENS,
        "completion_tokens": OUTPUT_TOKENS,
        "total_tokens": INPUT_TOKENS + OUTPUT_TOKENS,
        "prompt_tokens_details": {"cached_tokens": CACHED_TOKENS},
    }
    choice = {"index": 0, "finish_reason": finish, "message": message}
    return {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "scripted",
        "choices": [choice],
        "usage": usage,
    }


def _anthropic(line: Say | Call | Decline) -> dict[str, object]:
    content: list[dict[str, object]] = []
    stop = "end_turn"
    match line:
        case Say():
            content = [{"type": "text", "text": line.text}] if line.text else []
            stop = "max_tokens" if line.cut else "end_turn"
        case Call():
            content = [{"type": "tool_use", "id": "toolu_1", "name": line.name, "input": dict(line.arguments)}]
            stop = "tool_use"
        case Decline():
            stop = "refusal"
    usage = {
        "input_tokens": INPUT_TOKENS - CACHED_TOKENS,
        "output_tokens": OUTPUT_TOKENS,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": CACHED_TOKENS,
    }
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": content,
        "stop_reason": stop,
        "stop_sequence": None,
        "usage": usage,
    }


def _gemini(line: Say | Call | Decline) -> dict[str, object]:
    usage = {
        "promptTokenCount": INPUT_TOKENS,
        "candidatesTokenCount": OUTPUT_TOKENS,
        "totalTokenCount": INPUT_TOKENS + OUTPUT_TOKENS,
        "cachedContentTokenCount": CACHED_TOKENS,
    }
    parts: list[dict[str, object]] = []
    finish = "STOP"
    match line:
        case Say():
            parts = [{"text": line.text}] if line.text else []
            finish = "MAX_TOKENS" if line.cut else "STOP"
        case Call():
            parts = [{"functionCall": {"name": line.name, "args": dict(line.arguments)}}]
        case Decline():
            return {
                "promptFeedback": {"blockReason": "PROHIBITED_CONTENT", "blockReasonMessage": line.why},
                "usageMetadata": usage,
            }
    candidate = {"content": {"parts": parts, "role": "model"}, "finishReason": finish, "index": 0}
    return {"candidates": [candidate], "usageMetadata": usage, "modelVersion": "scripted"}
