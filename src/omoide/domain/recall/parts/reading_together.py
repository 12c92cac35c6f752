"""The first turns that were found are read together with the cue before their order is settled (SPEC R2).

Ranking holds a cue against a turn by words and by two vectors that know nothing of each other.  A network that reads both at once sees
whether the one answers the other.  Whoever waits for a prompt gets a *glance*: the first few turns, the user's own words only.  Whoever
asks on purpose gets more of them in full, with what stands around (*deep*).  What the network says counts beside the score, not in its
stead, and the less the longer the turns are: of a page it reads only the beginning.

Where two turns of somebody's own talk may both be the answer, the network reads the cue with both and says whether the newer one is it: a
life goes on, but not every newer word takes an older one back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from omoide.domain.events.roster import Ints
from omoide.domain.recall.ranking import Floats, Ranked
from omoide.domain.text.language import is_japanese

LONGEST_CUE_GLANCED: Final = 160
"""Characters; what is longer is no question, and only its beginning would be read."""
BEYOND_LATIN: Final = 0x250


@dataclass(frozen=True, slots=True)
class ReadingRules:
    """What was chosen on the questions of seventeen speakers whom the network had not seen (docs/why-recall-works.md)."""

    read: int = 20
    """How many of the first turns are read together with the cue at most;"""
    first: int = 20
    """and how many before one of them may be found to be the answer."""
    enough: float = 0.0
    """Log odds with which one of these is taken for it, so that no more are read."""
    is_in_full: bool = True
    """Each with what was said before it and what was answered."""
    weight: float = 0.15
    """What the log odds of an answer add to a score."""
    least_share: float = 0.45
    """0..1: how strong beside the best something must be to come to mind; what answers stands further apart from what does not;"""
    least_share_among_others: float = 0.45
    """and where somebody is named whose talk was recorded: who said it sets turns apart there already."""
    least_odds: float = -5.0
    """Log odds from which a turn may be an answer, so that it may pass an older one."""
    alike_strength: float = 0.6
    """0..1: how strong beside the older one it must be found for that."""
    newer_odds: float = 1.5
    """Log odds, read with both, from which the newer one is the answer;"""
    newer_odds_now: float = -1.0
    """and where the cue asks how things are."""
    least_answer: float = -1.7
    """Log odds that one of those read must reach for anything to pass for an answer: else what is told only comes near the cue."""
    compared: int = 10
    """How many of the first are held against each other,"""
    most_twos: int = 45
    """and how many twos of them at most: those of the strongest newer ones."""
    passed: int = 2
    """Of how many at the top a newer one may take the place."""
    most_length: float = 0.2
    """0..1: how far the turns that were read may be pages on average for that; pages tell many things at once."""


DEEP: Final = ReadingRules()
GLANCE: Final = ReadingRules(read=10, first=3, is_in_full=False, least_share=0.35, compared=4, most_twos=2)


@dataclass(frozen=True, slots=True)
class TurnToRead:
    """A turn as it is read together with a cue."""

    before: str
    """What was said before it in its talk; empty at the beginning."""
    user: str
    answer: str


def is_readable(cue: str) -> bool:
    """Tell whether most of its letters are Latin or Japanese; of other scripts the network sees only that they are there."""
    letters = [is_japanese(each) or ord(each) < BEYOND_LATIN for each in cue[:LONGEST_CUE_GLANCED] if each.isalpha()]
    return 2 * sum(letters) >= len(letters)


def least_share(usual: float, lengths: Floats, *, is_own_life: bool = True, rules: ReadingRules = DEEP) -> float:
    """Return how strong beside the best something must be: as usual where all are pages, of which nothing was made by reading."""
    least = rules.least_share if is_own_life else rules.least_share_among_others
    return usual - (usual - least) * (1.0 - float(lengths[: rules.read].mean()))


@dataclass(frozen=True, slots=True)
class Read:
    """The first turns in the order of score and odds together."""

    best: Ranked
    odds: Floats
    """Of the first, in their order."""


def reordered(best: Ranked, odds: Sequence[float], *, lengths: Floats, rules: ReadingRules = DEEP) -> Read:
    """Return the first turns in the order of score and odds together; `lengths` tell how far each is a page, 0..1.

    The likeliest keeps its score and the others lose, so that nothing passes for stronger than it was found.  What was not read stays
    behind what was.
    """
    count, told = len(odds), np.asarray(odds, np.float64)
    if count == 0:
        return Read(best, told)
    weight = rules.weight * (1.0 - float(lengths[:count].mean()))
    total = best.total[:count] + weight * (told - float(np.max(told)))
    order = np.argsort(-total, kind="stable")
    total = np.maximum(total, 0.0)[order]
    rest = np.minimum(best.total[count:], total[-1])
    return Read(
        Ranked(
            np.concatenate([best.at[:count][order], best.at[count:]]),
            np.concatenate([total, rest]),
            np.concatenate([best.repeated[:count][order], best.repeated[count:]]),
        ),
        told[order],
    )


def is_near_only(odds: Sequence[float], *, lengths: Floats, rules: ReadingRules = DEEP) -> bool:
    """Tell whether nothing that was read reads as an answer.  Of pages only the beginning is read, so of them nobody can tell."""
    return len(odds) > 0 and max(odds) < rules.least_answer and _are_lines(lengths[: len(odds)], rules)


def twos(read: Read, *, created: Ints, lengths: Floats, rules: ReadingRules = DEEP) -> list[tuple[int, int]]:
    """Return the places of older and newer turns that are to be held against each other; `created`: when each was said.

    The newer one stands below, may be an answer, and is found about as strongly.
    """
    count, total = min(len(read.odds), rules.compared), read.best.total
    if not _are_lines(lengths[: len(read.odds)], rules):
        return []
    held = [
        (above, below)
        for below in range(1, count)
        if read.odds[below] >= rules.least_odds
        for above in range(below)
        if created[below] > created[above] and total[below] >= rules.alike_strength * total[above]
    ]
    return held[: rules.most_twos]


def newer_first(
    best: Ranked,
    newer: Mapping[tuple[int, int], float],
    *,
    asks_how_it_is: bool = False,
    rules: ReadingRules = DEEP,
) -> Ranked:
    """Return the order in which a newer answer stands before the older one it takes the place of, as strong as that one.

    `newer`: the log odds of each two of places that were held against each other.
    """
    least = rules.newer_odds_now if asks_how_it_is else rules.newer_odds
    placed: list[int] = []
    for at in range(len(best.at)):
        slots = (slot for slot, above in enumerate(placed[: rules.passed]) if newer.get((above, at), -np.inf) >= least)
        placed.insert(next(slots, len(placed)), at)
    order = np.array(placed, np.int64)
    total = np.maximum.accumulate(best.total[order][::-1])[::-1]
    return Ranked(best.at[order], total, best.repeated[order])


def _are_lines(lengths: Floats, rules: ReadingRules) -> bool:
    """Tell whether the turns are short ones on the whole."""
    return not len(lengths) or float(lengths.mean()) <= rules.most_length
