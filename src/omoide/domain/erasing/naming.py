"""Whether a text names somebody or something, by its words, not by its letters: a friend is no Fri.

Words of scripts with blanks must stand there one after the other, as the same tokens that recall uses.  A name of a script
without blanks may stand anywhere in a run; one in katakana only where no katakana goes on before or after it, so that
スモモ does not name モモ.
"""

from collections.abc import Iterator

from omoide.domain.text import tokens
from omoide.domain.text.tokens import TokenKind

_BREAK = ""
"""Stands between words that do not follow each other: a run or an emoji lies between them."""


class Subject:
    """Somebody or something that texts may name, by any of the names it goes by."""

    def __init__(self, *names: str) -> None:
        self._names = [_Name(name) for name in dict.fromkeys(names)]

    @property
    def is_nameable(self) -> bool:
        """Tell whether there is anything to look for."""
        return any(name.is_nameable for name in self._names)

    def is_named_in(self, text: str) -> bool:
        """Tell whether the text names it."""
        return any(name.is_in(text) for name in self._names)


class _Name:
    """One name, as it is looked for."""

    def __init__(self, name: str) -> None:
        pieces = list(tokens.pieces(name))
        self._words = [part for kind, piece in pieces if kind is TokenKind.WORD for part in _parts(piece)]
        self._runs = [piece for kind, piece in pieces if kind is not TokenKind.WORD]
        self._marks = [*(tokens.fold_kana(run) for run in self._runs), *(word[:3] for word in self._words)]

    @property
    def is_nameable(self) -> bool:
        """Tell whether there is anything to look for."""
        return bool(self._words or self._runs)

    def is_in(self, text: str) -> bool:
        """Tell whether it stands in the text."""
        plain = tokens.normalised(text)
        folded = tokens.fold_kana(plain)
        if not self.is_nameable or not all(mark in folded for mark in self._marks):
            return False
        return all(_holds_run(plain, folded, run) for run in self._runs) and self._words_follow_in(text)

    def _words_follow_in(self, text: str) -> bool:
        if not self._words:
            return True
        held, size = list(_sequence(text)), len(self._words)
        return any(held[at : at + size] == self._words for at in range(len(held) - size + 1))


def _sequence(text: str) -> Iterator[str]:
    for kind, piece in tokens.pieces(text):
        if kind is TokenKind.WORD:
            yield from _parts(piece)
        else:
            yield _BREAK


def _parts(piece: str) -> list[str]:
    found = tokens.word_tokens(piece)
    return list(found if len(found) == 1 else found[1:])


def _holds_run(plain: str, folded: str, run: str) -> bool:
    wanted, is_katakana = tokens.fold_kana(run), all(map(_is_katakana, run))
    at = folded.find(wanted)
    while at >= 0:
        around = (plain[at - 1 : at] if at else "") + plain[at + len(wanted) : at + len(wanted) + 1]
        is_part = is_katakana and _is_katakana(plain[at]) and any(map(_is_katakana, around))
        if not is_part:
            return True
        at = folded.find(wanted, at + 1)
    return False


def _is_katakana(letter: str) -> bool:
    return "\u30a1" <= letter <= "\u30fa" or letter == "\u30fc"
