"""The built-in network that reads a cue and a turn together, Japanese or English (docs/why-recall-works.md, "Deep").

Three layers over `cue, what stands before, the user's words, the answer` as one row; of each part so many pieces as the network was
taught with.  Pairs of like length are computed together.
"""

import threading
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from omoide.adapters.embedders import builtin as encoder
from omoide.adapters.readers.shared_table import Row, SharedTable, checked, open_session, open_table, row_of
from omoide.domain.recall.parts.deep import TurnToRead

WEIGHTS: Final = Path(__file__).parent / "weights" / "answering"
CHARACTERS: Final = 400
"""Of each part, before it is cut into pieces."""
BEFORE_CHARACTERS: Final = 120
BATCH_PIECES: Final = 384


class BuiltinPairReader:
    """Reads pairs; constructing it is cheap, the files are read and checked at the first one.  Safe to share by threads."""

    def __init__(self, *, threads: int = 1, folder: Path = WEIGHTS, encoder_folder: Path = encoder.WEIGHTS) -> None:
        self._threads, self._folder, self._encoder = threads, folder, encoder_folder
        self._lock = threading.Lock()
        self._opened: tuple[Any, SharedTable, tuple[int, ...]] | None = None

    def odds(self, cue: str, turns: Sequence[TurnToRead]) -> list[float]:
        """Return the log odds for each turn, in order; raise `ReaderUnavailable` when the weights are not there or damaged."""
        with self._lock:
            if self._opened is None:
                self._opened = self._open()
        session, table, longest = self._opened
        rows = [self._row(table, longest, cue, turn) for turn in turns]
        found = [0.0] * len(rows)
        for some in encoder.batches([len(ids) for ids, _ in rows], most=BATCH_PIECES):
            [odds] = session.run(["odds"], table.inputs([rows[i] for i in some]))
            for i, value in zip(some, odds.tolist(), strict=True):
                found[i] = value
        return found

    def _open(self) -> tuple[Any, SharedTable, tuple[int, ...]]:
        about = checked(self._folder, "answering.json")
        table = open_table(about["table"], self._encoder)
        session = open_session(self._folder / "answering.onnx", threads=self._threads)
        return session, table, tuple(about["longest"])

    def _row(self, table: SharedTable, longest: tuple[int, ...], cue: str, turn: TurnToRead) -> Row:
        asked, before, said, answered = longest
        pieces = table.pieces.of
        return row_of(
            [
                pieces(cue[:CHARACTERS])[:asked],
                pieces(turn.before[-BEFORE_CHARACTERS:])[-before:],
                pieces(turn.user[:CHARACTERS])[:said],
                pieces(turn.answer[:CHARACTERS])[:answered],
            ]
        )


@lru_cache(maxsize=1)
def shared_pair_reader() -> BuiltinPairReader:
    """Return the one of this process: all personas share its weights."""
    return BuiltinPairReader()
