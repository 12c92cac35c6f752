"""Trains the student.  One H200, about eight minutes.

    python -m tools.encoder.train --data training.json.xz --teacher teacher.npz --tokenizers DIR --out DIR [--steps N | --seconds S]

With `--seconds` the run ends after that time and prints how many steps it took, so that `--steps` can repeat it.
"""

import argparse
import json
import lzma
import math
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functions
from numpy.typing import NDArray
from tools.encoder import measure, teacher
from tools.encoder.network import Encoder
from tools.encoder.objectives import Lessons, contrast, far, lessons, ranked
from tools.encoder.pieces import ENGLISH_ROWS, Pieces
from tools.encoder.texts import Texts, load_pieces
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

SIZES = {"reply": 640, "asked": 512, "across": 1024, "passage": 128, "stay": 256, "english": 512}


class Run:
    """One training run: data, student, teacher's vectors, optimiser."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.args, self.device = args, "cuda" if torch.cuda.is_available() else "cpu"
        torch.manual_seed(args.seed)
        torch.set_float32_matmul_precision("high")
        torch.backends.cuda.enable_cudnn_sdp(
            enabled=False
        )  # it plans anew for each shape, which takes longer than the step
        self.dice = np.random.default_rng(args.order)
        self.files = (str(args.tokenizers / "tokenizer_en.json"), str(args.tokenizers / "tokenizer_ja.json"))
        with lzma.open(args.data, "rt", encoding="utf-8") as file:
            data = json.load(file)
        data["words"] += json.loads((args.tokenizers / "forms.json").read_text(encoding="utf-8"))
        self.held, self.held_dialogues = data["held"], data["held_dialogues"]
        self.number = Texts()
        self.to_learn: Lessons = lessons(data, self.number, seed=args.seed)
        self.number.close(files=self.files, device=self.device)
        self.pieces: Pieces = load_pieces(*self.files)
        self.say(f"{len(self.number.lengths)} texts, {int(self.number.lengths.sum())} ids")
        self._networks(data)
        self._targets()

    def say(self, text: str) -> None:
        print(f"[{self.args.name}] {time.time() - self.args.began:.0f} s  {text}", flush=True)

    def _networks(self, data: dict[str, Any]) -> None:
        weights = teacher.unpack(self.args.teacher)
        self.teacher = Encoder(japanese_rows=0)
        self.teacher.take(weights)
        self.student = Encoder(japanese_rows=self.pieces.rows - ENGLISH_ROWS, dropout=self.args.dropout)
        self.student.take(weights)
        english, glosses = self.student.english.data, dict(data["names"] + data["words"])
        rows = english.mean(0) + torch.randn_like(self.student.japanese) * english.std() * 0.3
        for (
            piece,
            i,
        ) in (
            self.pieces.japanese.get_vocab().items()
        ):  # a piece that is a dictionary word starts at the mean of its gloss
            if piece in glosses and (gloss := self.pieces.english(glosses[piece])):
                rows[i] = english[gloss].mean(0)
        self.student.japanese.data.copy_(rows)
        self.teacher.to(self.device).eval().requires_grad_(requires_grad=False)
        self.student.to(self.device)
        follow = get_ema_multi_avg_fn(self.args.follow)
        self.averaged = AveragedModel(self.student, multi_avg_fn=follow)

    @property
    def settled(self) -> Encoder:
        """The running mean of the student's weights: what is measured and saved."""
        network: Encoder = self.averaged.module
        return network

    def _targets(self) -> None:
        """Compute the teacher's vectors once for every text that has a place to keep or to go to."""
        learn = self.to_learn
        wanted = np.unique(
            np.concatenate(
                [
                    learn.english,
                    learn.denied[learn.denied >= 0],
                    learn.long.left,
                    learn.words.right,
                    learn.glossed.right,
                    learn.plain,
                ]
            )
        )
        self.row = np.zeros(len(self.number.lengths), np.int64)
        self.row[wanted] = np.arange(len(wanted))
        self.target = self.number.encode_all(self.teacher, wanted)
        self.held_english = self.embed([e for e, _ in self.held], net=self.teacher)
        self.near = self._neighbours(learn.english)
        self.say(f"{len(wanted)} teacher's vectors")

    def _neighbours(self, english: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return, for each English sentence, eight others that the teacher finds like it, yet not the same."""
        pool = np.unique(english)
        known = self.at(pool).half()
        found = np.empty((len(english), 8), np.int64)
        for at in range(0, len(english), 8192):
            near = self.at(english[at : at + 8192]).half() @ known.T
            best = near.masked_fill(near > 0.93, -1).topk(min(8, len(pool)), dim=1).indices.cpu().numpy()
            found[at : at + 8192] = np.resize(pool[best], (len(best), 8))
        return found

    def at(self, numbers: NDArray[np.int64]) -> torch.Tensor:
        """Return the teacher's vectors of these texts."""
        return self.target[torch.from_numpy(self.row[numbers]).to(self.device)].float()

    def embed(self, texts: Sequence[str], net: Encoder | None = None) -> NDArray[np.float32]:
        """Return unit vectors of any texts."""
        bank = Texts()
        numbers = np.array([bank(t) for t in texts])
        rows = [self.pieces.ids(t) for t in bank._numbers]  # noqa: SLF001
        bank.lengths = np.array([len(r) for r in rows])
        bank.device = self.device
        bank._starts = torch.tensor(np.concatenate([[0], np.cumsum(bank.lengths)[:-1]])).to(self.device)  # noqa: SLF001
        bank._flat = torch.tensor([i for r in rows for i in r], dtype=torch.int32).to(self.device)  # noqa: SLF001
        bank._lengths = torch.tensor(bank.lengths).to(self.device)  # noqa: SLF001
        made: NDArray[np.float32] = bank.encode_all(net or self.settled, numbers).float().cpu().numpy()
        return made

    def loss(self, progress: float) -> torch.Tensor:
        """Return the loss of one batch drawn from every lesson."""
        learn, args = self.to_learn, self.args
        size = lambda n: max(4, int(n * args.scale))  # noqa: E731
        pick = self.dice.integers(0, len(learn.english), size(args.pairs))
        ja = np.where(
            (self.dice.random(len(pick)) < 0.25) & (learn.casual[pick] >= 0), learn.casual[pick], learn.japanese[pick]
        )
        kept = learn.english[pick]
        denied = learn.denied[pick][learn.denied[pick] >= 0]
        wrong = denied
        if not args.no_near:
            near = self.near[pick, self.dice.integers(0, self.near.shape[1], len(pick))]
            wrong = np.concatenate([denied, near])
        parts: dict[str, NDArray[np.int64]] = {
            "ja": ja,
            "kept": kept,
            "plain": self.dice.choice(learn.plain, size(192)),
        }
        chosen = {
            name: self.dice.integers(0, len(p.left), size(n))
            for name, p, n in (
                ("long", learn.long, 320),
                ("words", learn.words, 384),
                ("glossed", learn.glossed, 320),
                ("restated", learn.restated, 320),
                ("like", learn.like, 192),
            )
        }
        parts |= {
            "long": learn.long.right[chosen["long"]],
            "long_en": learn.long.left[chosen["long"][: size(96)]],
            "word": learn.words.left[chosen["words"]],
            "glossed": learn.glossed.left[chosen["glossed"]],
            "restated": learn.restated.left[chosen["restated"]],
            "stated": learn.restated.right[chosen["restated"]],
            "like": learn.like.left[chosen["like"]],
            "alike": learn.like.right[chosen["like"]],
        }
        asks = {
            name: self.dice.integers(0, len(p.left), size(SIZES[name])) for name, p in learn.ask.items() if args.ask > 0
        }
        for name, i in asks.items():
            pairs = learn.ask[name]
            parts |= {name + "?": pairs.left[i], name + "!": pairs.right[i]}
            if pairs.hard is not None:
                parts[name + "x"] = pairs.hard[i, self.dice.integers(0, pairs.hard.shape[1], len(i))]
        names = list(parts)
        vectors = dict(
            zip(
                names,
                self.number.encode(self.student, np.concatenate([parts[n] for n in names]), drop=args.drop).split(
                    [len(parts[n]) for n in names]
                ),
                strict=True,
            )
        )
        english = self.at(learn.english[pick])
        order_no = learn.english[pick]
        loss = 4 * far(vectors["ja"], english) + 0.3 * contrast(
            vectors["ja"], english, self.at(wrong), ja, order_no, scale=20
        )
        loss = loss + args.meet * contrast(
            vectors["ja"], vectors["kept"], self.at(wrong), ja, order_no, scale=args.sharp_meet
        )
        longs = self.at(learn.long.left[chosen["long"]])
        loss = (
            loss
            + 1.5 * far(vectors["long"], longs)
            + 0.1 * contrast(vectors["long"], longs, None, parts["long"], learn.long.left[chosen["long"]], scale=20)
        )
        loss = loss + far(vectors["word"], self.at(learn.words.right[chosen["words"]]))
        loss = loss + (args.gloss * (1 - progress) + 0.1) * far(
            vectors["glossed"], self.at(learn.glossed.right[chosen["glossed"]])
        )
        loss = loss + args.keep * (
            far(vectors["kept"], self.at(kept))
            + far(vectors["plain"], self.at(parts["plain"]))
            + far(vectors["long_en"], self.at(parts["long_en"]))
        )
        loss = loss + 0.1 * contrast(
            vectors["restated"], vectors["stated"], None, parts["restated"], parts["stated"], scale=20
        )
        score = torch.from_numpy(learn.score[chosen["like"]]).to(self.device)
        cosines = (vectors["like"] * vectors["alike"]).sum(1)
        loss = loss + 2 * functions.mse_loss(cosines, score) + 0.03 * ranked(cosines, score)
        for name in asks:
            loss = loss + args.ask * contrast(
                vectors[name + "?"],
                vectors[name + "!"],
                vectors.get(name + "x"),
                parts[name + "?"],
                parts[name + "!"],
                scale=args.sharp,
            )
        return loss

    def mine(self) -> None:
        """Find, for each question, texts that look like its answer and are not."""
        for pairs in self.to_learn.ask.values():
            pool = np.unique(pairs.right)
            pool = self.dice.permutation(pool)[:120_000]
            known = self.number.encode_all(self.student, pool)
            hard = np.zeros((len(pairs.left), 4), np.int64)
            for at in range(0, len(pairs.left), 8192):
                some = slice(at, at + 8192)
                query = self.number.encode_all(self.student, pairs.left[some])
                answer = self.number.encode_all(self.student, pairs.right[some])
                near = query @ known.T
                limit = (query * answer).sum(1, keepdim=True) * 0.95
                near = near.masked_fill(near > limit, -1)
                best = near.topk(min(40, len(pool)), dim=1).indices.cpu().numpy()
                column = self.dice.integers(0, best.shape[1], (len(best), 4))
                hard[some] = pool[np.take_along_axis(best, column, 1)]
            pairs.hard = hard
        self.say("hard negatives mined")

    def look(self, step: int) -> dict[str, Any]:
        """Return the figures at this step; a fault in measuring is reported and does not end the run."""
        try:
            return {"step": step, **self.figures()}
        except (ArithmeticError, LookupError, RuntimeError, TypeError, ValueError) as exc:
            return {"step": step, "fault": repr(exc)}

    def figures(self) -> dict[str, Any]:
        """Return the student's figures on what was held out and on the evaluation sets, where they are given."""
        found: dict[str, Any] = measure.translation(self.embed, self.held, self.held_english)
        found["held_replies"] = measure.answers(self.embed, self.held_dialogues)
        if self.args.evaluation:
            found["jsts"] = measure.similarity(self.embed, self.args.evaluation / "jsts_valid.json")
            found["ja_dev"] = measure.hits(self.embed, self.args.evaluation / "omoide_ja_dev_retrieval.json")
            found["locomo"] = measure.hits(self.embed, self.args.evaluation / "locomo_retrieval.json")
        return found

    def train(self) -> None:
        """Run all steps, look now and then, save at the end and half-way."""
        args, student = self.args, self.student
        body = [p for n, p in student.named_parameters() if n not in {"japanese", "english"}]
        groups = [
            {"params": [student.japanese], "lr": 2e-3, "weight_decay": 0.0},
            {"params": body, "lr": args.rate, "weight_decay": 0.01},
        ]
        optimiser = torch.optim.AdamW(groups, betas=(0.9, 0.98), fused=self.device == "cuda")
        peaks = [g["lr"] for g in groups]
        steps, began, looked, mine_at = args.steps, time.time(), time.time(), [] if args.no_hard else [0.4, 0.75]
        step, history, progress = 0, [], 0.0
        while progress < 1:
            if step == 40:
                self.say(f"{(time.time() - self.speed_mark) / 30 * 1000:.0f} ms a step")
            if step == 10:
                self.speed_mark = time.time()
            if mine_at and args.ask > 0 and progress > mine_at[0]:
                self.mine()
                mine_at = mine_at[1:]
            for group, peak in zip(optimiser.param_groups, peaks, strict=True):
                group["lr"] = peak * min(1, (step + 1) / 200) * max(0.01, 0.5 * (1 + math.cos(math.pi * progress)))
            loss = self.loss(progress)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_([student.japanese, *body], 1.0)
            optimiser.step()
            if step % 4 == 0:
                self.averaged.update_parameters(student)
            step += 1
            if step in args.save_at:
                self.save(history, name=f"{args.name}_{step}")
            progress = step / steps if steps else (time.time() - began) / args.seconds
            if time.time() - looked > args.look and progress < 0.97:
                history.append(self.look(step))
                self.say(f"step {step} loss {loss.item():.2f} {short(history[-1])}")
                self.save(history)
                looked = time.time()
        history.append(self.look(step))
        self.say(f"END step {step} {short(history[-1])}")
        self.save(history)

    def save(self, history: list[dict[str, Any]], *, name: str = "") -> None:
        """Write the figures, and the weights in parts that are small enough to travel."""
        out: Path = self.args.out
        name = name or self.args.name
        out.mkdir(parents=True, exist_ok=True)
        (self.args.figures or out).mkdir(parents=True, exist_ok=True)
        ((self.args.figures or out) / f"{name}.json").write_text(
            json.dumps({"options": {k: str(v) for k, v in vars(self.args).items()}, "history": history}, indent=1)
        )
        if self.args.weights:
            state = {k: v.detach().half().cpu().numpy() for k, v in self.settled.state_dict().items()}
            del state["english"]
            rows = state.pop("japanese")
            names = sorted(state)
            half = len(names) // 2
            for i, part in enumerate(np.array_split(rows, math.ceil(rows.nbytes / 15e6))):
                np.save(out / f"{name}_rows_{i}.npy", part)
            np.savez(out / f"{name}_body_0.npz", **{k: state[k] for k in names[:half]})
            np.savez(out / f"{name}_body_1.npz", **{k: state[k] for k in names[half:]})


def short(figures: dict[str, Any]) -> str:
    """Return the figures in one line."""
    return " ".join(
        f"{k}[" + " ".join(f"{a[:9]}={b:.3f}" for a, b in v.items()) + "]"
        if isinstance(v, dict)
        else f"{k}={v:.3f}"
        if isinstance(v, float)
        else f"{k}={v}"
        for k, v in figures.items()
        if k != "step"
    )


def main() -> None:
    """Read the options and train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("data", "teacher", "tokenizers", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--evaluation", type=Path, help="folder of the evaluation sets, for looking only")
    parser.add_argument("--figures", type=Path, help="folder for the figures, where not beside the weights")
    parser.add_argument("--name", default="student")
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=400)
    parser.add_argument("--look", type=float, default=100, help="seconds between two looks at the figures")
    parser.add_argument("--save-at", type=int, nargs="*", default=[], help="steps whose weights are kept as NAME_STEP")
    parser.add_argument("--scale", type=float, default=1.0, help="of all batch sizes")
    parser.add_argument("--ask", type=float, default=0.2, help="weight of each question-to-answer contrast")
    parser.add_argument("--sharp", type=float, default=20.0, help="inverse temperature of those contrasts")
    parser.add_argument("--keep", type=float, default=4.0, help="weight of English staying where the teacher has it")
    parser.add_argument("--gloss", type=float, default=0.8, help="first weight of word-by-word glosses")
    parser.add_argument("--drop", type=float, default=0.04, help="share of Japanese ids hidden in training")
    parser.add_argument("--rate", type=float, default=2e-4)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument(
        "--follow", type=float, default=0.99, help="how slowly the mean of the weights follows, each 4 steps"
    )
    parser.add_argument("--meet", type=float, default=0.3, help="weight of ja-en contrast where English may move too")
    parser.add_argument("--sharp-meet", type=float, default=20.0, help="inverse temperature of that contrast")
    parser.add_argument("--pairs", type=int, default=2048, help="sentence pairs a step")
    parser.add_argument("--no-near", action="store_true", help="no like English sentences as wrong translations")
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--order", type=int, default=7, help="seed of the order of the lessons; weights begin alike")
    parser.add_argument("--no-hard", action="store_true", help="no mined hard negatives")
    parser.add_argument("--weights", action="store_true", help="save the weights, not only the figures")
    args = parser.parse_args()
    args.began = time.time()
    Run(args).train()


if __name__ == "__main__":
    main()
