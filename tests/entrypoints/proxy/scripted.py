"""A model on the loopback that answers as it is told, and keeps every byte that it was sent."""

import json
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

JSON: Final = "application/json"
EVENTS: Final = "text/event-stream; charset=utf-8"
PATIENCE_SECONDS: Final = 20.0


@dataclass(frozen=True)
class Received:
    """A request that came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@dataclass(frozen=True)
class Answer:
    """What is answered, in pieces of which each is sent by itself."""

    pieces: Sequence[bytes]
    kind: str = JSON
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    is_cut: bool = False
    """The connection breaks after the last piece."""
    waits_before: Mapping[int, threading.Event] = field(default_factory=dict)
    """Pieces that are sent only when somebody allows it."""


@dataclass
class Upstream:
    """The model, from outside."""

    url: str
    script: Callable[[Received], Answer] | None = None
    received: list[Received] = field(default_factory=list)
    gone: threading.Event = field(default_factory=threading.Event)
    """Set when a connection was closed before an answer had ended."""

    @property
    def last(self) -> Received:
        return self.received[-1]


@contextmanager
def scripted_upstream() -> Iterator[Upstream]:
    """Serve a model until the block ends."""
    upstream = Upstream("")

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            given = Received(self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body)
            upstream.received.append(given)
            assert upstream.script is not None
            self._say(upstream.script(given))

        do_GET = do_POST  # noqa: N815

        def _say(self, answer: Answer) -> None:
            self.send_response(answer.status)
            headers = {"content-type": answer.kind, "transfer-encoding": "chunked", **answer.headers}
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            try:
                for number, piece in enumerate(answer.pieces):
                    if (allowed := answer.waits_before.get(number)) is not None:
                        allowed.wait(PATIENCE_SECONDS)
                    self.wfile.write(b"%x\r\n%s\r\n" % (len(piece), piece))
                    self.wfile.flush()
                if not answer.is_cut:
                    self.wfile.write(b"0\r\n\r\n")
            except OSError:
                upstream.gone.set()
            if answer.is_cut:
                self.close_connection = True

        def log_message(self, *_: Any) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    upstream.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield upstream
    server.shutdown()
    server.server_close()


def completion(text: str, *, tool_calls: Sequence[Mapping[str, Any]] = ()) -> Answer:
    """Return a whole chat completion; its form is one that no serializer would give it."""
    message: dict[str, Any] = {"role": "assistant", "content": text or None}
    if tool_calls:
        message["tool_calls"] = list(tool_calls)
    told = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1,
        "model": "gpt-4o",
        "choices": [{"index": 0, "message": message, "finish_reason": "tool_calls" if tool_calls else "stop"}],
        "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
    }
    return Answer([json.dumps(told, ensure_ascii=False, indent=1).encode("utf-8")])


def chunks(*texts: str, finish: str = "stop", tool: Mapping[str, Any] | None = None) -> Answer:
    """Return a streamed chat completion, one event for each text."""
    deltas: list[dict[str, Any]] = [{"role": "assistant", "content": ""}, *({"content": text} for text in texts)]
    if tool is not None:
        deltas.append({"tool_calls": [{"index": 0, **tool}]})
    told = [_chunk({"index": 0, "delta": delta, "finish_reason": None}) for delta in deltas]
    told.append(_chunk({"index": 0, "delta": {}, "finish_reason": finish}))
    return Answer([*told, b"data: [DONE]\n\n"], EVENTS)


def _chunk(choice: Mapping[str, Any]) -> bytes:
    told = {"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": "gpt-4o", "choices": [choice]}
    return b"data: " + json.dumps(told, ensure_ascii=False).encode("utf-8") + b"\n\n"


def message(text: str, *, tool: Mapping[str, Any] | None = None) -> Answer:
    """Return a whole answer of Anthropic's."""
    content: list[dict[str, Any]] = [{"type": "text", "text": text}] if text else []
    if tool is not None:
        content.append({"type": "tool_use", **tool})
    told = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "claude-sonnet-4-5",
        "content": content,
        "stop_reason": "end_turn" if tool is None else "tool_use",
        "stop_sequence": None,
        "usage": {"input_tokens": 1, "output_tokens": 1},
    }
    return Answer([json.dumps(told, ensure_ascii=False).encode("utf-8")])


def message_events(*texts: str) -> Answer:
    """Return a streamed answer of Anthropic's."""
    start = {"id": "msg_1", "type": "message", "role": "assistant", "model": "claude", "content": []}
    usage = {"input_tokens": 1, "output_tokens": 1}
    told: list[dict[str, Any]] = [
        {"type": "message_start", "message": {**start, "stop_reason": None, "stop_sequence": None, "usage": usage}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
        {"type": "ping"},
        *({"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}} for text in texts),
        {"type": "content_block_stop", "index": 0},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn", "stop_sequence": None}, "usage": usage},
        {"type": "message_stop"},
    ]
    return Answer([_named_event(each) for each in told], EVENTS)


def response(text: str, *, response_id: str = "resp_1", call: Mapping[str, Any] | None = None) -> Answer:
    """Return a whole answer of OpenAI's responses."""
    return Answer([json.dumps(_response(text, response_id, call), ensure_ascii=False).encode("utf-8")])


def response_events(*texts: str, response_id: str = "resp_1") -> Answer:
    """Return a streamed answer of OpenAI's responses."""
    whole = "".join(texts)
    at = {"item_id": "msg_1", "output_index": 0, "content_index": 0}
    part = {"type": "output_text", "text": whole, "annotations": []}
    told: list[dict[str, Any]] = [
        {"type": "response.created", "response": {**_response("", response_id, None), "output": []}},
        *({"type": "response.output_text.delta", **at, "delta": text, "logprobs": []} for text in texts),
        {"type": "response.output_text.done", **at, "text": whole, "logprobs": []},
        {"type": "response.content_part.done", **at, "part": part},
        {
            "type": "response.output_item.done",
            "output_index": 0,
            "item": _response(whole, response_id, None)["output"][0],
        },
        {"type": "response.completed", "response": _response(whole, response_id, None)},
    ]
    return Answer([_named_event({**each, "sequence_number": n}) for n, each in enumerate(told)], EVENTS)


def _response(text: str, response_id: str, call: Mapping[str, Any] | None) -> dict[str, Any]:
    content = [{"type": "output_text", "text": text, "annotations": []}]
    output: list[dict[str, Any]] = [
        {"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": content}
    ]
    if call is not None:
        output = [{"type": "function_call", "id": "fc_1", "status": "completed", **call}]
    return {
        "id": response_id,
        "object": "response",
        "created_at": 1,
        "status": "completed",
        "model": "gpt-4o",
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }


def _named_event(payload: Mapping[str, Any]) -> bytes:
    told = json.dumps(payload, ensure_ascii=False)
    return f"event: {payload['type']}\ndata: {told}\n\n".encode()
