"""Goes on learning the language from free text: hidden pieces are guessed.

    python -m tools.reader.pretrain --rows BUILD/talk.npz.xz BUILD/prose0.npz.xz --weights src/omoide/adapters/embedders/weights \\
        --out BUILD/body6 --layers 6 --seconds 400

The rows come from `tools.reader.free_rows`.  The table of pieces is the encoder's and stays as it is.
"""

import argparse
import io
import lzma
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functions
from numpy.typing import NDArray
from tools.reader import bodies
from tools.reader.network import MASK, Batch, Body, Guess
from tools.reader.start import encoder_state


class Turns:
    """All rows, flat on the device, drawn at random among those of like length."""

    def __init__(self, paths: list[Path], device: str, *, seed: int = 5, every: int = 1) -> None:
        ids, parts, lengths = zip(*(_read(path, every) for path in paths), strict=True)
        self.lengths: NDArray[np.int64] = np.concatenate(lengths).astype(np.int64)
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])
        order = np.argsort(self.lengths, kind="stable")
        self.lengths, self.starts = self.lengths[order], self.starts[order]
        # A batch is drawn by its pieces, not by its rows: short rows are many and say little.
        self.pieces = np.cumsum(self.lengths)
        self.ids = torch.from_numpy(np.concatenate(ids).astype(np.int32)).to(device)
        self.parts = torch.from_numpy(np.concatenate(parts).astype(np.int8)).to(device)
        self.dice, self.device = np.random.default_rng(seed), device

    def draw(self, pieces: int) -> Batch:
        """Return a batch of about so many pieces."""
        middle = int(np.searchsorted(self.pieces, self.dice.integers(0, self.pieces[-1])))
        count = max(8, min(4096, pieces // int(self.lengths[middle])))
        reach = min(len(self.lengths), 4 * count)
        low = max(0, min(middle - reach // 2, len(self.lengths) - reach))
        near = low + np.sort(self.dice.choice(reach, size=min(count, reach), replace=False))
        if self.lengths[near[-1]] == self.lengths[near[0]]:  # prose comes in rows of one length: take any of them
            same = np.searchsorted(self.lengths, [self.lengths[middle], self.lengths[middle] + 1])
            near = self.dice.integers(*same, size=count)
        return self.at(near)

    def at(self, near: NDArray[np.int64]) -> Batch:
        """Return these rows."""
        lengths = torch.from_numpy(self.lengths[near]).to(self.device)
        spread = torch.arange(int(self.lengths[near].max()), device=self.device)[None]
        there = spread < lengths[:, None]
        starts = torch.from_numpy(self.starts[near]).to(self.device)
        where = (starts[:, None] + spread).clamp(max=len(self.ids) - 1)
        return Batch(self.ids[where].long() * there, self.parts[where].long() * there, lengths)


def _read(path: Path, every: int) -> tuple[NDArray[np.uint16], NDArray[np.uint8], NDArray[np.uint8]]:
    with lzma.open(path) as file, np.load(io.BytesIO(file.read())) as kept:
        lengths = kept["lengths"][: len(kept["lengths"]) // every]
        pieces = int(lengths.sum(dtype=np.int64))
        return kept["ids"][:pieces], kept["parts"][:pieces], lengths


def hidden(batch: Batch, rows: int, share: float) -> tuple[Batch, torch.Tensor]:
    """Return the batch with some pieces hidden (most masked, some replaced, some as they are), and which."""
    free = batch.there & (batch.ids != 101) & (batch.ids != 102)
    chosen = free & (torch.rand(batch.ids.shape, device=batch.ids.device) < share)
    dice = torch.rand(batch.ids.shape, device=batch.ids.device)
    other = torch.randint(1000, rows, batch.ids.shape, device=batch.ids.device)
    ids = torch.where(chosen & (dice < 0.8), MASK, batch.ids)
    ids = torch.where(chosen & (dice > 0.9), other, ids)
    return Batch(ids, batch.parts, batch.lengths), chosen


def main() -> None:
    """Train for the given time and write the body."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=Path, nargs="+", required=True)
    for name in ("weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--pieces", type=int, default=98_304)
    parser.add_argument("--share", type=float, default=0.2)
    parser.add_argument("--every", type=int, default=1, help="read only this part of each file")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(5)
    began = time.time()
    talk = Turns(given.rows, device, every=given.every)
    print(f"{len(talk.lengths)} rows, {len(talk.ids)} pieces read in {time.time() - began:.0f} s", flush=True)
    state = encoder_state(given.weights / "encoder.onnx")
    body = Body(state["rows"], layers=given.layers)
    body.take(state)
    body.to(device)
    guess = Guess(len(state["rows"])).to(device)
    train(body, guess, talk, given)
    bodies.save(body, given.out)


def train(body: Body, guess: Guess, talk: Turns, given: argparse.Namespace) -> None:
    """Run until the time is over."""
    device = talk.device
    weights = [*body.parameters(), *guess.parameters()]
    optimiser = torch.optim.AdamW(weights, lr=given.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=device == "cuda")
    table = body.rows.to(torch.bfloat16)
    began, step, progress, read = time.time(), 0, 0.0, 0
    seen: list[torch.Tensor] = []
    while progress < 1:
        rate = given.rate * min(1, (step + 1) / 300) * max(0.02, 1 - progress)
        for group in optimiser.param_groups:
            group["lr"] = rate
        batch = talk.draw(given.pieces)
        covered, chosen = hidden(batch, len(body.rows), given.share)
        with torch.autocast(device, dtype=torch.bfloat16):
            scores = guess(body(covered)[chosen], table)
            lost = functions.cross_entropy(scores, batch.ids[chosen])
        lost.backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        read += batch.ids.numel()
        seen.append(lost.detach())
        progress = (time.time() - began) / given.seconds
        if step % 500 == 0 or step == 20:
            mean = torch.stack(seen[-200:]).float().mean()
            print(f"step {step} {time.time() - began:.0f} s {read / 1e6:.0f} M pieces guess {mean:.3f}", flush=True)
    mean = torch.stack(seen[-200:]).float().mean()
    print(f"end: step {step} {time.time() - began:.0f} s {read / 1e6:.0f} M pieces guess {mean:.3f}", flush=True)


if __name__ == "__main__":
    main()
