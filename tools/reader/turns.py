"""Turns of the corpus as the shipped reader reads them, and what of each belief is right by two careful readers.

Some speakers taught the reader; the others (the validation speakers and those kept apart) it never saw.
"""

import json
from collections import defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tools.reader import measure
from tools.reader.labels import VALIDATION, apart

from bench import second_reading
from omoide.adapters.readers.builtin import BuiltinReader
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.understanding.judging.referents import Pointing
from omoide.domain.understanding.judging.suggested import is_said
from omoide.domain.understanding.judging.taking import Hearing, Taken
from omoide.domain.understanding.judging.understood import NAMED
from omoide.domain.understanding.judging.whom import BEINGS, Talk
from omoide.domain.understanding.reading import Reading, TurnInPlace

REMEMBERED = 8
"""Texts of the session before a turn, both sides."""
RECENT = 11
"""Turns before one whose names are known, as a digest is shown them."""


@dataclass(frozen=True, slots=True)
class Row:
    """One labelled turn and its place in its talk."""

    speaker: str
    session: str
    raw: dict[str, Any]
    labels: tuple[list[dict[str, Any]], list[dict[str, Any]]]
    """The beliefs by the first reading and by the second."""
    before: tuple[str, ...]
    """What was said before it in the session, both sides, newest last."""
    timezone: str
    known: frozenset[str] = frozenset()
    """Who was named in the last turns before it, as the reader reads them."""

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
    hits: tuple[int, int]
    """The numbers of the labels among the turn's, in the first reading and in the second; none: -1."""
    is_said: bool
    """The turn says it; it is not asked, quoted or made up."""

    def gold(self, reading: int) -> dict[str, Any] | None:
        """Return the label of a reading."""
        labels: list[dict[str, Any]] = self.row.labels[reading]
        return labels[self.hits[reading]] if self.hits[reading] >= 0 else None


def rows_of(corpus: Path, *, taught: bool) -> list[Row]:
    """Return every turn of the speakers who taught the reader, or of those whom it never saw, in one fixed order."""
    paths = sorted(corpus.glob("speakers/*.jsonl"))
    unseen = {*apart([path.stem for path in paths]), *VALIDATION}
    mine = [path for path in paths if (path.stem not in unseen) is taught]
    return [row for path in mine for row in _talk(path, corpus / "second" / f"{path.stem}.txt")]


def _talk(path: Path, again: Path) -> Iterator[Row]:
    head, *turns = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    said: dict[str, list[str]] = defaultdict(list)
    others = second_reading.read(again)
    for turn in turns:
        session = turn["id"].split(":")[0]
        turn["language"] = head["language"]
        labels = (turn["beliefs"], others[turn["id"]]["beliefs"])
        yield Row(head["speaker"], session, turn, labels, tuple(said[session][-REMEMBERED:]), head["timezone"])
        said[session] += [turn["user"], turn["assistant"] or ""]


def readings(rows: Sequence[Row], weights: Path) -> list[Reading]:
    """Return the turns as the shipped reader reads them."""
    return BuiltinReader(folder=weights).read([row.in_place for row in rows])


def acquainted(rows: Sequence[Row], read: Sequence[Reading]) -> list[Row]:
    """Return the turns with who was named in the last ones of their speaker, as a mind that digests them knows it."""
    lately: dict[str, deque[list[str]]] = defaultdict(lambda: deque(maxlen=RECENT))
    found = []
    for row, reading in zip(rows, read, strict=True):
        found.append(replace(row, known=frozenset(name for names in lately[row.speaker] for name in names)))
        lately[row.speaker].append([one.text for one in reading.names if one.type in BEINGS and one.sure >= NAMED])
    return found


def judged(row: Row, reading: Reading, pointing: Pointing | None) -> list[Judged]:
    """Return each belief that is taken from a turn, with what it hits."""
    zone = moment.zone(row.timezone)
    listener = Hearing(
        said=row.raw["user"],
        answered=row.in_place.before,
        talk=Talk(row.before, row.known),
        now=moment.parse(row.raw["at"], tz=zone),
        tz=zone,
        language=Language(row.raw["language"]),
        pointing=pointing,
    )
    found = []
    for taken in listener.taken(reading):
        first, again = (
            next((i for i, label in enumerate(labels) if measure.is_right(taken.belief, label)), -1)
            for labels in row.labels
        )
        found.append(Judged(row, taken, (first, again), is_said(taken.belief, reading, row.raw["user"])))
    return found
