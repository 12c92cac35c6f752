"""Examples as tensors, the losses, and one run of learning."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
import torch.nn.functional as functions
from tools.reader import rows as reading
from tools.reader.labels import KINDS, TOKEN, TURN, VALENCES, slices
from tools.reader.network import USER, Batch, Body, Heads
from tools.reader.targets import Target, target
from torch import nn

OF_TURN, OF_PIECE = slices(TURN), slices(TOKEN)
MARKED = [*(f"value.{kind}" for kind in KINDS), "entity", "time", "subject"]


@dataclass(slots=True)
class Example:
    """One turn as pieces, with what it should be read as."""

    row: dict[str, Any]
    ids: list[int]
    parts: list[int]
    said: list[reading.WordPiece]
    target: Target

    @property
    def first(self) -> int:
        """Return the place of the turn's first piece in the row."""
        return self.parts.index(USER)


def example(row: dict[str, Any], pieces: reading.WordPieces, *, alone: bool = False) -> Example:
    """Return a row of the corpus as an example; `alone` without what stands around it."""
    around = [] if alone else [row["said_before"], row["before"]]
    parts = [*(pieces.of(text) for text in around), *([[]] * (2 - len(around)))]
    parts += [pieces.of(row["user"]), [] if alone else pieces.of(row["answer"])]
    ids, which, said = reading.row(parts)
    return Example(row, ids, which, said, target(row, said))


