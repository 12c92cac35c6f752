"""What turns lend each other: an answer rarely repeats the words of its question.

A word said one or two turns earlier or later counts partly, and so does nearness in meaning.  Both fade with the time between
the turns, and with how long the talk around is: a short line is understood through its neighbours, a page speaks for itself.
Turns of different sessions lend nothing.  Measured: without lending LoCoMo loses 6.7 points of hit@10 and the Japanese set 7.5;
with lending between pages a coding session loses 14.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from omoide.domain.events.roster import Ints, Roster

Floats = NDArray[np.float64]

SHORT_CHARACTERS = 250.0
"""Up to this mean length of a turn and its neighbours they lend in full; at twice the length half of it."""


def openness(characters: Ints | None, *, roster: Roster) -> Floats | None:
    """Return how far each turn takes what its neighbours lend, 0..1; `None` when all do in full, or no length is known."""
    if characters is None or characters.max(initial=0) <= SHORT_CHARACTERS:
        return None
    count = len(roster)
    lengths, there = np.zeros(count + 1), np.ones(count + 1)
    lengths[:count], there[count] = characters, 0.0
    around = lengths + lengths[roster.before] + lengths[roster.after]
    turns = there + there[roster.before] + there[roster.after]
    return np.minimum(1.0, SHORT_CHARACTERS * turns[:count] / np.maximum(around[:count], 1.0))


def rings(here: Ints, *, roster: Roster, shares: tuple[float, ...]) -> Iterator[tuple[Ints, Floats]]:
    """Yield the turns one, two … places before and after these, each direction apart, with what each is lent.

    Within one direction every turn comes once, except the place that stands for no turn.
    """
    earlier, later = here, here
    by_earlier = by_later = np.ones(len(here))
    for share in shares:
        by_earlier = by_earlier * roster.near_before[earlier]
        by_later = by_later * roster.near_after[later]
        earlier, later = roster.before[earlier], roster.after[later]
        yield earlier, share * by_earlier
        yield later, share * by_later


def around(own: Floats, *, roster: Roster, shares: tuple[float, ...]) -> Floats:
    """Return what each turn is lent of a column; the column has an empty place at its end, as the result does."""
    lent, earlier, later = np.zeros(len(own)), own, own
    for share in shares:
        earlier = earlier.take(roster.before) * roster.near_before
        later = later.take(roster.after) * roster.near_after
        lent += share * np.maximum(earlier, later)
    return lent
