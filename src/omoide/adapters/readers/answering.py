"""The built-in network that reads a cue and a turn together, Japanese or English (docs/why-recall-works.md, "Deep").

Three layers over `cue, what stands before, the user's words, the answer` as one row, or over `cue, a mark, the older turn's words, the
newer one's`; of each part so many pieces as the network was taught with.  Rows of like length are computed together.
"""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from omoide.adapters.embedders import builtin as encoder
from omoide.adapters.embedders.batching import batches
from omoide.adapters.readers.pieces import WordPiece
from omoide.adapters.readers.shared_table import Row, SharedTable, checked, open_session, open_table, row_of
from omoide.domain.recall.parts.reading_together import TurnToRead

WEIGHTS: Final = Path(__file__).parent / "weights" / "answering"
CHARACTERS: Final = 400
"""Of each part, before it is cut into pieces."""
BEFORE_CHARACTERS: Final = 120
MARK: Final = WordPiece(103, 0, 0)
"""Stands where a pair has what was said before it: this row holds two turns."""


class BuiltinPairReader:
    """Reads pairs; constructing it is cheap, the files are read and checked at the first one.  Safe to share by threads."""

    def __init__(self, *, threads: int = 1, folder: Path = WEIGHTS, encoder_folder: Path = encoder.WEIGHTS) -> None:
        self._threads, self._folder, self._encoder = threads, folder, encoder_folder
        self._lock = threading.Lock()
        self._opened: PairNetwork | None = None

    def odds(self, cue: str, turns: Sequence[TurnToRead]) -> list[float]:
        """Return the log odds for each turn, in order; raise `ReaderUnavailable` when the weights are not there or damaged."""
        opened = self.opened()
        return opened.told("odds", [opened.pair(cue, turn) for turn in turns])

    def newer(self, cue: str, twos: Sequence[tuple[str, str]]) -> list[float]:
        """Return the log odds for each older and newer text, in order, that the newer one is the answer; raises like `odds`."""
        opened = self.opened()
        return opened.told("newer", [opened.two(cue, older, newer) for older, newer in twos])

    def opened(self) -> "PairNetwork":
        """Return the network; raise `ReaderUnavailable` when the weights are not there or damaged."""
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
        return self._opened

    def _open(self) -> "PairNetwork":
        about = checked(self._folder, "answering.json")
        table = open_table(about["table"], self._encoder)
        session = open_session(self._folder / "answering.onnx", threads=self._threads)
        return PairNetwork(session, table, tuple(about["longest"]), tuple(about["longest_of_two"]))


@dataclass(frozen=True, slots=True)
class PairNetwork:
    """The opened files."""

    session: Any
    table: SharedTable
    longest: tuple[int, ...]
    longest_of_two: tuple[int, ...]

    def told(self, output: str, rows: Sequence[Row]) -> list[float]:
        """Return one number a row."""
        found = [0.0] * len(rows)
        for some in batches([len(ids) for ids, _ in rows]):
            [numbers] = self.session.run([output], self.table.inputs([rows[i] for i in some]))
            for i, value in zip(some, numbers.tolist(), strict=True):
                found[i] = value
        return found

    def pair(self, cue: str, turn: TurnToRead) -> Row:
        """Return a cue and a turn as a row."""
        asked, before, said, answered = self.longest
        pieces = self.table.pieces.of
        return row_of(
            [
                pieces(cue[:CHARACTERS])[:asked],
                pieces(turn.before[-BEFORE_CHARACTERS:])[-before:],
                pieces(turn.user[:CHARACTERS])[:said],
                pieces(turn.answer[:CHARACTERS])[:answered],
            ]
        )

    def two(self, cue: str, older: str, newer: str) -> Row:
        """Return a cue and two turns as a row."""
        asked, _, earlier, later = self.longest_of_two
        pieces = self.table.pieces.of
        texts = zip((cue, older, newer), (asked, earlier, later), strict=True)
        first, second, third = (pieces(text[:CHARACTERS])[:longest] for text, longest in texts)
        return row_of([first, [MARK], second, third])


@lru_cache(maxsize=1)
def shared_pair_reader() -> BuiltinPairReader:
    """Return the one of this process: all personas share its weights."""
    return BuiltinPairReader()
