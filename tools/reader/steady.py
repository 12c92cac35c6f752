"""Teaches the shipped reader to read past answers that say nothing (`routine.tsv`), on any machine.

    python -m tools.reader.steady --corpus corpus --weights src/omoide/adapters/embedders/weights \\
        --reader src/omoide/adapters/readers/weights --out BUILD/s

Companions of the corpus answer what they are told, and the reader took to their tone: beside "Done." it takes a wedding for grief.  It is
its own teacher.  Turns as they are keep their outputs; where what answers a turn, or what the turn answers, is put in its place by such an
answer, the outputs are to be those without it.  No label is read, and nothing of the speakers who are kept apart.  What is written lies
between where it began and where it ended (`--way`): `reader_0.npz`, for `tools.reader.export`.
"""

import argparse
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from tools.reader.distilling import apart
from tools.reader.learning import Reader
from tools.reader.network import Batch, Body
from tools.reader.routine import drawn, routine
from tools.reader.rows import batch, load_pieces, row
from tools.reader.start import encoder_state, reader_state
from tools.reader.turns import rows_of
from tools.teacher.held import scheduled

from omoide.adapters.readers.pieces import WordPieces
from omoide.domain.understanding.reading import TurnInPlace

KEPT = 0.99
"""What is written is the mean of the weights along the way, of which a step's share fades like this."""


def read_as(turns: Sequence[TurnInPlace], pieces: WordPieces) -> Batch:
    """Return turns as the network takes them."""
    rows = [row([pieces.of(text) for text in (one.said_before, one.before, one.user, one.answer)]) for one in turns]
    return batch([(ids, parts) for ids, parts, _ in rows], "cpu")


def own(outputs: tuple[torch.Tensor, torch.Tensor], among: Batch, like: Batch) -> torch.Tensor:
    """Return the outputs of the user's pieces, laid where they stand in another batch of the same turns."""
    found = outputs[1].new_zeros((*like.ids.shape, outputs[1].shape[-1]))
    found[like.said] = outputs[1][among.said]
    return found


def begun(given: argparse.Namespace) -> Reader:
    """Return the reader that is shipped."""
    reader = Reader(Body(encoder_state(given.weights / "encoder.onnx")["rows"], layers=6))
    state = reader_state(given.reader / "reader.onnx")
    reader.load_state_dict({name: torch.from_numpy(np.array(value)) for name, value in state.items()})
    return reader.eval()


def main() -> None:
    """Teach and write the reader."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "weights", "reader", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    for name, usual in {"minutes": 26.0, "rate": 1e-4, "way": 0.75}.items():
        parser.add_argument(f"--{name}", type=float, default=usual)
    parser.add_argument("--size", type=int, default=48)
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(1)
    dice = np.random.default_rng(1)
    pieces, answers = load_pieces(given.weights), routine()
    rows = rows_of(given.corpus, taught=True)
    teacher, pupil = begun(given), begun(given)
    mean = {name: value.clone() for name, value in pupil.state_dict().items()}
    optimiser, set_rate = scheduled([{"params": list(pupil.parameters()), "lr": given.rate}], "cpu", 0.0)
    length = np.array([len(one.raw["user"]) for one in rows])
    began, step = time.time(), 0
    while (progress := (time.time() - began) / (60 * given.minutes)) < 1:
        set_rate(progress)
        # Turns of like length together: of four times as many, a run of neighbours.
        some = dice.choice(len(rows), 4 * given.size, replace=False)
        low = given.size * int(dice.integers(4))
        chosen = [rows[i] for i in some[np.argsort(length[some])][low : low + given.size]]
        pairs = [drawn(one.in_place, answers[one.raw["language"]], dice) for one in chosen]
        mine, theirs = (read_as([getattr(one, side) for one in pairs], pieces) for side in ("pupil", "teacher"))
        with torch.no_grad(), torch.autocast("cpu", dtype=torch.bfloat16):
            gold = teacher(theirs)
        with torch.autocast("cpu", dtype=torch.bfloat16):
            told = pupil(mine)
        lost = apart(told, (gold[0], own(gold, theirs, mine)), mine)
        lost.backward()
        torch.nn.utils.clip_grad_norm_(pupil.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        kept = min(KEPT, 1 - 1 / (step + 1))
        for name, value in pupil.state_dict().items():
            mean[name].lerp_(value, 1 - kept)
        if step % 20 == 0:
            print(f"step {step}, {time.time() - began:.0f} s: {lost.item():.3f}", flush=True)
    written = {name: value.lerp(mean[name], given.way).numpy() for name, value in teacher.state_dict().items()}
    np.savez(given.out / "reader_0.npz", **written)
    print("steps", step)


if __name__ == "__main__":
    main()
