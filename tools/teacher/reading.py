"""On the device: teaches the borrowed layers what careful readers take from a turn, asks them about free talk, teaches the small reader.

    python -m tools.teacher.reading teacher --folder SENT --asked ASKED --seed 1 --out DIR
    python -m tools.teacher.reading pupil --folder SENT --asked ASKED --pupil-seconds 400 --out DIR

A way that one run cannot hold takes several: `--until 0.5`, then `--since 0.5`.

`SENT` holds what `tools.teacher.borrowed`, `vocabulary` and `pupil_start` wrote; in `ASKED` each teacher leaves what it says of all rows.
Needs PyTorch and NumPy only.  `DIR` gets `teacher_N_unseen.npz` (what a teacher says of the speakers nobody learns from), `reader_*.npz`
and `pupil_unseen.npz`.
"""

import argparse
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functions
from tools.reader.labels import TOKEN, TURN, width
from tools.reader.learning import Reader
from tools.teacher import qwen
from tools.teacher.held import Ints, Ragged, batch_of, batches, begun, borrowed, hidden, scheduled, unpacked
from tools.teacher.losses import OF_TURN, Labels, of_labels, of_teacher
from torch import nn

LEARNT, SHEET, FELT, FREE, VALIDATED, APART = range(6)
INNER = 512
MIXED_EVERY = 400


class Rows:
    """Every row as both networks read it, with its labels."""

    def __init__(self, path: Path, device: str) -> None:
        kept = unpacked(path)
        self.device = device
        self.use = kept["use"].astype(np.int64)
        self.is_japanese = np.char.startswith(kept["speakers"][kept["speaker"]], "ja")
        self.words = Ragged(kept["words"], kept["word_counts"], device)
        self.parts = torch.from_numpy(kept["lengths"].astype(np.int64)).to(device)
        self.ids = Ragged(kept["ids"], 1 + kept["lengths"].astype(np.int64).sum(1), device)
        self.said = Ragged(kept["span_low"], kept["said"], device)
        self.size = torch.from_numpy(kept["span_size"].astype(np.int32)).to(device)
        self.turn = torch.from_numpy(kept["turn"].astype(np.float32)).to(device)
        self.marks = torch.from_numpy(kept["marks"]).to(device)
        self.labelled = np.flatnonzero(self.use != FREE)
        self.place = np.full(len(self.use), -1)
        self.place[self.labelled] = np.arange(len(self.labelled))
        self.marked_from = np.concatenate([[0], np.cumsum(self.said.counts[self.labelled])])
        order = np.argsort(kept["beliefs"][:, 0], kind="stable")
        self.beliefs = kept["beliefs"][order].astype(np.int64)
        self.believed_from = np.searchsorted(self.beliefs[:, 0], np.arange(len(self.use) + 1))

    def tensor(self, rows: Ints) -> torch.Tensor:
        """Return numbers of rows on the device."""
        return torch.from_numpy(np.ascontiguousarray(rows)).to(self.device)

    def labels(self, rows: Ints, owner: torch.Tensor) -> Labels:
        """Return what some labelled rows should be read as."""
        places = self.place[rows]
        marked = np.concatenate([np.arange(self.marked_from[i], self.marked_from[i + 1]) for i in places])
        firsts = np.concatenate([[0], np.cumsum(self.said.counts[rows])])
        beliefs = [
            self.beliefs[self.believed_from[row] : self.believed_from[row + 1], 1:] + [[firsts[i]] * 2 + [0] * 6]
            for i, row in enumerate(rows)
        ]
        halves = self.marks[self.tensor(marked)].float() / 2
        return Labels(
            self.turn[self.tensor(places)],
            halves,
            self.tensor(np.concatenate(beliefs)),
            self.tensor((self.use[rows] != FELT).astype(np.int64)),
            owner,
        )


