"""The order of what was found, once it is known what has changed (SPEC R4).

Ranking says what has to do with the cue; here it is settled which of two answers holds.  The same thing said again puts the
newer first; a turn that ended what another let believe, or tells of its change, goes before it, and so does one that tells a
change of the same thing as the first in words of its own.  A cue about the past turns that round.  Whatever moves up takes the
strength of what it passes, so that strengths still fall from first to last and nothing that holds is cut off as too weak.

To say of something that it has changed since is to claim more than an order does: it is said of what beliefs know, of what
was said again in the same words, and of what a question about now has found changed.  A cue about the past is told nothing of
the kind, and one that asks of no time only what beliefs know and was found about as strongly.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.recall.changes import fresher, replaced, restated
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
    meaning: NDArray[np.float32] | None = None
    """The vector of what it begins with, of length one; `None` where there is none."""


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
    asks_whether_it_was: bool = False
    """It asks whether something happened or was done."""

    @property
    def asks_how_it_is(self) -> bool:
        """Tell whether it asks how things are, now or without saying when."""
        return self.tense in (Tense.NOW, Tense.STATE)


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
        if question.tense is not Tense.OPEN:
            marks.update({place: hits[newest].id for place in rest if hits[place].told.text != hits[newest].told.text})
    return order


class _Moving:
    """Moves what holds before what does not."""

    def __init__(self, hits: Sequence[RankedTurn], question: WhatIsAsked) -> None:
        self._hits = hits
        self._question = question
        self._has_moved = False

    def moved(self, order: Sequence[int], marks: dict[int, int]) -> list[int]:
        """Return the order after every move; `marks` learns what has been outdated by what."""
        placed: list[int] = []
        for place in order:
            at, is_sure = self._slot(place, placed)
            if is_sure and self._question.tense is not Tense.PAST:
                marks[placed[at]] = self._hits[place].id
            elif at == len(placed) and self._question.tense is Tense.NOW:
                self._mark_below(place, placed, marks)
            placed.insert(at, place)
        for earlier, later in self._sure():
            marks.update({place: later for place in placed if self._hits[place].id == earlier})
        return placed

    def _sure(self) -> Iterable[tuple[int, int]]:
        """Return the pairs of which the earlier has changed for whoever asks this, wherever both stand."""
        if self._question.asks_how_it_is:
            return self._question.outdated.known
        return self._question.outdated.done if self._question.asks_whether_it_was else ()

    def _mark_below(self, place: int, placed: Sequence[int], marks: dict[int, int]) -> None:
        """Note that one of the first, which stands before the hit already, tells its change."""
        for above in placed[:_PASSED]:
            if self._tells_change(newer=above, older=place):
                marks.setdefault(place, self._hits[above].id)

    def _slot(self, place: int, placed: Sequence[int]) -> tuple[int, bool]:
        """Return where the hit belongs, and whether that says for sure that what it passes has changed."""
        for at, above in enumerate(placed[:_PASSED_BY_BELIEF]):
            if self._is_known(above, place):
                return at, True
            if self._is_supposed(above, place):
                return at, False
        for at, above in enumerate(placed[: 0 if self._question.tense is Tense.OPEN else _PASSED]):
            if not self._has_moved and self._takes_over(place, above):
                self._has_moved = True  # one change answers one question; what else is newer is only newer
                return at, self._question.tense is Tense.NOW
        if placed and not self._has_moved and self._is_fresher(place, placed[0]):
            self._has_moved = True
            return 0, False
        return len(placed), False

    def _is_fresher(self, place: int, above: int) -> bool:
        """Tell whether the hit tells a change of the same thing as the first one, and the question is about how it is."""
        newer, older = self._hits[place], self._hits[above]
        if not self._question.asks_how_it_is or newer.meaning is None or older.meaning is None:
            return False
        if not replaced.is_later(newer.told.created, older.told.created) or not replaced.tells_change(newer.told.text):
            return False
        if not fresher.are_near(float(newer.meaning @ older.meaning), self._beside(above, place)):
            return False
        shared = replaced.share_of(older.told, newer.told, self._question.weights)
        return fresher.has_tie(older.told, newer.told, shared=shared, among=[hit.told for hit in self._hits])

    def _pair(self, above: int, place: int) -> tuple[int, int]:
        """Return both by their ids: the one that would no longer hold, then the one in its stead."""
        one, other = self._hits[above].id, self._hits[place].id
        return (other, one) if self._question.tense is Tense.PAST else (one, other)

    def _beside(self, above: int, place: int) -> float:
        return self._hits[place].strength / max(self._hits[above].strength, 1e-9)

    def _is_known(self, above: int, place: int) -> bool:
        pair, outdated = self._pair(above, place), self._question.outdated
        if pair not in outdated.known:
            return False
        asks = self._question.tense is not Tense.OPEN or (self._question.asks_whether_it_was and pair in outdated.done)
        return asks or self._beside(above, place) >= replaced.DEFAULT_RULES.least_beside_open

    def _is_supposed(self, above: int, place: int) -> bool:
        pair, outdated = self._pair(above, place), self._question.outdated
        if self._question.asks_how_it_is and pair in outdated.over:
            return True
        if self._question.tense is Tense.OPEN or pair not in outdated.supposed:
            return False
        return self._beside(above, place) >= replaced.DEFAULT_RULES.least_beside_supposed

    def _takes_over(self, place: int, above: int) -> bool:
        if self._question.tense is Tense.PAST:
            return self._tells_change(newer=above, older=place)
        return self._tells_change(newer=place, older=above)

    def _tells_change(self, *, newer: int, older: int) -> bool:
        """Tell whether one hit tells a change of what the other says, as far as the question is about it."""
        one, other = self._hits[newer], self._hits[older]
        if not replaced.is_later(one.told.created, other.told.created) or not replaced.tells_change(one.told.text):
            return False
        weaker, stronger = sorted((one.strength, other.strength))
        pair = TurnPair(
            ratio=weaker / max(stronger, 1e-9),
            shared=replaced.share_of(other.told, one.told, self._question.weights),
        )
        return replaced.takes_over(pair, self._question.tense)
