"""Turns whose answers are put in their place by ones that say nothing of how the user feels (`routine.tsv`)."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from omoide.domain.understanding.reading import TurnInPlace

ROUTINE = Path(__file__).with_name("routine.tsv")
AS_IT_IS = 0.45
"""The share of turns that stay as they are."""
BEFORE = 0.5
"""Of the others, how often what they answer is put in its place too; and half as often it is left out."""


def routine() -> dict[str, list[str]]:
    """Return the answers by language."""
    lines = [line.split("\t") for line in ROUTINE.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return {language: [text for one, text in lines if one == language] for language in ("ja", "en")}


@dataclass(frozen=True, slots=True)
class Pair:
    """A turn as the pupil reads it, and as the teacher does."""

    pupil: TurnInPlace
    teacher: TurnInPlace


def drawn(turn: TurnInPlace, answers: Sequence[str], dice: np.random.Generator) -> Pair:
    """Return a turn as it is, or with routine answers that the teacher does not see."""
    return Pair(turn, turn) if dice.random() < AS_IT_IS else replaced(turn, answers, dice)


def replaced(turn: TurnInPlace, answers: Sequence[str], dice: np.random.Generator) -> Pair:
    """Return a turn with a routine answer that the teacher does not see, and often what it answers likewise."""
    shown, hidden = answers[int(dice.integers(len(answers)))], ""
    before = seen_before = turn.before
    if before and dice.random() < BEFORE:
        before, seen_before = answers[int(dice.integers(len(answers)))], ""
    elif dice.random() < BEFORE / 2:
        before = seen_before = ""
    return Pair(
        TurnInPlace(turn.user, shown, before, turn.said_before),
        TurnInPlace(turn.user, hidden, seen_before, turn.said_before),
    )
