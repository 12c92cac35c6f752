"""Makes the weights of the second look (`adapters/readers/weights/agreement.json`) and says how right it is on speakers nobody learnt from.

    python -m tools.reader.agreement --corpus corpus --folds BUILD/folds --out src/omoide/adapters/readers/weights

1. On the training speakers and sheets, as readers read them that had not seen them (`tools.reader.folds`), a logistic model a kind
   learns which beliefs are right (sheets count half: they are denser than talk).
2. On the validation speakers, as the shipped reader reads them, two numbers a kind bring its chances to the shipped reader's scale.
   Figures leave the speaker out that is read.
3. The bound from which a kind is asserted is the lowest with the asked precision on the training talk (by models that had not seen the
   speaker) and the validation speakers together; where there is none, the kind is never asserted.  Of facts it is chosen on the
   validation speakers alone: the shipped reader finds them better than the folds' readers do.  Candidates are kept down to the precision
   asked of them.
Nothing of `corpus/test` is read.
"""

import argparse
import hashlib
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.reader.labels import VALIDATION
from tools.reader.measure import GROUPS, TELLING
from tools.reader.unseen import Judged, Row, judged, readings, rows_of

from omoide.domain.beliefs.state import USER, folded
from omoide.domain.understanding.judging.agreement import NEVER, OUTRIGHT
from omoide.domain.understanding.reading import BeliefKind

Array = NDArray[np.float64]
L2 = 50.0
SHEET_COUNTS = 0.5
PARTS = 8
ASKED = {"facts": 0.80, "tasks": 0.83, "preferences": 0.80}
"""Precision above which a kind is asserted; eight points more than asked of tasks, which rules assert as well."""
SUPPOSED = {"facts": 0.33, "tasks": 0.40, "preferences": 0.40}
"""Precision down to which candidates are kept; of facts .40 would keep a third only of what is labelled."""
CHOSEN_ON = {"facts": "validation", "tasks": "both", "preferences": "both"}
"""Whose readings tell the bound from which a kind is asserted."""
FEWEST = 15
"""Beliefs above a bound for its precision to mean something."""
SHOWN_AT = (0.9, 0.8, 0.75, 0.7, 0.6, 0.5, 0.4, 0.3)


def right(one: Judged, *, outright: bool = False) -> bool:
    """Tell whether a belief is labelled; `outright` also that a taste is said so and does not only show."""
    if one.gold is None:
        return False
    return not outright or one.gold["kind"] != "preference" or bool(one.gold.get("explicit"))


def wanted(rows: Sequence[Row], name: str, *, outright: bool = False) -> int:
    """Return how many beliefs of a kind the labels hold."""
    return sum(_is_wanted(label, name, outright) for row in rows for label in row.raw["beliefs"])


def _is_wanted(label: dict[str, Any], name: str, outright: bool) -> bool:
    if label["kind"] not in GROUPS[name] or label["op"] not in TELLING:
        return False
    return name != "preferences" or (label["about"] == USER and (not outright or bool(label.get("explicit"))))


def assertable(one: Judged) -> bool:
    """Tell whether the product would assert a belief if it were likely enough."""
    return one.taken.belief.kind is not BeliefKind.PREFERENCE or one.taken.belief.explicit >= OUTRIGHT


def candidates(found: Sequence[Judged], name: str) -> list[Judged]:
    """Return the beliefs of a kind that the product would look at."""
    return [
        one
        for one in found
        if one.taken.belief.kind.value in GROUPS[name]
        and one.taken.belief.op.value in TELLING
        and one.taken.belief.about
        and (name == "facts" or one.taken.belief.about == USER)
    ]


def matrix(some: Sequence[Judged], names: Sequence[str]) -> Array:
    """Return the features as rows."""
    return np.array([[one.taken.features.get(name, 0.0) for name in names] for one in some])


def logistic(x: Array, y: Array, weight: Array, l2: float) -> Array:
    """Return the weights, the last one the bias, of a logistic model held towards zero."""
    rows = np.hstack([x, np.ones((len(x), 1))])
    held = np.append(np.full(x.shape[1], l2), 1e-6)
    found = np.zeros(rows.shape[1])
    for _ in range(60):
        p = 1 / (1 + np.exp(-rows @ found))
        step = np.linalg.solve(
            (rows * (weight * p * (1 - p))[:, None]).T @ rows + np.diag(held),
            rows.T @ (weight * (p - y)) + held * found,
        )
        found -= step
        if np.abs(step).max() < 1e-6:
            break
    return found


def learnt(some: Sequence[Judged], names: Sequence[str]) -> Array:
    """Return weights for the features as they are, the last one the bias."""
    x = matrix(some, names)
    mean, spread = x.mean(0), x.std(0) + 1e-6
    weight = np.array([1.0 if one.row.is_talk else SHEET_COUNTS for one in some])
    found = logistic((x - mean) / spread, np.array([right(one) for one in some], float), weight, L2)
    plain = found[:-1] / spread
    return np.append(plain, found[-1] - plain @ mean)


def score(some: Sequence[Judged], names: Sequence[str], weights: Array) -> Array:
    """Return the scores."""
    return matrix(some, names) @ weights[:-1] + weights[-1]


def by_parts(
    some: Sequence[Judged], fit: Callable[[list[Judged]], Callable[[list[Judged]], Array]], parts: int
) -> Array:
    """Return scores by models that had not seen the speaker."""
    names = sorted({one.row.speaker for one in some})
    part = {name: i % parts for i, name in enumerate(names)}
    found = np.zeros(len(some))
    for number in range(min(parts, len(names))):
        mine = [i for i, one in enumerate(some) if part[one.row.speaker] == number]
        judge = fit([one for one in some if part[one.row.speaker] != number])
        found[mine] = judge([some[i] for i in mine])
    return found


