"""A change told in words of its own: when it is asked how things are, it goes before the first hit, if they speak of one thing (SPEC R4).

"I dropped the Portuguese. Turkish is my thing now" holds no word of `Which language am I learning?`, and is found weakly.  What ties it
to the older turn is that both are near each other in meaning and share a word that hardly anything else found holds, or the
question's own.  Nothing is said of the older turn: only the order changes, and only the first place.  A later turn that tells
no change is left where it is: in the Japanese development set five right answers lost their place to such turns.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.recall import cue
from omoide.domain.recall.changes.restated import Told


@dataclass(frozen=True, slots=True)
class FresherRules:
    """How near a hit that tells a change must be to the first one, in meaning and in how strongly it was found.

    Chosen on every second speaker of the corpus questions and on half of the everyday changes of `bench.updates`.
    """

    least_likeness: float = 0.3
    """Cosine of the two turns."""
    least_beside: float = 0.2
    """Its score beside that of the first."""
    least_shared: float = 0.75
    """0..1: how much of the question's words in the older one the newer one holds, to be about the same thing;"""
    most_holders: int = 2
    """or of how many hits, these two among them, a word may be that ties them."""


DEFAULT_RULES: Final = FresherRules()


def are_near(likeness: float, ratio: float, *, rules: FresherRules = DEFAULT_RULES) -> bool:
    """Tell whether a turn that tells a change lies near enough to another for that to be what has changed."""
    return likeness >= rules.least_likeness and ratio >= rules.least_beside


def has_tie(
    older: Told, newer: Told, *, shared: float, among: Sequence[Told], rules: FresherRules = DEFAULT_RULES
) -> bool:
    """Tell whether two turns speak of the same thing; `shared`: how much of the question's words both hold."""
    if shared >= rules.least_shared:
        return True
    common = [word for word in older.words & newer.words if is_telling(word)]
    return any(sum(word in each.words for each in among) <= rules.most_holders for word in common)


def is_telling(word: str) -> bool:
    """Tell whether a token is a word that says what a turn is about: no grammar, no ending, none of three Latin letters (`in the end`)."""
    if len(word) < (4 if word.isascii() else 2) or cue.is_grammar(word):
        return False
    return not any("\u3041" <= letter <= "\u309f" for letter in word)
