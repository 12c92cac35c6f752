"""What the teacher of deep recall learns from and is asked about, as arrays: cues with turns that were found for them.

    python -m tools.teacher.asking_rows --corpus corpus --found BUILD/found.jsonl --strange BUILD/strange.jsonl \\
        --borrowed BUILD/borrowed --weights src/omoide/adapters/embedders/weights --out BUILD/asking.npz

*Pairs* are a cue and one turn: does it answer?  *Twos* are a cue and two turns, the older one first: is the newer one the better answer?
Of talk the turns are those that recall finds; of scenes and moments all of them, and beside them the nearest turns of other lives, of which
only the teacher says whether they would answer.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
from tokenizers import Tokenizer
from tools.answering.lines import held_out, lines_of
from tools.answering.network import row, row_of_two
from tools.reader import moments
from tools.reader.rows import load_pieces
from tools.teacher.texts import Writer

from omoide.adapters.embedders.builtin import BuiltinEmbedder

DEPTH, STRANGE_DEPTH = 20, 10
NEAR = 5
MOST_TWOS = 8
CHARACTERS, BEFORE_CHARACTERS = 400, 120
OTHER, ANSWER, STALE, UNSURE = range(4)
"""What a turn is to a cue; nobody says of a turn of another life whether it would answer."""
TALK, SCENES, MOMENTS = range(3)
ELSEWHERE = 6
"""Turns of other lives beside those of a scene or a moment."""
TEST_WRITERS = {SCENES: "d", MOMENTS: "f"}
"""The last letter of the writers whose scenes and moments nobody learns from."""
DAYS = ("2025-03-04 Tue", "2025-05-17 Sat", "2025-08-06 Wed", "2025-10-26 Sun", "2025-12-11 Thu", "2026-01-20 Tue")
"""When the turns of a scene were said, and the last: when it is asked."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the turns it is held against, by their places; `elsewhere` are turns of others."""

    cue: str
    asked: str
    turns: Sequence[dict[str, str]]
    near: tuple[int, ...]
    right: tuple[int, ...] = ()
    stale: tuple[int, ...] = ()
    scores: tuple[float, ...] = ()
    elsewhere: tuple[dict[str, str], ...] = ()
    group: int = TALK
    is_japanese: bool = False
    is_held: bool = False
    is_strange: bool = False


@dataclass(slots=True)
class Written:
    """Turns of scenes and moments by language, and who said them, to find what lies near a cue elsewhere."""

    turns: list[dict[str, str]] = field(default_factory=list)
    life: list[int] = field(default_factory=list)

    def near(self, cues: Sequence[tuple[str, int]], embedder: BuiltinEmbedder) -> list[tuple[dict[str, str], ...]]:
        """Return for each cue and its life the nearest turns of other lives."""
        said = embedder.embed([turn["user"] for turn in self.turns])
        asked = embedder.embed([cue for cue, _ in cues], role="query")
        life, found = np.array(self.life), []
        for vector, (_, own) in zip(asked, cues, strict=True):
            likeness = np.where(life == own, -1.0, said @ vector)
            found.append(tuple(self.turns[int(at)] for at in np.argsort(-likeness)[:ELSEWHERE]))
        return found


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
        self.glances: list[tuple[list[int], list[int]]] = []
        """Each pair once more, of the user's words only."""
        self.pairs: list[tuple[int, int, int]] = []
        self.twos: list[tuple[int, int, int, int]] = []
        self._cut: dict[str, list[int]] = {}

    def add(self, words: list[int], row: tuple[list[int], list[int]]) -> None:
        """Add a row."""
        ids, which = row
        self.words.append(words)
        self.ids.append(ids)
        self.lengths.append(_lengths(which))

    def cut(self, text: str) -> list[int]:
        """Return the small network's pieces of a text."""
        if text not in self._cut:
            self._cut[text] = [piece.id for piece in self.pieces.of(text[:CHARACTERS])]
        return self._cut[text]

    def write(self, path: Path, asked: Sequence[Asked]) -> None:
        """Write the arrays."""
        rows = [*zip(self.ids, self.lengths, strict=True), *((ids, _lengths(which)) for ids, which in self.glances)]
        np.savez(
            path,
            words=np.concatenate([np.array(one, np.uint32) for one in self.words]),
            word_counts=np.array([len(one) for one in self.words], np.uint16),
            ids=np.concatenate([np.array(ids, np.uint16) for ids, _ in rows]),
            lengths=np.array([lengths for _, lengths in rows], np.uint8),
            pairs=np.array(self.pairs, np.uint16),
            twos=np.array(self.twos, np.uint16),
            held=np.array([one.is_held for one in asked]),
            strange=np.array([one.is_strange for one in asked]),
            japanese=np.array([one.is_japanese for one in asked]),
            group=np.array([one.group for one in asked], np.uint8),
            scores=np.array([(*one.scores, *[0.0] * DEPTH)[:DEPTH] for one in asked], np.float16),
        )


def _lengths(which: Sequence[int]) -> list[int]:
    return [which.count(part) - (part == 0) for part in range(4)]


