"""Trains readers on the corpus and reads them on speakers they have not seen; trials first, then the reader that is shipped.

    python -m tools.reader.train trials --examples BUILD/examples.json.xz --weights src/omoide/adapters/embedders/weights \\
        --plan PLAN.json --out DIR
    python -m tools.reader.train teacher --examples … --weights … --number 0 [--layers 12] --out DIR     (0 to 3)
    python -m tools.reader.train final --examples … --weights … --free BUILD/free.json.xz --out DIR

A plan is a list of trials: {"name", "body": folder or "", "layers", "speakers": how many (0: all), "sheets": true, "seeds": 1, recipe…}.
Teachers learn from all but the validation speakers; `final` lets them read free talk and teaches one reader what they agree on, beside the
corpus.
"""

import argparse
import json
import lzma
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tools.reader import bodies, measure
from tools.reader.distilling import distil, free_turns
from tools.reader.labels import VALIDATION
from tools.reader.learning import Example, Reader, Recipe, example, learn, outputs
from tools.reader.network import Body
from tools.reader.rows import load_pieces
from tools.reader.start import encoder_state


class Bench:
    """Everything the trials share."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.device = "cuda" if torch.cuda.is_available() else "cpu"
        self.state = encoder_state(given.weights / "encoder.onnx")
        self.pieces = load_pieces(given.weights)
        with lzma.open(given.examples, "rt", encoding="utf-8") as file:
            rows = json.load(file)[:: given.every]
        everything = [example(row, self.pieces) for row in rows]
        self.felt = [one for one in everything if one.row["speaker"] == "goemotions"]
        self.all = [one for one in everything if one.row["speaker"] != "goemotions"]
        self.validation = [one for one in self.all if one.row["speaker"] in VALIDATION]
        self.part = [one for one in self.all if one.row["speaker"] not in VALIDATION]
        print(
            len(self.all),
            "examples,",
            len(self.validation),
            "of them for validation;",
            len(self.felt),
            "felt",
            flush=True,
        )

    def begun(self, trial: dict[str, Any]) -> Reader:
        """Return a reader that has learnt nothing of the corpus yet."""
        body = Body(self.state["rows"], layers=trial.get("layers", 6))
        if trial.get("body"):
            bodies.load(body, Path(trial["body"]))
        else:
            body.take(self.state)
        return Reader(body).to(self.device)

    def learnt(self, trial: dict[str, Any], part: list[Example], *, seed: int) -> Reader:
        """Return a reader that has learnt a part of the corpus."""
        reader = self.begun(trial)
        learn(reader, part, self.felt, recipe(trial, seed), self.device)
        return reader

    def chosen(self, trial: dict[str, Any]) -> list[Example]:
        """Return what a trial learns from."""
        names = sorted({one.row["speaker"] for one in self.part})
        speakers = [name for name in names if not name.startswith("sheet-")]
        if trial.get("speakers"):
            step = len(speakers) / trial["speakers"]
            speakers = [speakers[int(i * step)] for i in range(trial["speakers"])]
        kept = {*speakers, *(name for name in names if name.startswith("sheet-") and trial.get("sheets", True))}
        return [one for one in self.part if one.row["speaker"] in kept]


def recipe(trial: dict[str, Any], seed: int) -> Recipe:
    """Return how a trial learns."""
    known = ("epochs", "size", "rate", "heads_rate", "drop", "felt", "weight")
    return Recipe(**{k: trial[k] for k in known if k in trial}, seed=seed)


def keep(found: list[tuple[Any, Any]], path: Path) -> None:
    """Write a reader's outputs, to be looked at elsewhere."""
    pieces = np.concatenate([piece for _, piece in found]).astype(np.float16)
    lengths = np.array([len(piece) for _, piece in found])
    np.savez_compressed(
        path, turn=np.stack([turn for turn, _ in found]).astype(np.float16), piece=pieces, lengths=lengths
    )


def mean(several: list[list[tuple[Any, Any]]]) -> list[tuple[Any, Any]]:
    """Return the mean of several readers' outputs."""
    return [
        (np.mean([one[i][0] for one in several], axis=0), np.mean([one[i][1] for one in several], axis=0))
        for i in range(len(several[0]))
    ]


