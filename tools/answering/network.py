"""The network: the reader's body over cue and turn as one row, and two numbers out of it."""

import numpy as np
import torch
import torch.nn.functional as functions
from numpy.typing import NDArray
from tools.encoder.network import WIDTH
from tools.reader.network import Batch, Body
from torch import nn

LONGEST = (40, 40, 112, 48)
"""Pieces of each part: the cue, what stands before the turn (its end), the user's words, the answer (their beginning)."""
LONGEST_OF_TWO = (40, 1, 90, 90)
"""Where two turns are held against each other: the cue, a mark, the older one's words, the newer one's."""
CLS, SEP, MARK = 101, 102, 103


def row(parts: list[list[int]], longest: tuple[int, ...] = LONGEST) -> tuple[list[int], list[int]]:
    """Return ids and parts of a pair: `[CLS] cue [SEP] before [SEP] said [SEP] answered [SEP]`."""
    ids, which = [CLS], [0]
    for number, (pieces, most) in enumerate(zip(parts, longest, strict=True)):
        kept = pieces[-most:] if number == 1 else pieces[:most]
        ids += [*kept, SEP]
        which += [number] * (len(kept) + 1)
    return ids, which


def row_of_two(cue: list[int], older: list[int], newer: list[int]) -> tuple[list[int], list[int]]:
    """Return ids and parts of a cue and two turns."""
    return row([cue, [MARK], older, newer], LONGEST_OF_TWO)


class Judge(nn.Module):
    """Rows in, two numbers a row out: the log odds that the turn answers the cue, and that the newer of two turns does it better."""

    def __init__(self, rows: NDArray[np.float32], *, layers: int, dropout: float = 0.1) -> None:
        super().__init__()
        self.body = Body(rows, layers=layers, dropout=dropout)
        self.inner, self.outer = nn.Linear(4 * WIDTH, WIDTH), nn.Linear(WIDTH, 2)
        self.dropout = dropout

    def forward(self, batch: Batch) -> torch.Tensor:
        """Return both numbers of each row."""
        x = self.body(batch)
        means = [_mean(x, batch.there & (batch.parts == part)) for part in (0, 2, 3)]
        whole = functions.gelu(self.inner(torch.cat([x[:, 0], *means], -1)))
        return self.outer(functions.dropout(whole, self.dropout, self.training)).float()


def _mean(x: torch.Tensor, where: torch.Tensor) -> torch.Tensor:
    weight = where.unsqueeze(-1).to(x.dtype)
    return (x * weight).sum(1) / weight.sum(1).clamp(min=1)
