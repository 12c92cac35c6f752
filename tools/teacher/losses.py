"""How far a reading is from its labels, or from the teacher's: dense numbers, no loops over rows."""

from dataclasses import dataclass

import torch
import torch.nn.functional as functions
from tools.reader.labels import OUTPUTS_OF_MARKS, TOKEN, TURN, slices
from tools.reader.learning import WEIGHT

OF_TURN, OF_PIECE = slices(TURN), slices(TOKEN)
OF_MARKS = slices({name: TOKEN[name] for name in OUTPUTS_OF_MARKS})
CHOSEN = ("attribute", "op", "about", "polarity")
SMOOTH = 0.05


@dataclass(slots=True)
class Labels:
    """What some rows should be read as."""

    turn: torch.Tensor
    """n × outputs of the turn; soft where two readers differ."""
    marks: torch.Tensor
    """pieces × outputs of the marks, each group summing to one."""
    beliefs: torch.Tensor
    """One a row: first and last piece (exclusive), attribute, op, about, polarity, explicit (-1: unknown), weight in halves."""
    is_full: torch.Tensor
    """Of rows that are not, only valence and tags are known."""
    owner: torch.Tensor
    """Which row each piece belongs to."""


def of_labels(turn: torch.Tensor, piece: torch.Tensor, gold: Labels, *, felt: float = 0.3) -> torch.Tensor:
    """Return how wrong outputs are."""
    full = gold.is_full.float()
    known = full + felt * (1 - full)
    total = WEIGHT["valence"] * _soft(turn, gold.turn, "valence", known)
    total = total + WEIGHT["balance"] * _out_of_balance(turn, gold.turn, full)
    total = total + WEIGHT["category"] * _soft(turn, gold.turn, "category", full)
    for name in ("arousal", "intensity"):
        apart = (turn[:, OF_TURN[name]] - gold.turn[:, OF_TURN[name]]).squeeze(1) ** 2
        total = total + WEIGHT[name] * _mean(apart, full)
    for name, weight in (("tags", known), ("traps", full), ("kinds", full)):
        part = OF_TURN[name]
        lost = functions.binary_cross_entropy_with_logits(turn[:, part], gold.turn[:, part], reduction="none").mean(1)
        total = total + WEIGHT[name] * _mean(lost, weight)
    return total + _marks(piece, gold, full) + _spans(piece, gold.beliefs)


def _mean(values: torch.Tensor, weight: torch.Tensor) -> torch.Tensor:
    return (values * weight).sum() / weight.sum().clamp(min=1)


def _soft(turn: torch.Tensor, gold: torch.Tensor, name: str, weight: torch.Tensor) -> torch.Tensor:
    wanted = gold[:, OF_TURN[name]]
    wanted = (1 - SMOOTH) * wanted + SMOOTH / wanted.shape[1]
    return _mean(-(wanted * turn[:, OF_TURN[name]].log_softmax(-1)).sum(-1), weight)


def _out_of_balance(turn: torch.Tensor, gold: torch.Tensor, full: torch.Tensor) -> torch.Tensor:
    """Return how far good and bad are taken for each other; more where it matters."""
    chances, wanted = turn[:, OF_TURN["valence"]].softmax(-1), gold[:, OF_TURN["valence"]]
    apart = (chances[:, 0] - chances[:, 2]) - (wanted[:, 0] - wanted[:, 2])
    return _mean((0.5 + gold[:, OF_TURN["intensity"]].squeeze(1)) * apart**2, full)


def _marks(piece: torch.Tensor, gold: Labels, full: torch.Tensor) -> torch.Tensor:
    total = piece.new_zeros(())
    counts = full[gold.owner][:, None]
    for name in OUTPUTS_OF_MARKS:
        wanted = gold.marks[:, OF_MARKS[name]]
        rare = torch.full_like(wanted[:1], WEIGHT["rare"])
        rare[:, 0] = 1
        weight = wanted * rare * counts
        lost = -(weight * piece[:, OF_PIECE[name]].log_softmax(-1)).sum() / weight.sum().clamp(min=1)
        total = total + WEIGHT["marks"] * lost
    return total


def _spans(piece: torch.Tensor, beliefs: torch.Tensor) -> torch.Tensor:
    if not len(beliefs):
        return piece.new_zeros(())
    sums = torch.cat([piece.new_zeros(1, piece.shape[1]), piece.double().cumsum(0).to(piece.dtype)])
    low, high = beliefs[:, 0], beliefs[:, 1]
    means = (sums[high] - sums[low]) / (high - low)[:, None]
    weight = beliefs[:, 7].float() / 2
    total = piece.new_zeros(())
    for column, name in enumerate(CHOSEN, 2):
        wanted = beliefs[:, column]
        lost = functions.cross_entropy(means[:, OF_PIECE[name]], wanted, ignore_index=-1, reduction="none")
        total = total + WEIGHT["spans"] * _mean(lost, weight * (wanted >= 0))
    wanted = beliefs[:, 6]
    lost = functions.binary_cross_entropy_with_logits(
        means[:, OF_PIECE["explicit"]].squeeze(1), wanted.clamp(min=0).float(), reduction="none"
    )
    return total + WEIGHT["spans"] * _mean(lost, weight * (wanted >= 0))


def of_teacher(
    turn: torch.Tensor, piece: torch.Tensor, wise_turn: torch.Tensor, wise_piece: torch.Tensor
) -> torch.Tensor:
    """Return how far outputs are from the teacher's; what a belief would be counts where the teacher sees one."""
    total = turn.new_zeros(())
    for name in ("valence", "category"):
        part = OF_TURN[name]
        total = total + WEIGHT[name] * functions.cross_entropy(turn[:, part], wise_turn[:, part].softmax(-1))
    for name in ("arousal", "intensity"):
        total = total + WEIGHT[name] * functions.mse_loss(turn[:, OF_TURN[name]], wise_turn[:, OF_TURN[name]])
    for name in ("tags", "traps", "kinds"):
        part = OF_TURN[name]
        total = total + WEIGHT[name] * functions.binary_cross_entropy_with_logits(
            turn[:, part], wise_turn[:, part].sigmoid()
        )
    seen = torch.zeros_like(wise_piece[:, 0])
    for name in OUTPUTS_OF_MARKS:
        wanted = wise_piece[:, OF_PIECE[name]].softmax(-1)
        inside = 1 - wanted[:, 0]
        weight = 0.3 + 3 * inside
        lost = -(wanted * piece[:, OF_PIECE[name]].log_softmax(-1)).sum(-1)
        total = total + WEIGHT["marks"] * _mean(lost, weight)
        seen = torch.maximum(seen, inside) if name.startswith("value") else seen
    for name in CHOSEN:
        part = OF_PIECE[name]
        lost = -(wise_piece[:, part].softmax(-1) * piece[:, part].log_softmax(-1)).sum(-1)
        total = total + WEIGHT["spans"] * _mean(lost, seen + 0.01)
    part = OF_PIECE["explicit"]
    lost = functions.binary_cross_entropy_with_logits(piece[:, part], wise_piece[:, part].sigmoid(), reduction="none")
    return total + WEIGHT["spans"] * _mean(lost.squeeze(1), seen + 0.01)
