"""Turns with readings by readers that had not seen their speakers, and what of each belief is right.

The training speakers and sheets are read by the readers of `folds`; the validation speakers by the reader that is shipped.
"""

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tools.reader import measure
from tools.reader.labels import TOKEN, TURN, VALIDATION

from omoide.adapters.embedders import builtin as encoder
from omoide.adapters.readers.builtin import BuiltinReader
from omoide.adapters.readers.decoding import Decoder
from omoide.adapters.readers.pieces import WordPieces
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.understanding.judging.taking import Hearing, Taken
from omoide.domain.understanding.judging.whom import Talk
from omoide.domain.understanding.reading import Reading, TurnInPlace

FOLDS = 5
REMEMBERED = 8
"""Texts of the session before a turn, both sides."""
LONGEST = 128


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled turn and its place in its talk."""

    speaker: str
    session: str
    raw: dict[str, Any]
    before: tuple[str, ...]
    """What was said before it in the session, both sides, newest last."""
    timezone: str

    @property
    def is_talk(self) -> bool:
        """Tell whether it is a turn of a speaker's talk and not a single utterance."""
        return not self.speaker.startswith("sheet-")

    @property
    def in_place(self) -> TurnInPlace:
        """Return the turn as the reader takes it."""
        said_before, answered = self.before[-2:] if len(self.before) >= 2 else ("", *self.before[-1:], "")[:2]
        return TurnInPlace(self.raw["user"], self.raw.get("assistant") or "", answered, said_before)


@dataclass(frozen=True, slots=True)
class Judged:
    """A belief that was taken, and which label it hits."""

    row: Row
    taken: Taken
    hit: int
    """The number of the label among the turn's; none: -1."""

    @property
    def gold(self) -> dict[str, Any] | None:
        """Return the label."""
        return self.row.raw["beliefs"][self.hit] if self.hit >= 0 else None


def rows_of(corpus: Path) -> list[Row]:
    """Return every labelled turn and utterance of speakers and sheets, in one fixed order."""
    found = [row for path in sorted(corpus.glob("speakers/*.jsonl")) for row in _talk(path)]
    return found + [row for path in sorted(corpus.glob("sheets/*.jsonl")) for row in _sheet(path)]


def _talk(path: Path) -> Iterator[Row]:
    head, *turns = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    said: dict[str, list[str]] = defaultdict(list)
    for turn in turns:
        session = turn["id"].split(":")[0]
        turn["language"] = head["language"]
        yield Row(head["speaker"], session, turn, tuple(said[session][-REMEMBERED:]), head["timezone"])
        said[session] += [turn["user"], turn["assistant"] or ""]


def _sheet(path: Path) -> Iterator[Row]:
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.strip():
            raw = json.loads(line)
            yield Row(f"sheet-{path.stem}", raw["id"], raw, ("", raw["before"]) if raw["before"] else (), "UTC")


def part_of(names: Sequence[str], number: int) -> set[str]:
    """Return the speakers and sheets that a fold reads and does not learn."""
    return set(sorted(set(names) - set(VALIDATION))[number::FOLDS])


def readings(rows: Sequence[Row], folds: Path) -> dict[int, Reading]:
    """Return a reading of every row: by the folds' readers, or for validation speakers by the shipped one."""
    pieces = _pieces()
    decoder = Decoder(TURN, TOKEN)
    learnt = [i for i, row in enumerate(rows) if row.speaker not in VALIDATION]
    found: dict[int, Reading] = {}
    for number in range(FOLDS):
        kept = np.load(folds / f"fold_{number}.npz")
        at = np.concatenate([[0], np.cumsum(kept["placed.lengths"])])
        turn, piece = kept["placed.turn"].astype(np.float32), kept["placed.piece"].astype(np.float32)
        for i, place in enumerate(kept["rows"]):
            text = rows[learnt[place]].raw["user"]
            said = pieces.of(text)[:LONGEST]
            found[learnt[place]] = decoder.reading(turn[i], piece[at[i] : at[i + 1]], said, text)
    return found | shipped(rows)


def shipped(rows: Sequence[Row]) -> dict[int, Reading]:
    """Return the validation speakers as the shipped reader reads them."""
    chosen = [i for i, row in enumerate(rows) if row.speaker in VALIDATION]
    return dict(zip(chosen, BuiltinReader().read([rows[i].in_place for i in chosen]), strict=True))


def judged(row: Row, reading: Reading) -> list[Judged]:
    """Return each belief that is taken from a turn, with what it hits."""
    zone = moment.zone(row.timezone)
    listener = Hearing(
        said=row.raw["user"],
        answered=row.in_place.before,
        talk=Talk(row.before),
        now=moment.parse(row.raw["at"], tz=zone),
        tz=zone,
        language=Language(row.raw["language"]),
    )
    found = []
    for taken in listener.taken(reading):
        labels = enumerate(row.raw["beliefs"])
        hit = next((i for i, label in labels if measure.is_right(taken.belief, label)), -1)
        found.append(Judged(row, taken, hit))
    return found


def _pieces() -> WordPieces:
    from tokenizers import Tokenizer

    english, japanese = (Tokenizer.from_file(str(encoder.WEIGHTS / f"tokenizer_{name}.json")) for name in ("en", "ja"))
    return WordPieces(english, japanese)
