"""On the device: teaches the borrowed layers which turn answers which cue, asks them about everything that was found, and teaches the small
network of deep recall and of the glance.

    python -m tools.teacher.asking judge --folder SENT --asked ASKED --layers 16 --judge-seconds 300 --out DIR
    python -m tools.teacher.asking pupil --folder SENT --asked ASKED --pupil-seconds 800 --out DIR

A pupil's way that one run cannot hold takes several: `--until 0.5`, then `--since 0.5`.  `ASKED` holds what one stage leaves for the
next, the judge's log odds of every row; `DIR` gets them too, and `judge_N.npz`, the small network of N layers, and `pupil_held_N.npz`, what
it says of the rows that nobody learns from.
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

OTHER, ANSWER, STALE, UNSURE = range(4)
NEGATIVES, TWOS_A_QUESTION = 4, 1
PUPIL_NEGATIVES, PUPIL_TWOS = 9, 2
GLANCES = 0.5
"""Share of the questions of which the small network sees the user's words only."""
LAYERS = 3
"""Of the small network that is shipped; a deeper one begins from the reader's."""
GROUPS = ("talk", "scenes", "moments")


class Cues:
    """Pairs and twos as rows of words, by question."""

    def __init__(self, path: Path, device: str, *, strange_every: int) -> None:
        kept = unpacked(path)
        self.words = Ragged(kept["words"], kept["word_counts"], device)
        self.parts = torch.from_numpy(kept["lengths"].astype(np.int64)).to(device)
        self.ids = Ragged(kept["ids"], 1 + kept["lengths"].astype(np.int64).sum(1), device)
        self.pairs, self.twos = (kept[name].astype(np.int64) for name in ("pairs", "twos"))
        self.is_held, self.is_japanese, self.is_strange = (kept[name] for name in ("held", "japanese", "strange"))
        self.group = kept["group"]
        self.is_asked = ~self.is_strange | (np.arange(len(self.is_strange)) % strange_every == 0)
        self.glances = len(self.pairs) + len(self.twos)
        """Where the rows of pairs begin that hold the user's words only; the teacher reads none of these."""
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
    cues: Cues, question: int, dice: np.random.Generator, wrongs: int = NEGATIVES, *, unsure: bool = False
) -> tuple[Ints, NDArray[np.float32]]:
    """Return some pairs of a question, most of them near, and which of them answer; what is outdated is left out.

    `unsure`: also turns of which nobody but the teacher says whether they answer.
    """
    rows = cues.pairs_of[question]
    what = cues.pairs[rows, 2]
    right, wrong = rows[what == ANSWER], rows[(what == OTHER) | ((what == UNSURE) & unsure)]
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


def _twos(cues: Cues, question: int, dice: np.random.Generator, most: int = TWOS_A_QUESTION) -> Ints:
    """Return some twos of a question of which one side answers; those with something outdated before all others."""
    rows = cues.twos_of.get(question, np.zeros(0, np.int64))
    rows = rows[cues.twos[rows, 3] < 2]
    stale = {
        int(turn) for turn in cues.pairs[cues.pairs_of[question]][cues.pairs[cues.pairs_of[question], 2] == STALE, 1]
    }
    hard = np.array([len({int(t) for t in cues.twos[row, 1:3]} & stale) > 0 for row in rows], bool)
    some = np.concatenate([dice.permutation(rows[hard]), dice.permutation(rows[~hard])]) if len(rows) else rows
    return some[:most].astype(np.int64)


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
    parts = [
        (f"{name} {language}", (cues.group == number) & (cues.is_japanese == (language == "ja")))
        for number, name in enumerate(GROUPS)
        for language in ("ja", "en")
    ]
    for language, is_mine in parts:
        some = [q for q in cues.pairs_of if cues.is_held[q] and is_mine[q]]
        if not some:
            continue
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
    count = int((cues.scores[question] > 0).sum()) if cues.group[question] == 0 else len(rows)
    near = rows[: min(len(rows), count)]
    what = cues.pairs[rows, 2]
    if not (what == ANSWER).any():
        return 0
    total = cues.scores[question, : len(near)] + weight * found[near, 0]  # of scenes and moments no scores are known
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


