"""The words a cue and a memory share, as a person would read them.

Search looks for stems and character pairs; nobody wants to read 「あこ」「こー」「ーで」 where アコーディオン is meant.
"""

import unicodedata
from collections.abc import Iterator, Set

from omoide.domain.text import tokens
from omoide.domain.text.tokens import TokenKind


def shared_words(cue: str, matched: Set[str]) -> tuple[str, ...]:
    """Return the parts of the cue whose tokens are among those matched, in order, each once."""
    return tuple(dict.fromkeys(_parts(cue, matched)))


def says_the_same(text: str, cue: str) -> bool:
    """Tell whether a text is the cue over again, whatever its marks and capitals; an empty one says nothing."""
    if not text or not len(cue) / 2 <= len(text) <= len(cue) * 2:
        return False
    return text == cue or _letters(text) == _letters(cue) != ""


def _letters(text: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFKC", text).casefold() if letter.isalnum())


def _parts(cue: str, matched: Set[str]) -> Iterator[str]:
    for kind, piece in tokens.pieces(cue):
        if kind is TokenKind.RUN:
            yield from _covered(piece, matched)
        elif not matched.isdisjoint(tokens.piece_tokens(kind, piece)):
            yield piece


def _covered(run: str, matched: Set[str]) -> Iterator[str]:
    folded = tokens.fold_kana(run)
    is_covered = [letter in matched for letter in folded]
    for at in range(len(folded) - 1):
        if folded[at : at + 2] in matched:
            is_covered[at] = is_covered[at + 1] = True
    start = None
    for at, covered in enumerate([*is_covered, False]):
        if covered and start is None:
            start = at
        elif not covered and start is not None:
            yield run[start:at]
            start = None
