"""What the teacher of deep recall learns from and is asked about, as arrays: cues with turns that were found for them.

    python -m tools.teacher.asking_rows --corpus corpus --found BUILD/found.jsonl --strange BUILD/strange.jsonl \\
        --borrowed BUILD/borrowed --weights src/omoide/adapters/embedders/weights --out BUILD/asking.npz

*Pairs* are a cue and one turn: does it answer?  *Twos* are a cue and two turns, the older one first: is the newer one the better answer?
"""

import argparse
from collections.abc import Sequence
from datetime import datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer
from tools.answering.lines import held_out, lines_of
from tools.answering.network import row, row_of_two
from tools.reader.rows import load_pieces
from tools.teacher.texts import Writer

DEPTH, STRANGE_DEPTH = 20, 10
NEAR = 5
MOST_TWOS = 8
CHARACTERS, BEFORE_CHARACTERS = 400, 120
OTHER, ANSWER, STALE = range(3)


def turns_of(path: Path) -> list[dict[str, str]]:
    """Return a speaker's turns as they are read together with a cue."""
    found: list[dict[str, str]] = []
    before: dict[str, Any] = {}
    for turn in lines_of(path)[1:]:
        is_same = before and before["id"].split(":")[0] == turn["id"].split(":")[0]
        earlier = f"{before['user']} {before['assistant']}" if is_same else ""
        at = f"{datetime.fromisoformat(turn['at']):%Y-%m-%d %a}"
        told = {"id": turn["id"], "at": at, "user": turn["user"], "answer": turn["assistant"]}
        found.append({**told, "before": earlier[-BEFORE_CHARACTERS:]})
        before = turn
    return found


class Packed:
    """Rows as long arrays, as both networks read them."""

    def __init__(self, given: argparse.Namespace) -> None:
        self.writer = Writer(Tokenizer.from_file(str(given.borrowed / "tokenizer.json")))
        self.pieces = load_pieces(given.weights)
        self.words: list[list[int]] = []
        self.ids: list[list[int]] = []
        self.lengths: list[list[int]] = []
        self.pairs: list[tuple[int, int, int]] = []
        self.twos: list[tuple[int, int, int, int]] = []
        self._cut: dict[str, list[int]] = {}

    def add(self, words: list[int], row: tuple[list[int], list[int]]) -> None:
        """Add a row."""
        ids, which = row
        self.words.append(words)
        self.ids.append(ids)
        self.lengths.append([which.count(part) - (part == 0) for part in range(4)])

    def cut(self, text: str) -> list[int]:
        """Return the small network's pieces of a text."""
        if text not in self._cut:
            self._cut[text] = [piece.id for piece in self.pieces.of(text[:CHARACTERS])]
        return self._cut[text]

    def write(self, path: Path, asked: Sequence[dict[str, Any]], held: set[str]) -> None:
        """Write the arrays."""
        np.savez(
            path,
            words=np.concatenate([np.array(one, np.uint32) for one in self.words]),
            word_counts=np.array([len(one) for one in self.words], np.uint16),
            ids=np.concatenate([np.array(one, np.uint16) for one in self.ids]),
            lengths=np.array(self.lengths, np.uint8),
            pairs=np.array(self.pairs, np.uint16),
            twos=np.array(self.twos, np.uint16),
            held=np.array([one["speaker"] in held for one in asked]),
            strange=np.array([one["category"] == "strange" for one in asked]),
            japanese=np.array([one["speaker"].startswith("ja") for one in asked]),
            scores=np.array([_scores(one) for one in asked], np.float16),
        )


def _scores(one: dict[str, Any]) -> list[float]:
    """Return the scores of what was found, as many as are read."""
    found = [score for _, score in one["found"][:DEPTH]]
    return found + [0.0] * (DEPTH - len(found))


def main() -> None:
    """Pack everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "found", "strange", "borrowed", "weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="take each n-th question only, for rehearsals")
    given = parser.parse_args()
    asked = [*lines_of(given.found), *lines_of(given.strange)][:: given.every]
    paths = sorted(given.corpus.glob("questions/*.jsonl"))
    held = {path.stem for path in held_out(paths)}
    talks = {path.stem: turns_of(given.corpus / "speakers" / path.name) for path in paths}
    packed = Packed(given)
    for number, one in enumerate(asked):
        pairs_of(packed, number, one, talks[one["speaker"]])
    for number, one in enumerate(asked):
        if one["category"] != "strange":
            twos_of(packed, number, one, talks[one["speaker"]])
    packed.write(given.out, asked, held)
    print(
        len(asked),
        "questions,",
        len(packed.pairs),
        "pairs,",
        len(packed.twos),
        "twos,",
        sum(map(len, packed.words)),
        "words",
    )


def pairs_of(packed: Packed, number: int, one: dict[str, Any], turns: list[dict[str, str]]) -> None:
    """Add a question's pairs."""
    right, stale = _places(one, turns)
    near = [turn for turn, _ in one["found"]][: STRANGE_DEPTH if one["category"] == "strange" else DEPTH]
    for turn in dict.fromkeys([*near, *right, *stale]):
        told = turns[turn]
        what = ANSWER if turn in right else STALE if turn in stale else OTHER
        packed.pairs.append((number, turn, what))
        parts = [packed.cut(text) for text in (one["q"], told["before"], told["user"], told["answer"])]
        packed.add(packed.writer.pair(one["q"], _day(one), told).ids, row(parts))


def twos_of(packed: Packed, number: int, one: dict[str, Any], turns: list[dict[str, str]]) -> None:
    """Add a question's twos, those with an answer first."""
    right, stale = _places(one, turns)
    some = dict.fromkeys([*right, *stale, *[turn for turn, _ in one["found"]][:NEAR]])
    chosen = sorted(
        combinations(sorted(some), 2),
        key=lambda two: (not set(two) & set(right), not set(two) & {*stale}, list(some).index(two[0])),
    )
    for older, newer in chosen[:MOST_TWOS]:
        what = 2 if (older in right) == (newer in right) else int(newer in right)
        packed.twos.append((number, older, newer, what))
        parts = [packed.cut(text) for text in (one["q"], turns[older]["user"], turns[newer]["user"])]
        packed.add(packed.writer.two(one["q"], _day(one), turns[older], turns[newer]).ids, row_of_two(*parts))


def _places(one: dict[str, Any], turns: list[dict[str, str]]) -> tuple[list[int], list[int]]:
    place = {turn["id"]: i for i, turn in enumerate(turns)}
    right, stale = ([place[turn] for turn in one.get(key, ())] for key in ("evidence", "stale"))
    return right, stale


def _day(one: dict[str, Any]) -> str:
    return f"{datetime.fromisoformat(one['as_of']):%Y-%m-%d %a}"


if __name__ == "__main__":
    main()
