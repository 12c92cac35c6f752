"""Teaches the network of deep recall further, on any machine, from where the shipped one stands.

    python -m tools.answering.learn --corpus corpus --found BUILD/found.jsonl --weights src/omoide/adapters/embedders/weights \\
        --answering src/omoide/adapters/readers/weights/answering --minutes 40 --out BUILD/j

It learns which turns answer a cue from talk, scenes and moments in equal parts, for half of them by the user's words alone, and holds on
to what it was taught before: for talk, its own odds from before count beside the labels.  What is written lies between where it began and
where it ended (`--way`).  `DIR` gets `judge.npz`, and what it makes of held-out speakers and scenes is printed.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functions
from numpy.typing import NDArray
from tools.answering.lessons import Lesson, Pieces, Row, of_moments, of_scenes, of_talk
from tools.answering.network import MARK, Judge
from tools.reader.rows import batch
from tools.reader.start import answering_state, encoder_state
from tools.teacher.held import scheduled
from torch.nn.attention import SDPBackend, sdpa_kernel

from omoide.adapters.readers.answering import BuiltinPairReader

Array = NDArray[np.float32]
WRONGS = 5
READ_AT_ONCE = 256
WEIGHT = 0.15
"""Of the odds beside the score, as in `omoide.domain.recall.parts.reading_together`."""
GLANCES = 0.5
"""The share of lessons of which only the user's words are seen."""
HIDDEN = 0.06
"""The share of pieces that are hidden while it learns."""
KEPT = 0.995
"""What is written is the mean of the weights along the way, of which a step's share fades like this."""


def begun(answering: Path, weights: Path, *, dropout: float) -> Judge:
    """Return the network that is shipped."""
    state = answering_state(answering / "answering.onnx")
    layers = 1 + max(int(name.split(".")[2]) for name in state if name.startswith("body.layers."))
    judge = Judge(encoder_state(weights / "encoder.onnx")["rows"], layers=layers, dropout=dropout)
    judge.load_state_dict({name: torch.from_numpy(np.array(value)) for name, value in state.items()})
    return judge


