""" "Not that": what a cue does not mean, until that is taken back (SPEC X7).

Nothing is erased or weakened: what was named stands behind whatever else came to mind for that cue, and is not shown when it
would stand alone.  It holds for the same cue always, and for cues that are near to it both in meaning (by the scale of the
embedding space: as near as what says the same) and in their words, and that name the same things: of two questions that
differ in one name each asks for its own answer, however near their vectors are.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NewType, TypeVar

import numpy as np
from numpy.typing import NDArray

from omoide.domain.context import echo
from omoide.domain.recall.cue import Term, query_terms
from omoide.domain.recall.receipts.receipt import ItemRef
from omoide.domain.recall.relevance import Calibration, near
from omoide.domain.text import tokens
from omoide.domain.time.moment import Moment

DemotionId = NewType("DemotionId", int)
UNKEPT_DEMOTION: Final = DemotionId(0)
T = TypeVar("T")
# Words by which somebody asks to be told or reminded: they name nothing.
_ASKING: Final = frozenset(
    token
    for word in ["tell", "remember", "remind", "recall", "know", "say", "again", "please"]
    for token in tokens.word_tokens(word)
) | frozenset("教知覚思出聞")


@dataclass(frozen=True, slots=True)
class FeedbackRules:
    """How near another cue must be for a "not that" to hold for it too."""

    least_nearness: float = 1.0
    """0..1, on the scale of the embedding space: 1 from the cosine on at which one text says what the other asks."""
    least_words: float = 0.6
    """0..1: the share of telling words that both must have in common."""
    least_words_alone: float = 0.85
    """The same where there are no vectors to compare."""


@dataclass(frozen=True, slots=True)
class Demotion:
    """The owner's "not that": this is not what that cue means."""

    item: ItemRef
    cue: str
    at: Moment
    space: str = ""
    """In which embedding space the vector of the cue lies."""
    vector: bytes = b""
    """The cue's vector as 32-bit floats; empty where none could be had."""
    id: DemotionId = UNKEPT_DEMOTION


def cue_letters(cue: str) -> str:
    """Return by what a cue is known to be the same as another."""
    return echo.letters(cue) or cue.strip()


def is_same_cue(one: str, other: str) -> bool:
    """Tell whether two cues are the same but for blanks, punctuation, case and width."""
    return cue_letters(one) == cue_letters(other)


def shared_share(one: str, other: str) -> float:
    """Return the share of telling words that two cues have in common, 0..1, the same in both directions."""
    left, right = _weights(one), _weights(other)
    most = max(sum(left.values()), sum(right.values()))
    if most <= 0:
        return 0.0
    return sum(min(left[token], right[token]) for token in left.keys() & right.keys()) / most


def names_the_same(one: str, other: str) -> bool:
    """Tell whether two cues name the same things: neither has a whole word, but for words of asking, that the other has not."""
    return _named(one) == _named(other)


def is_meant_too(
    cue: str, demotion: Demotion, cosine: float | None, *, calibration: Calibration, rules: FeedbackRules
) -> bool:
    """Tell whether a "not that" holds for a cue; `cosine` is that of the two cues, `None` where it is not known."""
    if is_same_cue(cue, demotion.cue):
        return True
    if not names_the_same(cue, demotion.cue):
        return False
    words = shared_share(cue, demotion.cue)
    if cosine is None:
        return words >= rules.least_words_alone
    nearness = float(near(np.array([cosine]), calibration=calibration)[0])
    return nearness >= rules.least_nearness and words >= rules.least_words


def cosine_between(vector: NDArray[np.float32], demotion: Demotion, *, space: str) -> float | None:
    """Return how near the cue of a "not that" lies to a vector of a space; `None` where they cannot be compared."""
    if demotion.space != space or len(demotion.vector) != 4 * len(vector):
        return None
    other = np.frombuffer(demotion.vector, np.float32)
    lengths = float(np.linalg.norm(vector)) * float(np.linalg.norm(other))
    return float(vector @ other) / lengths if lengths > 0 else None


def heeded(
    ranked: Sequence[T], is_demoted: Callable[[T], bool], *, limit: int, lowered: Callable[[T, T], T]
) -> list[T]:
    """Return what is shown: what was demoted behind all others, and nothing where only it is left.

    `lowered(one, last)` is what was demoted, listed after `last`.  With nothing demoted it is the order that was given.
    """
    passed = [each for each in ranked if not is_demoted(each)]
    if not passed:
        return []
    behind = [lowered(each, passed[-1]) for each in ranked if is_demoted(each)]
    return [*passed, *behind][:limit]


def _named(text: str) -> frozenset[str]:
    return frozenset(token for token, weight in _weights(text).items() if weight >= 1.0 and token not in _ASKING)


def _weights(text: str) -> dict[str, float]:
    found: dict[str, Term] = {term.token: term for term in query_terms(text) if not term.is_speaker}
    return {token: term.weight for token, term in found.items()}
