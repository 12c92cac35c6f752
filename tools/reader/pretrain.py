"""Goes on learning the language from free talk: hidden pieces are guessed, and GoEmotions' training sentences read.

python -m tools.reader.pretrain --free BUILD/free.json.xz --weights src/omoide/adapters/embedders/weights \\
        --out BUILD/body6 --layers 6 --seconds 240
"""

import argparse
import json
import lzma
import math
import time
from multiprocessing import Pool
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functions
from numpy.typing import NDArray
from tools.reader import rows as reading
from tools.reader.network import MASK, Batch, Body, Guess
from tools.reader.start import encoder_state

_pieces: list[reading.WordPieces] = []


def _begin(folder: Path) -> None:
    _pieces.append(reading.load_pieces(folder))


def _talk(utterances: list[str]) -> list[tuple[list[int], list[int]]]:
    """Return each utterance of a dialogue as a turn with what stands around it."""
    cut = [[], [], *(_pieces[0].of(text) for text in utterances), []]
    return [reading.row(cut[i - 2 : i + 2])[:2] for i in range(2, len(cut) - 1)]


def _sentence(text: str) -> tuple[list[int], list[int]]:
    return reading.row([[], [], _pieces[0].of(text), []])[:2]


class Turns:
    """All rows, flat on the device, drawn at random among those of like length."""

    def __init__(self, rows: list[tuple[list[int], list[int]]], device: str, *, seed: int = 5) -> None:
        order = sorted(range(len(rows)), key=lambda i: len(rows[i][0]))
        self.lengths = np.array([len(rows[i][0]) for i in order])
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])
        self.order = np.array(order)
        self.ids = torch.tensor(np.concatenate([rows[i][0] for i in order]).astype(np.int32)).to(device)
        self.parts = torch.tensor(np.concatenate([rows[i][1] for i in order]).astype(np.int8)).to(device)
        self.dice, self.device = np.random.default_rng(seed), device

    def draw(self, pieces: int) -> tuple[Batch, NDArray[np.int64]]:
        """Return a batch of about so many pieces, and which rows they are."""
        middle = int(self.dice.integers(0, len(self.lengths)))
        count = max(8, min(1024, pieces // int(self.lengths[middle])))
        low = max(0, min(middle - count // 2, len(self.lengths) - count))
        near = np.arange(low, min(low + count, len(self.lengths)))
        return self.at(near), self.order[near]

    def at(self, near: NDArray[np.int64]) -> Batch:
        """Return these rows."""
        lengths = self.lengths[near]
        spread = np.arange(int(lengths.max()))[None]
        there = torch.from_numpy(spread < lengths[:, None]).to(self.device)
        where = torch.from_numpy(np.minimum(self.starts[near][:, None] + spread, len(self.ids) - 1)).to(self.device)
        ids, parts = self.ids[where].long() * there, self.parts[where].long() * there
        return Batch(ids, parts, torch.from_numpy(lengths).to(self.device))


def hidden(batch: Batch, rows: int, share: float) -> tuple[Batch, torch.Tensor]:
    """Return the batch with some pieces hidden (most masked, some replaced, some as they are), and which."""
    free = batch.there & (batch.ids != 101) & (batch.ids != 102)
    chosen = free & (torch.rand(batch.ids.shape, device=batch.ids.device) < share)
    dice = torch.rand(batch.ids.shape, device=batch.ids.device)
    other = torch.randint(1000, rows, batch.ids.shape, device=batch.ids.device)
    ids = torch.where(chosen & (dice < 0.8), MASK, batch.ids)
    ids = torch.where(chosen & (dice > 0.9), other, ids)
    return Batch(ids, batch.parts, batch.lengths), chosen


def read(given: argparse.Namespace, device: str) -> tuple[Turns, Turns, torch.Tensor]:
    """Return the talk, the sentences with emotions, and the emotions of each."""
    with lzma.open(given.free, "rt", encoding="utf-8") as file:
        free = json.load(file)
    dialogues = free["dialogues"][:: given.every]
    with Pool(initializer=_begin, initargs=(given.weights,)) as pool:
        talk = [one for some in pool.imap(_talk, dialogues, 64) for one in some]
        talk += pool.map(_sentence, free["sentences"][:: given.every], 512)
        felt = pool.map(_sentence, [text for text, _ in free["goemotions"]][:: given.every], 512)
    emotions = torch.zeros(len(felt), 28)
    for i, (_, labels) in enumerate(free["goemotions"][:: given.every]):
        emotions[i, labels] = 1
    return Turns(talk, device), Turns(felt, device), emotions.to(device)


def main() -> None:
    """Train for the given time and write the body."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("free", "weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=240)
    parser.add_argument("--rate", type=float, default=5e-4)
    parser.add_argument("--pieces", type=int, default=32_768)
    parser.add_argument("--share", type=float, default=0.2)
    parser.add_argument("--feel", type=float, default=0.5, help="weight of the emotions")
    parser.add_argument("--every", type=int, default=1, help="read only each n-th dialogue and sentence")
    given = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(5)
    began = time.time()
    talk, felt, emotions = read(given, device)
    print(f"{len(talk.lengths)} turns, {len(talk.ids)} pieces read in {time.time() - began:.0f} s", flush=True)
    state = encoder_state(given.weights / "encoder.onnx")
    body = Body(state["rows"], layers=given.layers).to(device)
    body.take(state)
    body.to(device)
    guess = Guess(len(state["rows"])).to(device)
    train(body, guess, talk, felt, emotions, given)
    given.out.mkdir(parents=True, exist_ok=True)
    torch.save({k: v.half().cpu() for k, v in body.state_dict().items()}, given.out / "body.pt")


def train(
    body: Body, guess: Guess, talk: Turns, felt: Turns, emotions: torch.Tensor, given: argparse.Namespace
) -> None:
    """Run until the time is over."""
    device = talk.device
    weights = [*body.parameters(), *guess.parameters()]
    optimiser = torch.optim.AdamW(weights, lr=given.rate, betas=(0.9, 0.98), weight_decay=0.01, fused=device == "cuda")
    began, step, progress, seen = time.time(), 0, 0.0, []
    while progress < 1:
        rate = given.rate * min(1, (step + 1) / 300) * max(0.02, 0.5 * (1 + math.cos(math.pi * progress)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        batch, _ = talk.draw(given.pieces)
        covered, chosen = hidden(batch, len(body.rows), given.share)
        sentences, which = felt.draw(given.pieces // 8)
        with torch.autocast(device, dtype=torch.bfloat16):
            scores = guess(body(covered)[chosen], body.rows)
            lost = functions.cross_entropy(scores.float(), batch.ids[chosen])
            x = body(sentences)
            said = sentences.said.unsqueeze(-1).to(x.dtype)
            mean = (x * said).sum(1) / said.sum(1)
            wrong = functions.binary_cross_entropy_with_logits(
                guess.emotions(mean).float(), emotions[torch.from_numpy(which).to(device)]
            )
        (lost + given.feel * wrong * 10).backward()
        torch.nn.utils.clip_grad_norm_(weights, 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        seen.append(lost.detach())
        progress = (time.time() - began) / given.seconds
        if step % 200 == 0:
            print(
                f"step {step} {time.time() - began:.0f} s guess {torch.stack(seen[-200:]).mean():.3f} feel {wrong:.4f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
