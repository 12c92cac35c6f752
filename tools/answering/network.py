"""The network: the reader's body over cue and turn as one row, and one number out of it."""

import numpy as np
import torch
import torch.nn.functional as functions
from numpy.typing import NDArray
from tools.encoder.network import WIDTH
from tools.reader.network import Batch, Body
from torch import nn

LONGEST = (40, 40, 112, 48)
"""Pieces of each part: the cue, what stands before the turn (its end), the user's words, the answer (their beginning)."""
CLS, SEP = 101, 102


def row(parts: list[list[int]]) -> tuple[list[int], list[int]]:
    """Return ids and parts of a pair: `[CLS] cue [SEP] before [SEP] said [SEP] answered [SEP]`."""
    ids, which = [CLS], [0]
    for number, (pieces, longest) in enumerate(zip(parts, LONGEST, strict=True)):
        kept = pieces[-longest:] if number == 1 else pieces[:longest]
        ids += [*kept, SEP]
        which += [number] * (len(kept) + 1)
    return ids, which


class Judge(nn.Module):
    """Pairs in, one number a pair out: the log odds that the turn answers the cue."""

    def __init__(self, rows: NDArray[np.float32], *, layers: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.body = Body(rows, layers=layers, dropout=dropout)
        self.inner, self.outer = nn.Linear(3 * WIDTH, WIDTH), nn.Linear(WIDTH, 1)
        self.dropout = dropout

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return one number a row."""
        x = self.body(batch)
        asked = _mean(x, batch.there & (batch.parts == 0))
        told = _mean(x, batch.there & (batch.parts >= 2))
        whole = functions.gelu(self.inner(torch.cat([x[:, 0], asked, told], -1)))
        return self.outer(functions.dropout(whole, self.dropout, self.training)).squeeze(-1).float()


def _mean(x: torch.Tensor, where: torch.Tensor) -> torch.Tensor:
    weight = where.unsqueeze(-1).to(x.dtype)
    return (x * weight).sum(1) / weight.sum(1).clamp(min=1)
