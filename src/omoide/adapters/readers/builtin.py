"""The built-in reader: a small network that understands a turn, Japanese or English, without a model (docs/reader.md).

It reads a turn with what stands around it, looks its pieces up in the encoder's own table, and answers with a reading.  At most a
hundred and some pieces of a turn are read at once; a longer turn is read in windows, whose beliefs are put together and whose
feelings count by their length.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from omoide.adapters.embedders import builtin as encoder
from omoide.adapters.embedders.batching import batches
from omoide.adapters.readers.agreed import agreed
from omoide.adapters.readers.decoding import Decoder, Outputs
from omoide.adapters.readers.pieces import WordPiece
from omoide.adapters.readers.shared_table import Row, SharedTable, checked, open_session, open_table, row_of
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.judging.agreement import Agreement
from omoide.domain.understanding.reading import Reading, TurnInPlace, together
from omoide.errors import ReaderUnavailable

WEIGHTS: Final = Path(__file__).parent / "weights"
LONGEST_CHARACTERS: Final = 6000
"""Of a turn; what lies beyond is not read for feelings and beliefs."""
AROUND_CHARACTERS: Final = 400
REMEMBERED: Final = 128
"""Readings kept: a turn is read for its feeling and, a moment later, for what it changes."""


class BuiltinReader:
    """Reads turns; constructing it is cheap, the files are read and checked at the first turn.  Safe to share by threads."""

    def __init__(self, *, threads: int = 1, folder: Path = WEIGHTS, encoder_folder: Path = encoder.WEIGHTS) -> None:
        self._threads, self._folder, self._encoder = threads, folder, encoder_folder
        self._lock = threading.Lock()
        self._model: _Network | None = None
        self._agreement: Agreement | None = None
        self._read: OrderedDict[TurnInPlace, Reading] = OrderedDict()

    def read(self, turns: Sequence[TurnInPlace]) -> list[Reading]:
        """Return one reading a turn, in order; raise `ReaderUnavailable` when the weights are not there or damaged."""
        with self._lock:
            new = list(dict.fromkeys(turn for turn in turns if turn not in self._read))
            found = dict(zip(new, self._opened().readings(new), strict=True)) if new else {}
            found |= {turn: self._read[turn] for turn in turns if turn in self._read}
            self._read.update(found)
            while len(self._read) > max(REMEMBERED, len(turns)):
                self._read.popitem(last=False)
        return [found[turn] for turn in turns]

    def agreement(self) -> Agreement:
        """Return how likely what it reads is right, as measured on speakers it had not seen."""
        with self._lock:
            if self._agreement is None:
                checked(self._folder, "reader.json")
                self._agreement = agreed(self._folder)
        return self._agreement

    def _opened(self) -> "_Network":
        if self._model is None:
            self._model = _open(self._folder, self._encoder, threads=self._threads)
        return self._model


@lru_cache(maxsize=1)
def shared_reader() -> BuiltinReader:
    """Return the one reader of this process: all personas share its weights."""
    return BuiltinReader()


def states_nothing(turn: SpokenTurn) -> bool:
    """Tell whether the reader finds nothing stated in a turn, however faintly; without its weights it knows of none."""
    try:
        return not shared_reader().read([turn.in_place])[0].beliefs
    except ReaderUnavailable:
        return False


@dataclass(frozen=True, slots=True)
class _Window:
    """A part of a turn that is read at once."""

    turn: int
    said: list[WordPiece]
    row: Row


@dataclass(frozen=True, slots=True)
class _Network:
    """The opened session, the table and the decoder."""

    session: Any
    table: SharedTable
    decoder: Decoder
    longest: tuple[int, int, int, int]

    def readings(self, turns: Sequence[TurnInPlace]) -> list[Reading]:
        windows = [window for number, turn in enumerate(turns) for window in self._windows(number, turn)]
        read: list[list[tuple[int, Reading]]] = [[] for _ in turns]
        for some in batches([len(one.row[0]) for one in windows]):
            out = self._outputs([windows[i].row for i in some])
            for number, i in enumerate(some):
                window = windows[i]
                first = window.row[1].index(2)
                own = out.of(number, first, first + len(window.said))
                read[window.turn].append((i, self.decoder.read(own, window.said, turns[window.turn].user)))
        return [together([one for _, one in sorted(parts, key=lambda part: part[0])]) for parts in read]

    def _windows(self, number: int, turn: TurnInPlace) -> Iterator[_Window]:
        said = self.table.pieces.of(turn.user[:LONGEST_CHARACTERS])
        around = [
            self.table.pieces.of(turn.said_before[-AROUND_CHARACTERS:])[-self.longest[0] :],
            self.table.pieces.of(turn.before[-AROUND_CHARACTERS:])[-self.longest[1] :],
        ]
        answer = self.table.pieces.of(turn.answer[:AROUND_CHARACTERS])[: self.longest[3]]
        for at in range(0, max(1, len(said)), self.longest[2]):
            some = said[at : at + self.longest[2]]
            yield _Window(number, some, row_of([*around, some, answer]))

    def _outputs(self, rows: Sequence[Row]) -> Outputs:
        turn, piece = self.session.run(["turn", "piece"], self.table.inputs(rows))
        return self.decoder.outputs(turn, piece)


def _open(folder: Path, encoder_folder: Path, *, threads: int) -> _Network:
    about = checked(folder, "reader.json")
    table = open_table(about["table"], encoder_folder)
    session = open_session(folder / "reader.onnx", threads=threads)
    first, second, third, fourth = about["longest"]
    return _Network(session, table, Decoder(about["turn"], about["piece"]), (first, second, third, fourth))