def said(name: str, read: Any, examples: list[Example], began: float) -> dict[str, Any]:
    """Print and return the figures of readings."""
    found = measure.figures(read, examples)
    print(f"== {name}: {time.time() - began:.0f} s", flush=True)
    for language, figures in found.items():
        print("  ", language, json.dumps(figures), flush=True)
    return found


def trials(bench: Bench, given: argparse.Namespace) -> None:
    """Run the plan."""
    results = {}
    for trial in json.loads(given.plan.read_text()):
        began = time.time()
        part = bench.chosen(trial)
        several = []
        for seed in range(trial.get("seeds", 1)):
            several.append(outputs(bench.learnt(trial, part, seed=seed + 1), bench.validation, bench.device))
            if trial.get("keep"):
                keep(several[-1], given.out / f"{trial['keep']}_{seed}.npz")
        read = measure.readings(mean(several), bench.validation)
        results[trial["name"]] = said(f"{trial['name']}, {len(part)} examples", read, bench.validation, began)
        (given.out / "trials.json").write_text(json.dumps(results, indent=1))


def teacher(bench: Bench, given: argparse.Namespace) -> None:
    """Train one of the readers that the final one learns from."""
    began = time.time()
    reader = bench.learnt({"layers": given.layers, "body": given.body}, bench.part, seed=given.number + 1)
    found = outputs(reader, bench.validation, bench.device)
    said(f"teacher {given.number}", measure.readings(found, bench.validation), bench.validation, began)
    path = given.out / f"teacher_{given.number}.pt"
    torch.save({"layers": given.layers, "state": reader.state_dict()}, path.with_suffix(".part"))
    path.with_suffix(".part").rename(path)


def final(bench: Bench, given: argparse.Namespace) -> None:
    """Teach the reader what the teachers agree on."""
    began = time.time()
    free = free_turns(given.free, bench.pieces, every=given.free_every) + bench.part
    print(f"{len(free)} turns of free talk, {time.time() - began:.0f} s", flush=True)
    paths = [given.out / f"teacher_{i}.pt" for i in range(given.teachers)]
    while not all(path.exists() for path in paths) and time.time() - began < given.patience:
        time.sleep(1)
    teachers = [_loaded(bench, path) for path in paths if path.exists()]
    several = [outputs(one, bench.validation, bench.device) for one in teachers]
    said(f"{len(teachers)} teachers", measure.readings(mean(several), bench.validation), bench.validation, began)
    reader = bench.begun({"body": given.body})
    distil(reader, teachers, bench.part, free, device=bench.device, seconds=given.seconds)
    state = {k: v.half().cpu().numpy() for k, v in reader.state_dict().items()}
    names = sorted(state)
    for i, part in enumerate((names[: len(names) // 2], names[len(names) // 2 :])):
        np.savez(given.out / f"reader_{i}.npz", **{k: state[k] for k in part})
    found = outputs(reader, bench.validation, bench.device)
    keep(found, given.out / "validation.npz")
    said("reader", measure.readings(found, bench.validation), bench.validation, began)


def _loaded(bench: Bench, path: Path) -> Reader:
    kept = torch.load(path, map_location=bench.device)
    reader = Reader(Body(bench.state["rows"], layers=kept["layers"])).to(bench.device)
    reader.load_state_dict(kept["state"])
    return reader.eval()


def main() -> None:
    """Read the options and run."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["trials", "teacher", "final"])
    for name in ("examples", "weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--plan", type=Path)
    parser.add_argument("--free", type=Path)
    parser.add_argument(
        "--body", type=Path, help="folder of a body that has gone on learning the language (`tools.reader.pretrain`)"
    )
    parser.add_argument("--free-every", type=int, default=4, help="read each n-th free turn only")
    parser.add_argument("--layers", type=int, default=6, help="of the teacher")
    parser.add_argument("--teachers", type=int, default=4)
    parser.add_argument("--patience", type=float, default=240, help="seconds to wait for the teachers")
    parser.add_argument("--seconds", type=float, default=130, help="of learning from the teachers")
    parser.add_argument("--number", type=int, default=0, help="of the teacher")
    parser.add_argument("--every", type=int, default=1)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    bench = Bench(given)
    {"trials": trials, "teacher": teacher, "final": final}[given.what](bench, given)


if __name__ == "__main__":
    main()
