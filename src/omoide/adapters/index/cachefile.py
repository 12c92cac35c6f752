"""The resident vectors on disk: one file per persona and space, memory-mapped on open.

Layout: a magic line, the length of a JSON header, the header, then the arrays, each at a multiple of 64 bytes: what the rows
belong to, the rows in half precision, and where they are many the coarse picture of those of each kind.  The file is a
cache: anything odd about it means it is made anew.
"""

import json
import os
import struct
import tempfile
import zlib
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.index.coarse import Codes
from omoide.adapters.index.resident import KINDS, VectorBlock, are_many, codes_of, in_columns, side_by_side
from omoide.adapters.upkeep.private_files import make_folder

MAGIC = b"omoide-vectors-3\n"
_ALIGN = 64
_ARRAYS: tuple[tuple[str, type[np.generic]], ...] = (
    ("passage_ids", np.int64),
    ("item_ids", np.int64),
    ("created", np.int64),
    ("kinds", np.int8),
    ("sides", np.int8),
    ("characters", np.int32),
)
_AT_ONCE = 8_192


def write(path: Path, blocks: Sequence[VectorBlock], *, last_id: int, space: str) -> None:
    """Write all living rows so that a reader sees the old file or the whole new one; give up quietly on a full disk."""
    parts = side_by_side(blocks)
    columns = in_columns(parts)
    small = b"".join(_padded(columns[name].astype(kind).tobytes()) for name, kind in _ARRAYS)
    rows, dims = len(columns["kinds"]), blocks[0].matrix.shape[1]
    facts = {"rows": rows, "dims": dims, "coarse": are_many(rows), "last_id": last_id, "space": space}
    header = json.dumps(facts | {"crc": zlib.crc32(small)}).encode()
    with suppress(OSError):
        make_folder(path.parent)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_padded(MAGIC + struct.pack("<I", len(header)) + header))
                file.write(small)
                _write_rows(file, parts)
                if facts["coarse"]:
                    _write_codes(file, blocks, dims=dims)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise


def _write_rows(file: IO[bytes], parts: Sequence[tuple[VectorBlock, NDArray[np.bool_]]]) -> None:
    written = 0
    for block, chosen in parts:
        places = np.flatnonzero(chosen)
        for at in range(0, len(places), _AT_ONCE):  # never the whole in memory a second time
            written += file.write(block.matrix[places[at : at + _AT_ONCE]].astype(np.float16).tobytes())
    file.write(b"\0" * (_up(written) - written))


def _write_codes(file: IO[bytes], blocks: Sequence[VectorBlock], *, dims: int) -> None:
    for _, codes in codes_of(blocks, dims=dims):
        for array in (codes.steps, codes.shifts, codes.numbers):
            file.write(array.data)
            file.write(b"\0" * (_up(array.nbytes) - array.nbytes))


def read(path: Path, *, space: str) -> tuple[VectorBlock, int] | None:
    """Return the block and the last vector id in it; `None` when there is no usable file."""
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC) + 4)
            if not start.startswith(MAGIC) or len(start) < len(MAGIC) + 4:
                return None
            (length,) = struct.unpack("<I", start[len(MAGIC) :])
            header = json.loads(file.read(length))
            if header["space"] != space:
                return None
            block = _block(path, header, at=_up(len(MAGIC) + 4 + length))
            return None if block is None else (block, int(header["last_id"]))
    except (OSError, ValueError, KeyError, TypeError, struct.error):
        return None


def _block(path: Path, header: dict[str, Any], *, at: int) -> VectorBlock | None:
    rows, dims = int(header["rows"]), int(header["dims"])
    small_bytes = sum(_up(rows * np.dtype(kind).itemsize) for _, kind in _ARRAYS)
    small = np.fromfile(path, np.uint8, count=small_bytes, offset=at)
    if zlib.crc32(small.tobytes()) != header["crc"]:
        return None
    found: dict[str, NDArray[np.generic]] = {}
    begin = 0
    for name, kind in _ARRAYS:
        size = rows * np.dtype(kind).itemsize
        found[name] = small[begin : begin + size].view(kind)
        begin += _up(size)
    mapped = _Mapped(path, at + small_bytes)
    matrix = mapped.array(np.float16, (rows, dims))
    codes = None
    if header["coarse"]:
        counts = np.bincount(found["kinds"].astype(np.int64), minlength=len(KINDS)).tolist()
        codes = {kind: mapped.codes(count, dims) for kind, count in zip(KINDS, counts, strict=True)}
    if path.stat().st_size != mapped.at:
        return None
    return VectorBlock(matrix=matrix, alive=np.ones(rows, np.bool_), codes=codes, **found)  # type: ignore[arg-type]


class _Mapped:
    """The arrays of a file, one after the other."""

    def __init__(self, path: Path, at: int) -> None:
        self._path = path
        self.at = at

    def array(self, kind: type[np.generic], shape: tuple[int, ...]) -> NDArray[Any]:
        """Return the next array, mapped; raise `ValueError` when the file is too short."""
        size = int(np.prod(shape)) * np.dtype(kind).itemsize
        begin, self.at = self.at, self.at + _up(size)
        if not size:
            return np.zeros(shape, kind)
        return np.asarray(np.memmap(self._path, kind, mode="r", offset=begin, shape=shape))

    def codes(self, rows: int, dims: int) -> Codes:
        """Return the next coarse picture."""
        steps, shifts = self.array(np.float32, (rows,)), self.array(np.float32, (rows,))
        return Codes(self.array(np.int8, (dims, rows)), steps, shifts)


def _up(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN


def _padded(data: bytes) -> bytes:
    return data.ljust(_up(len(data)), b"\0")
