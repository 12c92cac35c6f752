"""Words for full-text search: one tokenizer for what is kept and for what is asked.

Text is brought to one form (NFKC, lower case, katakana as hiragana, no accents), then cut: scripts written without
blanks become character pairs and single ideographs, everything else becomes words.  English words are stemmed; numbers
and names with signs inside (`foo_bar`, `v1.2.3`, `user@example.com`, `C++`) are kept whole beside their parts; an emoji
is a word.  A token never holds a blank, so tokens joined by blanks come back from an index as the same tokens.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from functools import cache, lru_cache
from itertools import pairwise

from omoide.domain.text.inflections import BASE_OF

LONGEST_TOKEN = 64
"""Characters of one token; what is longer is cut, for it is no word."""
TOKEN_SIGNS = "_.@-:/&+#"  # noqa: S105
"""The ASCII signs a token may hold: a full-text engine must not cut at them (`tokenize="ascii tokenchars '…'"`)."""
SPEAKER = "by:"
"""Marks a token as the name of the one who speaks, as in `Caroline: I went home`."""

_HIRAGANA = "\u3041-\u3096\u309d-\u309f"
_KATAKANA = "\u30a1-\u30fa\u30fd-\u30ff"
_IDEOGRAPHS = "\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
# Hangul, and the scripts of South and South-East Asia, whose vowel signs are no letters to a regular expression.
_OTHERS = "\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u1100-\u11ff\uac00-\ud7af"
_UNSPACED = f"{_HIRAGANA}{_KATAKANA}\u30fc{_IDEOGRAPHS}{_OTHERS}"
_LETTER = rf"[^\W{_UNSPACED}]"
SPACED_LETTER = rf"[^\W\d_{_UNSPACED}]"
"""A letter of a script whose words stand apart, as a regular expression: of `naïve` and `Łódź` each one."""
_EMOJI = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001f1e5\U0001f200-\U0001f3fa\U0001f400-\U0001faff"

_PIECE = re.compile(
    rf"([{_UNSPACED}]+)"
    rf"|({_LETTER}+(?:(?:://|[.@'\-:/&+]){_LETTER}+)*(?:\+\+|\#)?)"
    rf"|([\U0001f1e6-\U0001f1ff]{{2}}|[{_EMOJI}])"
)
_PART = re.compile(r"[^\W_]+")
_LABEL = re.compile(r"\s*([^\s:：][^\n:：]{0,39})(?:: |：)")
_COMMA_IN_NUMBER = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_FOLD = {katakana: katakana - 0x60 for katakana in (*range(0x30A1, 0x30F7), 0x30FD, 0x30FE)}
_STRAIGHTEN: dict[int, str | None] = {ord("’"): "'", ord("‘"): "'", ord("‐"): "-", ord("‑"): "-"}
_STRAIGHTEN |= dict.fromkeys(range(0x300, 0x370))


@cache
def _english() -> Callable[[str], str]:
    """Return the English stemmer, loaded with those of thirty other languages when the first English word is met."""
    import snowballstemmer

    stem: Callable[[str], str] = snowballstemmer.stemmer("english").stemWord
    return stem


class TokenKind(StrEnum):
    """What a piece of text is."""

    RUN = "run"
    """Characters of a script written without blanks."""
    WORD = "word"
    EMOJI = "emoji"


_KINDS = (TokenKind.RUN, TokenKind.RUN, TokenKind.WORD, TokenKind.EMOJI)


def document_tokens(text: str) -> list[str]:
    """Return the distinct tokens of a text that is kept, in order of first appearance."""
    found = dict.fromkeys(_speaker_tokens(text))
    for kind, piece in pieces(text):
        found.update(dict.fromkeys(piece_tokens(kind, piece)))
    return list(found)


def pieces(text: str) -> Iterator[tuple[TokenKind, str]]:
    """Yield what the text is made of, in one form for each character, but with katakana still apart from hiragana."""
    for match in _PIECE.finditer(normalised(text)):
        yield _KINDS[match.lastindex or 0], match[0]


def piece_tokens(kind: TokenKind, piece: str) -> Iterable[str]:
    """Return the tokens of one piece."""
    if kind is TokenKind.RUN:
        return run_tokens(fold_kana(piece))
    return word_tokens(piece) if kind is TokenKind.WORD else (piece,)


def normalised(text: str) -> str:
    """Return the text with one form for each character: width, case, quotes and accents made equal."""
    text = unicodedata.normalize("NFKC", text).lower()
    if not text.isascii():
        text = text.translate(_STRAIGHTEN)
    return _COMMA_IN_NUMBER.sub("", text) if "," in text else text


def fold_kana(text: str) -> str:
    """Return the text with katakana written as hiragana, so that モモ and もも are one word."""
    return text.translate(_FOLD)


def run_tokens(run: str) -> list[str]:
    """Return the character pairs of a run and its ideographs; a lone character is a token whatever it is."""
    if len(run) == 1:
        return [run]
    return [a + b for a, b in pairwise(run)] + [c for c in run if c > "\u30ff"]


@lru_cache(maxsize=65_536)
def word_tokens(word: str) -> tuple[str, ...]:
    """Return a word's stem, or the whole of a name with signs inside and then its parts."""
    word = _without_accents(word.removesuffix("'s").replace("'", ""))[:LONGEST_TOKEN]
    parts = _PART.findall(word)
    if parts == [word]:
        return (_stemmed(word),)
    return tuple(dict.fromkeys((word, *map(_stemmed, parts))))


def speaker_token(name: str) -> str:
    """Return the token that stands for things said by `name`, one normalised word or run."""
    return SPEAKER + (fold_kana(name) if name > "\u3040" else word_tokens(name)[0])


def _speaker_tokens(text: str) -> list[str]:
    if (label := _LABEL.match(text)) is None:
        return []
    return [speaker_token(piece) for kind, piece in pieces(label[1]) if kind is not TokenKind.EMOJI]


def _stemmed(word: str) -> str:
    if not (word.isascii() and word.isalpha()):
        return word
    return _english()(BASE_OF.get(word, word))


def _without_accents(word: str) -> str:
    if word.isascii():
        return word
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