class Reader(nn.Module):
    """Body and heads."""

    def __init__(self, body: Body) -> None:
        super().__init__()
        self.body, self.heads = body, Heads()

    def forward(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """Return the turn's outputs and each piece's."""
        x = self.body(batch)
        return self.heads(x, batch)


def together(examples: Sequence[Example], device: str) -> Batch:
    """Return examples as a batch."""
    return reading.batch([(one.ids, one.parts) for one in examples], device)


def loss(
    turn: torch.Tensor, piece: torch.Tensor, examples: Sequence[Example], weight: dict[str, float]
) -> torch.Tensor:
    """Return how wrong the outputs are, summed over what is read."""
    device = turn.device

    def gold(name: str) -> torch.Tensor:
        return torch.tensor(np.array([getattr(one.target, name) for one in examples])).to(device)

    total = weight["valence"] * functions.cross_entropy(
        turn[:, OF_TURN["valence"]], gold("valence"), label_smoothing=0.05
    )
    total = total + weight["balance"] * _out_of_balance(
        turn[:, OF_TURN["valence"]], gold("valence"), gold("intensity").float()
    )
    total = total + weight["category"] * functions.cross_entropy(
        turn[:, OF_TURN["category"]], gold("category"), label_smoothing=0.05
    )
    for name in ("arousal", "intensity"):
        total = total + weight[name] * functions.mse_loss(turn[:, OF_TURN[name]].squeeze(1), gold(name).float())
    for name in ("tags", "traps", "kinds"):
        total = total + weight[name] * functions.binary_cross_entropy_with_logits(turn[:, OF_TURN[name]], gold(name))
    return total + _marks(piece, examples, weight) + _spans(piece, examples, weight)


def _out_of_balance(scores: torch.Tensor, valence: torch.Tensor, intensity: torch.Tensor) -> torch.Tensor:
    """Return how far good and bad are taken for each other; more where it matters."""
    chances = scores.float().softmax(-1)
    good, bad = VALENCES.index("positive"), VALENCES.index("negative")
    wanted = (valence == good).float() - (valence == bad).float()
    return ((0.5 + intensity) * (chances[:, good] - chances[:, bad] - wanted) ** 2).mean()


def _marks(piece: torch.Tensor, examples: Sequence[Example], weight: dict[str, float]) -> torch.Tensor:
    total = piece.new_zeros(())
    for name in MARKED:
        gold = torch.full(piece.shape[:2], -100)
        for i, one in enumerate(examples):
            gold[i, one.first : one.first + len(one.said)] = torch.from_numpy(one.target.marks[name])
        part = piece[:, :, OF_PIECE[name]]
        rare = torch.full((part.shape[-1],), weight["rare"], device=piece.device)
        rare[0] = 1
        total = total + weight["marks"] * functions.cross_entropy(
            part.flatten(0, 1), gold.flatten().to(piece.device), rare, ignore_index=-100
        )
    return total


def _spans(piece: torch.Tensor, examples: Sequence[Example], weight: dict[str, float]) -> torch.Tensor:
    places = [(i, one.first, belief) for i, one in enumerate(examples) for belief in one.target.beliefs]
    if not places:
        return piece.new_zeros(())
    means = torch.stack([piece[i, first + b.low : first + b.high].mean(0) for i, first, b in places])
    total = piece.new_zeros(())
    for name in ("attribute", "op", "about", "polarity"):
        gold = torch.tensor([getattr(b, name) for _, _, b in places]).to(piece.device)
        if (gold >= 0).any():
            total = total + weight["spans"] * functions.cross_entropy(means[:, OF_PIECE[name]], gold, ignore_index=-1)
    gold = torch.tensor([b.explicit for _, _, b in places]).to(piece.device)
    if (gold >= 0).any():
        logits = means[:, OF_PIECE["explicit"]].squeeze(1)[gold >= 0]
        total = total + weight["spans"] * functions.binary_cross_entropy_with_logits(logits, gold[gold >= 0].float())
    return total


WEIGHT = {
    "valence": 1.0,
    "balance": 0.5,
    "category": 0.6,
    "arousal": 6.0,
    "intensity": 8.0,
    "tags": 6.0,
    "traps": 2.0,
    "kinds": 2.0,
    "marks": 3.0,
    "spans": 0.8,
    "rare": 3.0,
}
"""What a part counts; `rare`: a marked piece against one that is not."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How long and how fast."""

    epochs: int = 12
    size: int = 64
    rate: float = 2e-4
    heads_rate: float = 8e-4
    drop: float = 0.1
    """Share of the pieces hidden while learning."""
    felt: float = 0.3
    """What sentences count of which only the feeling is known."""
    weight: dict[str, float] = field(default_factory=dict)
    """What counts otherwise than in `WEIGHT`."""
    seed: int = 1


def learn(reader: Reader, examples: Sequence[Example], felt: Sequence[Example], recipe: Recipe, device: str) -> None:
    """Teach the reader the examples, and beside them sentences of which only the feeling is known."""
    torch.manual_seed(recipe.seed)
    dice = np.random.default_rng(recipe.seed)
    groups = [
        {"params": list(reader.body.parameters()), "lr": recipe.rate},
        {"params": list(reader.heads.parameters()), "lr": recipe.heads_rate},
    ]
    optimiser = torch.optim.AdamW(groups, weight_decay=0.02, betas=(0.9, 0.98), fused=device == "cuda")
    peaks = [group["lr"] for group in optimiser.param_groups]
    steps = recipe.epochs * math.ceil(len(examples) / recipe.size)
    step = 0
    reader.train()
    for _ in range(recipe.epochs):
        for some in _shuffled(examples, recipe.size, dice):
            for group, peak in zip(optimiser.param_groups, peaks, strict=True):
                group["lr"] = peak * min(1, (step + 1) / (0.08 * steps)) * max(0, 1 - step / steps)
            batch = _hidden(together(some, device), recipe.drop)
            with torch.autocast(device, dtype=torch.bfloat16):
                turn, piece = reader(batch)
            lost = loss(turn, piece, some, WEIGHT | recipe.weight)
            if felt and recipe.felt:
                others = [felt[i] for i in dice.integers(0, len(felt), recipe.size // 2)]
                lost = lost + recipe.felt * _feeling(reader, others, device)
            lost.backward()
            torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
            optimiser.step()
            optimiser.zero_grad(set_to_none=True)
            step += 1
    reader.eval()


def _feeling(reader: Reader, examples: Sequence[Example], device: str) -> torch.Tensor:
    with torch.autocast(device, dtype=torch.bfloat16):
        turn, _ = reader(together(examples, device))
    valence = torch.tensor([one.target.valence for one in examples]).to(device)
    tags = torch.tensor(np.stack([one.target.tags for one in examples])).to(device)
    lost = functions.cross_entropy(turn[:, OF_TURN["valence"]], valence, label_smoothing=0.05)
    return lost + 2 * functions.binary_cross_entropy_with_logits(turn[:, OF_TURN["tags"]], tags)


def _shuffled(examples: Sequence[Example], size: int, dice: np.random.Generator) -> list[list[Example]]:
    """Return batches of like length in random order."""
    order = dice.permutation(len(examples))
    order = sorted(order, key=lambda i: len(examples[i].ids) // 12)
    batches = [[examples[i] for i in order[at : at + size]] for at in range(0, len(order), size)]
    return [batches[i] for i in dice.permutation(len(batches))]


def _hidden(batch: Batch, share: float) -> Batch:
    free = batch.there & (batch.ids != 101) & (batch.ids != 102)
    chosen = free & (torch.rand(batch.ids.shape, device=batch.ids.device) < share)
    return Batch(torch.where(chosen, 103, batch.ids), batch.parts, batch.lengths)


@torch.no_grad()
def outputs(reader: Reader, examples: Sequence[Example], device: str) -> list[tuple[Any, Any]]:
    """Return for each example the turn's outputs and those of the turn's own pieces."""
    found: list[tuple[Any, Any]] = []
    for at in range(0, len(examples), 256):
        some = examples[at : at + 256]
        with torch.autocast(device, dtype=torch.bfloat16):
            turn, piece = reader(together(some, device))
        turn, piece = turn.cpu().numpy(), piece.cpu().numpy()
        found += [(turn[i], piece[i, one.first : one.first + len(one.said)]) for i, one in enumerate(some)]
    return found
