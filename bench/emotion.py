"""How well the built-in rules read feelings: English sentences and the Japanese development set's gold labels.

    python -m bench.emotion --json [--data-dir ../shared/data] [--embedder builtin|none] [--limit N]

`--embedder none` measures the words and marks alone.  `--limit` takes every k-th English sentence, so that about N of
each set are read; the Japanese set is always read whole, session by session, as it is digested.
"""

import argparse
import csv
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

import numpy as np

from omoide.adapters.thinkers.rules import RulesThinker
from omoide.asks.appraise_turn import MOST_TURNS, AppraiseTurn, AppraiseTurns
from omoide.domain.feelings.emotion import Valence
from omoide.domain.text.language import Language
from omoide.domain.understanding.appraisal import Appraisal, SpokenTurn
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

SCORE_OF: Final = {Valence.POSITIVE: 1.0, Valence.NEUTRAL: 0.0, Valence.NEGATIVE: -1.0}
ItemT = TypeVar("ItemT")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--data-dir", type=Path, default=Path("../shared/data"))
    parser.add_argument("--embedder", choices=("builtin", "none"), default="builtin")
    parser.add_argument("--limit", type=int, default=0, help="about so many English sentences of each set; 0 = all")
    chosen = parser.parse_args(arguments)
    if not chosen.data_dir.is_dir():
        print(f"no folder {chosen.data_dir}; name the one that holds emotion/ and japanese/", file=sys.stderr)
        return 2
    figures = measure(chosen.data_dir, embedder=_embedder(chosen.embedder), limit=chosen.limit)
    print(json.dumps(figures, indent=1) if chosen.json else _table(figures))
    return 0


def measure(data_dir: Path, *, embedder: Embedder | None, limit: int = 0) -> dict[str, float]:
    """Return all figures by their keys."""
    english = RulesThinker(language=Language.EN, embedder=embedder)
    japanese = RulesThinker(language=Language.JA, embedder=embedder)
    return {
        **emobank(english, data_dir / "emotion" / "emobank.csv", limit=limit),
        **goemotions(english, data_dir / "emotion", limit=limit),
        **development_set(japanese, data_dir / "japanese" / "omoide_ja_dev" / "conversation.json"),
        "embedder": 0.0 if embedder is None else 1.0,
    }


def emobank(thinker: RulesThinker, path: Path, *, limit: int) -> dict[str, float]:
    """Return correlations with readers' valence and arousal.

    Valence has three steps, so its sign is weighted by intensity before it is compared with a scale.
    """
    with path.open(encoding="utf-8", newline="") as file:
        rows = _thinned(list(csv.DictReader(file)), limit=limit)
    found = [_alone(thinker, row["text"]) for row in rows]
    pleasant = [SCORE_OF[one.feeling.valence] * (10 + one.intensity) for one in found]
    return {
        "emobank.valence_r": _correlation(pleasant, [float(row["V"]) for row in rows]),
        "emobank.arousal_r": _correlation([one.feeling.arousal for one in found], [float(row["A"]) for row in rows]),
    }


def goemotions(thinker: RulesThinker, folder: Path, *, limit: int) -> dict[str, float]:
    """Return the share of sentences whose three-way valence is right."""
    labels = (folder / "goemotions_labels.txt").read_text(encoding="utf-8").split()
    lines = (folder / "goemotions_test.tsv").read_text(encoding="utf-8").splitlines()
    rows = _thinned([line.split("\t") for line in lines if line.count("\t") >= 1], limit=limit)
    gold = [_majority([labels[int(index)] for index in row[1].split(",")]) for row in rows]
    found = [_alone(thinker, row[0]).feeling.valence for row in rows]
    return {"goemotions.valence_accuracy": _share(found, gold)}


def development_set(thinker: RulesThinker, path: Path) -> dict[str, float]:
    """Return the figures on the gold labels of the user's side, and the time a turn takes."""
    turns = json.loads(path.read_text(encoding="utf-8"))["turns"]
    sessions: dict[int, list[dict[str, Any]]] = {}
    for turn in turns:
        sessions.setdefault(turn["session"], []).append(turn)
    _alone(thinker, "温まりを待つ一言")
    started = time.perf_counter()
    found = [one for session in sessions.values() for one in _in_session(thinker, session)]
    elapsed_ms = 1000 * (time.perf_counter() - started)
    gold = [turn["emotion"] for session in sessions.values() for turn in session]
    protected = [bool(turn["protected"]) for session in sessions.values() for turn in session]
    return {
        "japanese.valence_accuracy": _share([one.feeling.valence for one in found], [one["valence"] for one in gold]),
        "japanese.category_accuracy": _share([one.category for one in found], [one["category"] for one in gold]),
        "japanese.arousal_r": _correlation([one.feeling.arousal for one in found], [one["arousal"] for one in gold]),
        "japanese.tag_f1": _f1([set(one.feeling.tags) for one in found], [set(one["tags"]) for one in gold]),
        "japanese.intensity_r": _correlation([one.intensity for one in found], [one["intensity"] for one in gold]),
        "japanese.protected_accuracy": _share([one.protected for one in found], protected),
        "japanese.ms_per_turn": elapsed_ms / len(found),
    }


def _in_session(thinker: RulesThinker, session: list[dict[str, Any]]) -> list[Appraisal]:
    spoken = [SpokenTurn(turn["user"], turn["assistant"] or "") for turn in session]
    parts = [tuple(spoken[at : at + MOST_TURNS]) for at in range(0, len(spoken), MOST_TURNS)]
    return [one for part in parts for one in thinker.answer(AppraiseTurns(part)).value]


def _alone(thinker: RulesThinker, text: str) -> Appraisal:
    return thinker.answer(AppraiseTurn(SpokenTurn(text))).value


def _majority(labels: Sequence[str]) -> Valence:
    votes = {valence: sum(label in members for label in labels) for valence, members in VALENCE_OF_LABEL.items()}
    best = max(votes.values())
    leaders = [valence for valence, count in votes.items() if count == best]
    return leaders[0] if len(leaders) == 1 else Valence.NEUTRAL


def _thinned(items: list[ItemT], *, limit: int) -> list[ItemT]:
    return items if not limit else items[:: max(1, len(items) // limit)]


def _share(found: Sequence[object], gold: Sequence[object]) -> float:
    return sum(one == other for one, other in zip(found, gold, strict=True)) / len(gold)


def _correlation(found: Sequence[float], gold: Sequence[float]) -> float:
    return float(np.corrcoef(np.array(found, dtype=float), np.array(gold, dtype=float))[0, 1])


def _f1(found: Sequence[set[Any]], gold: Sequence[set[Any]]) -> float:
    right = sum(len(one & other) for one, other in zip(found, gold, strict=True))
    return 2 * right / max(1, sum(map(len, found)) + sum(map(len, gold)))


def _embedder(name: str) -> Embedder | None:
    if name == "none":
        return None
    from omoide.adapters.embedders.builtin import BuiltinEmbedder

    return BuiltinEmbedder()


def _table(figures: dict[str, float]) -> str:
    return "\n".join(f"{key:32} {value:8.3f}" for key, value in figures.items())


if __name__ == "__main__":
    sys.exit(main())
