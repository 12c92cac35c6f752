"""The same thing said again: the newer first (SPEC R4).

Who tells a fact anew with another value uses the same words: 「ロッカーは12番」 … 「ロッカーは47番」.  Words and meaning cannot tell such
turns apart, so chance would decide which comes first.  Where two hits hold the same words of the cue and most of their own
words are the same, the later one goes first.  Words are compared as words; scripts without blanks by the letters that stand
in pairs both texts have, so that a changed value costs its own letters and nothing around it.
"""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property

from omoide.domain.text import tokens
from omoide.domain.text.remembered import remembered
from omoide.domain.text.tokens import TokenKind
from omoide.domain.time.moment import Moment

ALIKE = 0.6
"""Share of their own words that two turns must have in common to say the same thing.  Measured: from .6 on LoCoMo is
ordered as before, at .5 it is not."""
_WORTH_A_LOOK = 0.35
"""Share of tokens from which on words are compared one by one: pairs of letters count a changed value twice."""
LONGEST_READ = 600
"""Characters of a turn that are compared; who restates a fact does not write a page."""


@dataclass(frozen=True)
class Told:
    """A hit as it was said, and when."""

    text: str
    created: Moment

    @cached_property
    def pieces(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Return what the text is made of: each run of letters, or nothing for a word, with its tokens."""
        return _pieces(self.text[:LONGEST_READ])

    @cached_property
    def words(self) -> frozenset[str]:
        """Return its words, and the letters and pairs of its runs."""
        return _words(self.text[:LONGEST_READ])


def _read_pieces(text: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple(
        (tokens.fold_kana(piece) if kind is TokenKind.RUN else "", tuple(tokens.piece_tokens(kind, piece)))
        for kind, piece in tokens.pieces(text)
    )


def _read_words(text: str) -> frozenset[str]:
    return frozenset(token for _, found in _pieces(text) for token in found)


_pieces = remembered(_read_pieces, most=1024)
_words = remembered(_read_words, most=1024)


def said_again(hits: Sequence[Told], cue_words: AbstractSet[str]) -> list[list[int]]:
    """Return the places of hits that say the same thing, for each thing said more than once; the newest first."""
    matched = [hit.words & cue_words for hit in hits]
    found, settled = list[list[int]](), set[int]()
    for first in range(len(hits)):
        if first in settled:
            continue
        same = [first] + [
            place
            for place in range(first + 1, len(hits))
            if place not in settled and matched[place] == matched[first] and are_alike(hits[first], hits[place])
        ]
        settled.update(same)
        if len(same) > 1:
            found.append(sorted(same, key=lambda place: -hits[place].created))
    return found


def are_alike(one: Told, other: Told) -> bool:
    """Tell whether most of the words of each are words of the other."""
    common = len(one.words & other.words)
    if common < _WORTH_A_LOOK * max(len(one.words), len(other.words)):
        return False
    return shared(one, other) >= ALIKE and shared(other, one) >= ALIKE


def shared(one: Told, other: Told) -> float:
    """Return the share of the words of `one` that `other` holds too, 0..1."""
    whole = covered = 0
    for run, found in one.pieces:
        whole += len(run) or 1
        covered += _covered(run, other.words) if run else not other.words.isdisjoint(found)
    return covered / whole if whole else 0.0


def _covered(run: str, held: AbstractSet[str]) -> int:
    """Return how many letters of a run stand in a pair that is held."""
    if len(run) == 1:
        return run in held
    inside = [run[at : at + 2] in held for at in range(len(run) - 1)]
    return sum(before or after for before, after in zip([False, *inside], [*inside, False], strict=True))
