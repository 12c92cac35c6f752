"""Figures of a reader on labelled turns: feelings, and beliefs with their curve of precision against recall."""

import re
import unicodedata
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from tools.reader.labels import CATEGORIES, TAGS, TOKEN, TURN, VALENCES

from omoide.adapters.readers.decoding import Decoder
from omoide.domain.beliefs.grounding import marks
from omoide.domain.beliefs.preference import subject_key
from omoide.domain.understanding.reading import BeliefKind, ReadBelief, Reading

if TYPE_CHECKING:
    from tools.reader.learning import Example

TELLING = ("assert", "correct")
GROUPS = {"facts": ("fact", "relation"), "tasks": ("task",), "preferences": ("preference",)}


def readings(outputs: Sequence[tuple[Any, Any]], examples: "Sequence[Example]") -> list[Reading]:
    """Return the outputs as readings."""
    decoder = Decoder(TURN, TOKEN)
    return [
        decoder.reading(turn, piece, one.said, one.row["user"])
        for (turn, piece), one in zip(outputs, examples, strict=True)
    ]


def feelings(read: Sequence[Reading], examples: "Sequence[Example]") -> dict[str, float]:
    """Return how well feelings are read."""
    gold = [one.row for one in examples]
    valence = [max(VALENCES, key=lambda v: one.valence[v]) for one in read]
    category = [max(CATEGORIES, key=lambda c: one.category[c]) for one in read]
    grave = [(r, v) for r, v in zip(gold, valence, strict=True) if r["intensity"] >= 70 and r["valence"] != "neutral"]
    opposite = {"positive": "negative", "negative": "positive"}
    found = {
        "valence": float(np.mean([v == r["valence"] for v, r in zip(valence, gold, strict=True)])),
        "valence_f1": macro_f1([r["valence"] for r in gold], valence, VALENCES),
        "category_f1": macro_f1([r["category"] for r in gold], category, CATEGORIES),
        "intensity_r": pearson([r["intensity"] for r in gold], [one.intensity for one in read]),
        "arousal_r": pearson([r["arousal"] for r in gold], [one.arousal for one in read]),
        "tag_f1": tag_f1(gold, read, 0.3),
        "grave_opposite": float(np.mean([opposite[r["valence"]] == v for r, v in grave])) if grave else 0.0,
    }
    return {name: round(value, 3) for name, value in found.items()}


def tag_f1(gold: Sequence[dict[str, Any]], read: Sequence[Reading], least: float) -> float:
    """Return the micro F1 of tags above a chance."""
    hit = told = wanted = 0
    for row, one in zip(gold, read, strict=True):
        mine = {tag for tag in TAGS if one.tags[tag] >= least}
        hit, told, wanted = hit + len(mine & set(row["tags"])), told + len(mine), wanted + len(row["tags"])
    return 2 * hit / max(1, told + wanted)


def macro_f1(gold: Sequence[str], told: Sequence[str], labels: Sequence[str]) -> float:
    """Return the mean of the labels' F1."""
    found = []
    for label in labels:
        hit = sum(g == t == label for g, t in zip(gold, told, strict=True))
        found.append(2 * hit / max(1, sum(g == label for g in gold) + sum(t == label for t in told)))
    return float(np.mean(found))


def pearson(gold: Sequence[float], told: Sequence[float]) -> float:
    """Return the correlation."""
    return float(np.corrcoef(gold, told)[0, 1])


def same(one: str, other: str) -> bool:
    """Tell whether two values mean the same as far as their words tell, as `bench.digest_gold` has it."""
    keys = [subject_key(part) for part in (one, *re.split(r"[（）()、。・]", one))]
    others = [subject_key(part) for part in (other, *re.split(r"[（）()、。・]", other))]
    if any(a and b and (a == b or (min(len(a), len(b)) >= 2 and (a in b or b in a))) for a in keys for b in others):
        return True
    return bool(marks(one) & marks(other))


