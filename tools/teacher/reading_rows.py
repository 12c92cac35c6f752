"""What the reader's teacher learns from and is asked about, as arrays: labelled turns with both readings, and free talk.

    python -m tools.teacher.reading_rows --corpus corpus --goemotions train.tsv --first-try data.json.xz \\
        --real-persona-chat DIR --topical-chat DIR --synthetic-persona-chat DIR --chitchat dataset.json \\
        --weights src/omoide/adapters/embedders/weights --borrowed BUILD/borrowed --out BUILD/reading.npz
"""

import argparse
import json
import lzma
import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer
from tools.reader import examples, free_text
from tools.reader import rows as reading
from tools.reader.labels import KINDS, OUTPUTS_OF_MARKS, VALENCES, VALIDATION, apart
from tools.reader.routine import replaced, routine
from tools.reader.targets import Target, target
from tools.teacher.texts import Writer

from bench import second_reading
from omoide.domain.understanding.reading import TurnInPlace

LEARNT, SHEET, FELT, FREE, VALIDATED, APART = range(6)
"""What a row is for; APART: speakers whom nobody learns from, kept for the second look."""
TALKS_EVERY, SENTENCES = {"real": 2, "topical": 2, "synthetic": 1, "chitchat": 2}, {"en": 40_000, "ja": 30_000}
"""Each n-th turn of free dialogues is taken, and so many sentences."""
LANGUAGE = {"real": "ja", "topical": "en", "synthetic": "en", "chitchat": "en"}
ROUTINE, ALONE = 0.15, 0.05
"""Shares of the turns of free dialogues that the pupil sees answered by routine, the teacher not at all; and that nobody answers."""
LONGEST_FREE = 600
"""Characters of a turn of free talk."""
CLAUSE = re.compile(r"(?<=[。．！？!?\n…])|(?<=[.!?])\s+")


PARTS = ("said_before", "before", "user", "answer")


