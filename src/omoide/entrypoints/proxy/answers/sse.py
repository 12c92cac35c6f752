"""Server-sent events: cut into events as they come, each kept letter by letter."""

import re
from dataclasses import dataclass
from typing import Final

_END: Final = re.compile(rb"\r\n\r\n|\n\n|\r\r|\n\r\n")
_LINES: Final = re.compile(r"\r\n|\n|\r")
_FIELD: Final = "data:"
LONGEST: Final = 16_000_000
"""Bytes of one event; what is longer goes on unread."""


@dataclass(slots=True)
class EventCutter:
    """Cuts what comes into events."""

    _waiting: bytes = b""

    def fed(self, chunk: bytes) -> list[bytes]:
        """Return the events that are whole now, each with the blank line that ends it."""
        found: list[bytes] = []
        waiting, at = self._waiting + chunk, 0
        look_from = max(0, len(self._waiting) - 3)
        while (end := _END.search(waiting, max(at, look_from))) is not None:
            found.append(waiting[at : end.end()])
            at = end.end()
        self._waiting = waiting[at:]
        if len(self._waiting) > LONGEST:
            found.append(self.rest())
        return found

    def rest(self) -> bytes:
        """Return what was not ended by a blank line."""
        rest, self._waiting = self._waiting, b""
        return rest


def data_of(event: bytes) -> str:
    """Return what an event tells; empty for a comment, or where it is no text."""
    try:
        lines = _LINES.split(event.decode("utf-8"))
    except UnicodeDecodeError:
        return ""
    return "\n".join(_value(line) for line in lines if line.startswith(_FIELD))


def with_data(event: bytes, data: str) -> bytes:
    """Return an event that tells something else; its other lines stay as they are."""
    old = data_of(event).encode("utf-8")
    if old in event:
        return event.replace(old, data.encode("utf-8"), 1)
    others = [line for line in _LINES.split(event.decode("utf-8")) if line and not line.startswith(_FIELD)]
    return "\n".join([*others, *(f"data: {line}" for line in data.split("\n")), "", ""]).encode("utf-8")


def _value(line: str) -> str:
    return line[len(_FIELD) :].removeprefix(" ")
