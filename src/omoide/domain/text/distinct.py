"""Lists of words as people and models write them, without what says nothing."""

from collections.abc import Iterable


def distinct(words: Iterable[str]) -> tuple[str, ...]:
    """Return the words with their blanks joined, in order, without empty ones and repeats."""
    return tuple(dict.fromkeys(bare for word in words if (bare := " ".join(word.split()))))
