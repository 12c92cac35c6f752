"""The resident vectors on disk: one file per persona and space, memory-mapped on open.

Layout: a magic line, the length of a JSON header, the header, then the arrays, each at a multiple of 64 bytes.  The
file is a cache: anything odd about it means it is made anew.
"""

import json
import os
import struct
import tempfile
import zlib
from contextlib import suppress
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.index.resident import VectorBlock
from omoide.adapters.upkeep.private_files import make_folder

MAGIC = b"omoide-vectors-2\n"
_ALIGN = 64
_ARRAYS: tuple[tuple[str, type[np.generic]], ...] = (
    ("passage_ids", np.int64),
    ("item_ids", np.int64),
    ("created", np.int64),
    ("kinds", np.int8),
    ("sides", np.int8),
    ("characters", np.int32),
)


def write(path: Path, block: VectorBlock, *, last_id: int, space: str) -> None:
    """Write the block so that a reader sees the old file or the whole new one; give up quietly on a full disk."""
    small = b"".join(_padded(getattr(block, name).astype(kind).tobytes()) for name, kind in _ARRAYS)
    rows, dims = block.matrix.shape
    facts = {"rows": rows, "dims": dims, "last_id": last_id, "space": space, "crc": zlib.crc32(small)}
    header = json.dumps(facts).encode()
    with suppress(OSError):
        make_folder(path.parent)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(_padded(MAGIC + struct.pack("<I", len(header)) + header))
                file.write(small)
                np.ascontiguousarray(block.matrix).tofile(file)
            Path(name).replace(path)
        except OSError:
            Path(name).unlink(missing_ok=True)
            raise


def read(path: Path, *, space: str) -> tuple[VectorBlock, int] | None:
    """Return the block and the last vector id in it; `None` when there is no usable file."""
    try:
        with path.open("rb") as file:
            start = file.read(len(MAGIC) + 4)
            if not start.startswith(MAGIC) or len(start) < len(MAGIC) + 4:
                return None
            (length,) = struct.unpack("<I", start[len(MAGIC) :])
            header = json.loads(file.read(length))
            return _arrays(path, header, offset=_up(len(MAGIC) + 4 + length), space=space)
    except (OSError, ValueError, KeyError, TypeError, struct.error):
        return None


def _arrays(path: Path, header: dict[str, int | str], *, offset: int, space: str) -> tuple[VectorBlock, int] | None:
    rows, dims = int(header["rows"]), int(header["dims"])
    small_bytes = sum(_up(rows * np.dtype(kind).itemsize) for _, kind in _ARRAYS)
    if header["space"] != space or path.stat().st_size != offset + small_bytes + rows * dims * 4:
        return None
    small = np.fromfile(path, np.uint8, count=small_bytes, offset=offset)
    if zlib.crc32(small.tobytes()) != header["crc"]:
        return None
    found: dict[str, NDArray[np.generic]] = {}
    at = 0
    for name, kind in _ARRAYS:
        size = rows * np.dtype(kind).itemsize
        found[name] = small[at : at + size].view(kind)
        at += _up(size)
    matrix: NDArray[np.float32] = (
        np.memmap(path, np.float32, mode="r", offset=offset + small_bytes, shape=(rows, dims))
        if rows
        else np.zeros((0, dims), np.float32)
    )
    block = VectorBlock(matrix=matrix, alive=np.ones(rows, np.bool_), **found)  # type: ignore[arg-type]
    return block, int(header["last_id"])


def _up(size: int) -> int:
    return -(-size // _ALIGN) * _ALIGN


def _padded(data: bytes) -> bytes:
    return data.ljust(_up(len(data)), b"\0")
