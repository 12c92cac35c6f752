"""How well the product reads feelings without a model: what `observe` and digest leave in the store, against gold labels.

    python -m bench.emotion [--json] [--data-dir ../shared/data] [--corpus corpus/test] [--limit N] [--answered TEXT]

Every turn goes through the public door with all defaults: observed in its session at its time, digested, and read back as
the memory of its event.  Single sentences (EmoBank, GoEmotions) are sessions of one turn without an answer; `--limit` of
each are read, drawn with a fixed seed (0 = all).  Beside every accuracy stands that of always naming the commonest label.
`--answered` puts one text in the place of every answer of the corpus' companions (only they are read then): how much of the figures is
the companion's tone.  A turn that leaves no memory counts as wrong.  `tuned_on` says whether the rules were made while looking at the set.
"""

import argparse
import csv
import json
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from bench.labelled import Label, Speaker, corpus, development_set
from bench.lived import lived, said_alone, scratch
from omoide.domain.feelings.emotion import Valence
from omoide.domain.memories.memory import Memory
from omoide.ports.models.embedder import Embedder

VALENCE_OF_LABEL: Final = {
    Valence.POSITIVE: (
        "admiration", "amusement", "approval", "caring", "desire", "excitement", "gratitude", "joy", "love", "optimism",
        "pride", "relief",
    ),
    Valence.NEGATIVE: (
        "anger", "annoyance", "disappointment", "disapproval", "disgust", "embarrassment", "fear", "grief", "nervousness",
        "remorse", "sadness",
    ),
    Valence.NEUTRAL: ("confusion", "curiosity", "realization", "surprise", "neutral"),
}  # fmt: skip
"""GoEmotions' 28 labels as three valences; of several labels the majority counts, a tie is neutral."""

ItemT = TypeVar("ItemT")
SCORE_OF: Final = {Valence.POSITIVE: 1.0, Valence.NEUTRAL: 0.0, Valence.NEGATIVE: -1.0}
SEED: Final = 20250611
Figures = dict[str, Any]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--data-dir", type=Path, default=Path("../shared/data"))
    parser.add_argument("--corpus", type=Path, default=Path("corpus/test"))
    parser.add_argument("--limit", type=int, default=1_000, help="so many sentences of each English set; 0 = all")
    parser.add_argument("--answered", metavar="TEXT", help="what every turn of the corpus is answered")
    chosen = parser.parse_args(arguments)
    for folder in (chosen.data_dir, chosen.corpus):
        if not folder.is_dir():
            print(f"no folder {folder}; name the ones with emotion/ and japanese/, and with speakers", file=sys.stderr)
            return 2
    if chosen.answered is None:
        figures = measure(chosen.data_dir, chosen.corpus, limit=chosen.limit)
    else:
        figures = of_corpus([answered(one, chosen.answered) for one in corpus(chosen.corpus)])
    print(json.dumps(figures, indent=1) if chosen.json else _table(figures))
    return 0


def measure(data_dir: Path, corpus_dir: Path, *, limit: int = 0, embedder: Embedder | None = None) -> Figures:
    """Return the figures of each set by its name; what nobody tuned on comes first."""
    parts = of_corpus(corpus(corpus_dir), embedder=embedder)
    japanese = development_set(data_dir / "japanese" / "omoide_ja_dev")
    parts["development_set.ja"] = {"tuned_on": True, **talk([japanese], embedder=embedder)}
    parts["emobank.en"] = {"tuned_on": True, **emobank(data_dir / "emotion" / "emobank.csv", limit, embedder)}
    parts["goemotions.en"] = {"tuned_on": True, **goemotions(data_dir / "emotion", limit, embedder)}
    return parts


def of_corpus(speakers: Sequence[Speaker], *, embedder: Embedder | None = None) -> Figures:
    """Return the figures of the corpus' speakers by language."""
    by_language = {language: [one for one in speakers if one.language == language] for language in ("ja", "en")}
    return {
        f"corpus.{language}": {"tuned_on": False, **talk(some, embedder=embedder)}
        for language, some in by_language.items()
        if some
    }


def answered(speaker: Speaker, text: str) -> Speaker:
    """Return a speaker whose every turn is answered with the same text."""
    return replace(speaker, turns=tuple(replace(turn, assistant=text) for turn in speaker.turns))


def talk(speakers: Sequence[Speaker], *, embedder: Embedder | None = None) -> Figures:
    """Return the figures of conversations; each speaker talks to a persona of their own."""
    pairs: list[tuple[Label, Memory | None]] = []
    started = time.perf_counter()
    with scratch(embedder=embedder) as (home, clock):
        for speaker in speakers:
            _, _, memories = lived(home, clock, speaker)
            pairs += [(turn.label, memories.get(turn.id)) for turn in speaker.turns]
    seconds = time.perf_counter() - started
    told = [(label, memory) for label, memory in pairs if memory is not None]
    valence = [None if memory is None else memory.emotional_valence.value for _, memory in pairs]
    category = [None if memory is None else memory.category for _, memory in pairs]
    figures: Figures = {
        "speakers": len(speakers),
        "turns": len(pairs),
        "without_memory": len(pairs) - len(told),
        "valence": _accuracy(valence, [label.valence for label, _ in pairs]),
        "category": _accuracy(category, [label.category for label, _ in pairs]),
        "arousal_r": _r([m.emotional_arousal for _, m in told], [label.arousal for label, _ in told]),
        "intensity_r": _r([m.emotional_intensity for _, m in told], [label.intensity for label, _ in told]),
        "tag_f1": _f1([{tag.value for tag in m.emotional_tags} for _, m in told], [label.tags for label, _ in told]),
        "grave_opposite": _opposite(pairs),
        "turns_a_second": round(len(pairs) / seconds, 1),
    }
    asked = [(label.protected, memory.protected) for label, memory in told if label.protected is not None]
    if asked:
        figures["protected"] = _accuracy([found for _, found in asked], [gold for gold, _ in asked])
    return figures