def judged(cues: Cues, given: argparse.Namespace) -> None:
    """Teach the judge, and ask it about every row."""
    judge = Judge(borrowed(given.folder, layers=given.layers, device=given.device)).to(given.device)
    print(f"borrowed, {time.time() - given.began:.0f} s", flush=True)
    learn(judge, cues, given)
    judge = judge.bfloat16()
    found = told(judge, cues, np.flatnonzero(_held(cues)), given)
    print(f"== judge, {time.time() - given.began:.0f} s\n   {figures(found, cues)}", flush=True)
    is_wanted = cues.is_asked & ~cues.is_held
    rest = np.concatenate([is_wanted[cues.pairs[:, 0]], is_wanted[cues.twos[:, 0]]])
    found += told(judge, cues, np.flatnonzero(rest), given)
    for folder in (given.asked, given.out):
        np.savez_compressed(folder / "odds.npz", odds=found.astype(np.float16))


def _held(cues: Cues) -> NDArray[np.bool_]:
    return np.concatenate([cues.is_held[cues.pairs[:, 0]], cues.is_held[cues.twos[:, 0]]])


def passed_on(cues: Cues, given: argparse.Namespace) -> None:
    """Teach the small network what the judge says of everything, and the labels beside it."""
    odds = torch.from_numpy(np.load(given.asked / "odds.npz")["odds"].astype(np.float32)).clamp(-8, 8).to(given.device)
    small = begun(given.folder / "pupil_start.npz", layers=given.pupil_layers).to(given.device)
    dice = np.random.default_rng(given.seed)
    optimiser, set_rate = scheduled([{"params": list(small.parameters()), "lr": given.pupil_rate}], given.device, 0.02)
    part = np.array([question for question in cues.pairs_of if cues.is_asked[question] and not cues.is_held[question]])
    chance = np.where(cues.is_strange[part], given.strange_share, 1.0)
    halfway = given.asked / f"halfway_{given.pupil_layers}.pt"
    if given.since:
        reached = torch.load(halfway)
        small.load_state_dict(reached["small"])
        optimiser.load_state_dict(reached["optimiser"])
    began, step, plain = time.time(), 0, cues.ids.flat
    small.train()
    while (gone := (time.time() - began) / given.pupil_seconds) < 1:
        set_rate(given.since + gone * (given.until - given.since), 0.03)
        cues.ids.flat = hidden(plain, 0.08) if step % 20 == 0 else cues.ids.flat
        some = dice.choice(part, given.pupil_size, replace=False, p=chance / chance.sum())
        lost = _pupil_step(small, cues, some, odds, dice, given)
        lost.backward()
        torch.nn.utils.clip_grad_norm_(small.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        if step % 500 == 0 or step == 3:
            print(f"pupil step {step}, {time.time() - began:.0f} s, {lost.item():.3f}", flush=True)
            _keep(small, given)
    cues.ids.flat = plain
    small.eval()
    torch.save({"small": small.state_dict(), "optimiser": optimiser.state_dict()}, halfway)
    _keep(small, given)
    held = np.flatnonzero(_held(cues))
    whole, glanced = (read(small, cues, held, given, glances=glances) for glances in (False, True))
    print(f"== pupil\n   {figures(whole, cues)}\n== its glance\n   {figures(glanced, cues)}", flush=True)
    np.savez_compressed(
        given.out / f"pupil_held_{given.pupil_layers}.npz",
        odds=np.stack([whole[held], glanced[held]]).astype(np.float16),
        rows=held,
    )


def _keep(small: Small, given: argparse.Namespace) -> None:
    """Write the small network as it is."""
    kept = {name: value.half().cpu().numpy() for name, value in small.state_dict().items()}
    np.savez(given.out / f"judge_{given.pupil_layers}.npz", **kept)


def _pupil_step(
    small: Small, cues: Cues, some: Ints, odds: torch.Tensor, dice: np.random.Generator, given: argparse.Namespace
) -> torch.Tensor:
    """Return how wrong the small network is about some questions."""
    chosen = [drawn(cues, int(question), dice, PUPIL_NEGATIVES, unsure=True) for question in some]
    pairs, right = np.concatenate([rows for rows, _ in chosen]), np.concatenate([gold for _, gold in chosen])
    twos = np.concatenate([_twos(cues, int(question), dice, PUPIL_TWOS) for question in some])
    owner = np.repeat(np.arange(len(some)), [len(rows) for rows, _ in chosen])
    glanced = np.where((dice.random(len(some)) < GLANCES)[owner], cues.glances, 0)
    which = cues.tensor(np.concatenate([pairs + glanced, twos + len(cues.pairs)]))
    with torch.autocast(given.device, dtype=torch.bfloat16):
        found = small(batch_of(cues.ids, cues.parts, which))
    is_labelled = (~cues.is_strange[some])[owner] & (cues.pairs[pairs, 2] != UNSURE)
    lost = _of_pairs(
        found[: len(pairs), 0],
        odds[cues.tensor(pairs), 0],
        torch.from_numpy(right).to(given.device),
        torch.from_numpy(is_labelled.astype(np.float32)).to(given.device),
        cues.tensor(owner),
    )
    if len(twos):
        newer = torch.from_numpy(cues.twos[twos, 3].astype(np.float32)).to(given.device)
        mine, wise = found[len(pairs) :, 1], odds[cues.tensor(twos + len(cues.pairs)), 1]
        lost = lost + functions.binary_cross_entropy_with_logits(mine, 0.7 * wise.sigmoid() + 0.3 * newer)
    return lost


def begun(path: Path, *, layers: int) -> Small:
    """Return where the small network begins (`tools.teacher.pupil_start`): as shipped, or with the reader's layers under new heads."""
    start = np.load(path)
    small = Small(start["rows"].astype(np.float32) * start["scales"], layers=layers)
    before = "answering." if layers == LAYERS else "body."
    state = {
        name.removeprefix("answering."): torch.from_numpy(start[name].astype(np.float32))
        for name in start.files
        if name.startswith(before)
    }
    missing = small.load_state_dict(state, strict=layers == LAYERS)
    if missing.unexpected_keys:
        raise SystemExit(f"{path.name} holds what this network has not: {missing.unexpected_keys}")
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
def read(
    small: Small, cues: Cues, some: Ints, given: argparse.Namespace, *, glances: bool = False
) -> NDArray[np.float32]:
    """Return the small network's numbers for some rows, zeros for the others; `glances`: where pairs hold the user's words only."""
    found = torch.zeros(len(cues.words.counts), 2, device=given.device)
    for chosen in batches(cues.ids.counts, some, 20_000, None):
        which = cues.tensor(chosen)
        seen = cues.tensor(np.where(chosen < len(cues.pairs), chosen + cues.glances, chosen)) if glances else which
        with torch.autocast(given.device, dtype=torch.bfloat16):
            found[which] = small(batch_of(cues.ids, cues.parts, seen))
    return found.cpu().numpy()


def main() -> None:
    """Do one stage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=("judge", "pupil"))
    for name in ("folder", "asked", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name, usual in {"layers": 16, "pupil-layers": LAYERS, "budget": 9000, "size": 12, "seed": 1}.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--pupil-size", type=int, default=40)
    parser.add_argument("--strange-every", type=int, default=1, help="ask each n-th question about others only")
    rates = {"rate": 2e-5, "heads-rate": 5e-4, "pupil-rate": 3e-4, "judge-seconds": 300.0, "pupil-seconds": 800.0}
    for name, rate in {**rates, "strange-share": 0.3, "since": 0.0, "until": 1.0}.items():
        parser.add_argument(f"--{name}", type=float, default=rate)
    given = parser.parse_args()
    given.began = time.time()
    given.device = "cuda" if torch.cuda.is_available() else "cpu"
    for folder in (given.out, given.asked):
        folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(given.seed)
    cues = Cues(given.folder / "asking.npz.xz", given.device, strange_every=given.strange_every)
    print(f"{len(cues.pairs)} pairs, {len(cues.twos)} twos, {time.time() - given.began:.0f} s", flush=True)
    (judged if given.stage == "judge" else passed_on)(cues, given)
    print(f"{given.stage}: {time.time() - given.began:.0f} s in all", flush=True)


if __name__ == "__main__":
    main()
