"""Makes the weights of the second look (`adapters/readers/weights/agreement.json`) and says how right it is on strangers.

    python -m tools.reader.agreement --corpus corpus --out src/omoide/adapters/readers/weights

1. Who of several is meant is learnt from the speakers who taught the reader (`tools.reader.pointing`).
2. A logistic model a kind learns from them which beliefs are right, as the shipped reader reads them.  Two careful readers say what is:
   one that only one of them holds counts half.
3. The reader is surer of them than of strangers.  So chances are set right, and bounds and figures taken, on the speakers whom it had
   not seen (the validation speakers and those kept apart), of whom nothing else is learnt.  The bound from which a kind is asserted is the
   lowest with the asked precision by the first reading alone, since a single reading is what others will hold it against; where there is
   none, the kind is never asserted.  Candidates are kept down to the precision asked of them.
Nothing of `corpus/test` is read.
"""

import argparse
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.reader import pointing
from tools.reader.measure import GROUPS, TELLING
from tools.reader.turns import Judged, Row, acquainted, judged, readings, rows_of

from omoide.domain.beliefs.state import USER, folded
from omoide.domain.understanding.judging.agreement import NEVER, may_be_asserted, surely
from omoide.domain.understanding.judging.referents import Pointing
from omoide.domain.understanding.reading import Reading

Array = NDArray[np.float64]
L2 = 50.0
LEAST_SPREAD = 0.3
"""What is hardly ever there weighs no more than what is there in one of ten: else a few beliefs speak for the next speaker."""
ASKED = {"facts": 0.82, "tasks": 0.80, "preferences": 0.85}
"""Precision above which a kind is asserted: of facts more than .80, since what the product tells of them comes out two points lower than
beliefs one by one; of likes and dislikes more, since each has an opposite."""
SUPPOSED = 0.40
"""Precision down to which candidates are kept."""
FEWEST = 30
"""Beliefs above a bound for its precision to mean something."""
SHOWN_AT = (0.9, 0.8, 0.75, 0.7, 0.6, 0.5, 0.4, 0.3)


def right(one: Judged, reading: int, *, outright: bool = False) -> bool:
    """Tell whether a reading holds a belief; `outright` also that a taste is said so and does not only show."""
    gold = one.gold(reading)
    if gold is None:
        return False
    return not outright or gold["kind"] != "preference" or bool(gold.get("explicit"))


def wanted(rows: Sequence[Row], name: str, *, outright: bool = False) -> int:
    """Return how many beliefs of a kind the labels hold."""
    return sum(_is_wanted(label, name, outright) for row in rows for label in row.labels[0])


def _is_wanted(label: dict[str, Any], name: str, outright: bool) -> bool:
    if label["kind"] not in GROUPS[name] or label["op"] not in TELLING:
        return False
    return name != "preferences" or (label["about"] == USER and (not outright or bool(label.get("explicit"))))


def assertable(one: Judged) -> bool:
    """Tell whether the product would assert a belief if it were likely enough."""
    return may_be_asserted(one.taken.belief)


def candidates(found: Sequence[Judged], name: str) -> list[Judged]:
    """Return the beliefs of a kind that the product would look at."""
    return [
        one
        for one in found
        if one.taken.belief.kind.value in GROUPS[name]
        and one.taken.belief.op.value in TELLING
        and one.is_said
        and one.taken.belief.about
        and (name == "facts" or one.taken.belief.about == USER)
    ]


def matrix(some: Sequence[Judged], names: Sequence[str]) -> Array:
    """Return the features as rows."""
    return np.array([[one.taken.features.get(name, 0.0) for name in names] for one in some])


def logistic(x: Array, y: Array, l2: float) -> Array:
    """Return the weights, the last one the bias, of a logistic model held towards zero."""
    rows = np.hstack([x, np.ones((len(x), 1))])
    held = np.append(np.full(x.shape[1], l2), 1e-6)
    found = np.zeros(rows.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-rows @ found))
        step = np.linalg.solve(
            (rows * (p * (1 - p))[:, None]).T @ rows + np.diag(held), rows.T @ (p - y) + held * found
        )
        found -= step
        if np.abs(step).max() < 1e-6:
            break
    return found


@dataclass(frozen=True, slots=True)
class Weights:
    """What a kind's model weighs."""

    names: tuple[str, ...]
    values: Array
    bias: float = 0.0

    def score(self, some: Sequence[Judged]) -> Array:
        """Return the log odds."""
        return np.asarray(matrix(some, self.names) @ self.values + self.bias)


def learnt(some: Sequence[Judged]) -> Weights:
    """Return weights for the features as they are."""
    names = tuple(sorted({key for one in some for key in one.taken.features}))
    x = matrix(some, names)
    mean, spread = x.mean(0), np.maximum(x.std(0), LEAST_SPREAD)
    found = logistic((x - mean) / spread, rightness(some), L2)
    plain = found[:-1] / spread
    return Weights(names, plain, float(found[-1] - plain @ mean))


def set_right(weights: Weights, some: Sequence[Judged]) -> Weights:
    """Return weights whose chances are those of other speakers: a factor and a bias, and the order stays."""
    factor, bias = logistic(weights.score(some)[:, None], rightness(some), 0.0)
    return Weights(weights.names, weights.values * factor, float(weights.bias * factor + bias))


def rightness(some: Sequence[Judged]) -> Array:
    """Return for each belief how many of the two readings hold it, 0..1."""
    return np.array([right(one, 0) + right(one, 1) for one in some], float) / 2


Points = list[tuple[float, float, float]]