class Packed:
    """Rows as long arrays; labels as dense numbers beside them."""

    def __init__(self, weights: Path, borrowed: Path) -> None:
        self.pieces = reading.load_pieces(weights)
        self.writer = Writer(Tokenizer.from_file(str(borrowed / "tokenizer.json")))
        self.words: list[list[int]] = []
        self.ids: list[list[int]] = []
        self.lengths: list[list[int]] = []
        self.spans: list[list[tuple[int, int]]] = []
        self.use: list[int] = []
        self.speaker: list[str] = []
        self.turn: list[NDArray[np.float16]] = []
        self.marks: list[NDArray[np.uint8]] = []
        self.beliefs: list[list[int]] = []

    def add(self, row: dict[str, Any], use: int, readings: Sequence[dict[str, Any]] = ()) -> None:
        """Add a row; with `readings`, how careful readers took it; `shown` is what the pupil sees around it, if that is something else."""
        parts = [self.pieces.of((row | row.get("shown", {}))[name]) for name in PARTS]
        ids, which, said = reading.row(parts)
        words = self.writer.turn(row, said)
        number = len(self.words)
        self.words.append(words.ids)
        self.ids.append(ids)
        self.lengths.append([which.count(part) - (part == 0) for part in range(4)])
        self.spans.append(words.spans)
        self.use.append(use)
        self.speaker.append(row["speaker"])
        if readings:
            made = [target(one, said) for one in readings]
            self.turn.append(_turn(made))
            self.marks.append(_marks(made, len(said)))
            for one in made:
                for b in one.beliefs:
                    told = (b.low, b.high, b.attribute, b.op, b.about, b.polarity, b.explicit, 2 // len(made))
                    self.beliefs.append([number, *told])

    def write(self, path: Path) -> None:
        """Write the arrays."""
        spans = [span for some in self.spans for span in some]
        names = sorted(set(self.speaker))
        np.savez(
            path,
            words=np.concatenate([np.array(one, np.uint32) for one in self.words]),
            word_counts=np.array([len(one) for one in self.words], np.uint16),
            ids=np.concatenate([np.array(one, np.uint16) for one in self.ids]),
            lengths=np.array(self.lengths, np.uint8),
            span_low=np.array([low for low, _ in spans], np.uint16),
            span_size=np.array([min(high - low, 255) for low, high in spans], np.uint8),
            said=np.array([len(one) for one in self.spans], np.uint8),
            use=np.array(self.use, np.uint8),
            speaker=np.array([names.index(one) for one in self.speaker], np.uint16),
            speakers=np.array(names),
            turn=np.stack(self.turn),
            marks=np.concatenate(self.marks),
            beliefs=np.array(self.beliefs, np.int32),
        )


def _turn(made: Sequence[Target]) -> NDArray[np.float16]:
    """Return what the turn should be read as; two readers' valences and kinds count half each, all else is the first one's."""
    first = made[0]
    valence = np.mean([np.eye(len(VALENCES))[one.valence] for one in made], axis=0)
    kinds = np.mean([one.kinds for one in made], axis=0)
    category = np.eye(4)[first.category]
    return np.concatenate([valence, category, [first.arousal, first.intensity], first.tags, first.traps, kinds]).astype(
        np.float16
    )


def _marks(made: Sequence[Target], pieces: int) -> NDArray[np.uint8]:
    """Return for each piece how many halves of the readers mark it so, group by group; names are the first reader's."""
    found = []
    for name, width in OUTPUTS_OF_MARKS.items():
        some = made[:1] if name == "entity" else made
        found.append(sum(np.eye(width, dtype=np.uint8)[one.marks[name]] for one in some) * (2 // len(some)))
    return np.concatenate(found, -1).astype(np.uint8).reshape(pieces, -1)


def labelled(corpus: Path) -> Iterator[tuple[dict[str, Any], int, list[dict[str, Any]]]]:
    """Yield every turn of speakers, sheets and moments with what it is for and how it was read."""
    paths = sorted(corpus.glob("speakers/*.jsonl"))
    kept = apart([path.stem for path in paths])
    for path in paths:
        use = VALIDATED if path.stem in VALIDATION else APART if path.stem in kept else LEARNT
        again = second_reading.read(corpus / "second" / f"{path.stem}.txt")
        for row in examples.speaker(path):
            other = again[row["id"]]
            yield row, use, [row, {**row, **other, "beliefs": examples.placed(row["user"], other["beliefs"])}]
    for path in sorted(corpus.glob("sheets/*.jsonl")):
        for row in examples.sheet(path):
            yield row, SHEET, [row]
    for path in sorted(corpus.glob("moments/*.txt")):
        for row in examples.of_moments(path):
            yield row, SHEET, [row]


class Routine:
    """Puts routine answers in the place of what the pupil sees (`tools.reader.routine`)."""

    def __init__(self) -> None:
        self.answers, self.dice = routine(), np.random.default_rng(11)

    def shown(self, row: dict[str, Any], language: str) -> dict[str, Any]:
        """Return a row as the teacher sees it, with what the pupil is shown."""
        turn = TurnInPlace(row["user"], row["answer"], row["before"], row["said_before"])
        pair = replaced(turn, self.answers[language], self.dice)
        seen, shown = ({"before": one.before, "answer": one.answer} for one in (pair.teacher, pair.pupil))
        return {**row, **seen, "shown": shown}


def varied(rows: Sequence[dict[str, Any]], dice: random.Random) -> Iterator[dict[str, Any]]:
    """Yield turns of the corpus in other shapes: alone, answered by routine, sentence by sentence, sentences of two turns together."""
    routinely = Routine()
    empty = {"said_before": "", "before": "", "answer": ""}
    said: dict[str, list[str]] = {}
    for row in rows:
        sentences = [one.strip() for one in CLAUSE.split(row["user"]) if one.strip()]
        said.setdefault(row["speaker"], []).extend(sentences)
        yield {**row, **empty}
        yield routinely.shown(row, row["language"])
        if len(sentences) > 1:
            yield {**row, "user": dice.choice(sentences), "answer": ""}
            yield {**row, **empty, "user": dice.choice(sentences)}
    for row in rows:
        others = said[row["speaker"]]
        if len(others) > 4 and dice.random() < 0.7:
            gap = "" if row["language"] == "ja" else " "
            yield {**row, "user": gap.join(dice.sample(others, dice.choice((2, 2, 3)))), "answer": ""}


def free(given: argparse.Namespace, dice: random.Random) -> Iterator[dict[str, Any]]:
    """Yield free talk: dialogues in their place, sentences alone."""
    routinely = Routine()
    talks = {
        "real": free_text.real_persona_chat(given.real_persona_chat),
        "topical": free_text.topical_chat(given.topical_chat),
        "synthetic": free_text.synthetic_persona_chat(given.synthetic_persona_chat),
        "chitchat": free_text.chitchat(given.chitchat),
    }
    for source, every in TALKS_EVERY.items():
        for number, talk in enumerate(talks[source]):
            around = ["", "", *talk, ""]
            for i in range(2 + number % every, len(around) - 1, every):
                row = {"speaker": "free", **dict(zip(PARTS, around[i - 2 : i + 2], strict=True))}
                drawn = dice.random()
                if not row["user"].strip() or len(row["user"]) > LONGEST_FREE:
                    continue
                if drawn < ROUTINE:
                    row = routinely.shown(row, LANGUAGE[source])
                elif drawn < ROUTINE + ALONE:
                    row["answer"] = ""
                yield row
    with lzma.open(given.first_try, "rt", encoding="utf-8") as file:
        pairs = json.load(file)["pairs"][1000:]
    for side, count in enumerate(SENTENCES.values()):
        for text in dice.sample(sorted({pair[side] for pair in pairs}), count):
            yield {"speaker": "free", "said_before": "", "before": "", "user": text, "answer": ""}


def main() -> None:
    """Pack everything."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in (
        "corpus",
        "goemotions",
        "first-try",
        "real-persona-chat",
        "topical-chat",
        "synthetic-persona-chat",
        "chitchat",
        "weights",
        "borrowed",
        "out",
    ):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1, help="take each n-th row only, for rehearsals")
    given = parser.parse_args()
    dice = random.Random(5)
    packed = Packed(given.weights, given.borrowed)
    known = list(labelled(given.corpus))[:: given.every]
    for row, use, readings in known:
        packed.add(row, use, readings)
    felt = list(examples.goemotions(given.goemotions))[:: given.every]
    for row in felt[:: examples.GOEMOTIONS_EVERY]:
        packed.add(row, FELT, [row])
    others = [row for i, row in enumerate(felt) if i % examples.GOEMOTIONS_EVERY]
    others += list(varied([row for row, use, _ in known if use in (LEARNT, SHEET)], dice))
    others += list(free(given, dice))[:: given.every]
    for row in others:
        packed.add(row, FREE)
    packed.write(given.out)
    counts = np.bincount(packed.use, minlength=6)
    words = sum(len(one) for one in packed.words)
    print(f"{counts.tolist()} rows of each use, {words} words, {len(packed.beliefs)} beliefs, {len(KINDS)} kinds")


if __name__ == "__main__":
    main()