class Teacher(nn.Module):
    """The borrowed layers with heads: what the turn and each of its pieces would tell a listener."""

    def __init__(self, body: qwen.Qwen) -> None:
        super().__init__()
        self.body, self.norm = body, nn.RMSNorm(qwen.WIDTH, eps=qwen.EPSILON)
        self.turn_inner, self.turn = nn.Linear(2 * qwen.WIDTH, INNER), nn.Linear(INNER, width(TURN))
        self.piece_inner, self.piece = nn.Linear(2 * qwen.WIDTH, INNER), nn.Linear(INNER, width(TOKEN))

    def forward(self, rows: Rows, some: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Return the rows' outputs, their pieces', and which row each piece belongs to."""
        ids, lengths = rows.words.padded(some)
        x = self.norm(self.body(ids)).float()
        places, owner = rows.said.inside(some)
        low, size = rows.said.flat[places].long(), rows.size[places].long()
        sums = functions.pad(x.cumsum(1), (0, 0, 1, 0))
        pieces = (sums[owner, low + size] - sums[owner, low]) / size[:, None]
        mean = x.new_zeros(len(some), x.shape[-1]).index_add(0, owner, pieces)
        mean = mean / torch.bincount(owner, minlength=len(some)).clamp(min=1)[:, None]
        last = x[torch.arange(len(some), device=x.device), lengths - 1]
        whole = functions.gelu(self.turn_inner(torch.cat([last, mean], -1)))
        each = functions.gelu(self.piece_inner(torch.cat([pieces, mean[owner]], -1)))
        return self.turn(whole).float(), self.piece(each).float(), owner


def learn(teacher: Teacher, rows: Rows, given: argparse.Namespace) -> None:
    """Teach the teacher."""
    dice = np.random.default_rng(given.seed)
    heads = [p for n, p in teacher.named_parameters() if not n.startswith("body.")]
    layers = [p for n, p in teacher.named_parameters() if n.startswith("body.layers")]
    groups = [{"params": layers, "lr": given.rate}, {"params": heads, "lr": given.heads_rate}]
    optimiser, set_rate = scheduled(groups, given.device, 0.01)
    part = np.flatnonzero((rows.use == LEARNT) | (rows.use == SHEET))
    felt = dice.permutation(np.flatnonzero(rows.use == FELT))
    began, step = time.time(), 0
    for epoch in range(given.epochs):
        some = np.concatenate([part, felt[epoch :: given.epochs]])
        planned = list(batches(rows.words.counts, some, given.budget, dice))
        for number, chosen in enumerate(planned):
            set_rate((epoch + number / len(planned)) / given.epochs)
            with torch.autocast(given.device, dtype=torch.bfloat16):
                turn, piece, owner = teacher(rows, rows.tensor(chosen))
            lost = of_labels(turn, piece, rows.labels(chosen, owner))
            lost.backward()
            torch.nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            step += 1
            if step % 50 == 0 or step == 3:
                print(
                    f"teacher step {step} of {len(planned) * given.epochs}, {time.time() - began:.0f} s, {lost.item():.3f}",
                    flush=True,
                )
        checked = np.flatnonzero(rows.use == VALIDATED)
        print(f"epoch {epoch}\n   {figures(told(teacher, rows, checked, given)[0], rows, checked)}", flush=True)


@torch.no_grad()
def told(teacher: Teacher, rows: Rows, some: Ints, given: argparse.Namespace) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the outputs for some rows (and zeros for all others), pieces by their place in `rows.said`."""
    turn = torch.zeros(len(rows.use), width(TURN), dtype=torch.float16, device=given.device)
    piece = torch.zeros(len(rows.size), width(TOKEN), dtype=torch.float16, device=given.device)
    for chosen in batches(rows.words.counts, some, 4 * given.budget, None):
        which = rows.tensor(chosen)
        with torch.autocast(given.device, dtype=torch.bfloat16):
            one, each, _ = teacher(rows, which)
        turn[which] = one.half()
        piece[rows.said.inside(which)[0]] = each.half()
    return turn, piece


def figures(turn: torch.Tensor, rows: Rows, some: Ints) -> str:
    """Return in a line how well feelings are read, by language."""
    found = []
    for language, mask in (("ja", rows.is_japanese[some]), ("en", ~rows.is_japanese[some])):
        which = some[mask]
        if not len(which):
            continue
        mine = turn[rows.tensor(which)].float().cpu().numpy()
        gold = rows.turn[rows.tensor(rows.place[which])].cpu().numpy()
        valence = OF_TURN["valence"]
        first = gold[:, valence].argmax(1)  # of two readers who differ either may be the first: near enough here
        clear = gold[:, valence].max(1) > 0.9
        right = mine[:, valence].argmax(1) == first
        r = {
            n: np.corrcoef(mine[:, OF_TURN[n]][:, 0], gold[:, OF_TURN[n]][:, 0])[0, 1] for n in ("intensity", "arousal")
        }
        kinds = OF_TURN["kinds"]
        ap = [average_precision(mine[:, kinds][:, k], gold[:, kinds][:, k] >= 0.5) for k in (0, 2, 3)]
        found.append(
            f"{language} {len(which)}: valence {right.mean():.3f} (agreed ones {right[clear].mean():.3f}), "
            f"intensity {r['intensity']:.3f}, arousal {r['arousal']:.3f}, turns with fact, task, taste {ap}"
        )
    return "\n   ".join(found)


def average_precision(scores: "np.ndarray[Any, Any]", right: "np.ndarray[Any, Any]") -> float:
    """Return the mean precision at each right one."""
    hits = right[np.argsort(-scores)]
    return round(float((np.cumsum(hits) / np.arange(1, len(hits) + 1))[hits].mean()), 3) if hits.any() else 0.0


def kept(path: Path, turn: torch.Tensor, piece: torch.Tensor, rows: Rows, some: Ints) -> None:
    """Write the outputs for some rows, in their order."""
    which = rows.tensor(some)
    pieces = piece[rows.said.inside(which)[0]].cpu().numpy()
    np.savez_compressed(path, rows=some, turn=turn[which].cpu().numpy(), piece=pieces, said=rows.said.counts[some])


def read(reader: Reader, rows: Rows, some: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """Return the small reader's outputs as the teacher gives them."""
    turn, piece = reader(batch_of(rows.ids, rows.parts, some))
    _, owner = rows.said.inside(some)
    counts = torch.bincount(owner, minlength=len(some))
    within = torch.arange(len(owner), device=owner.device) - (counts.cumsum(0) - counts)[owner]
    first = rows.parts[some, :2].sum(1) + 1
    return turn, piece[owner, first[owner] + within], owner


def teach(reader: Reader, rows: Rows, wise: tuple[torch.Tensor, torch.Tensor], given: argparse.Namespace) -> None:
    """Teach the small reader what the teacher says of everything, and the labels beside it."""
    dice = np.random.default_rng(9)
    groups = [
        {"params": list(reader.body.parameters()), "lr": given.pupil_rate},
        {"params": list(reader.heads.parameters()), "lr": 1e-3},
    ]
    optimiser, set_rate = scheduled(groups, given.device, 0.02)
    free = np.flatnonzero(rows.use < VALIDATED)
    known = np.flatnonzero((rows.use == LEARNT) | (rows.use == SHEET))
    began, step = time.time(), 0
    reader.train()
    plain = rows.ids.flat
    halfway = given.asked / f"halfway_{given.pupil_layers}.pt"
    if given.since:
        reached = torch.load(halfway)
        reader.load_state_dict(reached["reader"])
        optimiser.load_state_dict(reached["optimiser"])
    while (gone := (time.time() - began) / given.pupil_seconds) < 1:
        set_rate(given.since + gone * (given.until - given.since), 0.02)
        lost = torch.zeros((), device=given.device)
        if step % MIXED_EVERY == 0:
            free, known = (_mixed(some, rows.ids.counts, dice) for some in (free, known))
        rows.ids.flat = hidden(plain, 0.05) if step % 50 == 0 and given.device == "cuda" else rows.ids.flat
        for some, budget in ((free, given.pupil_budget), (known, given.pupil_budget // 5)):
            low = int(dice.integers(0, max(1, len(some) - 8)))
            chosen = some[low : low + max(4, budget // int(rows.ids.counts[some[low]] + 3))]
            which = rows.tensor(chosen)
            with torch.autocast(given.device, dtype=torch.bfloat16):
                turn, piece, owner = read(reader, rows, which)
            places = rows.said.inside(which)[0]
            lost = lost + of_teacher(turn, piece, wise[0][which].float(), wise[1][places].float())
            if some is known:
                lost = lost + 0.5 * of_labels(turn, piece, rows.labels(chosen, owner))
        lost.backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        if step % 500 == 0 or step == 3:
            print(f"pupil step {step}, {time.time() - began:.0f} s, {lost.item():.3f}", flush=True)
    rows.ids.flat = plain
    reader.eval()
    torch.save({"reader": reader.state_dict(), "optimiser": optimiser.state_dict()}, halfway)


def _mixed(rows: Ints, counts: Ints, dice: np.random.Generator) -> Ints:
    """Return rows by their length, neighbours of one talk apart: a batch is a run of these."""
    return rows[np.lexsort((dice.random(len(rows)), counts[rows] // 4))]


@torch.no_grad()
def outputs(reader: Reader, rows: Rows, some: Ints, given: argparse.Namespace) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the small reader's outputs for some rows."""
    turn = torch.zeros(len(rows.use), width(TURN), dtype=torch.float16, device=given.device)
    piece = torch.zeros(len(rows.size), width(TOKEN), dtype=torch.float16, device=given.device)
    for chosen in batches(rows.ids.counts, some, given.pupil_budget, None):
        which = rows.tensor(chosen)
        with torch.autocast(given.device, dtype=torch.bfloat16):
            one, each, _ = read(reader, rows, which)
        turn[which], piece[rows.said.inside(which)[0]] = one.half(), each.half()
    return turn, piece


def main() -> None:
    """Do one stage."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", choices=("teacher", "pupil"))
    for name in ("folder", "asked", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name, usual in (
        ("layers", 28),
        ("pupil-layers", 6),
        ("epochs", 3),
        ("budget", 9000),
        ("pupil-budget", 24_000),
        ("seed", 1),
    ):
        parser.add_argument(f"--{name}", type=int, default=usual)
    for name, rate in (
        ("rate", 2e-5),
        ("heads-rate", 5e-4),
        ("pupil-rate", 3e-4),
        ("pupil-seconds", 240.0),
        ("dropout", 0.05),
    ):
        parser.add_argument(f"--{name}", type=float, default=rate)
    for name, share in (("since", 0.0), ("until", 1.0)):
        parser.add_argument(
            f"--{name}", type=float, default=share, help="the share of the pupil's way that this run is"
        )
    given = parser.parse_args()
    given.device = "cuda" if torch.cuda.is_available() else "cpu"
    for folder in (given.out, given.asked):
        folder.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(given.seed)
    began = time.time()
    rows = Rows(given.folder / "reading.npz.xz", given.device)
    print(f"{np.bincount(rows.use).tolist()} rows of each use, {time.time() - began:.0f} s", flush=True)
    (taught if given.stage == "teacher" else passed_on)(rows, given)
    print(f"{given.stage}: {time.time() - began:.0f} s in all", flush=True)


def taught(rows: Rows, given: argparse.Namespace) -> None:
    """Teach a teacher and ask it about everything."""
    teacher = Teacher(borrowed(given.folder, layers=given.layers, device=given.device)).to(given.device)
    learn(teacher, rows, given)
    unseen = np.flatnonzero(rows.use >= VALIDATED)
    turn, piece = told(teacher, rows, unseen, given)
    kept(given.out / f"teacher_{given.seed}_unseen.npz", turn, piece, rows, unseen)
    _say("teacher", turn, rows)
    wise = told(teacher, rows, np.flatnonzero(rows.use < VALIDATED), given)
    torch.save(tuple(one.cpu() for one in wise), given.asked / f"wise_{given.seed}.pt")


def passed_on(rows: Rows, given: argparse.Namespace) -> None:
    """Teach the small reader what the teachers agree on."""
    several = [torch.load(path) for path in sorted(given.asked.glob("wise_*.pt"))]
    turn, piece = (sum(one[i].float() for one in several).div(len(several)).half().to(given.device) for i in range(2))
    del several
    reader = begun(given.folder / "pupil_start.npz", dropout=given.dropout, layers=given.pupil_layers).to(given.device)
    teach(reader, rows, (turn, piece), given)
    state = {name: value.half().cpu().numpy() for name, value in reader.state_dict().items()}
    names = sorted(state)
    for i, some in enumerate((names[: len(names) // 2], names[len(names) // 2 :])):
        np.savez(given.out / f"reader_{i}.npz", **{name: state[name] for name in some})
    unseen = np.flatnonzero(rows.use >= VALIDATED)
    turn, piece = outputs(reader, rows, unseen, given)
    kept(given.out / "pupil_unseen.npz", turn, piece, rows, unseen)
    _say("pupil", turn, rows)


def _say(who: str, turn: torch.Tensor, rows: Rows) -> None:
    for what, use in (("validation", VALIDATED), ("apart", APART)):
        print(f"== {who}, {what}\n   {figures(turn, rows, np.flatnonzero(rows.use == use))}", flush=True)


if __name__ == "__main__":
    main()
