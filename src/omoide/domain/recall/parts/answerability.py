"""Answerability: whether what was found can answer the cue, or is only near it.

Most questions that nothing answers name someone known and ask for one particular never told.  No single number tells them from
others.  How a question is put told those of the people who wrote the data apart best of all, and so did that one turn stood out, or
that all words of the cue were known; each of these withheld plain facts from everyone else who asks for a name or a number.  What is
left is what must be so for anybody: something is near in meaning, unless advice is asked for, and nobody else said it.

A chance so uncertain must not outweigh the plain words: where one turn stands alone by the cue's own, it is told whatever the
chance.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from omoide.domain.recall.ranking import Evidence, Ranked, Scores, rarity

LOOKED_AT = 10
"""How many of the first places are looked at."""
_FLAT_AT = 4
OWN_WORDS = 0.35
"""0..1: the share of the cue's words, each by its rarity, that the first must hold itself to be told in any case;"""
STANDS_OUT = 0.4
"""and by how much of its score the second must stay behind it.  Of the guards tried on every second speaker the one that costs
least silence."""


@dataclass(frozen=True, slots=True)
class AnswerGrounds:
    """What speaks for and against an answer."""

    nearest: float
    """The best cosine among the first."""
    best: float
    """The score of the first."""
    flatness: float
    """0..1: the score of the fifth beside that of the first."""
    unsaid: float
    """0..1: the share of the cue's words that nobody ever said."""
    request: float
    """How far the cue asks for advice."""
    misattribution: float
    """0..1: how far the cue seems to be about what someone else said."""

    @property
    def is_request(self) -> bool:
        """Tell whether the cue rather asks for advice than not."""
        return self.request >= 0.0

    def values(self) -> NDArray[np.float64]:
        """Return those that are weighed together, in order."""
        return np.array([getattr(self, name) for name in WEIGHED], np.float64)


WEIGHED = ("nearest",)
"""What is weighed.  Each of the others was weighed too, and told the data apart instead of the questions."""


@dataclass(frozen=True, slots=True)
class Answerability:
    """A logistic model over the grounds, and a bound."""

    weights: Sequence[float]
    bias: float
    least: float
    """0..1: below this chance nothing comes to mind."""
    most_misattributed: float = 1.0
    """0..1: from this on the cue is about what someone else said, and nothing answers it."""

    def chance(self, grounds: AnswerGrounds) -> float:
        """Return the chance, 0..1, that the cue can be answered from what was found."""
        if grounds.misattribution >= self.most_misattributed:
            return 0.0
        if grounds.is_request:  # what should shape advice need not be near the request for it
            return 1.0
        return float(1.0 / (1.0 + np.exp(-(grounds.values() @ np.array(self.weights) + self.bias))))


def grounds(
    evidence: Evidence, scores: Scores, ranked: Ranked, *, misattribution: float, request: float
) -> AnswerGrounds:
    """Return the grounds of what was found for a cue; something was."""
    first, total = ranked.at[:LOOKED_AT], ranked.total
    nearest = 0.0 if evidence.cosines is None else float(np.nanmax(np.fmax(evidence.cosines[first], 0.0)))
    return AnswerGrounds(
        nearest=nearest,
        best=float(total[0]),
        flatness=float(total[min(_FLAT_AT, len(total) - 1)] / max(float(total[0]), 1e-9)),
        unsaid=unsaid(evidence, of=len(scores.words)),
        request=max(request, _LEAST_REQUEST),
        misattribution=misattribution,
    )


def stands_alone(scores: Scores, ranked: Ranked) -> bool:
    """Tell whether the first holds so many of the cue's words, and stands so far before the second, that it is told in any case."""
    if not len(ranked.at) or ranked.total[0] <= 0:
        return False
    second = float(ranked.total[1]) if len(ranked.total) > 1 else 0.0
    return bool(scores.words[ranked.at[0]] >= OWN_WORDS and second <= (1.0 - STANDS_OUT) * ranked.total[0])


def unsaid(evidence: Evidence, *, of: int) -> float:
    """Return the share of the cue's words, each by its rarity, that are found nowhere."""
    never, mass = rarity(0, of=of), 0.0
    missing = 0.0
    for term in evidence.terms:
        if term.is_speaker:
            continue
        found = len(evidence.postings.get(term.token, ()))
        mass += term.weight * (rarity(min(found, of), of=of))
        missing += 0.0 if found else term.weight * never
    return missing / max(mass, 1e-9)


_LEAST_REQUEST = -4.0
"""A cue that is surely no request counts as this."""
