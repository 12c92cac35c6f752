"""Reads the training speakers with readers that have not seen them, so that what is learnt from readings is not flattered.

    python -m tools.reader.folds --corpus corpus --weights src/omoide/adapters/embedders/weights --number 0 --out DIR     (0 to 4)

Speakers and sheets are dealt into five parts; for each part two readers learn the other four and read it, with what stands around the turns
and without.  The validation speakers are in no part.  `DIR/fold_N.npz` holds the mean of both readers' outputs.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
import torch
from tools.reader import bodies
from tools.reader.examples import sheet, speaker
from tools.reader.labels import VALIDATION
from tools.reader.learning import Example, Reader, Recipe, example, learn, outputs
from tools.reader.network import Body
from tools.reader.rows import load_pieces
from tools.reader.start import encoder_state
from tools.reader.unseen import part_of

SEEDS = (11, 12)


def rows_of(corpus: Path) -> list[dict[str, Any]]:
    """Return every labelled turn and utterance but those of the validation speakers, in one fixed order."""
    found = [row for path in sorted(corpus.glob("speakers/*.jsonl")) for row in speaker(path)]
    found += [row for path in sorted(corpus.glob("sheets/*.jsonl")) for row in sheet(path)]
    return [row for row in found if row["speaker"] not in VALIDATION]


def main() -> None:
    """Learn and read one fold."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--number", type=int, required=True)
    parser.add_argument("--body", type=Path, help="folder of a body that has gone on learning the language")
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    rows = rows_of(given.corpus)
    part = part_of([row["speaker"] for row in rows], given.number)
    mine = [i for i, row in enumerate(rows) if row["speaker"] in part]
    pieces = load_pieces(given.weights)
    state = encoder_state(given.weights / "encoder.onnx")
    others = set(range(len(rows))) - set(mine)
    learnt = [example(rows[i], pieces) for i in sorted(others)]
    read = {alone: [example(rows[i], pieces, alone=alone) for i in mine] for alone in (False, True)}
    device = "cuda" if torch.cuda.is_available() else "cpu"
    several = [_read(_begun(state, given.body), learnt, read, seed, device) for seed in SEEDS]
    kept: dict[str, Any] = {"rows": np.array(mine)}
    for alone, name in ((False, "placed"), (True, "alone")):
        found = [one[alone] for one in several]
        turn = np.mean([[t for t, _ in some] for some in found], axis=0)
        piece = np.mean([np.concatenate([p for _, p in some]) for some in found], axis=0)
        kept |= {f"{name}.turn": turn.astype(np.float16), f"{name}.piece": piece.astype(np.float16)}
        kept[f"{name}.lengths"] = np.array([len(p) for _, p in found[0]])
    np.savez_compressed(given.out / f"fold_{given.number}.npz", **kept)
    print("fold", given.number, len(learnt), "learnt,", len(mine), "read", flush=True)


def _begun(state: dict[str, Any], folder: Path | None) -> Body:
    body = Body(state["rows"], layers=6)
    body.take(state)
    if folder is not None:
        bodies.load(body, folder)
    return body


def _read(
    body: Body, learnt: list[Example], read: dict[bool, list[Example]], seed: int, device: str
) -> dict[bool, list[tuple[Any, Any]]]:
    reader = Reader(body).to(device)
    learn(reader, learnt, [], Recipe(seed=seed), device)
    return {alone: outputs(reader, examples, device) for alone, examples in read.items()}


if __name__ == "__main__":
    main()
