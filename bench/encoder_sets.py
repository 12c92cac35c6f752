"""The encoder's yardsticks: similarity, translation, and plain vector search over the turns of a conversation."""

import json
import lzma
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Embed = Callable[[Sequence[str]], NDArray[np.float32]]
UNANSWERABLE = {"adversarial", "abstain"}


def spearman(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Return the rank correlation, ties at their mean rank."""
    return float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    ranks: NDArray[np.float64] = (np.cumsum(counts) - (counts - 1) / 2)[place]
    return ranks


def similarity(embed: Embed, path: Path) -> float:
    """Return the Spearman correlation of cosines with the scores of a JSTS file (one JSON object a line)."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    left, right = embed([r["sentence1"] for r in rows]), embed([r["sentence2"] for r in rows])
    return spearman((left * right).sum(1).astype(float), np.array([r["label"] for r in rows], float))


def held_out(path: Path, *, count: int = 1000) -> list[tuple[str, str]]:
    """Return the (English, Japanese) pairs kept out of training: the first ones of the first try's data."""
    with lzma.open(path, "rt", encoding="utf-8") as file:
        return [(english, japanese) for english, japanese in json.load(file)["pairs"][:count]]


def first(asked: NDArray[np.float32], among: NDArray[np.float32]) -> float:
    """Return how often row i of `asked` is nearest to row i of `among`."""
    return float(((asked @ among.T).argmax(1) == np.arange(len(asked))).mean())


def category(question: dict[str, Any]) -> str:
    """Return the name of a question's category; LoCoMo numbers them and gives the name beside."""
    return str(question.get("category_name", question["category"]))


def hits(embed: Embed, path: Path, *, top: int = 10) -> dict[str, float]:
    """Return hit@top of vector search over each conversation's turns (the user's text alone), in all and by category."""
    found: dict[str, list[bool]] = {}
    for conversation in json.loads(path.read_text(encoding="utf-8"))["conversations"]:
        turns = conversation["turns"]
        asked = [q for q in conversation["questions"] if q["evidence"] and category(q) not in UNANSWERABLE]
        near = embed([q["question"] for q in asked]) @ embed([t["user"] if "user" in t else t["text"] for t in turns]).T
        for question, row in zip(asked, near, strict=True):
            best = {turns[i]["id"] for i in np.argsort(-row, kind="stable")[:top]}
            found.setdefault(category(question), []).append(bool(best & set(question["evidence"])))
    everything = [hit for some in found.values() for hit in some]
    return {"all": float(np.mean(everything)), **{name: float(np.mean(some)) for name, some in sorted(found.items())}}
