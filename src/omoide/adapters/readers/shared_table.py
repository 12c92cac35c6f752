"""What the built-in networks share: the encoder's table of pieces, its tokenizers, and how their files are checked and opened.

Each network's folder has `sha256.json` with the hashes of its files, and a description that says which encoder it was made for and where
that encoder's file holds the table.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders import builtin as encoder
from omoide.adapters.embedders.vocabulary import CLS, SEP, open_vocabulary
from omoide.adapters.readers.pieces import WordPiece, WordPieces
from omoide.errors import EmbedderUnavailable, ReaderUnavailable

Row = tuple[list[int], list[int]]
"""Pieces by their place in the table, and the part that each belongs to."""


@dataclass(frozen=True, slots=True)
class SharedTable:
    """The table of pieces, mapped from the encoder's file, and the tokenizers that lead into it."""

    rows: NDArray[np.int8]
    scales: NDArray[np.float32]
    pieces: WordPieces

    def inputs(self, rows: Sequence[Row]) -> dict[str, NDArray[Any]]:
        """Return rows of different lengths as a network takes them."""
        lengths = np.array([len(ids) for ids, _ in rows], np.int64)
        shape = (len(rows), int(lengths.max()))
        ids, parts = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for i, (some, which) in enumerate(rows):
            ids[i, : len(some)], parts[i, : len(some)] = some, which
        return {"rows": self.rows[ids].astype(np.float32) * self.scales[ids], "parts": parts, "lengths": lengths}


def row_of(parts: Sequence[Sequence[WordPiece]]) -> Row:
    """Return parts of a text as one row, a mark after each."""
    ids, which = [CLS], [0]
    for number, pieces in enumerate(parts):
        ids += [*(piece.id for piece in pieces), SEP]
        which += [number] * (len(pieces) + 1)
    return ids, which


def checked(folder: Path, description: str) -> dict[str, Any]:
    """Return what the description in a folder says, after all files were found to be the released ones."""
    try:
        hashes: dict[str, str] = json.loads((folder / "sha256.json").read_text(encoding="utf-8"))
        for name, expected in hashes.items():
            with (folder / name).open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != expected:
                    raise ReaderUnavailable(
                        f"the built-in reader's {name} in {folder} is damaged (its SHA-256 differs); reinstall the package"
                    )
        about: dict[str, Any] = json.loads((folder / description).read_text(encoding="utf-8"))
    except (OSError, ValueError) as exc:
        raise ReaderUnavailable(f"the built-in reader's files are not in {folder}; reinstall the package") from exc
    return about


def open_table(table: dict[str, Any], encoder_folder: Path) -> SharedTable:
    """Return the table; raise unless the encoder's file is the one in which the table's places were written down."""
    try:
        found = encoder.verified(encoder_folder)["encoder.onnx"]
    except EmbedderUnavailable as exc:
        raise ReaderUnavailable(f"the built-in reader cannot use the encoder's table: {exc}") from exc
    if found != table["encoder_sha256"]:
        raise ReaderUnavailable(
            f"the built-in reader was made for another encoder than the one in {encoder_folder}; reinstall the package"
        )
    rows, scales = table["rows"], table["row_scales"]
    return _opened(encoder_folder, rows["offset"], tuple(rows["shape"]), scales["offset"])


@lru_cache(maxsize=1)
def _opened(folder: Path, offset: int, shape: tuple[int, int], offset_of_scales: int) -> SharedTable:
    """Return the table of an encoder that was found to be the right one: all networks of a process have one."""
    path = folder / "encoder.onnx"
    return SharedTable(
        np.memmap(path, np.int8, "r", offset, shape),
        np.fromfile(path, np.float32, shape[0], offset=offset_of_scales)[:, None],
        WordPieces(open_vocabulary(folder)),
    )


def open_session(path: Path, *, threads: int) -> Any:
    """Return a network, ready to run."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = (
        True  # batch after batch needs the same room; without it each asks the system for it anew
    )
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
