"""The second reading of the corpus (`corpus/second`): how another careful reader took each turn.

One line a turn, fields apart by tabs: its id, the valence's letter, then each belief as `kind|about|attribute|value|op`, a taste also
`|like` or `|dislike` and `|explicit` or `|shown`, and `|when=…` where time words belong to it.
"""

from pathlib import Path
from typing import Any

VALENCE = {"p": "positive", "0": "neutral", "n": "negative"}


def read(path: Path) -> dict[str, dict[str, Any]]:
    """Return valence and beliefs of each turn by its id."""
    found = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            turn, valence, *beliefs = line.split("\t")
            found[turn] = {"valence": VALENCE[valence], "beliefs": [belief(one) for one in beliefs if one.strip()]}
    return found


def belief(told: str) -> dict[str, Any]:
    """Return a belief as the corpus holds it."""
    kind, about, attribute, value, op, *more = told.split("|")
    made: dict[str, Any] = {"kind": kind, "about": about, "attribute": attribute, "value": value, "op": op}
    for one in more:
        if one.startswith("when="):
            made["when"] = one.removeprefix("when=")
        elif one in ("like", "dislike"):
            made["polarity"] = one
        elif one in ("explicit", "shown"):
            made["explicit"] = one == "explicit"
    return made
