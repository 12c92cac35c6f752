"""Many pieces looked for at once, byte by byte.

The first bytes of every window of the data are made into a number, and a table of bits says whether a piece begins with
such bytes: so the time taken grows with the data, hardly with the number of pieces.  What passes is compared in full.
"""

import json
from collections.abc import Iterable, Iterator
from typing import IO

import numpy as np
from numpy.typing import NDArray

WINDOW = 12
"""Bytes; no piece is shorter (`domain/erasing/pieces.py`)."""
CHUNK = 8 * 1024 * 1024
_SPREAD = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xC2B2AE3D27D4EB4F)


class PieceFinder:
    """Finds pieces of text in bytes, as UTF-8 and as JSON, with letters as they are or as numbers."""

    def __init__(self, pieces: Iterable[str]) -> None:
        self._forms: dict[bytes, list[tuple[bytes, str]]] = {}
        for piece in pieces:
            quoted = json.dumps(piece, ensure_ascii=False)[1:-1].encode("utf-8", "surrogatepass")
            for form in {piece.encode("utf-8", "surrogatepass"), json.dumps(piece)[1:-1].encode(), quoted}:
                if len(form) >= WINDOW:
                    self._forms.setdefault(form[:WINDOW], []).append((form, piece))
        self._longest = max((len(form) for forms in self._forms.values() for form, _ in forms), default=0)
        self._shift = np.uint64(64 - min(28, max(16, len(self._forms).bit_length() + 9)))
        self._bits = np.zeros(1 << (64 - int(self._shift)), np.bool_)
        for key in self._forms:
            self._bits[_numbers(key, 0, self._shift)] = True

    def found_in(self, data: bytes) -> Iterator[tuple[int, str]]:
        """Yield where a piece stands and which, in no order."""
        if not self._forms:
            return
        for offset in range(min(8, len(data) - WINDOW + 1)):
            numbers = _numbers(data, offset, self._shift)
            for at in (np.flatnonzero(self._bits[numbers]) * 8 + offset).tolist():
                for form, piece in self._forms.get(data[at : at + WINDOW], ()):
                    if data.startswith(form, at):
                        yield at, piece

    def found_in_file(self, file: IO[bytes]) -> set[str]:
        """Return the pieces that a file holds."""
        found: set[str] = set()
        tail = b""
        while self._forms and (part := file.read(CHUNK)):
            seen = tail + part
            found.update(piece for _, piece in self.found_in(seen))
            tail = seen[-(self._longest - 1) :]
        return found


def _numbers(data: bytes, offset: int, shift: np.uint64) -> NDArray[np.uint64]:
    """Return a number for every eighth window of the data, from this offset on."""
    count = (len(data) - offset - WINDOW) // 8 + 1
    first = np.ndarray((count,), "<u8", data, offset)
    rest: NDArray[np.uint32] = np.ndarray((count,), "<u4", data, offset + 8, strides=(8,))
    return ((first * _SPREAD[0]) ^ (rest.astype(np.uint64) * _SPREAD[1])) * _SPREAD[0] >> shift
