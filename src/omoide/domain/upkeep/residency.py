"""Which minds leave memory when there is not room for all: those used least recently, one whole mind at a time."""

from collections.abc import Iterable
from itertools import pairwise
from typing import TypeVar

MindT = TypeVar("MindT")


def leaving(held: Iterable[tuple[MindT, int]], *, total: int, most: int) -> list[MindT]:
    """Return which minds leave, given what each holds, the one used least recently first; `total` is what all hold.

    As many leave as must for the rest to fit; the one used last stays, however much it is.
    """
    gone: list[MindT] = []
    for (mind, size), _used_later in pairwise(held):
        if total <= most:
            break
        gone.append(mind)
        total -= size
    return gone
