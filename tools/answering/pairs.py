"""Packs what is learnt from into one file: texts as pieces, talks as turns, questions with what was found for them.

    python -m tools.answering.pairs --corpus corpus --found BUILD/found.jsonl --jaquad DIR --squad dev-v2.0.json \\
        --weights src/omoide/adapters/embedders/weights --out BUILD/pairs.npz.xz

Every ninth speaker is held out (`val-ja`, `val-en`).  Of JaQuAD and SQuAD each question is held against stretches of its article.
"""

import argparse
import io
import json
import lzma
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from tools.answering.lines import lines_of
from tools.reader.rows import load_pieces

HELD_OUT, HELD_AT = 9, 4
LONGEST_PIECES, BEFORE_CHARACTERS = 160, 120
OTHERS, SHARE = 16, {"ja": 0.6, "en": 1.0}
"""Stretches of other paragraphs beside those of its own; how many of a set's questions are taken."""
STRETCH = {"ja": 110, "en": 260}


class Packing:
    """Texts by number, talks, questions."""

    def __init__(self, weights: Path) -> None:
        self.pieces = load_pieces(weights)
        self.numbers: dict[str, int] = {}
        self.texts: list[list[int]] = []
        self.talks: list[list[tuple[int, int, int]]] = []
        self.asked: list[list[Any]] = []

    def text(self, text: str) -> int:
        """Return the number of a text."""
        if text not in self.numbers:
            self.numbers[text] = len(self.texts)
            self.texts.append([piece.id for piece in self.pieces.of(text)][:LONGEST_PIECES])
        return self.numbers[text]

    def talk(self, path: Path) -> dict[str, int]:
        """Add a speaker's talk; return the place of each turn."""
        turns, before = lines_of(path)[1:], None
        told = []
        for turn in turns:
            is_same = before is not None and before["id"].split(":")[0] == turn["id"].split(":")[0]
            earlier = f"{before['user']} {before['assistant']}" if before is not None and is_same else ""
            told.append(
                (self.text(earlier[-BEFORE_CHARACTERS:]), self.text(turn["user"]), self.text(turn["assistant"]))
            )
            before = turn
        self.talks.append(told)
        return {turn["id"]: place for place, turn in enumerate(turns)}

    def write(self, path: Path) -> None:
        """Write the file."""
        about = json.dumps({"talks": self.talks, "asked": self.asked}).encode()
        flat = np.concatenate([np.array(text, np.uint16) for text in self.texts])
        kept = io.BytesIO()
        lengths = np.array([len(text) for text in self.texts], np.uint16)
        np.savez(kept, ids=flat, lengths=lengths, about=np.frombuffer(about, np.uint8))
        path.write_bytes(lzma.compress(kept.getvalue(), preset=6))


def stretches(text: str, language: str) -> Iterator[tuple[int, str]]:
    """Yield a paragraph in stretches of whole sentences, each with the place where it begins."""
    ends = r"(?<=[。！？])|\n" if language == "ja" else r"(?<=[.!?])\s+|\n"
    start, at, held = 0, 0, ""
    for sentence in (one for one in re.split(ends, text) if one and one.strip()):
        at = text.index(sentence, at)
        if held and len(held) + len(sentence) > STRETCH[language]:
            yield start, held
            held = ""
        start = at if not held else start
        held += sentence if language == "ja" or not held else f" {sentence}"
        at += len(sentence)
    if held:
        yield start, held


def articles(packing: Packing, some: list[dict[str, Any]], language: str, dice: random.Random) -> None:
    """Add questions about the paragraphs of articles."""
    for article in some:
        told = [(one, list(stretches(one["context"], language))) for one in article["paragraphs"]]
        texts = [text for _, parts in told for _, text in parts]
        packing.talks.append([(packing.text(""), packing.text(text), packing.text("")) for text in texts])
        first = 0
        for paragraph, parts in told:
            own = list(range(first, first + len(parts)))
            for asked in paragraph["qas"]:
                if dice.random() <= SHARE[language] and (right := _right(asked, parts)) is not None:
                    evidence = [first + at for at in right]
                    others = [at for at in range(len(texts)) if at not in own]
                    dice.shuffle(others)
                    found = evidence + [at for at in own if at not in evidence] + others[:OTHERS]
                    row = [packing.text(asked["question"]), len(packing.talks) - 1, evidence, [], found]
                    packing.asked.append([*row, [0.0] * len(found), "paragraph", "beside"])
            first += len(parts)


def _right(asked: dict[str, Any], parts: list[tuple[int, str]]) -> list[int] | None:
    """Return which stretch holds the answer, none where there is no answer; `None` where it was cut in two."""
    if asked.get("is_impossible") or not asked.get("answers"):
        return []
    answer = asked["answers"][0]
    at = [i for i, (start, text) in enumerate(parts) if start <= answer["answer_start"] <= start + len(text)][-1:]
    return at if at and answer["text"] in parts[at[0]][1] else None


def main() -> None:
    """Pack everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "found", "jaquad", "squad", "weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    given = parser.parse_args()
    packing, asked = Packing(given.weights), lines_of(given.found)
    speakers = sorted({one["speaker"] for one in asked})
    held = {name for number, name in enumerate(speakers) if number % HELD_OUT == HELD_AT}
    for number, name in enumerate(speakers):
        places = packing.talk(given.corpus / "speakers" / f"{name}.jsonl")
        part = f"val-{name[:2]}" if name in held else "learn"
        for one in (each for each in asked if each["speaker"] == name):
            evidence, stale = ([places[turn] for turn in one.get(key, ())] for key in ("evidence", "stale"))
            found, scores = [turn for turn, _ in one["found"]], [score for _, score in one["found"]]
            packing.asked.append(
                [packing.text(one["q"]), number, evidence, stale, found, scores, one["category"], part]
            )
    dice = random.Random(3)
    files = sorted(given.jaquad.glob("data/train/*.json"))
    articles(packing, [one for path in files for one in json.loads(path.read_text())["data"]], "ja", dice)
    articles(packing, json.loads(given.squad.read_text())["data"], "en", dice)
    packing.write(given.out)
    print(len(packing.asked), "questions,", len(packing.texts), "texts,", given.out.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
