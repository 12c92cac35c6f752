"""Text as the reader sees it: pieces with the place of each in the text as it was said.

The pieces are the encoder's (kana and kanji by Unigram, everything else by WordPiece, after NFKC), so that both networks share one
table of rows.  A symbol such as an emoji, which no table knows, is read by its Unicode name.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, NamedTuple

from omoide.domain.text.remembered import remembered

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

FIRST_JAPANESE: Final = 30_522
CLS: Final = 101
SEP: Final = 102

_JAPANESE: Final = re.compile("[\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]+")
_SYMBOLS: Final = frozenset({"So", "Sk"})
_LEFT_OUT: Final = frozenset({"Cc", "Cs", "Cf", "Mn"})
"""Controls, lone surrogates, joiners and variation selectors say nothing."""


class WordPiece(NamedTuple):
    """A row of the table, and the characters of the text it stands for."""

    id: int
    start: int
    end: int


class WordPieces:
    """Both tokenizers behind one call; safe to share by threads."""

    def __init__(self, english: "Tokenizer", japanese: "Tokenizer") -> None:
        self.english, self.japanese = english, japanese
        self._remembered = remembered(self._of, most=64)  # what was said stands before what is said next

    def of(self, text: str) -> list[WordPiece]:
        """Return the pieces of `text` in order."""
        return self._remembered(text)

    def _of(self, text: str) -> list[WordPiece]:
        plain, places = _plain(text)
        found: list[WordPiece] = []
        at = 0
        for run in _JAPANESE.finditer(plain):
            found += _placed(self.english, plain[at : run.start()], at, places, first=0)
            found += _placed(self.japanese, run.group(), run.start(), places, first=FIRST_JAPANESE)
            at = run.end()
        return [*found, *_placed(self.english, plain[at:], at, places, first=0)]


def _plain(text: str) -> tuple[str, list[int]]:
    """Return the text in the form it is read in, and for each of its characters the place where it stands in `text`."""
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for one in _read(character):
            characters.append(one)
            places.append(place)
    return "".join(characters), places


def _read(character: str) -> str:
    kind = unicodedata.category(character)
    if kind in _LEFT_OUT:
        return " " if character in "\n\t\r" else ""
    if kind in _SYMBOLS and (name := unicodedata.name(character, "")):
        return f" {name.lower()} "
    return unicodedata.normalize("NFKC", character)


def _placed(tokenizer: "Tokenizer", run: str, offset: int, places: list[int], *, first: int) -> Iterator[WordPiece]:
    if not run.strip():
        return
    encoded: Encoding = tokenizer.encode(run, add_special_tokens=False)
    for number, (start, end) in zip(encoded.ids, encoded.offsets, strict=True):
        if end > start:
            yield WordPiece(first + number, places[offset + start], places[offset + end - 1] + 1)