@torch.no_grad()
def told(judge: Judge, rows: Sequence[Row]) -> Array:
    """Return both numbers of each row."""
    judge.eval()
    found = np.zeros((len(rows), 2), np.float32)
    order = np.argsort([len(ids) for ids, _ in rows], kind="stable")
    for some in np.array_split(order, max(1, len(order) // 64)):
        with torch.autocast("cpu", dtype=torch.bfloat16):
            found[some] = judge(batch([rows[i] for i in some], "cpu")).numpy()
    return found


def odds_before(answering: Path, talk: Sequence[Lesson]) -> dict[int, Array]:
    """Return what the shipped network itself says of every turn of each lesson."""
    network = BuiltinPairReader(threads=torch.get_num_threads(), folder=answering).opened()
    rows = [row for one in talk for row in one.pairs]
    found = np.zeros(len(rows), np.float32)
    order = np.argsort([len(ids) for ids, _ in rows], kind="stable")
    for some in np.array_split(order, len(order) // READ_AT_ONCE + 1):
        found[some] = network.told("odds", [rows[i] for i in some])
    ends = np.cumsum([len(one.pairs) for one in talk])[:-1]
    return {id(one): odds for one, odds in zip(talk, np.split(found, ends), strict=True)}


def drawn(lesson: Lesson, dice: np.random.Generator) -> NDArray[np.int64]:
    """Return some turns of a lesson: two that answer, and others, most of them near; what is outdated is left out of talk."""
    right = np.flatnonzero(lesson.answers)
    wrong = np.flatnonzero(~(np.array(lesson.answers) | np.array(lesson.outdated)))
    if not lesson.is_talk:
        return np.concatenate([right, wrong, np.flatnonzero(lesson.outdated)])
    weight = 1 / (3 + np.arange(len(wrong)))
    some = (
        dice.choice(wrong, size=min(WRONGS, len(wrong)), replace=False, p=weight / weight.sum())
        if len(wrong)
        else wrong
    )
    return np.concatenate([dice.permutation(right)[:2], some])


def loss_of(
    judge: Judge, lessons: Sequence[Lesson], before: dict[int, Array], dice: np.random.Generator
) -> torch.Tensor:
    """Return how wrong the network is about some lessons."""
    chosen = [drawn(one, dice) for one in lessons]
    views = [one.glances if dice.random() < GLANCES else one.pairs for one in lessons]
    rows = [view[i] for view, some in zip(views, chosen, strict=True) for i in some]
    twos = [two for one in lessons for two in one.twos]
    with torch.autocast("cpu", dtype=torch.bfloat16):
        found = _read(judge, [*rows, *twos], dice)
    mine = found[: len(rows), 0]
    gold = torch.tensor([one.answers[i] for one, some in zip(lessons, chosen, strict=True) for i in some]).float()
    # An outdated turn holds an answer of its day: it is told apart by the other number, and stands only below what is so now.
    is_past = torch.tensor([one.outdated[i] for one, some in zip(lessons, chosen, strict=True) for i in some])
    each = functions.binary_cross_entropy_with_logits(mine, gold, torch.where(gold > 0, 2.0, 1.0), reduction="none")
    lost = each[~is_past].mean()
    at = 0
    for one, some in zip(lessons, chosen, strict=True):
        part, wanted = mine[at : at + len(some)], gold[at : at + len(some)]
        if wanted.any() and not wanted.all():
            nearest = torch.logsumexp(part, 0) - torch.logsumexp(part.masked_fill(wanted == 0, -1e4), 0)
            lost = lost + nearest / len(lessons)
        if one.is_talk:
            wise = torch.from_numpy(before[id(one)][some]).clamp(-8, 8)
            lost = lost + 0.3 * functions.binary_cross_entropy_with_logits(part, wise.sigmoid()) / len(lessons)
        at += len(some)
    if twos:
        newer = torch.tensor([value for one in lessons for value in one.newer]).float()
        lost = lost + functions.binary_cross_entropy_with_logits(found[len(rows) :, 1], 0.04 + 0.92 * newer)
    return lost


def _read(judge: Judge, rows: Sequence[Row], dice: np.random.Generator) -> torch.Tensor:
    """Return both numbers of each row, some of whose pieces are hidden; rows of like length together, so that little is read in vain."""
    order = np.argsort([len(ids) for ids, _ in rows], kind="stable")
    parts = []
    for some in np.array_split(order, max(1, len(order) // 24)):
        taken = batch([rows[i] for i in some], "cpu")
        taken.ids[torch.from_numpy(dice.random(taken.ids.shape) < HIDDEN) & (taken.ids > MARK)] = MARK
        with sdpa_kernel(SDPBackend.MATH):
            parts.append(judge(taken))
    back = torch.from_numpy(np.argsort(order, kind="stable"))
    return torch.cat(parts)[back]


def figures(judge: Judge, lessons: Sequence[Lesson]) -> str:
    """Return how held-out lessons are read."""
    rows = [row for one in lessons for row in (*one.glances, *one.twos)]
    found, at, lines = told(judge, rows), 0, []
    read: list[tuple[Lesson, Array, Array]] = []
    for one in lessons:
        pairs = found[at : at + len(one.pairs), 0]
        twos = found[at + len(one.pairs) : at + len(one.pairs) + len(one.twos), 1]
        at += len(pairs) + len(twos)
        read.append((one, pairs, twos))
    for source in dict.fromkeys(one.source for one in lessons):
        for is_japanese in (True, False):
            some = [each for each in read if each[0].source == source and each[0].is_japanese == is_japanese]
            if some:
                name = f"{source} {'ja' if is_japanese else 'en'}"
                lines.append(f"{name}: {_figures(some)}")
    return "\n   ".join(lines)


def _figures(some: Sequence[tuple[Lesson, Array, Array]]) -> str:
    yes = np.array([pairs.max() for one, pairs, _ in some if any(one.answers) and len(pairs)])
    no = np.array([pairs.max() for one, pairs, _ in some if one.kind == "none" and len(pairs)])
    auc = float(np.mean((yes[:, None] > no) + 0.5 * (yes[:, None] == no)))
    silent = {share: round(float(np.mean(no < np.quantile(yes, share))), 3) for share in (0.02, 0.03, 0.05, 0.1)}
    told = {True: [], False: []}  # type: dict[bool, list[bool]]
    for one, _, twos in some:
        for is_newer, is_change, odds in zip(one.newer, one.is_change, twos, strict=True):
            told[is_change].append(is_newer == bool(odds > 0))
    ranks = np.array([_rank(one, pairs) for one, pairs, _ in some if any(one.answers)])
    order = [round(float(np.mean(part)), 3) for part in (ranks <= 1, ranks <= 5, 1 / ranks)]
    right = {name: f"{np.mean(told[name] or [0]):.3f} of {len(told[name])}" for name in told}
    return (
        f"{len(yes)} + {len(no)}: AUC {auc:.3f}, silent {silent}, hit@1, hit@5, MRR {order}, "
        f"changes right {right[True]}, others {right[False]}"
    )


def _rank(one: Lesson, pairs: Array) -> float:
    """Return the place of the first that answers: of scenes by the odds alone, of talk by score and odds as deep recall has them."""
    total = np.array(one.scores) + (WEIGHT if one.is_talk else 1.0) * pairs
    order = np.argsort(-total, kind="stable")
    return next((rank for rank, i in enumerate(order, 1) if one.answers[i]), 1e6)


def main() -> None:
    """Learn, measure and write the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "found", "weights", "answering", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name, usual in {"minutes": 40.0, "rate": 2e-4, "dropout": 0.0, "way": 0.5}.items():
        parser.add_argument(f"--{name}", type=float, default=usual)
    for name, whole in {"size": 24, "seed": 1, "looks": 3}.items():
        parser.add_argument(f"--{name}", type=int, default=whole)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(given.seed)
    dice = np.random.default_rng(given.seed)
    pieces = Pieces(given.weights)
    lessons = [
        *of_talk(given.corpus, given.found, pieces),
        *of_scenes(given.corpus / "scenes", pieces),
        *of_moments(given.corpus / "moments", pieces),
    ]
    held = [one for one in lessons if one.is_held]
    parts = {
        name: [one for one in lessons if not one.is_held and one.source == name]
        for name in dict.fromkeys(one.source for one in lessons)
    }
    judge = begun(given.answering, given.weights, dropout=given.dropout)
    print(f"{ {name: len(part) for name, part in parts.items()} } lessons, {len(held)} held out", flush=True)
    print(f"before\n   {figures(judge, held)}", flush=True)
    before = odds_before(given.answering, parts["talk"])
    learn(judge, list(parts.values()), before, held, dice, given)
    first = begun(given.answering, given.weights, dropout=0.0).state_dict()
    kept = {name: first[name].lerp(value, given.way) for name, value in judge.state_dict().items()}
    judge.load_state_dict(kept)
    print(f"== {given.way:.2f} of the way\n   {figures(judge, held)}", flush=True)
    np.savez(given.out / "judge.npz", **{name: value.half().numpy() for name, value in kept.items()})


def learn(
    judge: Judge,
    parts: Sequence[Sequence[Lesson]],
    before: dict[int, Array],
    held: Sequence[Lesson],
    dice: np.random.Generator,
    given: argparse.Namespace,
) -> None:
    """Teach the network for so many minutes."""
    optimiser, set_rate = scheduled([{"params": list(judge.parameters()), "lr": given.rate}], "cpu", 0.02)
    began, step, looked = time.time(), 0, 0
    mean = {name: value.clone() for name, value in judge.state_dict().items()}
    while (progress := (time.time() - began) / (60 * given.minutes)) < 1:
        judge.train()
        set_rate(progress)
        count = given.size // len(parts)
        some = [part[i] for part in parts for i in dice.choice(len(part), count, replace=False)]
        lost = loss_of(judge, some, before, dice)
        lost.backward()
        torch.nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        kept = min(KEPT, 1 - 1 / (step + 1))
        for name, value in judge.state_dict().items():
            mean[name].lerp_(value, 1 - kept)
        if step % 50 == 0:
            print(f"step {step}, {time.time() - began:.0f} s, {lost.item():.3f}", flush=True)
        if progress > (looked + 1) / (given.looks + 1):
            looked += 1
            print(f"== {progress:.2f}\n   {figures(judge, held)}", flush=True)
    judge.load_state_dict(mean)
    print(f"== after {step} steps\n   {figures(judge, held)}", flush=True)


if __name__ == "__main__":
    main()
