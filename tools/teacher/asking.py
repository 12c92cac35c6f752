"""On the device: teaches the borrowed layers which turn answers which cue, asks them about everything that was found, and teaches the small
network of deep recall.

    python -m tools.teacher.asking --folder SENT --layers 16 --judge-seconds 90 --until 400 --out DIR

`DIR` gets `odds.npz` (the judge's log odds of every pair), `pupil_held.npz` (the small network's of the held-out speakers' rows) and
`judge.npz`, the small network, which learns until so many seconds after the start.
"""

import argparse
import time
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functions
from numpy.typing import NDArray
from tools.answering.network import Judge as Small
from tools.teacher import qwen
from tools.teacher.held import Ints, Ragged, batch_of, batches, borrowed, hidden, scheduled, unpacked
from torch import nn

OTHER, ANSWER, STALE = range(3)
NEGATIVES, TWOS_A_QUESTION = 6, 2
LAYERS = 3
"""Of the small network."""


class Cues:
    """Pairs and twos as rows of words, by question."""

    def __init__(self, path: Path, device: str) -> None:
        kept = unpacked(path)
        self.words = Ragged(kept["words"], kept["word_counts"], device)
        self.parts = torch.from_numpy(kept["lengths"].astype(np.int64)).to(device)
        self.ids = Ragged(kept["ids"], 1 + kept["lengths"].astype(np.int64).sum(1), device)
        self.pairs, self.twos = (kept[name].astype(np.int64) for name in ("pairs", "twos"))
        self.is_held, self.is_japanese, self.is_strange = (kept[name] for name in ("held", "japanese", "strange"))
        self.scores = kept["scores"].astype(np.float32)
        self.device = device
        self.pairs_of, self.twos_of = (_by_question(one[:, 0]) for one in (self.pairs, self.twos))

    def tensor(self, rows: Ints) -> torch.Tensor:
        """Return numbers of rows on the device."""
        return torch.from_numpy(np.ascontiguousarray(rows)).to(self.device)


def _by_question(questions: Ints) -> dict[int, Ints]:
    return {int(one): np.flatnonzero(questions == one) for one in np.unique(questions)}


class Judge(nn.Module):
    """The borrowed layers with two numbers at the last word: that the turn answers, and that the newer of two does better."""

    def __init__(self, body: qwen.Qwen) -> None:
        super().__init__()
        self.body, self.norm = body, nn.RMSNorm(qwen.WIDTH, eps=qwen.EPSILON)
        self.inner, self.outer = nn.Linear(qwen.WIDTH, 512), nn.Linear(512, 2)

    def forward(self, cues: Cues, rows: torch.Tensor) -> torch.Tensor:
        """Return both numbers of each row."""
        ids, lengths = cues.words.padded(rows)
        x = self.norm(self.body(ids))[torch.arange(len(rows), device=ids.device), lengths - 1]
        return self.outer(functions.gelu(self.inner(x))).float()


def drawn(
    cues: Cues, question: int, dice: np.random.Generator, wrongs: int = NEGATIVES
) -> tuple[Ints, NDArray[np.float32]]:
    """Return some pairs of a question, most of them near, and which of them answer; what is outdated is left out."""
    rows = cues.pairs_of[question]
    what = cues.pairs[rows, 2]
    right, wrong = rows[what == ANSWER], rows[what == OTHER]
    right = dice.permutation(right)[:2]
    weight = 1 / (3 + np.arange(len(wrong)))
    some = (
        dice.choice(wrong, size=min(wrongs, len(wrong)), replace=False, p=weight / weight.sum())
        if len(wrong)
        else wrong
    )
    return np.concatenate([right, some]), np.array([1.0] * len(right) + [0.0] * len(some), np.float32)


def learn(judge: Judge, cues: Cues, given: argparse.Namespace) -> None:
    """Teach the judge for so long the questions about all speakers but those held out."""
    dice = np.random.default_rng(given.seed)
    heads = [p for n, p in judge.named_parameters() if not n.startswith("body.")]
    layers = [p for n, p in judge.named_parameters() if n.startswith("body.layers")]
    optimiser, set_rate = scheduled(
        [{"params": layers, "lr": given.rate}, {"params": heads, "lr": given.heads_rate}], given.device, 0.01
    )
    part = [question for question in cues.pairs_of if not cues.is_held[question] and not cues.is_strange[question]]
    order = np.concatenate([dice.permutation(part) for _ in range(8)])
    began, step = time.time(), 0
    while (progress := (time.time() - began) / given.judge_seconds) < 1:
        set_rate(progress)
        some = order[step * given.size : (step + 1) * given.size]
        lost = _step(judge, cues, some, dice, given)
        lost.backward()
        torch.nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        if step % 50 == 3:
            print(
                f"judge step {step} ({step * given.size / len(part):.2f} rounds), {time.time() - began:.0f} s, {lost.item():.3f}",
                flush=True,
            )


