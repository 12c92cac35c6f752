"""Learns the senses of `omoide.domain.recall.parts.senses` and writes them as data beside the encoder.

    python -m tools.encoder.senses --data FILE [--data FILE …] [--keep FILE] [--vectors FILE] [--out FILE]

request         a cue asks for advice; from the lines of `requests.py`
telling         a turn tells of a taste, a limit, health, a habit or circumstances of the user; from the labelled turns and sheets
                of `corpus/`, without the speakers there are questions about and those of `corpus/test`
answerability   how near the nearest is, of cues that ask for no advice; from every second conversation of `--data` (1st, 3rd …; the
                others are for reporting; all of a file that has one), each set counting the same.  The least chance is the one at
                which `ANSWERED` of answerable questions are answered, the mean over sets.  The bound of misattribution is the lowest
                that leaves `ATTRIBUTED` of the answerable questions of every set whose questions name speakers.

All are ridge-penalised logistic regressions.  `--keep` takes the first two from a file of an earlier run.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from bench.conversations import Conversation, read
from bench.kept_vectors import KeptVectors
from bench.recall_quality import lived
from numpy.typing import NDArray
from tools.encoder.requests import OTHERS, REQUESTS

from omoide import Mind, Omoide
from omoide.adapters.embedders.builtin import WEIGHTS
from omoide.domain.events.event import EventFilter
from omoide.domain.recall.parts.answerability import LOOKED_AT, WEIGHED, Answerability, AnswerGrounds
from omoide.domain.recall.parts.senses import LearntDirection, Senses

Floats = NDArray[np.float64]

CORPUS = Path(__file__).parents[2] / "corpus"
ASKED_ABOUT = frozenset(f"{language}-{number:03}" for language in ("ja", "en") for number in range(1, 7))
TELLING = frozenset({"health", "allergy", "habit", "hobby", "money", "value", "belonging", "vehicle", "schedule"})
RIDGE = {"request": 0.1, "telling": 1.0, "answerability": 3.0}
ANSWERED = 0.995
ATTRIBUTED = 0.97
_BOUNDS = (0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0)


@dataclass(frozen=True, slots=True)
class Learnt:
    """A logistic regression."""

    weights: Floats
    bias: float

    @property
    def direction(self) -> LearntDirection:
        """Return it as a direction in the space."""
        return LearntDirection(self.weights.astype(np.float32), self.bias)

    def raw(self) -> dict[str, Any]:
        """Return it as data."""
        return {"vector": [round(float(weight), 4) for weight in self.weights], "bias": round(self.bias, 4)}


def main(arguments: Sequence[str] | None = None) -> int:
    """Learn and write."""
    parser = argparse.ArgumentParser(prog="python -m tools.encoder.senses", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--data", type=Path, action="append", required=True, help="sets, some with unanswerable questions"
    )
    parser.add_argument("--keep", type=Path, default=None, help="take `request` and `telling` from this file")
    parser.add_argument("--vectors", type=Path, default=None, help="a file (.npz) that keeps vectors between runs")
    parser.add_argument("--out", type=Path, default=WEIGHTS / "senses.json")
    chosen = parser.parse_args(arguments)
    embedder = KeptVectors(chosen.vectors)
    request, telling = _kept(chosen.keep) if chosen.keep else (_request(embedder), _telling(embedder))
    senses = Senses(request.direction, telling.direction, Answerability((0.0,) * len(WEIGHED), 0.0, 0.0))
    sets = [_grounds(path, embedder, senses) for path in chosen.data]
    names = ", ".join(path.stem for path in chosen.data)
    origin = f"tools/encoder/senses.py from tools/encoder/requests.py, corpus/ and every second conversation of {names}"
    learnt = {"request": request.raw(), "telling": telling.raw()}
    found = {"space": embedder.space.key, "origin": origin, **learnt, "answerability": answerability(sets)}
    chosen.out.write_text(json.dumps(found) + "\n", encoding="utf-8")
    embedder.save()
    return 0


def _request(embedder: KeptVectors) -> Learnt:
    return _of_texts(embedder, _lines(REQUESTS), _lines(OTHERS), ridge=RIDGE["request"])


def _kept(path: Path) -> tuple[Learnt, Learnt]:
    known = json.loads(path.read_text(encoding="utf-8"))
    request, telling = (Learnt(np.array(known[name]["vector"]), known[name]["bias"]) for name in ("request", "telling"))
    return request, telling


def _grounds(path: Path, embedder: KeptVectors, senses: Senses) -> list[tuple[AnswerGrounds, bool]]:
    """Return the grounds of every question of a set, and whether something answers it."""
    conversations = read(path)
    found: list[tuple[AnswerGrounds, bool]] = []
    for conversation in conversations if len(conversations) == 1 else conversations[::2]:
        with tempfile.TemporaryDirectory() as home, Omoide.open(home, beside="nowhere", embedder=embedder) as omoide:
            found += _asked(omoide.persona("senses"), conversation, senses)
        print(f"{path.stem} {conversation.id}: {len(found)} questions", file=sys.stderr)
    return found


def _asked(mind: Mind, conversation: Conversation, senses: Senses) -> Iterator[tuple[AnswerGrounds, bool]]:
    recall = replace(mind._home.recall.recall(mind.persona), senses=senses)  # noqa: SLF001 - looks inside the verb
    for question, asked_at, _ in lived(mind, conversation, limit=None):
        if question.is_answerable and not question.places:
            continue
        where = EventFilter(as_of=None if asked_at is None else mind.moment(asked_at))
        found = recall.found(mind.persona, question.text, where=where, limit=LOOKED_AT)
        if found.grounds is not None:
            yield found.grounds, question.is_answerable


def answerability(sets: Sequence[Sequence[tuple[AnswerGrounds, bool]]]) -> dict[str, Any]:
    """Return the model over all sets, each and each kind of question counting the same."""
    bound = _bound(sets)
    sets = [[(grounds, answered) for grounds, answered in some if not grounds.is_request] for some in sets]
    rows = np.array([grounds.values() for some in sets for grounds, _ in some])
    wanted = np.array([float(answered) for some in sets for _, answered in some])
    counts = np.array([1.0 / len(some) for some in sets for _ in some])
    counts *= np.where(
        wanted > 0, 0.5 / np.average(wanted, weights=counts), 0.5 / np.average(1 - wanted, weights=counts)
    )
    counts *= len(counts) / counts.sum()
    mean, scale = rows.mean(0), rows.std(0) + 1e-9
    found = logistic((rows - mean) / scale, wanted, ridge=RIDGE["answerability"], counts=counts)
    weights = found.weights / scale
    bias = found.bias - float(weights @ mean)
    chances = [
        np.sort([1 / (1 + np.exp(-(grounds.values() @ weights + bias))) for grounds, answered in some if answered])
        for some in sets
    ]
    least = max(c for c in np.linspace(0, 1, 401) if np.mean([(some >= c).mean() for some in chances]) >= ANSWERED)
    return {
        "weights": [round(float(w), 4) for w in weights],
        "bias": round(bias, 4),
        "least": round(float(least), 4),
        "most_misattributed": bound,
    }


def _bound(sets: Sequence[Sequence[tuple[AnswerGrounds, bool]]]) -> float:
    """Return the lowest bound of misattribution below which nearly all answerable questions of these sets lie."""
    found = [[grounds.misattribution for grounds, answered in some if answered] for some in sets]
    found = [some for some in found if any(some)]
    return min(
        bound
        for bound in _BOUNDS
        if bound == _BOUNDS[-1] or all(np.mean(np.array(some) < bound) >= ATTRIBUTED for some in found)
    )


def _telling(embedder: KeptVectors) -> Learnt:
    turns = list(labelled_turns())
    vectors = embedder.embed([_text(turn) for turn in turns])
    return logistic(vectors, np.array([float(tells(turn)) for turn in turns]), ridge=RIDGE["telling"])


def labelled_turns() -> Iterator[dict[str, Any]]:
    """Yield the labelled turns of speakers nobody is asked about, then the sheets."""
    for path in sorted((CORPUS / "speakers").glob("*.jsonl")):
        if path.stem not in ASKED_ABOUT:
            yield from map(json.loads, path.read_text(encoding="utf-8").splitlines()[1:])
    for path in sorted((CORPUS / "sheets").glob("*.jsonl")):
        yield from map(json.loads, path.read_text(encoding="utf-8").splitlines())


def tells(turn: dict[str, Any]) -> bool:
    """Tell whether a turn says something of its user that advice should heed."""
    return any(
        belief["about"] == "user" and (belief["kind"] == "preference" or belief["attribute"] in TELLING)
        for belief in turn["beliefs"]
    )


def logistic(rows: NDArray[np.floating[Any]], wanted: Floats, *, ridge: float, counts: Floats | None = None) -> Learnt:
    """Return the regression, by Newton's method."""
    held = np.hstack([rows, np.ones((len(rows), 1))]).astype(np.float64)
    counts = np.ones(len(rows)) if counts is None else counts
    penalty = np.full(held.shape[1], ridge)
    penalty[-1] = 1e-6
    weights = np.zeros(held.shape[1])
    for _ in range(15):
        chance = 1 / (1 + np.exp(-held @ weights))
        slope = held.T @ (counts * (chance - wanted)) + penalty * weights
        bend = (held * (counts * chance * (1 - chance))[:, None]).T @ held + np.diag(penalty)
        weights -= np.linalg.solve(bend, slope)
    return Learnt(weights[:-1], float(weights[-1]))


def _of_texts(embedder: KeptVectors, ours: Sequence[str], others: Sequence[str], *, ridge: float) -> Learnt:
    wanted = np.concatenate([np.ones(len(ours)), np.zeros(len(others))])
    return logistic(embedder.embed([*ours, *others]), wanted, ridge=ridge)


def _lines(text: str) -> list[str]:
    return [line for line in text.split("\n") if line]


def _text(turn: dict[str, Any]) -> str:
    return f"{turn['user']}\n{turn['assistant']}" if turn.get("assistant") else str(turn["user"])


if __name__ == "__main__":
    sys.exit(main())
