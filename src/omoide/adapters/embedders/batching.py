"""Texts of different lengths computed together: a network takes rows of one length, and what is added to the shorter ones is wasted."""

from collections.abc import Sequence
from typing import Final

MOST_IDS: Final = 192
"""Padded ids computed at once: bounds memory whatever the number of texts, and what is computed stays in the processor's cache."""
CALL_IDS: Final = 12
"""What one more call costs, in ids that could be computed instead."""


def batches(lengths: Sequence[int], *, most: int = MOST_IDS) -> list[list[int]]:
    """Return the places of texts to compute together, so that padding and calls cost least; never more than `most` ids with padding.

    Of texts in the order of their length each batch is a stretch.  `least[j]` is what the first `j` cost at least: the last batch
    of them begins somewhere, and what lies before it costs least as well.
    """
    order = sorted(range(len(lengths)), key=lengths.__getitem__)
    least, begins = [0], [0]
    for end, place in enumerate(order, 1):
        longest = lengths[place]
        first = max(0, end - max(1, most // max(1, longest)))
        cost, begin = min((least[at] + longest * (end - at), at) for at in range(first, end))
        least.append(cost + CALL_IDS)
        begins.append(begin)
    found: list[list[int]] = []
    end = len(order)
    while end:
        found.append(order[begins[end] : end])
        end = begins[end]
    return found[::-1]
