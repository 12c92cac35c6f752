"""Labels as numbers: what the reader's outputs should be for each example."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.reader.labels import ABOUT, ATTRIBUTES, CATEGORIES, KINDS, OPS, POLARITIES, TAGS, TRAPS, TYPES, VALENCES

from omoide.adapters.readers.pieces import WordPiece

Places = NDArray[np.int64]


@dataclass(slots=True)
class Belief:
    """One belief, and which pieces of the turn tell it."""

    kind: int
    low: int
    high: int
    attribute: int
    op: int
    about: int
    polarity: int
    """-1: none"""
    explicit: int
    """-1: nobody says"""


@dataclass(slots=True)
class Target:
    """What one example should be read as; marks are per piece of the turn."""

    valence: int
    category: int
    arousal: float
    intensity: float
    tags: NDArray[np.float32]
    traps: NDArray[np.float32]
    kinds: NDArray[np.float32]
    marks: dict[str, Places] = field(default_factory=dict)
    beliefs: list[Belief] = field(default_factory=list)


def target(row: dict[str, Any], said: list[WordPiece]) -> Target:
    """Return the numbers of an example whose turn was read as `said`."""
    made = Target(
        VALENCES.index(row["valence"]),
        CATEGORIES.index(row["category"]),
        row["arousal"] / 100,
        row["intensity"] / 100,
        _several(TAGS, row["tags"]),
        _several(TRAPS, row["traps"]),
        _several(KINDS, [one["kind"] for one in row["beliefs"]]),
    )
    names = [*(f"value.{kind}" for kind in KINDS), "entity", "time", "subject"]
    made.marks = {name: np.zeros(len(said), np.int64) for name in names}
    for one in row["beliefs"]:
        _belief(made, one, said)
    at = 0
    for one in sorted(row["entities"], key=lambda one: row["user"].find(one["text"])):
        start = row["user"].find(one["text"], at)
        start = start if start >= 0 else row["user"].find(one["text"])
        at = start + len(one["text"])
        _mark(made.marks["entity"], said, (start, at), first=1 + 2 * TYPES.index(one["type"]))
    return made


def _belief(made: Target, one: dict[str, Any], said: list[WordPiece]) -> None:
    for name, place in (("time", one["time"]), ("subject", one["subject"])):
        if place is not None:
            _mark(made.marks[name], said, place)
    place = one["span"] and _mark(made.marks[f"value.{one['kind']}"], said, one["span"])
    if not place:
        return
    about = one["about"] if one["about"] in ABOUT else "other"
    made.beliefs.append(
        Belief(
            KINDS.index(one["kind"]),
            *place,
            ATTRIBUTES.index(one["attribute"]),
            OPS.index(one["op"]),
            ABOUT.index(about),
            POLARITIES.index(one["polarity"]) if one.get("polarity") else -1,
            int(one["explicit"]) if "explicit" in one and one["kind"] == "preference" else -1,
        )
    )


def _mark(marks: Places, said: list[WordPiece], place: tuple[int, int], *, first: int = 1) -> tuple[int, int] | None:
    """Mark the pieces of a place; return which they are, the end exclusive."""
    inside = [i for i, piece in enumerate(said) if piece.start < place[1] and piece.end > place[0]]
    if not inside:
        return None
    marks[inside[0]] = first
    marks[inside[1:]] = first + 1
    return inside[0], inside[-1] + 1


def _several(labels: tuple[str, ...], there: list[str]) -> NDArray[np.float32]:
    return np.array([label in there for label in labels], np.float32)
