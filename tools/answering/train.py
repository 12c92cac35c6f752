"""Teaches the network which turn answers which cue.

    python -m tools.answering.train teacher --pairs BUILD/pairs.npz.xz --weights W --body BUILD/body6 --number 0 --out DIR
    python -m tools.answering.train final --pairs … --weights W --body BUILD/body6 --layers 3 --seconds 200 --out DIR

Teachers learn from the questions about all speakers but those held out, and from question sets about paragraphs beside them; `final`
teaches a smaller network what they agree on.  Figures are those of the held-out speakers.
"""

import argparse
import io
import json
import lzma
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functions
from tools.answering.network import Judge, row
from tools.reader import bodies
from tools.reader.network import Batch
from tools.reader.rows import batch as batched
from tools.reader.start import encoder_state

SIZE, NEGATIVES = 24, 11


@dataclass(slots=True)
class Asked:
    """A question: its words, the turns that answer it, those found for it, and what is left out of the account."""

    cue: int
    talk: int
    evidence: list[int]
    stale: list[int]
    found: list[int]
    scores: list[float]
    category: str
    part: str


class Pairs:
    """Every text by its pieces, every talk by its turns, every question."""

    def __init__(self, path: Path) -> None:
        with lzma.open(path) as file, np.load(io.BytesIO(file.read())) as kept:
            ends = np.cumsum(kept["lengths"].astype(np.int64))
            flat = kept["ids"].astype(np.int64).tolist()
            about = json.loads(bytes(kept["about"]).decode())
        starts = [0, *ends[:-1].tolist()]
        self.texts = [flat[a:b] for a, b in zip(starts, ends.tolist(), strict=True)]
        self.talks: list[list[tuple[int, int, int]]] = [[tuple(t) for t in talk] for talk in about["talks"]]
        self.asked = [Asked(*q) for q in about["asked"]]

    def row(self, asked: Asked, turn: int) -> tuple[list[int], list[int]]:
        """Return a cue and a turn as one row."""
        before, said, answered = self.talks[asked.talk][turn]
        return row([self.texts[asked.cue], self.texts[before], self.texts[said], self.texts[answered]])


def drawn(asked: Asked, dice: np.random.Generator, turns: int) -> tuple[list[int], list[float]]:
    """Return some turns for a question, most of them near, and which of them answer."""
    out = {*asked.evidence, *asked.stale}
    near = [turn for turn in asked.found[:40] if turn not in out]
    weight = np.array([1 / (3 + place) for place in range(len(near))])
    right = list(asked.evidence)
    if len(right) > 2:
        right = [right[i] for i in dice.permutation(len(right))[:2]]
    wanted = min(NEGATIVES + 1 - len(right), len(near))
    wrong = (
        [near[i] for i in dice.choice(len(near), size=wanted, replace=False, p=weight / weight.sum())] if wanted else []
    )
    return right + wrong, [1.0] * len(right) + [0.0] * len(wrong)


def loss(logits: list[torch.Tensor], gold: list[torch.Tensor]) -> torch.Tensor:
    """Return how wrong the numbers are: the right turn before all others, and each by itself."""
    total = logits[0].new_zeros(())
    for mine, right in zip(logits, gold, strict=True):
        if right.any():
            total = total + torch.logsumexp(mine, 0) - torch.logsumexp(mine.masked_fill(right == 0, -1e4), 0)
        weight = torch.where(right > 0, 3.0, 1.0)
        total = total + functions.binary_cross_entropy_with_logits(mine, right, weight)
    return total / len(logits)


