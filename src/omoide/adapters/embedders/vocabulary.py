"""The words of the encoder's table: runs of kana and kanji by Unigram, everything else by WordPiece, one row a piece.

The encoder and the readers look up the same rows.  A turn is read, and a moment later embedded as a memory: its runs are cut into
pieces once.
"""

import os
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from tokenizers import Tokenizer

FIRST_JAPANESE: Final = 30_522
CLS: Final = 101
SEP: Final = 102
REMEMBERED_RUNS: Final = 1024
LONGEST_REMEMBERED: Final = 64
"""Characters of a run that is remembered: longer ones hardly come again."""

_JAPANESE: Final = re.compile("[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")


class RunPieces(NamedTuple):
    """A run as rows of the table, and the characters of the run that each stands for."""

    ids: tuple[int, ...]
    places: tuple[tuple[int, int], ...]


class Vocabulary:
    """Both tokenizers behind one call; safe to share by threads."""

    def __init__(self, english: "Tokenizer", japanese: "Tokenizer") -> None:
        self._english, self._japanese = english, japanese
        self._known = lru_cache(maxsize=REMEMBERED_RUNS)(self._cut)

    def runs(self, text: str) -> Iterator[tuple[int, RunPieces]]:
        """Yield where each run of a text in NFKC form begins, and its pieces."""
        at = 0
        for run in _JAPANESE.finditer(text):
            if run.start() > at:
                yield at, self._pieces(text[at : run.start()], is_japanese=False)
            yield run.start(), self._pieces(run.group(), is_japanese=True)
            at = run.end()
        if at < len(text):
            yield at, self._pieces(text[at:], is_japanese=False)

    def _pieces(self, run: str, *, is_japanese: bool) -> RunPieces:
        return (self._known if len(run) <= LONGEST_REMEMBERED else self._cut)(run, is_japanese)

    def _cut(self, run: str, is_japanese: bool) -> RunPieces:
        found = (self._japanese if is_japanese else self._english).encode(run, add_special_tokens=False)
        first = FIRST_JAPANESE if is_japanese else 0
        return RunPieces(tuple([first + number for number in found.ids]), tuple(found.offsets))


@lru_cache(maxsize=2)
def open_vocabulary(folder: Path) -> Vocabulary:
    """Return the vocabulary of an encoder whose files were found to be the right ones: all networks of a process have one."""
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    from tokenizers import Tokenizer

    english, japanese = (Tokenizer.from_file(str(folder / f"tokenizer_{name}.json")) for name in ("en", "ja"))
    return Vocabulary(english, japanese)