def _step(judge: Judge, cues: Cues, some: Ints, dice: np.random.Generator, given: argparse.Namespace) -> torch.Tensor:
    """Return how wrong the judge is about some questions."""
    chosen = [drawn(cues, int(question), dice) for question in some]
    pairs, right = np.concatenate([rows for rows, _ in chosen]), np.concatenate([gold for _, gold in chosen])
    twos = np.concatenate([_twos(cues, int(question), dice) for question in some])
    with torch.autocast(given.device, dtype=torch.bfloat16):
        found = judge(cues, cues.tensor(np.concatenate([pairs, twos + len(cues.pairs)])))
    gold = torch.from_numpy(right).to(given.device)
    mine = found[: len(pairs), 0]
    lost = functions.binary_cross_entropy_with_logits(mine, gold, torch.where(gold > 0, 2.0, 1.0))
    sizes = [len(rows) for rows, _ in chosen]
    for one, wanted in zip(mine.split(sizes), gold.split(sizes), strict=True):
        if wanted.any():
            nearest = torch.logsumexp(one, 0) - torch.logsumexp(one.masked_fill(wanted == 0, -1e4), 0)
            lost = lost + nearest / len(some)
    if len(twos):
        newer = torch.from_numpy(cues.twos[twos, 3].astype(np.float32)).to(given.device)
        lost = lost + functions.binary_cross_entropy_with_logits(found[len(pairs) :, 1], newer)
    return lost


def _twos(cues: Cues, question: int, dice: np.random.Generator) -> Ints:
    """Return some twos of a question of which one side answers; those with something outdated before all others."""
    rows = cues.twos_of.get(question, np.zeros(0, np.int64))
    rows = rows[cues.twos[rows, 3] < 2]
    stale = {
        int(turn) for turn in cues.pairs[cues.pairs_of[question]][cues.pairs[cues.pairs_of[question], 2] == STALE, 1]
    }
    hard = np.array([len({int(t) for t in cues.twos[row, 1:3]} & stale) > 0 for row in rows], bool)
    some = np.concatenate([dice.permutation(rows[hard]), dice.permutation(rows[~hard])]) if len(rows) else rows
    return some[:TWOS_A_QUESTION].astype(np.int64)


@torch.no_grad()
def told(judge: Judge, cues: Cues, some: Ints, given: argparse.Namespace) -> NDArray[np.float32]:
    """Return both numbers of some rows, zeros for the others."""
    found = torch.zeros(len(cues.words.counts), 2, device=given.device)
    for chosen in batches(cues.words.counts, some, 4 * given.budget, None):
        which = cues.tensor(chosen)
        with torch.autocast(given.device, dtype=torch.bfloat16):
            found[which] = judge(cues, which).float()
    return found.cpu().numpy()


def figures(found: NDArray[np.float32], cues: Cues) -> str:
    """Return how well the held-out questions are judged: order, whether there is an answer, and which of two is the newer answer."""
    lines = []
    for language, is_mine in (("ja", cues.is_japanese), ("en", ~cues.is_japanese)):
        some = [q for q in cues.pairs_of if cues.is_held[q] and is_mine[q]]
        best = {weight: [_rank(found, cues, q, weight) for q in some] for weight in (0.05, 0.1, 0.2, 0.5)}
        answered = {q: (cues.pairs[cues.pairs_of[q], 2] == ANSWER).any() for q in some}
        top = {q: found[cues.pairs_of[q], 0].max() for q in some}
        yes, no = (np.array([top[q] for q in some if answered[q] == is_yes]) for is_yes in (True, False))
        auc = np.mean((yes[:, None] > no) + 0.5 * (yes[:, None] == no)) if len(yes) and len(no) else 0.0
        silent = (
            {share: round(float(np.mean(no < np.quantile(yes, share))), 3) for share in (0.03, 0.05, 0.1)}
            if len(no)
            else {}
        )
        newer = [right for q in some for right in _newer(found, cues, q)]
        told = {w: _told([r for r in ranks if r]) for w, ranks in best.items()}
        lines.append(
            f"{language} {len(yes)} + {len(no)}: (hit1, hit5, MRR) {told}, answerable AUC {auc:.3f}, silent at {silent}, "
            f"newer of {len(newer)} right {np.mean(newer or [0]):.3f}"
        )
    return "\n   ".join(lines)


