"""A provider on the loopback that lets an answer be heard piece by piece, in OpenAI's wire format, and waits where it is told to."""

import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass
class TalkingProvider:
    """Says the same pieces to everybody; before the second it waits until it may go on."""

    pieces: Sequence[str]
    breaks_off: bool = False
    """Whether the connection ends after the first piece."""
    url: str = ""
    asked: list[dict[str, Any]] = field(default_factory=list)
    may_go_on: threading.Event = field(default_factory=threading.Event)


@contextmanager
def talking(*pieces: str, breaks_off: bool = False) -> Iterator[TalkingProvider]:
    """Run such a provider for a while."""
    script = TalkingProvider(pieces, breaks_off)
    server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(script))
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    script.url = f"http://127.0.0.1:{server.server_address[1]}/v1"
    try:
        yield script
    finally:
        script.may_go_on.set()
        server.shutdown()
        server.server_close()
        thread.join()


def _handler(script: TalkingProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - named so by the library
            """Say nothing on the terminal."""

        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["content-length"])))
            script.asked.append(body)
            self.send_response(200)
            self.send_header("content-type", "text/event-stream")
            self.end_headers()
            for number, piece in enumerate(script.pieces):
                if number == 1:
                    if script.breaks_off:
                        return
                    script.may_go_on.wait(60)
                self._say({"choices": [{"index": 0, "delta": {"role": "assistant", "content": piece}}]})
            self._say({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
            self._say({"choices": [], "usage": {"prompt_tokens": 120, "completion_tokens": 34, "total_tokens": 154}})
            self.wfile.write(b"data: [DONE]\n\n")

        def _say(self, part: dict[str, Any]) -> None:
            whole = {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": "scripted"} | part
            self.wfile.write(f"data: {json.dumps(whole)}\n\n".encode())
            self.wfile.flush()

    return Handler
