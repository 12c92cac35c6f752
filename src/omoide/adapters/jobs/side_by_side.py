"""The same done to several things at once, where each mostly waits for somebody else."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

GivenT = TypeVar("GivenT")
FoundT = TypeVar("FoundT")


def side_by_side(do: Callable[[GivenT], FoundT], things: Sequence[GivenT]) -> list[FoundT]:
    """Return what comes of each, in their order; the first error is raised when all have ended."""
    if len(things) <= 1:
        return one_by_one(do, things)
    with ThreadPoolExecutor(max_workers=len(things)) as pool:
        return list(pool.map(do, things))


def one_by_one(do: Callable[[GivenT], FoundT], things: Sequence[GivenT]) -> list[FoundT]:
    """Return what comes of each, in their order, one after the other: for work that waits for nobody."""
    return [do(thing) for thing in things]