def _told(ranks: list[int]) -> tuple[float, ...]:
    found = np.array(ranks or [10**6])
    return tuple(round(float(value), 3) for value in ((found <= 1).mean(), (found <= 5).mean(), (1 / found).mean()))


def _rank(found: NDArray[np.float32], cues: Cues, question: int, weight: float) -> int:
    """Return the place of the first answer by score and odds together; none: 0."""
    rows = cues.pairs_of[question]
    near = rows[: min(len(rows), int((cues.scores[question] > 0).sum()))]
    what = cues.pairs[rows, 2]
    if not (what == ANSWER).any():
        return 0
    total = cues.scores[question, : len(near)] + weight * found[near, 0]
    order = np.argsort(-total, kind="stable")
    right = np.flatnonzero(cues.pairs[near[order], 2] == ANSWER)
    return int(right[0]) + 1 if len(right) else 10**6


def _newer(found: NDArray[np.float32], cues: Cues, question: int) -> list[bool]:
    """Return for each two of which one is outdated and the other answers whether the right one is taken."""
    rows = cues.pairs_of[question]
    outdated = {int(turn) for turn in cues.pairs[rows][cues.pairs[rows, 2] == STALE, 1]}
    some = cues.twos_of.get(question, np.zeros(0, np.int64))
    return [
        bool((found[len(cues.pairs) + row, 1] > 0) == (cues.twos[row, 3] == 1))
        for row in some
        if cues.twos[row, 3] < 2 and {int(turn) for turn in cues.twos[row, 1:3]} & outdated
    ]


def judged(cues: Cues, given: argparse.Namespace) -> NDArray[np.float32]:
    """Teach the judge, ask it about everything and return its log odds."""
    judge = Judge(borrowed(given.folder, layers=given.layers, device=given.device)).to(given.device)
    print(f"borrowed, {time.time() - given.began:.0f} s", flush=True)
    learn(judge, cues, given)
    judge = judge.bfloat16()
    held = _held(cues)
    found = told(judge, cues, np.flatnonzero(held), given)
    print(f"== judge, {time.time() - given.began:.0f} s\n   {figures(found, cues)}", flush=True)
    found += told(judge, cues, np.flatnonzero(~held[: len(cues.pairs)]), given)
    np.savez_compressed(given.out / "odds.npz", odds=found.astype(np.float16))
    print(f"asked, {time.time() - given.began:.0f} s", flush=True)
    return found


def _held(cues: Cues) -> NDArray[np.bool_]:
    return np.concatenate([cues.is_held[cues.pairs[:, 0]], cues.is_held[cues.twos[:, 0]]])


