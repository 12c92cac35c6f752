"""The order of what was found, once it is known what has changed (SPEC R4).

Ranking says what has to do with the cue; here it is settled which of two answers holds.  The same thing said again puts the
newer first; a turn that ended what another let believe, or tells of its change, goes before it.  A cue about the past turns
that round.  Whatever moves up takes the strength of what it passes, so that strengths still fall from first to last and
nothing that holds is cut off as too weak.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from omoide.domain.recall.changes import replaced, restated
from omoide.domain.recall.changes.believed import Outdated
from omoide.domain.recall.changes.replaced import TurnPair
from omoide.domain.recall.changes.restated import Told
from omoide.domain.recall.changes.tense import Tense

COMPARED: Final = 20
"""How many of the first places are held against each other."""
ALIKE_STRENGTH: Final = 0.6
"""What says the same in the same words is found about as strongly; what is weaker by far only looks alike."""
_PASSED: Final = 2
"""Of how many at the top a turn may take the place because of what it tells."""
_PASSED_BY_BELIEF: Final = 5
NOTHING_OUTDATED: Final = Outdated()


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """Something found, as it was said, and how strongly it was found."""

    id: int
    told: Told
    strength: float


@dataclass(frozen=True, slots=True)
class Placed:
    """A hit in its new place."""

    place: int
    """Where it stood before."""
    strength: float
    """As strong as the strongest that stands at or below it."""
    outdated_by: int | None = None
    """The hit that holds in its stead."""


@dataclass(frozen=True, slots=True)
class WhatIsAsked:
    """What is asked."""

    weights: Mapping[str, float]
    """Its words, and how much each says."""
    tense: Tense
    outdated: Outdated = NOTHING_OUTDATED
    """What beliefs say of the hits."""


def arranged(hits: Sequence[RankedTurn], question: WhatIsAsked) -> list[Placed]:
    """Return the hits in the order of what holds."""
    compared = hits[:COMPARED]
    marks: dict[int, int] = {}
    order = _newer_first(compared, question, marks)
    moved = _Moving(compared, question).moved(order, marks)
    moved += range(len(compared), len(hits))
    strengths = [hits[place].strength for place in moved]
    for at in range(len(strengths) - 2, -1, -1):
        strengths[at] = max(strengths[at], strengths[at + 1])
    return [Placed(place, strength, marks.get(place)) for place, strength in zip(moved, strengths, strict=True)]


def _newer_first(hits: Sequence[RankedTurn], question: WhatIsAsked, marks: dict[int, int]) -> list[int]:
    """Return the order in which of what says the same the newest stands first."""
    order = list(range(len(hits)))
    if question.tense is Tense.PAST:
        return order
    strongest = max((hit.strength for hit in hits), default=0.0)
    strong = [place for place, hit in enumerate(hits) if hit.strength >= ALIKE_STRENGTH * strongest]
    for group in restated.said_again([hits[place].told for place in strong], frozenset(question.weights)):
        newest, *rest = [strong[at] for at in group]
        first = min(newest, *rest)
        if newest != first:
            order.remove(newest)
            order.insert(order.index(first), newest)
        marks.update({place: hits[newest].id for place in rest if hits[place].told.text != hits[newest].told.text})
    return order


class _Moving:
    """Moves what holds before what does not."""

    def __init__(self, hits: Sequence[RankedTurn], question: WhatIsAsked) -> None:
        self._hits = hits
        self._question = question
        self._is_open = question.tense is Tense.OPEN
        self._rare = [] if self._is_open else replaced.rare_words([hit.told for hit in hits])
        self._has_moved = False

    def moved(self, order: Sequence[int], marks: dict[int, int]) -> list[int]:
        """Return the order after every move; `marks` learns what has been outdated by what."""
        placed: list[int] = []
        for place in order:
            at = self._slot(place, placed)
            if self._question.tense is not Tense.PAST:
                self._mark(place, placed, at, marks)
            placed.insert(at, place)
        for earlier, later in self._question.outdated.known:
            marks.update({place: later for place in placed if self._hits[place].id == earlier})
        return placed

    def _mark(self, place: int, placed: Sequence[int], at: int, marks: dict[int, int]) -> None:
        """Note what the hit outdates by its new place, or what already stood before it and outdates it."""
        if at < len(placed):
            marks[placed[at]] = self._hits[place].id
        for above in placed[: _PASSED if at == len(placed) and not self._is_open else 0]:
            if self._tells_change_of(above, place):
                marks.setdefault(place, self._hits[above].id)

    def _tells_change_of(self, newer: int, older: int) -> bool:
        one, other = self._hits[newer].told, self._hits[older].told
        is_linked = not self._rare[newer].isdisjoint(self._rare[older])
        if self._question.tense is Tense.NOW and not is_linked:
            is_linked = replaced.share_of(other, one, self._question.weights) >= replaced.DEFAULT_RULES.least_shared
        return is_linked and replaced.is_later(one.created, other.created) and replaced.tells_change(one.text)

    def _slot(self, place: int, placed: Sequence[int]) -> int:
        for at, above in enumerate(placed[:_PASSED_BY_BELIEF]):
            if self._is_outdated(above, place):
                return at
        for at, above in enumerate(placed[:_PASSED]):
            if not (self._is_open or self._has_moved) and self._takes_over(place, above):
                self._has_moved = True  # one change answers one question; what else is newer is only newer
                return at
        return len(placed)

    def _is_outdated(self, above: int, place: int) -> bool:
        one, other = self._hits[above], self._hits[place]
        pair = (other.id, one.id) if self._question.tense is Tense.PAST else (one.id, other.id)
        if pair in self._question.outdated.known:
            return True
        is_near = other.strength >= replaced.DEFAULT_RULES.least_beside * one.strength
        return is_near and self._question.tense is not Tense.OPEN and pair in self._question.outdated.supposed

    def _takes_over(self, place: int, above: int) -> bool:
        one, other = self._hits[place], self._hits[above]
        newer, older = (other, one) if self._question.tense is Tense.PAST else (one, other)
        if not replaced.is_later(newer.told.created, older.told.created) or not replaced.tells_change(newer.told.text):
            return False
        pair = TurnPair(
            ratio=one.strength / max(other.strength, 1e-9),
            shared=replaced.share_of(older.told, newer.told, self._question.weights),
            is_linked=not self._rare[place].isdisjoint(self._rare[above]),
        )
        return replaced.takes_over(pair, self._question.tense)
