"""The built-in reader: a small network that understands a turn, Japanese or English, without a model (docs/reader.md).

It reads a turn with what stands around it, looks its pieces up in the encoder's own table, and answers with a reading.  At most a
hundred and some pieces of a turn are read at once; a longer turn is read in windows, whose beliefs are put together and whose
feelings count by their length.
"""

import hashlib
import json
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from omoide.adapters.embedders import builtin as encoder
from omoide.adapters.readers.agreed import agreed
from omoide.adapters.readers.decoding import Decoder
from omoide.adapters.readers.pieces import CLS, SEP, WordPiece, WordPieces
from omoide.domain.understanding.appraisal import SpokenTurn
from omoide.domain.understanding.judging.agreement import Agreement
from omoide.domain.understanding.reading import Reading, TurnInPlace, together
from omoide.errors import EmbedderUnavailable, ReaderUnavailable

WEIGHTS: Final = Path(__file__).parent / "weights"
LONGEST_CHARACTERS: Final = 6000
"""Of a turn; what lies beyond is not read for feelings and beliefs."""
AROUND_CHARACTERS: Final = 400
BATCH_PIECES: Final = 384
"""Computed at once: more fall out of the processor's cache, fewer cost more calls."""
REMEMBERED: Final = 128
"""Readings kept: a turn is read for its feeling and, a moment later, for what it changes."""

Row = tuple[list[int], list[int]]


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
                _checked(self._folder)
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
    """The opened session, the table, the tokenizers and the decoder."""

    session: Any
    rows: NDArray[np.int8]
    scales: NDArray[np.float32]
    pieces: WordPieces
    decoder: Decoder
    longest: tuple[int, int, int, int]

    def readings(self, turns: Sequence[TurnInPlace]) -> list[Reading]:
        windows = [window for number, turn in enumerate(turns) for window in self._windows(number, turn)]
        read: list[list[tuple[int, Reading]]] = [[] for _ in turns]
        for some in encoder.batches([len(one.row[0]) for one in windows], most=BATCH_PIECES):
            for i, (turn, piece) in zip(some, self._outputs([windows[i].row for i in some]), strict=True):
                window = windows[i]
                first = window.row[1].index(2)
                own = piece[first : first + len(window.said)]
                text = turns[window.turn].user
                read[window.turn].append((i, self.decoder.reading(turn, own, window.said, text)))
        return [together([one for _, one in sorted(parts, key=lambda part: part[0])]) for parts in read]

    def _windows(self, number: int, turn: TurnInPlace) -> Iterator[_Window]:
        said = self.pieces.of(turn.user[:LONGEST_CHARACTERS])
        around = [
            self.pieces.of(turn.said_before[-AROUND_CHARACTERS:])[-self.longest[0] :],
            self.pieces.of(turn.before[-AROUND_CHARACTERS:])[-self.longest[1] :],
        ]
        answer = self.pieces.of(turn.answer[:AROUND_CHARACTERS])[: self.longest[3]]
        for at in range(0, max(1, len(said)), self.longest[2]):
            some = said[at : at + self.longest[2]]
            yield _Window(number, some, _row([*around, some, answer]))

    def _outputs(self, rows: Sequence[Row]) -> Iterator[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        lengths = np.array([len(ids) for ids, _ in rows], np.int64)
        shape = (len(rows), int(lengths.max()))
        ids, parts = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
        for i, (some, which) in enumerate(rows):
            ids[i, : len(some)], parts[i, : len(some)] = some, which
        table = self.rows[ids].astype(np.float32) * self.scales[ids]
        turn, piece = self.session.run(["turn", "piece"], {"rows": table, "parts": parts, "lengths": lengths})
        yield from zip(turn, piece, strict=True)


def _row(parts: Sequence[Sequence[WordPiece]]) -> Row:
    ids, which = [CLS], [0]
    for number, pieces in enumerate(parts):
        ids += [*(piece.id for piece in pieces), SEP]
        which += [number] * (len(pieces) + 1)
    return ids, which


def _open(folder: Path, encoder_folder: Path, *, threads: int) -> _Network:
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    import onnxruntime
    from tokenizers import Tokenizer

    about = _checked(folder)
    _require_table(about["table"], encoder_folder)
    english, japanese = (Tokenizer.from_file(str(encoder_folder / f"tokenizer_{name}.json")) for name in ("en", "ja"))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = (
        True  # batch after batch needs the same room; without it each asks the system for it anew
    )
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(folder / "reader.onnx"), options, providers=["CPUExecutionProvider"])
    table = about["table"]
    path = encoder_folder / "encoder.onnx"
    first, second, third, fourth = about["longest"]
    return _Network(
        session,
        np.memmap(path, np.int8, "r", table["rows"]["offset"], tuple(table["rows"]["shape"])),
        np.fromfile(path, np.float32, table["rows"]["shape"][0], offset=table["row_scales"]["offset"])[:, None],
        WordPieces(english, japanese),
        Decoder(about["turn"], about["piece"]),
        (first, second, third, fourth),
    )


def _require_table(table: dict[str, Any], encoder_folder: Path) -> None:
    """Raise unless the encoder's file is the one in which the table's places were written down."""
    try:
        found = encoder.verified(encoder_folder)["encoder.onnx"]
    except EmbedderUnavailable as exc:
        raise ReaderUnavailable(f"the built-in reader cannot use the encoder's table: {exc}") from exc
    if found != table["encoder_sha256"]:
        raise ReaderUnavailable(
            f"the built-in reader was made for another encoder than the one in {encoder_folder}; reinstall the package"
        )


def _checked(folder: Path) -> dict[str, Any]:
    """Return what `reader.json` says, after all files were found to be the released ones."""
    try:
        hashes: dict[str, str] = json.loads((folder / "sha256.json").read_text(encoding="utf-8"))
        for name, expected in hashes.items():
            with (folder / name).open("rb") as file:
                if hashlib.file_digest(file, "sha256").hexdigest() != expected:
                    raise ReaderUnavailable(
                        f"the built-in reader's {name} in {folder} is damaged (its SHA-256 differs); reinstall the package"
                    )
        about: dict[str, Any] = json.loads((folder / "reader.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as exc:
        raise ReaderUnavailable(f"the built-in reader's files are not in {folder}; reinstall the package") from exc
    return about
