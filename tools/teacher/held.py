"""Rows on the device: long arrays and where each row begins, so that a batch is one look-up."""

import io
import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from tools.reader.learning import Reader
from tools.reader.network import Batch, Body
from tools.teacher import qwen

LAYERS = 6
Ints = NDArray[np.int64]


def unpacked(path: Path) -> dict[str, NDArray[Any]]:
    """Return the arrays of a packed file."""
    with lzma.open(path) as file:
        return dict(np.load(io.BytesIO(file.read())))


class Ragged:
    """Rows of different lengths as one long tensor."""

    def __init__(self, flat: NDArray[Any], counts: NDArray[Any], device: str) -> None:
        self.counts = counts.astype(np.int64)
        self.starts = np.concatenate([[0], np.cumsum(self.counts)])
        self.flat = torch.from_numpy(flat.astype(np.int32)).to(device)
        self._counts, self._starts = (torch.from_numpy(one).to(device) for one in (self.counts, self.starts[:-1]))

    def padded(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return rows side by side, filled up behind, and their lengths."""
        lengths, starts = self._counts[rows], self._starts[rows]
        places = torch.arange(int(lengths.max()), device=rows.device)[None]
        inside = places < lengths[:, None]
        return torch.where(inside, self.flat[(starts[:, None] + places).clamp(max=len(self.flat) - 1)], 0), lengths

    def inside(self, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Return where the entries of some rows lie in the long tensor, and which row each belongs to."""
        lengths = self._counts[rows]
        owner = torch.repeat_interleave(torch.arange(len(rows), device=rows.device), lengths)
        ends = lengths.cumsum(0)
        within = torch.arange(int(ends[-1]) if len(ends) else 0, device=rows.device) - (ends - lengths)[owner]
        return self._starts[rows][owner] + within, owner


def batch_of(ids: Ragged, parts: torch.Tensor, some: torch.Tensor) -> Batch:
    """Return rows of pieces whose parts are so long as a batch of the small networks."""
    padded, lengths = ids.padded(some)
    ends = parts[some].cumsum(1) + 1
    at = torch.arange(padded.shape[1], device=padded.device)[None]
    return Batch(padded.long(), (at[:, :, None] >= ends[:, None, :3]).sum(-1), lengths)


def hidden(ids: torch.Tensor, share: float) -> torch.Tensor:
    """Return pieces of which some are hidden."""
    free = (ids != 101) & (ids != 102) & (ids != 0)
    return torch.where(free & (torch.rand(ids.shape, device=ids.device) < share), 103, ids)


def begun(path: Path, *, dropout: float, layers: int = LAYERS) -> Reader:
    """Return the reader with which learning begins (`tools.teacher.pupil_start`): the encoder's layers under new heads, or a whole one."""
    start = np.load(path)
    reader = Reader(Body(start["rows"].astype(np.float32) * start["scales"], layers=layers, dropout=dropout))
    state = {name: start[name].astype(np.float32) for name in start.files if name not in ("rows", "scales")}
    if "heads.turn.weight" not in state:
        reader.body.take(state)
        return reader
    body = {name.removeprefix("body."): value for name, value in state.items() if name.startswith("body.")}
    reader.body.take(body)
    told = {name: value for name, value in state.items() if name.startswith("heads.")} | {"body.parts": body["parts"]}
    missing = reader.load_state_dict({name: torch.from_numpy(value) for name, value in told.items()}, strict=False)
    if missing.unexpected_keys:
        raise SystemExit(f"{path.name} holds what no reader has: {missing.unexpected_keys}")
    return reader


def batches(lengths: Ints, rows: Sequence[int] | Ints, budget: int, dice: np.random.Generator | None) -> Iterator[Ints]:
    """Yield rows of like length, as many as fit a budget of words; in random order with dice."""
    some = np.asarray(rows)
    key = lengths[some] // 8 if dice is not None else lengths[some]
    noise = dice.random(len(some)) if dice is not None else np.zeros(len(some))
    some = some[np.lexsort((noise, key))]
    cut, widest, found = 0, 0, []
    for i, row in enumerate(some):
        widest = max(widest, int(lengths[row]))
        if (i + 1 - cut) * widest > budget and i > cut:
            found.append(some[cut:i])
            cut, widest = i, int(lengths[row])
    found.append(some[cut:])
    for i in dice.permutation(len(found)) if dice is not None else range(len(found)):
        yield found[i]


def borrowed(folder: Path, *, layers: int, device: str) -> qwen.Qwen:
    """Return the borrowed layers over the table of the words that occur."""
    raw = torch.from_numpy(np.fromfile(folder / "table.bin", np.uint8))
    rows = qwen.UNPACKED["Q4_K"](raw).view(-1, qwen.WIDTH).numpy()
    made = qwen.load(folder, rows, layers=layers, device=device, dtype=torch.float32)
    made.table.weight.requires_grad_(requires_grad=False)
    return made


def scheduled(groups: list[dict[str, Any]], device: str, decay: float) -> tuple[torch.optim.AdamW, Any]:
    """Return an optimiser, and what sets its rates for a share of the way that is done."""
    optimiser = torch.optim.AdamW(groups, weight_decay=decay, betas=(0.9, 0.98), fused=device == "cuda")
    peaks = [group["lr"] for group in optimiser.param_groups]

    def at(progress: float, warm: float = 0.06) -> None:
        for group, peak in zip(optimiser.param_groups, peaks, strict=True):
            group["lr"] = peak * min(1.0, (progress + 1e-3) / warm) * max(0.0, 1 - progress)

    return optimiser, at
