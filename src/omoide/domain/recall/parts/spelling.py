"""Spellings one slip away: a letter too many, one too few, a wrong one, or two that changed places."""

import string
from collections.abc import Iterator

SHORTEST = 5
"""Letters a word needs; of shorter ones too many are words of their own one letter away."""
LONGEST = 16
"""Letters of words that are looked at; what is longer is no word people type."""


def is_word(token: str) -> bool:
    """Tell whether a token is a word of Latin letters that may be misspelt."""
    return SHORTEST <= len(token) <= LONGEST and token.isascii() and token.isalpha()


def one_slip_away(word: str) -> list[str]:
    """Return every spelling one slip away, each once, without the word itself."""
    return [spelling for spelling in dict.fromkeys(_slips(word)) if spelling != word]


def _slips(word: str) -> Iterator[str]:
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if after:
            yield before + after[1:]
            yield from (before + letter + after[1:] for letter in string.ascii_lowercase)
        if len(after) > 1:
            yield before + after[1] + after[0] + after[2:]
        yield from (before + letter + after for letter in string.ascii_lowercase)