def precision_recall(chances: Array, some: Sequence[Judged], total: int, *, outright: bool, either: bool) -> Points:
    """Return (chance, precision, recall) of everything at least as likely, likeliest first; recall is of the first reading's labels.

    `either`: what the second reader holds is right as well.
    """
    kept = _each_once(some, [int(i) for i in np.argsort(-chances)], outright=outright)
    hits: set[tuple[str, str, int]] = set()
    good = 0
    found = []
    for told, i in enumerate(kept, 1):
        is_right = right(some[i], 0, outright=outright)
        if is_right:
            hits.add((some[i].row.speaker, some[i].row.raw["id"], some[i].hits[0]))
        good += is_right or (either and right(some[i], 1, outright=outright))
        found.append((float(chances[i]), good / told, len(hits) / max(1, total)))
    return found


def _each_once(some: Sequence[Judged], order: Sequence[int], *, outright: bool) -> list[int]:
    """Return what the product would tell: one belief of a kind a sentence is asserted, and no words are told twice in a turn."""
    told: dict[tuple[str, str], list[tuple[str, str]]] = {}
    found = []
    for i in order:
        taken = some[i].taken
        before = told.setdefault((some[i].row.speaker, some[i].row.raw["id"]), [])
        value = folded(taken.belief.value)
        is_told = any(value in one or one in value or (outright and taken.sentence == where) for one, where in before)
        if not is_told and (not outright or assertable(some[i])):
            before.append((value, taken.sentence))
            found.append(i)
    return found


def bound(points: Sequence[tuple[float, float, float]], asked: float) -> float:
    """Return the lowest chance above which the asked precision holds, over enough beliefs."""
    return min([chance for chance, precision, _ in points[FEWEST - 1 :] if precision >= asked], default=NEVER)


def told(points: Sequence[tuple[float, float, float]]) -> str:
    """Return recall at several precisions."""
    best = {p: max([r for _, q, r in points if q >= p], default=0.0) for p in SHOWN_AT}
    return (
        "  ".join(f"P≥{p:.2f}: {r:.2f}" for p, r in best.items()) + f"  all: {points[-1][1]:.2f}, {points[-1][2]:.2f}"
    )


def made(name: str, taught: Sequence[Judged], unseen: Sequence[Judged], rows: Sequence[Row]) -> dict[str, Any]:
    """Return what is kept of a kind, and print how right it is on the rows of the speakers who were not seen."""
    seen = candidates(unseen, name)
    weights = set_right(learnt(candidates(taught, name)), seen)
    supposed = np.asarray(1 / (1 + np.exp(-np.clip(weights.score(seen), -30, 30))))
    sure = np.array([surely(float(chance), trap=one.taken.trap) for chance, one in zip(supposed, seen, strict=True)])
    bounds = {}
    for outright, asked, chances in ((True, ASKED[name], sure), (False, SUPPOSED, supposed)):
        for language in ("ja", "en", ""):
            mine = [i for i, one in enumerate(seen) if one.row.speaker.startswith(language)]
            total = wanted([row for row in rows if row.speaker.startswith(language)], name, outright=outright)
            for either in (True, False):
                some = [seen[i] for i in mine]
                points = precision_recall(chances[mine], some, total, outright=outright, either=either)
                what = f"{language or 'both':4} {'asserted' if outright else 'supposed'} {'by either' if either else 'by the first'}"
                print(f"{name:12} {what:28} {told(points)}")
        bounds[outright] = bound(points, asked)
    print(f"{name:12} asserted from {bounds[True]:.3f}, supposed from {bounds[False]:.3f}")
    return {
        "asserted": round(bounds[True], 3),
        "supposed": round(bounds[False], 3),
        "bias": round(weights.bias, 4),
        "weights": {
            key: round(float(w), 4) for key, w in zip(weights.names, weights.values, strict=True) if abs(w) >= 5e-4
        },
    }


@dataclass(frozen=True, slots=True)
class Speakers:
    """Some speakers, as they are read, and whom they mean."""

    rows: list[Row]
    read: list[Reading]
    examples: list[pointing.Example]

    def judged(self, by: Pointing) -> list[Judged]:
        """Return what is taken from them."""
        return [one for row, reading in zip(self.rows, self.read, strict=True) for one in judged(row, reading, by)]


def speakers(corpus: Path, weights: Path, *, taught: bool) -> Speakers:
    """Return the speakers who taught the reader, or those whom it never saw."""
    rows = rows_of(corpus, taught=taught)
    read = readings(rows, weights)
    rows = acquainted(rows, read)
    return Speakers(rows, read, pointing.examples(rows, read))


def main() -> None:
    """Learn, report and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("corpus", "out"):
        parser.add_argument(f"--{option}", type=Path, required=True)
    given = parser.parse_args()
    taught, unseen = (speakers(given.corpus, given.out, taught=it) for it in (True, False))
    whom = pointing.learnt(taught.examples)
    print("who is meant", pointing.report(unseen.examples, whom))
    found, strange = taught.judged(whom), unseen.judged(whom)
    print(len(taught.rows), "and", len(unseen.rows), "turns,", len(found), "and", len(strange), "beliefs taken")
    looks = {
        kind: look for name in GROUPS for look in [made(name, found, strange, unseen.rows)] for kind in GROUPS[name]
    }
    kept = {
        "made_by": "tools.reader.agreement",
        "reader": json.loads((given.out / "sha256.json").read_text())["reader.onnx"],
        "whom": dict(whom.weights),
        "kinds": looks,
    }
    (given.out / "agreement.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    hashes = json.loads((given.out / "sha256.json").read_text())
    hashes["agreement.json"] = hashlib.sha256((given.out / "agreement.json").read_bytes()).hexdigest()
    (given.out / "sha256.json").write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