def passed_on(cues: Cues, told_by_judge: NDArray[np.float32], given: argparse.Namespace) -> None:
    """Teach the small network until the end what the judge says of everything, and the labels beside it."""
    odds = torch.from_numpy(told_by_judge).float().clamp(-8, 8).to(given.device)
    small = begun(given.folder / "pupil_start.npz").to(given.device)
    dice = np.random.default_rng(7)
    optimiser, set_rate = scheduled([{"params": list(small.parameters()), "lr": given.pupil_rate}], given.device, 0.02)
    part = np.array([question for question in cues.pairs_of if not cues.is_held[question]])
    began, step, plain = time.time(), 0, cues.ids.flat
    seconds = max(60.0, given.until - (began - given.began))
    small.train()
    while (progress := (time.time() - began) / seconds) < 1:
        set_rate(progress, 0.03)
        cues.ids.flat = hidden(plain, 0.08) if step % 20 == 0 else cues.ids.flat
        some = dice.choice(part, given.pupil_size, replace=False)
        chosen = [drawn(cues, int(question), dice, 9) for question in some]
        pairs, right = np.concatenate([rows for rows, _ in chosen]), np.concatenate([gold for _, gold in chosen])
        twos = np.concatenate([_twos(cues, int(question), dice) for question in some])
        which = cues.tensor(np.concatenate([pairs, twos + len(cues.pairs)]))
        with torch.autocast(given.device, dtype=torch.bfloat16):
            found = small(batch_of(cues.ids, cues.parts, which))
        owner = np.repeat(np.arange(len(some)), [len(rows) for rows, _ in chosen])
        labelled = torch.from_numpy((~cues.is_strange[some])[owner].astype(np.float32)).to(given.device)
        lost = _of_pairs(
            found[: len(pairs), 0],
            odds[which[: len(pairs)], 0],
            torch.from_numpy(right).to(given.device),
            labelled,
            cues.tensor(owner),
        )
        if len(twos):
            newer = torch.from_numpy(cues.twos[twos, 3].astype(np.float32)).to(given.device)
            lost = lost + functions.binary_cross_entropy_with_logits(found[len(pairs) :, 1], 0.04 + 0.92 * newer)
        lost.backward()
        torch.nn.utils.clip_grad_norm_(small.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        if step % 200 == 0 or step == 3:
            print(f"pupil step {step}, {time.time() - began:.0f} s, {lost.item():.3f}", flush=True)
    cues.ids.flat = plain
    small.eval()
    np.savez(
        given.out / "judge.npz", **{name: value.half().cpu().numpy() for name, value in small.state_dict().items()}
    )
    held = _held(cues)
    told_small = read(small, cues, np.flatnonzero(held), given)
    print(f"== pupil\n   {figures(told_small, cues)}", flush=True)
    np.savez_compressed(
        given.out / "pupil_held.npz", odds=told_small[held].astype(np.float16), rows=np.flatnonzero(held)
    )


def begun(path: Path) -> Small:
    """Return the small network as it was shipped before (`tools.teacher.pupil_start`), which told one number and saw two parts as one."""
    start = np.load(path)
    state = {
        name: torch.from_numpy(start[name].astype(np.float32)) for name in start.files if name not in ("rows", "scales")
    }
    small = Small(start["rows"].astype(np.float32) * start["scales"], layers=LAYERS)
    wide, outer = state["inner.weight"], torch.zeros_like(small.outer.weight)
    if wide.shape[1] < small.inner.weight.shape[1]:
        first, asked, told = wide.chunk(3, 1)
        state["inner.weight"] = torch.cat([first, asked, 0.7 * told, 0.3 * told], 1)
    outer[: len(state["outer.weight"])] = state["outer.weight"]
    state["outer.weight"] = outer
    state["outer.bias"] = state.get("outer.bias", torch.zeros(2))
    small.load_state_dict(state)
    return small


def _of_pairs(
    mine: torch.Tensor, wise: torch.Tensor, right: torch.Tensor, labelled: torch.Tensor, owner: torch.Tensor
) -> torch.Tensor:
    """Return how far the odds are from the judge's, one by one and in their order, and from the labels where there are some."""
    apart = 0.3 * functions.mse_loss(mine, wise)
    apart = apart + functions.binary_cross_entropy_with_logits(mine, wise.sigmoid())
    label = functions.binary_cross_entropy_with_logits(mine, right, torch.where(right > 0, 3.0, 1.0), reduction="none")
    count = int(owner[-1]) + 1
    softest = [_softmax(one, owner, count) for one in (mine, wise)]
    order = -(softest[1].exp() * softest[0]).sum() / count
    return apart + order + 0.3 * (label * labelled).sum() / labelled.sum().clamp(min=1)


def _softmax(x: torch.Tensor, owner: torch.Tensor, count: int) -> torch.Tensor:
    """Return the logarithm of each number's share among those of its question."""
    most = x.new_full((count,), -1e4).scatter_reduce(0, owner, x.detach(), "amax")
    total = x.new_zeros(count).index_add(0, owner, (x - most[owner]).exp())
    return x - most[owner] - total.log()[owner]


@torch.no_grad()
def read(small: Small, cues: Cues, some: Ints, given: argparse.Namespace) -> NDArray[np.float32]:
    """Return the small network's numbers for some rows, zeros for the others."""
    found = torch.zeros(len(cues.words.counts), 2, device=given.device)
    for chosen in batches(cues.ids.counts, some, 20_000, None):
        which = cues.tensor(chosen)
        with torch.autocast(given.device, dtype=torch.bfloat16):
            found[which] = small(batch_of(cues.ids, cues.parts, which))
    return found.cpu().numpy()


def main() -> None:
    """Teach the judge, ask it, teach the small network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("folder", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--odds", type=Path, help="what a judge said before: the small network only")
    for name, usual in {"layers": 16, "budget": 9000, "size": 12, "seed": 1, "pupil-size": 40}.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    rates = {"rate": 2e-5, "heads-rate": 5e-4, "pupil-rate": 3e-4, "judge-seconds": 90.0, "until": 400.0}
    for name, rate in rates.items():
        parser.add_argument(f"--{name}", type=float, default=rate)
    given = parser.parse_args()
    given.began = time.time()
    given.device = "cuda" if torch.cuda.is_available() else "cpu"
    given.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(given.seed)
    cues = Cues(given.folder / "asking.npz.xz", given.device)
    print(f"{len(cues.pairs)} pairs, {len(cues.twos)} twos, {time.time() - given.began:.0f} s", flush=True)
    found = np.load(given.odds)["odds"].astype(np.float32) if given.odds else judged(cues, given)
    passed_on(cues, found, given)
    print(f"{time.time() - given.began:.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
