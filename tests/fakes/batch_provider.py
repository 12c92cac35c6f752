"""Batch interfaces of Anthropic and OpenAI on the loopback: they take requests and give prepared texts back."""

import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class BatchServer:
    """What it was given, and whether it is done."""

    say: Callable[[str], str | None]
    """The words of a request → the answer; `None` for a request that fails."""
    url: str = ""
    ended: bool = False
    creations: int = 0
    requests: dict[str, str] = field(default_factory=dict)
    """Custom id → the words that were sent."""
    headers: list[Mapping[str, str]] = field(default_factory=list)


@contextmanager
def batch_server(say: Callable[[str], str | None]) -> Iterator[BatchServer]:
    """Run it for a while."""
    state = BatchServer(say)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(state))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    state.url = f"http://127.0.0.1:{server.server_address[1]}"
    try:
        yield state
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(state: BatchServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named so by the library
            """Say nothing on the terminal."""

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            state.headers.append(dict(self.headers.items()))
            if "/messages/batches" in self.path:
                state.creations += 1
                for request in json.loads(body)["requests"]:
                    state.requests[request["custom_id"]] = json.dumps(request["params"], ensure_ascii=False)
                self._send(_anthropic_batch(state))
            elif self.path.split("?")[0].endswith("/messages"):
                self._send(_anthropic_message(state.say(body.decode()) or ""))
            elif self.path.endswith("/files"):
                for line in re.findall(rb'^\{"custom_id".*\}\r?$', body, re.MULTILINE):
                    request = json.loads(line)
                    state.requests[request["custom_id"]] = json.dumps(request["body"], ensure_ascii=False)
                self._send(
                    {
                        "id": "file-in",
                        "object": "file",
                        "bytes": 1,
                        "created_at": 1,
                        "filename": "b",
                        "purpose": "batch",
                    }
                )
            else:
                state.creations += 1
                self._send(_openai_batch(state))

        def do_GET(self) -> None:
            if self.path.split("?")[0].endswith("/results"):
                self._send_text("\n".join(json.dumps(line) for line in _anthropic_results(state)))
            elif "/messages/batches/" in self.path:
                self._send(_anthropic_batch(state))
            elif self.path.endswith("/content"):
                self._send_text("\n".join(json.dumps(line) for line in _openai_results(state)))
            else:
                self._send(_openai_batch(state))

        def do_DELETE(self) -> None:
            self._send({"id": "file-in", "object": "file", "deleted": True})

        def _send(self, body: Mapping[str, Any]) -> None:
            self._send_text(json.dumps(body))

        def _send_text(self, text: str) -> None:
            data = text.encode()
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

    return Handler


def _anthropic_batch(state: BatchServer) -> dict[str, Any]:
    return {
        "id": "msgbatch_1",
        "type": "message_batch",
        "processing_status": "ended" if state.ended else "in_progress",
        "request_counts": {"processing": 0, "succeeded": 1, "errored": 0, "canceled": 0, "expired": 0},
        "created_at": "2026-01-01T00:00:00Z",
        "expires_at": "2026-01-02T00:00:00Z",
        "ended_at": "2026-01-01T01:00:00Z" if state.ended else None,
        "archived_at": None,
        "cancel_initiated_at": None,
        "results_url": f"{state.url}/v1/messages/batches/msgbatch_1/results" if state.ended else None,
    }


def _anthropic_results(state: BatchServer) -> Iterator[dict[str, Any]]:
    for custom_id, words in state.requests.items():
        text = state.say(words)
        if text is None:
            error = {"type": "error", "error": {"type": "api_error", "message": "failed"}}
            yield {"custom_id": custom_id, "result": {"type": "errored", "error": error}}
            continue
        yield {"custom_id": custom_id, "result": {"type": "succeeded", "message": _anthropic_message(text)}}


def _anthropic_message(text: str) -> dict[str, Any]:
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": "scripted",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 100, "output_tokens": 10},
    }


def _openai_batch(state: BatchServer) -> dict[str, Any]:
    return {
        "id": "batch_1",
        "object": "batch",
        "endpoint": "/v1/responses",
        "input_file_id": "file-in",
        "completion_window": "24h",
        "status": "completed" if state.ended else "in_progress",
        "created_at": 1_767_225_600,
        "output_file_id": "file-out" if state.ended else None,
        "request_counts": {"total": len(state.requests), "completed": 0, "failed": 0},
    }


def _openai_results(state: BatchServer) -> Iterator[dict[str, Any]]:
    for custom_id, words in state.requests.items():
        text = state.say(words)
        if text is None:
            body: dict[str, Any] = {"error": {"message": "failed", "type": "server_error", "code": "server_error"}}
            yield {"id": "r", "custom_id": custom_id, "response": {"status_code": 500, "body": body}, "error": None}
            continue
        content = [{"type": "output_text", "text": text, "annotations": []}]
        body = {
            "id": "resp_1",
            "object": "response",
            "created_at": 1,
            "model": "scripted",
            "status": "completed",
            "output": [{"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": content}],
            "parallel_tool_calls": False,
            "tool_choice": "auto",
            "tools": [],
            "usage": {
                "input_tokens": 100,
                "output_tokens": 10,
                "total_tokens": 110,
                "input_tokens_details": {"cached_tokens": 0},
                "output_tokens_details": {"reasoning_tokens": 0},
            },
        }
        yield {"id": "r", "custom_id": custom_id, "response": {"status_code": 200, "body": body}, "error": None}
