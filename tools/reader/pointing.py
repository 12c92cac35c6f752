"""Learns who of those named in a talk is meant (`domain.understanding.judging.referents`).

An example is a belief as the reader reads it, of which either careful reader says that it is about somebody else: everybody who was
named is weighed, and whoever the labels name is right.  What nobody who was named answers teaches nothing.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from tools.reader import measure
from tools.reader.measure import GROUPS, TELLING
from tools.reader.turns import Row

from omoide.domain.beliefs.state import PERSONA, USER
from omoide.domain.understanding.judging.referents import Pointing, Referent, heard, referents
from omoide.domain.understanding.judging.whom import Talk
from omoide.domain.understanding.reading import ReadBelief, Reading

Array = NDArray[np.float64]
L2 = 4.0
STEPS = 200
RATE = 0.1


@dataclass(frozen=True, slots=True)
class Example:
    """A belief about somebody else, everybody who may be meant, and who is."""

    speaker: str
    among: tuple[Referent, ...]
    right: tuple[bool, ...]


def examples(rows: Sequence[Row], read: Sequence[Reading]) -> list[Example]:
    """Return an example for each belief about somebody else."""
    found = []
    for row, reading in zip(rows, read, strict=True):
        turn = heard(row.raw["user"], Talk(row.before, row.known), reading)
        for belief in reading.beliefs:
            if names := _meant(row, belief):
                among = tuple(referents(belief, turn))
                right = tuple(any(measure.same_one(one.name, name) for name in names) for one in among)
                found.append(Example(row.speaker, among, right))
    return found


def _meant(row: Row, belief: ReadBelief) -> set[str]:
    """Return whom the labels name for the words of a belief; nobody where one of them says the user or the persona."""
    if belief.kind.value not in GROUPS["facts"] or belief.op.value not in TELLING or not belief.value.strip():
        return set()
    labels = [
        label for some in row.labels for label in some if label["kind"] in GROUPS["facts"] and label["op"] in TELLING
    ]
    names = {str(label["about"]) for label in labels if measure.same(belief.value, label["value"])}
    return set() if names & {USER, PERSONA} else names


def learnt(some: Sequence[Example]) -> Pointing:
    """Return weights under which those who are meant are likeliest, held towards zero."""
    telling = [one for one in some if any(one.right) and not all(one.right)]
    names = sorted({name for one in telling for each in one.among for name in each.features})
    matrices = [np.array([[each.features.get(name, 0.0) for name in names] for each in one.among]) for one in telling]
    right = [np.array(one.right, float) for one in telling]
    weights, mean, square = np.zeros(len(names)), np.zeros(len(names)), np.zeros(len(names))
    for step in range(1, STEPS + 1):
        slope = L2 * weights
        for rows, is_right in zip(matrices, right, strict=True):
            chances = _softmax(rows @ weights)
            wanted = chances * is_right
            slope += rows.T @ (chances - wanted / wanted.sum())
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        move = (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
        weights -= RATE * (1 - step / STEPS) * move
    return Pointing({name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)})


def report(some: Sequence[Example], pointing: Pointing) -> str:
    """Return how often whoever is meant is found."""
    found = []
    for language in ("ja", "en"):
        mine = [one for one in some if one.speaker.startswith(language)]
        right = [_is_right(one, pointing) for one in mine]
        named = [any(one.right) for one in mine]
        found.append(f"{language}: {np.mean(right):.2f} of {len(mine)} right, {np.mean(named):.2f} named at all")
    return "; ".join(found)


def _is_right(one: Example, pointing: Pointing) -> bool:
    name, _ = pointing.likeliest(one.among)
    return any(is_right and each.name == name for each, is_right in zip(one.among, one.right, strict=True))


def _softmax(scores: Array) -> Array:
    made = np.exp(scores - scores.max())
    return np.asarray(made / made.sum())