def learn(judge: Judge, pairs: Pairs, given: argparse.Namespace, teachers: list[Judge]) -> None:
    """Learn for so many seconds; with teachers, what they say counts beside the labels."""
    device = given.device
    dice = np.random.default_rng(given.number + 1)
    torch.manual_seed(given.number + 1)
    own = [a for a in pairs.asked if a.part == "learn"]
    beside = [a for a in pairs.asked if a.part == "beside"]
    groups = [{"params": list(judge.parameters()), "lr": given.rate}]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.02, betas=(0.9, 0.98), fused=device == "cuda")
    began, progress, step = time.time(), 0.0, 0
    judge.train()
    while progress < 1:
        for group in optimiser.param_groups:
            group["lr"] = given.rate * min(1, (step + 1) / 100) * (1 - progress)
        # Paragraphs teach what a question is; talk is what it is for.
        share = max(0.0, 0.8 * (1 - 1.6 * progress)) if beside else 0.0
        some = [_one(beside if dice.random() < share else own, dice) for _ in range(given.size)]
        rows: list[Any] = []
        gold: list[torch.Tensor] = []
        sizes: list[int] = []
        for asked in some:
            turns, right = drawn(asked, dice, len(pairs.talks[asked.talk]))
            rows += [pairs.row(asked, turn) for turn in turns]
            gold.append(torch.tensor(right, device=device))
            sizes.append(len(turns))
        batch = batched(rows, device)
        covered = _hidden(batch, given.drop)
        with torch.autocast(device, dtype=torch.bfloat16):
            mine = judge(covered)
        lost = loss(list(mine.split(sizes)), gold)
        if teachers:
            with torch.no_grad(), torch.autocast(device, dtype=torch.bfloat16):
                theirs = torch.stack([t(batch) for t in teachers]).mean(0)
            lost = 0.3 * lost + 0.5 * functions.mse_loss(mine, theirs) + _order(mine, theirs, sizes)
        lost.backward()
        torch.nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        progress = (time.time() - began) / given.seconds
        if step % 200 == 0 or step == 5:
            print(f"step {step} {time.time() - began:.0f} s {lost.item():.3f}", flush=True)
    judge.eval()


def _one(some: list[Asked], dice: np.random.Generator) -> Asked:
    return some[int(dice.integers(len(some)))]


def _order(mine: torch.Tensor, theirs: torch.Tensor, sizes: list[int]) -> torch.Tensor:
    pairs = zip(mine.split(sizes), theirs.split(sizes), strict=True)
    return torch.stack([functions.cross_entropy(a[None], b.softmax(0)[None]) for a, b in pairs]).mean()


def _hidden(batch: Batch, share: float) -> Batch:
    free = batch.there & (batch.ids != 101) & (batch.ids != 102)
    chosen = free & (torch.rand(batch.ids.shape, device=batch.ids.device) < share)
    return Batch(torch.where(chosen, 103, batch.ids), batch.parts, batch.lengths)


@torch.no_grad()
def judged(judge: Judge, pairs: Pairs, some: list[Asked], device: str, *, depth: int = 20) -> list[Any]:
    """Return the numbers of the first turns found for each question."""
    found = []
    for asked in some:
        turns = asked.found[:depth]
        if not turns:
            found.append(np.zeros(0, np.float32))
            continue
        with torch.autocast(device, dtype=torch.bfloat16):
            found.append(judge(batched([pairs.row(asked, t) for t in turns], device)).cpu().numpy())
    return found


def figures(numbers: list[Any], some: list[Asked], *, weight: float, depth: int = 10) -> dict[str, float]:
    """Return how high the first right turn stands, and how well the best number tells whether there is an answer."""
    ranks, answerable, best = [], [], []
    for asked, found in zip(some, numbers, strict=True):
        n = min(depth, len(found))
        order = sorted(range(n), key=lambda i: -(asked.scores[i] + weight * float(found[i])))
        turns = [asked.found[i] for i in order] + asked.found[n:]
        answerable.append(bool(asked.evidence))
        best.append(max((float(v) for v in found[:n]), default=-9.0))
        if asked.evidence:
            ranks.append(next((1 + i for i, t in enumerate(turns) if t in asked.evidence), 10**6))
    yes = [b for b, a in zip(best, answerable, strict=True) if a]
    no = [b for b, a in zip(best, answerable, strict=True) if not a]
    auc = float(np.mean([(y > n) + 0.5 * (y == n) for y in yes for n in no])) if yes and no else 0.0
    bound = float(np.quantile(yes, 0.05)) if yes else 0.0
    return {
        "hit1": float(np.mean([r <= 1 for r in ranks])),
        "hit5": float(np.mean([r <= 5 for r in ranks])),
        "mrr": float(np.mean([1 / r for r in ranks])),
        "auc": auc,
        "silent@.95": float(np.mean([n < bound for n in no])) if no else 0.0,
    }


