"""What a client sent, byte by byte, and what the proxy added to it."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx


@dataclass
class Sent:
    """The last request of a client."""

    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)


@contextmanager
def recording(client: Any) -> Iterator[Sent]:
    """Keep what an official client sends while the block runs."""
    sent = Sent()

    def keep(request: httpx.Request) -> None:
        sent.body, sent.headers = request.content, dict(request.headers)

    hooks = client._client.event_hooks
    client._client.event_hooks = {"request": [keep], "response": []}
    yield sent
    client._client.event_hooks = hooks


def added(sent: bytes, received: bytes) -> list[str]:
    """Return the texts that were added to a request, the constant one first.

    Fail unless, without them, it is what was sent, byte for byte.
    """
    texts = _BLOCK.findall(received)
    left = received
    for text in texts:
        assert text not in sent
        left = _without(left, text)
    assert left == sent
    told = [json.loads(b'"' + text + b'"') for text in texts]
    return sorted(told, key=lambda text: "<omoide-context>" not in text)


_BLOCK = re.compile(rb"<(?:omoide-context|memories)>.*?</(?:omoide-context|memories)>")
_FORMS = (
    b',{"type": "text", "text": "%s"}',
    b'{"type": "text", "text": "%s"},',
    b',{"type": "input_text", "text": "%s"}',
    b'{"type": "input_text", "text": "%s"},',
    b'{"role": "system", "content": "%s"},',
    b',"system":"%s"',
    b',"instructions":"%s"',
    rb"\n\n%s",
    rb"%s\n\n",
)
"""How a text may be added."""


def _without(body: bytes, text: bytes) -> bytes:
    for form in _FORMS:
        if (whole := form % text) in body:
            return body.replace(whole, b"", 1)
    raise AssertionError(f"added in a form that nobody knows: {text!r}")