def of_talk(corpus: Path, found: Sequence[dict[str, Any]]) -> Iterator[Asked]:
    """Yield the questions about the corpus' talk with what recall finds for them."""
    paths = sorted(corpus.glob("questions/*.jsonl"))
    held = {path.stem for path in held_out(paths)}
    talks = {path.stem: turns_of(corpus / "speakers" / path.name) for path in paths}
    for one in found:
        turns, is_strange = talks[one["speaker"]], one["category"] == "strange"
        place = {turn["id"]: i for i, turn in enumerate(turns)}
        right, stale = (tuple(place[turn] for turn in one.get(key, ())) for key in ("evidence", "stale"))
        best = one["found"][: STRANGE_DEPTH if is_strange else DEPTH]
        yield Asked(
            one["q"],
            f"{datetime.fromisoformat(one['as_of']):%Y-%m-%d %a}",
            turns,
            tuple(dict.fromkeys([*(turn for turn, _ in best), *right, *stale])),
            right,
            stale,
            tuple(score for _, score in one["found"][:DEPTH]),
            is_japanese=one["speaker"].startswith("ja"),
            is_held=one["speaker"] in held,
            is_strange=is_strange,
        )


Plain = tuple[list[dict[str, str]], str, tuple[int, ...], tuple[int, ...]]
"""The turns of one life, a cue, which of them answer, and which are outdated."""


def of_scenes(path: Path) -> Iterator[list[Plain]]:
    """Yield the questions about each scene of a writer."""
    for scene in lines_of(path):
        told = [
            {"at": DAYS[i], "before": "", "user": one["user"], "answer": one["assistant"]}
            for i, one in enumerate(scene["turns"])
        ]
        yield [(told, ask["q"], tuple(ask.get("answer", ())), tuple(ask.get("stale", ()))) for ask in scene["asks"]]


def of_moments(path: Path) -> Iterator[list[Plain]]:
    """Yield the questions about each moment of a writer, as far as somebody asked."""
    plain = moments.lives(path, most_before=BEFORE_CHARACTERS)
    lives = {number: [{"at": DAYS[2], **turn} for turn in turns] for number, turns in plain.items()}
    asked: dict[int, list[Plain]] = {}
    for ask in (*moments.asks(path.with_suffix(".asks")), *moments.asks(path.with_suffix(".plain"))):
        turns = lives[ask.moment]
        asked.setdefault(ask.moment, []).append((turns, ask.cue, tuple(turn - 1 for turn in ask.answers), ()))
    yield from asked.values()


def of_pieces(corpus: Path) -> Iterator[Asked]:
    """Yield the questions about scenes and moments, with turns of other lives beside their own."""
    embedder = BuiltinEmbedder()
    for language in ("ja", "en"):
        written, asked = Written(), list[tuple[Plain, int, int, bool]]()
        sources = [(SCENES, path) for path in sorted(corpus.glob(f"scenes/{language}-*.jsonl"))]
        sources += [(MOMENTS, path) for path in sorted(corpus.glob(f"moments/{language}-*.txt"))]
        for group, path in sources:
            for life in of_scenes(path) if group == SCENES else of_moments(path):
                own = len(written.turns)
                written.turns += life[0][0]
                written.life += [own] * len(life[0][0])
                asked += [(one, own, group, path.stem.endswith(TEST_WRITERS[group])) for one in life]
        elsewhere = written.near([(one[1], own) for one, own, _, _ in asked], embedder)
        for ((turns, cue, right, stale), _, group, is_held), others in zip(asked, elsewhere, strict=True):
            yield Asked(
                cue,
                DAYS[-1],
                turns,
                tuple(range(len(turns))),
                right,
                stale,
                elsewhere=() if is_held else others,
                group=group,
                is_japanese=language == "ja",
                is_held=is_held,
            )


def main() -> None:
    """Pack everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("corpus", "found", "strange", "borrowed", "weights", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="take each n-th question only, for rehearsals")
    given = parser.parse_args()
    asked = [*of_talk(given.corpus, [*lines_of(given.found), *lines_of(given.strange)]), *of_pieces(given.corpus)]
    asked = asked[:: given.every]
    packed = Packed(given)
    for number, one in enumerate(asked):
        pairs_of(packed, number, one)
    for number, one in enumerate(asked):
        if not one.is_strange:
            twos_of(packed, number, one)
    packed.write(given.out, asked)
    words = sum(map(len, packed.words))
    print(len(asked), "questions,", len(packed.pairs), "pairs,", len(packed.twos), "twos,", words, "words")


def pairs_of(packed: Packed, number: int, one: Asked) -> None:
    """Add a question's pairs."""
    turns = [(turn, one.turns[turn]) for turn in one.near]
    turns += [(len(one.turns) + i, told) for i, told in enumerate(one.elsewhere)]
    for turn, told in turns:
        what = ANSWER if turn in one.right else STALE if turn in one.stale else OTHER
        packed.pairs.append((number, turn, UNSURE if turn >= len(one.turns) else what))
        parts = [packed.cut(text) for text in (one.cue, told["before"], told["user"], told["answer"])]
        packed.add(packed.writer.pair(one.cue, one.asked, told).ids, row(parts))
        packed.glances.append(row([parts[0], [], parts[2], []]))


def twos_of(packed: Packed, number: int, one: Asked) -> None:
    """Add a question's twos, those with an answer first."""
    right, stale, turns = one.right, one.stale, one.turns
    some = dict.fromkeys([*right, *stale, *one.near[:NEAR]])
    chosen = sorted(
        combinations(sorted(some), 2),
        key=lambda two: (not set(two) & set(right), not set(two) & {*stale}, list(some).index(two[0])),
    )
    for older, newer in chosen[:MOST_TWOS]:
        what = 2 if (older in right) == (newer in right) else int(newer in right)
        if one.group == MOMENTS or (what == 2 and not {older, newer} & {*right, *stale}):
            continue
        packed.twos.append((number, older, newer, what))
        parts = [packed.cut(text) for text in (one.cue, turns[older]["user"], turns[newer]["user"])]
        packed.add(packed.writer.two(one.cue, one.asked, turns[older], turns[newer]).ids, row_of_two(*parts))


if __name__ == "__main__":
    main()