def said(name: str, numbers: list[Any], some: list[Asked], began: float) -> None:
    """Print the figures by language and weight."""
    print(f"== {name}, {time.time() - began:.0f} s", flush=True)
    for part in sorted({a.part for a in some}):
        at = [i for i, a in enumerate(some) if a.part == part]
        for weight in (0.0, 0.02, 0.05, 0.1, 0.2, 0.5):
            got = figures([numbers[i] for i in at], [some[i] for i in at], weight=weight)
            print("  ", part, weight, {k: round(v, 3) for k, v in got.items()}, flush=True)


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["teacher", "final"])
    for name in ("pairs", "weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--body", type=Path)
    parser.add_argument("--layers", type=int, default=6)
    parser.add_argument("--number", type=int, default=0)
    parser.add_argument("--teachers", type=int, default=2)
    parser.add_argument("--patience", type=float, default=30)
    parser.add_argument("--seconds", type=float, default=200)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--size", type=int, default=SIZE)
    parser.add_argument("--drop", type=float, default=0.08)
    given = parser.parse_args()
    given.device = "cuda" if torch.cuda.is_available() else "cpu"
    given.out.mkdir(parents=True, exist_ok=True)
    began = time.time()
    pairs = Pairs(given.pairs)
    held = [a for a in pairs.asked if a.part not in ("learn", "beside")]
    print(len(pairs.asked), "questions,", len(held), "held out", flush=True)
    state = encoder_state(given.weights / "encoder.onnx")
    judge = begun(state, given)
    teachers = []
    if given.what == "final":
        paths = [given.out / f"judge_{i}.pt" for i in range(given.teachers)]
        while not all(path.exists() for path in paths) and time.time() - began < given.patience:
            time.sleep(1)
        teachers = [_loaded(state, path, given.device) for path in paths if path.exists()]
        several = [judged(t, pairs, held, given.device) for t in teachers]
        said("teachers", [np.mean(some, axis=0) for some in zip(*several, strict=True)], held, began)
    learn(judge, pairs, given, teachers)
    numbers = judged(judge, pairs, held, given.device)
    said(given.what, numbers, held, began)
    if given.what == "teacher":
        path = given.out / f"judge_{given.number}.pt"
        torch.save({"layers": given.layers, "state": judge.state_dict()}, path.with_suffix(".part"))
        path.with_suffix(".part").rename(path)
    else:
        np.savez(given.out / "judge.npz", **{k: v.half().cpu().numpy() for k, v in judge.state_dict().items()})
        np.savez(given.out / "held.npz", numbers=np.concatenate(numbers), lengths=np.array([len(n) for n in numbers]))


def begun(state: dict[str, Any], given: argparse.Namespace) -> Judge:
    """Return a network that knows the language and nothing of questions."""
    judge = Judge(state["rows"], layers=given.layers)
    judge.body.take(state)
    if given.body:
        bodies.load(judge.body, given.body)
    return judge.to(given.device)


def _loaded(state: dict[str, Any], path: Path, device: str) -> Judge:
    kept = torch.load(path, map_location=device)
    judge = Judge(state["rows"], layers=kept["layers"]).to(device)
    judge.load_state_dict(kept["state"])
    return judge.eval()


if __name__ == "__main__":
    main()
