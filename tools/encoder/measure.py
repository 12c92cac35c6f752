"""The figures of a network on the evaluation sets, in PyTorch, while it is trained.  `bench.encoder` measures the exported file."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Embed = Callable[[Sequence[str]], NDArray[np.float32]]


def spearman(a: NDArray[np.float64], b: NDArray[np.float64]) -> float:
    """Return the rank correlation, ties at their mean rank."""
    return float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])


def _ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[place]


def similarity(embed: Embed, path: Path) -> float:
    """Return the Spearman correlation of cosines with JSTS' scores."""
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line]
    left, right = embed([r["sentence1"] for r in rows]), embed([r["sentence2"] for r in rows])
    return spearman((left * right).sum(1), np.array([r["label"] for r in rows], float))


def category(question: dict[str, Any]) -> str:
    """Return the name of a question's category; LoCoMo numbers them and gives the name beside."""
    return str(question.get("category_name", question["category"]))


def hits(embed: Embed, path: Path, *, top: int = 10) -> dict[str, float]:
    """Return hit@top of plain vector search over each conversation's turns, in all and by category."""
    found: dict[str, list[bool]] = {}
    for conversation in json.loads(path.read_text(encoding="utf-8"))["conversations"]:
        turns, asked = (
            conversation["turns"],
            [q for q in conversation["questions"] if q["evidence"] and category(q) not in {"adversarial", "abstain"}],
        )
        near = embed([q["question"] for q in asked]) @ embed([t.get("user", t.get("text")) for t in turns]).T
        for question, row in zip(asked, near, strict=True):
            best = {turns[i]["id"] for i in np.argsort(-row, kind="stable")[:top]}
            found.setdefault(category(question), []).append(bool(best & set(question["evidence"])))
    everything = [hit for some in found.values() for hit in some]
    return {"all": float(np.mean(everything)), **{name: float(np.mean(some)) for name, some in sorted(found.items())}}


def answers(embed: Embed, dialogues: Sequence[Sequence[Any]], *, top: int = 10) -> float:
    """Return how often the reply to a held-out dialogue's question is among the first `top` of all held-out utterances."""
    said = [(who, text) for dialogue in dialogues for who, text in dialogue]
    asked = [
        i
        for i in range(len(said) - 1)
        if said[i][1].endswith(("？", "?")) and said[i][0] != said[i + 1][0] and len(said[i + 1][1]) > 9
    ]
    vectors = embed([text for _, text in said])
    near = vectors[asked] @ vectors.T
    near[np.arange(len(asked)), asked] = -1
    target = near[np.arange(len(asked)), np.array(asked) + 1]
    return float(((near > target[:, None]).sum(1) < top).mean())


def translation(embed: Embed, held: Sequence[tuple[str, str]], teacher: NDArray[np.float32]) -> dict[str, float]:
    """Return how often the right English is first, among the teacher's and the network's own vectors, and the English drift."""
    english, japanese = embed([e for e, _ in held]), embed([j for _, j in held])
    order = np.arange(len(held))
    return {
        "ja_en_first": float(((japanese @ english.T).argmax(1) == order).mean()),
        "ja_teacher_first": float(((japanese @ teacher.T).argmax(1) == order).mean()),
        "en_ja_first": float(((english @ japanese.T).argmax(1) == order).mean()),
        "english_kept": float((english * teacher).sum(1).mean()),
    }