def scaled(scores: Array, some: Sequence[Judged]) -> tuple[float, float]:
    """Return slope and shift that bring scores to the scale of chances; the slope is held towards one."""
    y = np.array([right(one) for one in some], float)
    slope, shift = 1.0, 0.0
    for _ in range(100):
        p = 1 / (1 + np.exp(-(slope * scores + shift)))
        gradient = np.array([scores @ (p - y) + 5 * (slope - 1), (p - y).sum()])
        w = p * (1 - p)
        curve = np.array([[scores**2 @ w + 5, scores @ w], [scores @ w, w.sum() + 1e-6]])
        step = np.linalg.solve(curve, gradient)
        slope, shift = slope - step[0], shift - step[1]
    return float(slope), float(shift)


Points = list[tuple[float, float, float]]


def precision_recall(chances: Array, some: Sequence[Judged], total: int, *, outright: bool = False) -> Points:
    """Return (chance, precision, recall) of everything at least as likely, likeliest first."""
    kept = _each_once(some, [int(i) for i in np.argsort(-chances)], outright=outright)
    hits: set[tuple[str, str, int]] = set()
    good = 0
    found = []
    for told, i in enumerate(kept, 1):
        if right(some[i], outright=outright):
            good += 1
            hits.add((some[i].row.speaker, some[i].row.raw["id"], some[i].hit))
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


def made(name: str, found: Sequence[Judged], rows: Sequence[Row]) -> dict[str, Any]:
    """Return what is kept of a kind, and print how right it is."""
    seen = candidates([one for one in found if one.row.speaker not in VALIDATION], name)
    kept = candidates([one for one in found if one.row.speaker in VALIDATION], name)
    names = sorted({key for one in seen for key in one.taken.features})

    def fit(some: list[Judged]) -> Callable[[list[Judged]], Array]:
        weights = learnt(some, names)
        return lambda others: score(others, names, weights)

    weights = learnt(seen, names)
    scores = score(kept, names, weights)
    slope, shift = scaled(scores, kept)
    talk = np.array([one.row.is_talk for one in seen])
    parts = {
        "training talk": (_chance(by_parts(seen, fit, PARTS))[talk], [one for one in seen if one.row.is_talk]),
        "validation": (_left_out(scores, kept), kept),
    }
    parts["both"] = (
        np.concatenate([chances for chances, _ in parts.values()]),
        [one for _, some in parts.values() for one in some],
    )
    bounds = {}
    for outright, asked in ((True, ASKED[name]), (False, SUPPOSED[name])):
        for what, (chances, some) in parts.items():
            speakers = {one.row.speaker for one in some}
            total = wanted([row for row in rows if row.speaker in speakers], name, outright=outright)
            points = precision_recall(chances, some, total, outright=outright)
            print(f"{name:12} {what:14} {'asserted' if outright else 'supposed'} {told(points)}")
            if what == (CHOSEN_ON[name] if outright else "both"):
                bounds[outright] = bound(points, asked)
    print(
        f"{name:12} asserted from {bounds[True]:.3f}, supposed from {bounds[False]:.3f}; slope {slope:.2f}, shift {shift:.2f}"
    )
    return {
        "asserted": round(bounds[True], 3),
        "supposed": round(bounds[False], 3),
        "bias": round(slope * weights[-1] + shift, 4),
        "weights": {key: round(slope * w, 4) for key, w in zip(names, weights, strict=False) if abs(w) >= 5e-4},
    }


def _left_out(scores: Array, some: Sequence[Judged]) -> Array:
    """Return the validation speakers' chances, each scaled without the speaker's own labels."""
    chances = np.zeros(len(some))
    for speaker in VALIDATION:
        mine = np.array([one.row.speaker == speaker for one in some])
        slope, shift = scaled(scores[~mine], [one for one in some if one.row.speaker != speaker])
        chances[mine] = _chance(slope * scores[mine] + shift)
    return chances


def _chance(scores: Array) -> Array:
    return np.asarray(1 / (1 + np.exp(-np.clip(scores, -30, 30))))


def main() -> None:
    """Learn, report and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for option in ("corpus", "folds", "out"):
        parser.add_argument(f"--{option}", type=Path, required=True)
    parser.add_argument(
        "--kinds", nargs="+", choices=list(GROUPS), default=list(GROUPS), help="the others stay as they are"
    )
    given = parser.parse_args()
    rows = rows_of(given.corpus)
    found = [one for i, reading in sorted(readings(rows, given.folds).items()) for one in judged(rows[i], reading)]
    print(len(rows), "turns,", len(found), "beliefs taken")
    looks = {kind: look for name in given.kinds for look in [made(name, found, rows)] for kind in GROUPS[name]}
    if len(given.kinds) < len(GROUPS):
        looks = json.loads((given.out / "agreement.json").read_text())["kinds"] | looks
    kept = {
        "made_by": "tools.reader.agreement",
        "reader": json.loads((given.out / "sha256.json").read_text())["reader.onnx"],
        "kinds": {kind: looks[kind] for kinds in GROUPS.values() for kind in kinds},
    }
    (given.out / "agreement.json").write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    hashes = json.loads((given.out / "sha256.json").read_text())
    hashes["agreement.json"] = hashlib.sha256((given.out / "agreement.json").read_bytes()).hexdigest()
    (given.out / "sha256.json").write_text(json.dumps(hashes, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