def is_right(belief: ReadBelief, gold: dict[str, Any]) -> bool:
    """Tell whether a belief as read is the one that is labelled."""
    group = next(kinds for kinds in GROUPS.values() if belief.kind.value in kinds)
    if gold["kind"] not in group or not same(belief.value, gold["value"]):
        return False
    if (belief.op.value in TELLING) != (gold["op"] in TELLING) or (
        belief.op.value not in TELLING and belief.op.value != gold["op"]
    ):
        return False
    if belief.kind is BeliefKind.PREFERENCE:
        return belief.polarity is not None and belief.polarity.value == gold["polarity"] and gold["about"] == "user"
    return same_one(belief.about, gold["about"])


def same_one(mine: str, about: str) -> bool:
    """Tell whether two words name the same one."""
    if about in ("user", "persona"):
        return mine == about
    mine, about = (unicodedata.normalize("NFKC", one).lower() for one in (mine, about))
    return bool(mine) and mine not in ("user", "persona") and (mine in about or about in mine)


def judged(
    read: Sequence[Reading], examples: "Sequence[Example]", name: str
) -> tuple[list[tuple[float, int, ReadBelief]], int]:
    """Return each telling belief of a group with how sure it is and which label it hits (-1: none), and how many were wanted."""
    found: list[tuple[float, int, ReadBelief]] = []
    wanted = 0
    for number, (one, example) in enumerate(zip(read, examples, strict=True)):
        gold = [
            (i, b)
            for i, b in enumerate(example.row["beliefs"])
            if b["kind"] in GROUPS[name] and b["op"] in TELLING and (name != "preferences" or b["about"] == "user")
        ]
        wanted += len(gold)
        for belief in one.beliefs:
            if belief.kind.value in GROUPS[name] and belief.op.value in TELLING:
                hit = next((number * 100 + i for i, b in gold if is_right(belief, b)), -1)
                found.append((belief.sure, hit, belief))
    return found, wanted


def curve(read: Sequence[Reading], examples: "Sequence[Example]", name: str) -> dict[str, float]:
    """Return recall at several precisions, the best of which is kept from any higher threshold."""
    found, wanted = judged(read, examples, name)
    found.sort(key=lambda one: -one[0])
    hits: set[int] = set()
    right = 0
    points: list[tuple[float, float]] = []
    for told, (_, hit, _) in enumerate(found, 1):
        right += hit >= 0
        hits.add(hit)
        points.append((right / told, len(hits - {-1}) / max(1, wanted)))
    figures = {
        f"r@{p}": max([r for precision, r in points if precision >= p], default=0.0) for p in (0.8, 0.7, 0.6, 0.5, 0.4)
    }
    area = sum((b[1] - a[1]) * b[0] for a, b in zip([(1.0, 0.0), *points], points, strict=False))
    return {k: round(v, 3) for k, v in {"ap": area, **figures, "most": points[-1][1] if points else 0.0}.items()}


def entities(read: Sequence[Reading], examples: "Sequence[Example]") -> float:
    """Return the F1 of the names' spans."""
    hit = told = wanted = 0
    for one, example in zip(read, examples, strict=True):
        mine = {name.text for name in one.names}
        gold = {entity["text"] for entity in example.row["entities"]}
        hit, told, wanted = hit + len(mine & gold), told + len(mine), wanted + len(gold)
    return round(2 * hit / max(1, told + wanted), 3)


def figures(read: Sequence[Reading], examples: "Sequence[Example]") -> dict[str, dict[str, Any]]:
    """Return all figures by language."""
    found: dict[str, dict[str, Any]] = {}
    for language in ("ja", "en"):
        some = [i for i, one in enumerate(examples) if one.row["language"] == language]
        mine, gold = [read[i] for i in some], [examples[i] for i in some]
        found[language] = {**feelings(mine, gold), "entities": entities(mine, gold)}
        found[language] |= {name: curve(mine, gold, name) for name in GROUPS}
    return found
