"""Turns as rows of pieces: `[CLS] said before [SEP] answered before [SEP] the turn [SEP] its answer [SEP]`, each part cut to its length."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tools.reader.network import Batch

from omoide.adapters.embedders.vocabulary import CLS, SEP, open_vocabulary
from omoide.adapters.readers.pieces import WordPiece, WordPieces

LONGEST = (16, 32, 128, 24)
"""WordPieces of each part: of what stands before its end, of the turn and the answer their beginning."""


def load_pieces(folder: Path) -> WordPieces:
    """Return texts as pieces of the encoder's vocabulary."""
    return WordPieces(open_vocabulary(folder))


def row(parts: Sequence[list[WordPiece]]) -> tuple[list[int], list[int], list[WordPiece]]:
    """Return ids, parts, and the pieces of the turn itself as far as they are read."""
    ids, which = [CLS], [0]
    for number, (pieces, longest) in enumerate(zip(parts, LONGEST, strict=True)):
        kept = pieces[-longest:] if number < 2 else pieces[:longest]
        ids += [piece.id for piece in kept] + [SEP]
        which += [number] * (len(kept) + 1)
    return ids, which, parts[2][: LONGEST[2]]


def batch(rows: Sequence[tuple[Sequence[int], Sequence[int]]], device: str) -> Batch:
    """Return rows of different lengths as one batch."""
    lengths = [len(ids) for ids, _ in rows]
    shape = (len(rows), max(lengths))
    ids: NDArray[np.int64] = np.zeros(shape, np.int64)
    which: NDArray[np.int64] = np.zeros(shape, np.int64)
    for i, (some, parts) in enumerate(rows):
        ids[i, : len(some)], which[i, : len(some)] = some, parts
    return Batch(*(torch.from_numpy(one).to(device) for one in (ids, which, np.array(lengths, np.int64))))
