"""JSON: its values with their keys, streaming, however deep or long it is."""

import codecs
from collections.abc import Iterator
from typing import TextIO

from omoide.adapters.knowledge.reading import FileReading
from omoide.adapters.knowledge.texts import decoded
from omoide.domain.knowledge.lines import LONGEST_LINE, DocumentLine
from omoide.domain.knowledge.report import TroubleKind

DEEPEST_HEADING = 4
"""Keys of the path above a value that are told."""
DEEPEST = 1_000
"""Maps and arrays within each other; what is deeper was made to break readers."""
_SCALARS = frozenset({"string", "number", "boolean"})


def lines(reading: FileReading) -> Iterator[DocumentLine]:
    """Yield the values, numbered by the element of the outermost array that they belong to."""
    import ijson

    with decoded(reading) as stream:
        path = _Path()
        try:
            for event, value in ijson.basic_parse(_Utf8(stream), multiple_values=True):
                path.step(event, value)
                if event in _SCALARS:
                    yield from path.told(str(value))
                elif len(path.open) > DEEPEST:
                    raise reading.refused(TroubleKind.DAMAGED, f"deeper than {DEEPEST:,}")
        except (ijson.JSONError, ValueError, ArithmeticError, RecursionError) as exc:
            raise reading.refused(TroubleKind.DAMAGED, type(exc).__name__) from exc


class _Path:
    """Where in the JSON we are."""

    def __init__(self) -> None:
        self.open: list[str | None] = []
        """The key that each map is at; `None` for an array."""
        self._record = 0

    def step(self, event: str, value: object) -> None:
        """Go on by one event."""
        if event == "map_key":
            self.open[-1] = str(value)
        elif event.startswith("end_"):
            self.open.pop()
        else:
            if self.open and self.open[-1] is None and self.open.count(None) == 1:
                self._record += 1  # an element of the outermost array
            if event.startswith("start_"):
                self.open.append("" if event == "start_map" else None)

    def told(self, value: str) -> Iterator[DocumentLine]:
        """Yield a value with its key, below the keys above it."""
        keys = [key for key in self.open if key]
        name, above = (keys[-1], tuple(keys[:-1][:DEEPEST_HEADING])) if keys else ("", ())
        text = f"{name}: {value}" if name else value
        for start in range(0, len(text), LONGEST_LINE):
            part, is_last = text[start : start + LONGEST_LINE], start + LONGEST_LINE >= len(text)
            yield DocumentLine(part, max(1, self._record), above, ends=is_last)


class _Utf8:
    """A text as bytes of UTF-8, which is what the library reads."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._encode = codecs.getincrementalencoder("utf-8")("replace").encode

    def read(self, size: int = -1) -> bytes:
        """Return some more of it."""
        return self._encode(self._stream.read(max(1, size // 4) if size > 0 else LONGEST_LINE)) if size else b""
