"""The corpus as examples: what stands before a turn, the turn, and what a careful listener takes from it.

python -m tools.reader.examples --corpus corpus --out BUILD/examples.json.xz
"""

import argparse
import difflib
import json
import lzma
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tools.reader import moments

LABELS = ("valence", "arousal", "intensity", "tags", "category", "entities", "traps")


def speaker(path: Path) -> Iterator[dict[str, Any]]:
    """Yield one speaker's turns, each with the turn before it in its session."""
    head, *turns = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    before: dict[str, Any] = {}
    for turn in turns:
        is_same = before and before["id"].split(":")[0] == turn["id"].split(":")[0]
        yield {
            "speaker": head["speaker"],
            "language": head["language"],
            "id": turn["id"],
            "said_before": before["user"] if is_same else "",
            "before": before["assistant"] if is_same else "",
            "user": turn["user"],
            "answer": turn["assistant"],
            **_labels(turn),
        }
        before = turn


def sheet(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the single utterances of a sheet."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            row = json.loads(line)
            yield {
                "speaker": f"sheet-{path.stem}",
                "language": row["language"],
                "id": row["id"],
                "said_before": "",
                "before": row["before"],
                "user": row["user"],
                "answer": "",
                **_labels(row),
            }


def of_moments(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the turns of one writer's moments."""
    for row in moments.read(path):
        yield {**row, "beliefs": placed(row["user"], row["beliefs"])}


def _labels(turn: dict[str, Any]) -> dict[str, Any]:
    return {**{key: turn[key] for key in LABELS}, "beliefs": placed(turn["user"], turn["beliefs"])}


def placed(text: str, beliefs: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return beliefs with the places in the text where their value, subject and time words stand."""
    found = [{**one, "span": span(text, one["value"])} for one in beliefs]
    for one in found:
        one["subject"] = None if one["about"] in ("user", "persona") else span(text, one["about"])
        one["time"] = span(text, one["when"]) if one.get("when") else None
    return found


GOEMOTIONS_EVERY = 3
FELT = {
    "joy": (1, 17), "excitement": (13,), "gratitude": (15,), "pride": (21,), "hope": (8, 20), "love": (5, 18), "relief": (23,),
    "curiosity": (7,), "sadness": (9, 16, 25), "anger": (2,), "frustration": (3,), "anxiety": (19,), "fear": (14,), "disgust": (11,),
    "regret": (24,), "surprise": (26,), "confusion": (6,),
}  # fmt: skip
"""Our tags by the numbers of GoEmotions' emotions."""
GOOD, BAD, NEITHER = {0, 1, 4, 5, 8, 13, 15, 17, 18, 20, 21, 23}, {2, 3, 9, 10, 11, 12, 14, 16, 19, 24, 25}, {27}


def goemotions(path: Path) -> Iterator[dict[str, Any]]:
    """Yield GoEmotions' training sentences whose emotions are all good, all bad, or none: their valence and tags."""
    for line in path.read_text(encoding="utf-8").splitlines():
        text, labels, _ = line.split("\t")
        felt = {int(one) for one in labels.split(",")}
        valence = next(
            (v for v, some in (("positive", GOOD), ("negative", BAD), ("neutral", NEITHER)) if felt <= some), None
        )
        if valence:
            tags = [tag for tag, numbers in FELT.items() if felt & set(numbers)]
            empty = {"said_before": "", "before": "", "answer": "", "arousal": 0, "intensity": 0, "category": "casual"}
            lists: dict[str, list[Any]] = {"entities": [], "traps": [], "beliefs": []}
            yield (
                {"speaker": "goemotions", "language": "en", "id": "", "user": text, "valence": valence, "tags": tags}
                | empty
                | lists
            )


def span(text: str, piece: str) -> tuple[int, int] | None:
    """Return where a piece stands in a text, small inflection aside; `None` when it does not."""
    at = text.find(piece)
    if at >= 0:
        return at, at + len(piece)
    match = difflib.SequenceMatcher(None, text, piece, autojunk=False).find_longest_match()
    if match.size >= max(2, len(piece) * 0.6):
        return match.a, match.a + match.size
    return None


def main() -> None:
    """Write every turn and utterance of the corpus."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, required=True)
    parser.add_argument("--goemotions", type=Path, help="train.tsv")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    rows = [row for path in sorted(given.corpus.glob("speakers/*.jsonl")) for row in speaker(path)]
    rows += [row for path in sorted(given.corpus.glob("sheets/*.jsonl")) for row in sheet(path)]
    rows += list(goemotions(given.goemotions))[::GOEMOTIONS_EVERY] if given.goemotions else []
    given.out.parent.mkdir(parents=True, exist_ok=True)
    with lzma.open(given.out, "wt", encoding="utf-8") as file:
        json.dump(rows, file, ensure_ascii=False)
    lost = sum(one["span"] is None for row in rows for one in row["beliefs"])
    print(len(rows), "examples,", sum(len(row["beliefs"]) for row in rows), "beliefs,", lost, "without a place")


if __name__ == "__main__":
    main()
