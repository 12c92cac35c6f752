"""Teaches one reader what several agree on: their mean outputs over free talk, beside the corpus' own labels."""

import json
import lzma
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as functions
from tools.reader.learning import MARKED, OF_PIECE, OF_TURN, WEIGHT, Example, Reader, example, loss, together
from tools.reader.network import Batch

from omoide.adapters.readers.pieces import WordPieces

CHOSEN_OF = {**dict.fromkeys(("attribute", "op", "about", "polarity"), 0.3), **dict.fromkeys(MARKED, 2.0)}
FREE = {
    "speaker": "free",
    "language": "",
    "id": "",
    "valence": "neutral",
    "arousal": 0,
    "intensity": 0,
    "tags": [],
    "category": "casual",
}
EMPTY = {"entities": [], "traps": [], "beliefs": []}


def free_turns(path: Path, pieces: WordPieces, *, every: int) -> list[Example]:
    """Return turns of free talk as examples whose labels mean nothing."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        free = json.load(file)
    found = []
    for number, talk in enumerate(free["dialogues"]):
        around = ["", "", *talk, ""]
        for i in range(2 + number % every, len(around) - 1, every):
            parts = dict(zip(("said_before", "before", "user", "answer"), around[i - 2 : i + 2], strict=True))
            found.append(example({**FREE, **EMPTY, **parts}, pieces))
    alone = [*free["sentences"][::every], *(text for text, _ in free["goemotions"][::every])]
    found += [
        example({**FREE, **EMPTY, "said_before": "", "before": "", "user": text, "answer": ""}, pieces)
        for text in alone
    ]
    return found


@torch.no_grad()
def agreed(teachers: Sequence[Reader], batch: Batch, device: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the mean of the teachers' outputs."""
    with torch.autocast(device, dtype=torch.bfloat16):
        several = [teacher(batch) for teacher in teachers]
    return torch.stack([turn for turn, _ in several]).mean(0), torch.stack([piece for _, piece in several]).mean(0)


def apart(
    mine: tuple[torch.Tensor, torch.Tensor], theirs: tuple[torch.Tensor, torch.Tensor], batch: Batch
) -> torch.Tensor:
    """Return how far a reader's outputs are from the teachers'."""
    turn, piece = mine
    gold, marks = theirs
    total = turn.new_zeros(())
    for name in ("valence", "category"):
        part = OF_TURN[name]
        total = total + WEIGHT[name] * functions.cross_entropy(turn[:, part], gold[:, part].softmax(-1))
    for name in ("arousal", "intensity"):
        total = total + WEIGHT[name] * functions.mse_loss(turn[:, OF_TURN[name]], gold[:, OF_TURN[name]])
    for name in ("tags", "traps", "kinds"):
        part = OF_TURN[name]
        total = total + WEIGHT[name] * functions.binary_cross_entropy_with_logits(
            turn[:, part], gold[:, part].sigmoid()
        )
    said = batch.said
    mine_said, gold_said = piece[said], marks[said]
    for name, weight in CHOSEN_OF.items():
        part = OF_PIECE[name]
        total = total + weight * functions.cross_entropy(mine_said[:, part], gold_said[:, part].softmax(-1))
    part = OF_PIECE["explicit"]
    return total + 0.3 * functions.binary_cross_entropy_with_logits(mine_said[:, part], gold_said[:, part].sigmoid())


def distil(
    reader: Reader,
    teachers: Sequence[Reader],
    labelled: Sequence[Example],
    free: Sequence[Example],
    *,
    device: str,
    seconds: float,
    size: int = 192,
) -> None:
    """Teach the reader for so long; each step sees free talk and some of the corpus."""
    dice = np.random.default_rng(9)
    torch.manual_seed(9)
    groups = [
        {"params": list(reader.body.parameters()), "lr": 3e-4},
        {"params": list(reader.heads.parameters()), "lr": 1e-3},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.02, betas=(0.9, 0.98), fused=device == "cuda")
    peaks = [group["lr"] for group in optimiser.param_groups]
    order = sorted(range(len(free)), key=lambda i: len(free[i].ids))
    began, progress, step = time.time(), 0.0, 0
    reader.train()
    while progress < 1:
        for group, peak in zip(optimiser.param_groups, peaks, strict=True):
            group["lr"] = peak * min(1, (step + 1) / 60) * (1 - progress)
        low = int(dice.integers(0, max(1, len(order) - size)))
        batch = together([free[i] for i in order[low : low + size]], device)
        some = [labelled[i] for i in dice.integers(0, len(labelled), 48)]
        known = together(some, device)
        theirs, ours = agreed(teachers, batch, device), agreed(teachers, known, device)
        with torch.autocast(device, dtype=torch.bfloat16):
            mine, also = reader(batch), reader(known)
        lost = apart(mine, theirs, batch) + apart(also, ours, known) + 0.5 * loss(*also, some, WEIGHT)
        lost.backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        optimiser.step()
        optimiser.zero_grad(set_to_none=True)
        step += 1
        progress = (time.time() - began) / seconds
        if step % 100 == 0:
            print(f"step {step}: {lost.item():.3f}", flush=True)
    reader.eval()