def _opposite(pairs: Sequence[tuple[Label, Memory | None]]) -> float:
    """Return the share of grave turns (intensity of 70 and more) that are read with the opposite valence."""
    opposite = {"positive": "negative", "negative": "positive"}
    grave = [(one.valence, found) for one, found in pairs if one.intensity >= 70 and one.valence in opposite]
    wrong = sum(found is not None and found.emotional_valence.value == opposite[gold] for gold, found in grave)
    return round(wrong / max(1, len(grave)), 3)


def emobank(path: Path, limit: int, embedder: Embedder | None = None) -> Figures:
    """Return correlations with readers' valence and arousal.

    Valence has three steps, so its sign is weighted by intensity before it is compared with a scale.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = _drawn(list(csv.DictReader(file)), limit=limit)
    with scratch(embedder=embedder) as (home, clock):
        found = said_alone(home, clock, [row["text"] for row in rows], persona="emobank", language="en")
    told = [(row, memory) for row, memory in zip(rows, found, strict=True) if memory is not None]
    pleasant = [SCORE_OF[memory.emotional_valence] * (10 + memory.emotional_intensity) for _, memory in told]
    return {
        "sentences": len(rows),
        "without_memory": len(rows) - len(told),
        "valence_r": _r(pleasant, [float(row["V"]) for row, _ in told]),
        "arousal_r": _r([memory.emotional_arousal for _, memory in told], [float(row["A"]) for row, _ in told]),
    }


def goemotions(folder: Path, limit: int, embedder: Embedder | None = None) -> Figures:
    """Return the share of sentences whose three-way valence is right."""
    labels = (folder / "goemotions_labels.txt").read_text(encoding="utf-8").split()
    lines = (folder / "goemotions_test.tsv").read_text(encoding="utf-8").splitlines()
    rows = _drawn([line.split("\t") for line in lines if line.count("\t") >= 1], limit=limit)
    gold = [_majority([labels[int(index)] for index in row[1].split(",")]).value for row in rows]
    with scratch(embedder=embedder) as (home, clock):
        found = said_alone(home, clock, [row[0] for row in rows], persona="goemotions", language="en")
    read = [None if memory is None else memory.emotional_valence.value for memory in found]
    return {"sentences": len(rows), "without_memory": read.count(None), "valence": _accuracy(read, gold)}


def _majority(labels: Sequence[str]) -> Valence:
    votes = {valence: sum(label in members for label in labels) for valence, members in VALENCE_OF_LABEL.items()}
    best = max(votes.values())
    leaders = [valence for valence, count in votes.items() if count == best]
    return leaders[0] if len(leaders) == 1 else Valence.NEUTRAL


def _drawn(items: list[ItemT], *, limit: int) -> list[ItemT]:
    return items if not 0 < limit < len(items) else random.Random(SEED).sample(items, limit)


def _accuracy(found: Sequence[object], gold: Sequence[object]) -> dict[str, float]:
    right = sum(one == other for one, other in zip(found, gold, strict=True))
    return {
        "accuracy": round(right / len(gold), 3),
        "majority": round(max(Counter(gold).values()) / len(gold), 3),
        "macro_f1": round(float(np.mean([_f1_of(name, found, gold) for name in set(gold)])), 3),
    }


def _f1_of(name: object, found: Sequence[object], gold: Sequence[object]) -> float:
    right = sum(one == other == name for one, other in zip(found, gold, strict=True))
    return 2 * right / (found.count(name) + gold.count(name))


def _r(found: Sequence[float], gold: Sequence[float]) -> float:
    if len(set(found)) < 2 or len(set(gold)) < 2:  # what never varies goes with nothing
        return 0.0
    return round(float(np.corrcoef(np.array(found, dtype=float), np.array(gold, dtype=float))[0, 1]), 3)


def _f1(found: Sequence[set[str]], gold: Sequence[frozenset[str]]) -> float:
    right = sum(len(one & other) for one, other in zip(found, gold, strict=True))
    return round(2 * right / max(1, sum(map(len, found)) + sum(map(len, gold))), 3)


def _table(figures: Figures) -> str:
    lines = []
    for name, part in figures.items():
        lines.append(f"{name} ({'tuned on' if part['tuned_on'] else 'not tuned on'})")
        for key, value in part.items():
            if isinstance(value, dict):
                shown = f"{value['accuracy']:.3f}   majority {value['majority']:.3f}   macro-F1 {value['macro_f1']:.3f}"
                lines.append(f"  {key:16} {shown}")
            elif key != "tuned_on":
                lines.append(f"  {key:16} {value}")
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
