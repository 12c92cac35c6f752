"""Text as the reader sees it: pieces with the place of each in the text as it was said.

The pieces are the encoder's (`embedders.vocabulary`, after NFKC), so that both networks share one table of rows.
A symbol such as an emoji, which no table knows, is read by its Unicode name.
"""

import unicodedata
from functools import lru_cache
from typing import Final, NamedTuple

from omoide.adapters.embedders.vocabulary import Vocabulary
from omoide.domain.text.remembered import remembered

_SYMBOLS: Final = frozenset({"So", "Sk"})
_LEFT_OUT: Final = frozenset({"Cc", "Cs", "Cf", "Mn"})
"""Controls, lone surrogates, joiners and variation selectors say nothing."""


class WordPiece(NamedTuple):
    """A row of the table, and the characters of the text it stands for."""

    id: int
    start: int
    end: int


class WordPieces:
    """Texts as pieces of a vocabulary; safe to share by threads."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._remembered = remembered(self._of, most=64)  # what was said stands before what is said next

    def of(self, text: str) -> list[WordPiece]:
        """Return the pieces of `text` in order."""
        return self._remembered(text)

    def _of(self, text: str) -> list[WordPiece]:
        plain, places = _plain(text)
        return [
            WordPiece(number, places[begin + start], places[begin + end - 1] + 1)
            for begin, pieces in self._vocabulary.runs(plain)
            for number, (start, end) in zip(*pieces, strict=True)
            if end > start
        ]


def _plain(text: str) -> tuple[str, list[int]]:
    """Return the text in the form it is read in, and for each of its characters the place where it stands in `text`."""
    characters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for one in _read(character):
            characters.append(one)
            places.append(place)
    return "".join(characters), places


@lru_cache(maxsize=4096)
def _read(character: str) -> str:
    kind = unicodedata.category(character)
    if kind in _LEFT_OUT:
        return " " if character in "\n\t\r" else ""
    if kind in _SYMBOLS and (name := unicodedata.name(character, "")):
        return f" {name.lower()} "
    return unicodedata.normalize("NFKC", character)
