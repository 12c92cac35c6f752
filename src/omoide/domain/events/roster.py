"""The roster: a persona's events as columns, so that rules can run over all of them at once.

A turn is understood through the turns around it, so the roster knows each event's neighbours: the turn before and after
it in the same session, when they are close in time, and how close.  Position `len(roster)` stands for "no neighbour";
columns that are looked up through `before` and `after` carry one empty place at the end for it.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

LONGEST_PAUSE_SECONDS = 6 * 3_600
"""Turns of one session that are further apart than this do not explain each other."""
PAUSE_SECONDS = 900.0
"""After a pause of this length, a third is left of what two turns say about each other."""


FEW_NEW = 64
"""Newer events that are cheaper put behind the others one by one than sorted with them."""


@dataclass(frozen=True, slots=True)
class Roster:
    """Events of one persona in the order they were kept."""

    ids: Ints
    """Event ids, ascending."""
    created: Ints
    """UTC unix seconds."""
    sessions: Ints
    """Any number that is the same for events of one session and differs between sessions."""
    before: Ints
    after: Ints
    near_before: Floats
    """0..1: how close in time the turn before is; 0 where there is none."""
    near_after: Floats

    def __len__(self) -> int:
        return len(self.ids)

    def positions(self, event_ids: Ints) -> Ints:
        """Return where these events stand, each once; ids must ascend, and those not in the roster are left out."""
        if self._is_unbroken:  # the usual case of one persona in a home: no search is needed
            at: Ints = event_ids - self.ids[0]
            known = (at >= 0) & (at < len(self.ids))
        else:
            at = np.searchsorted(self.ids, event_ids)
            known = at < len(self.ids)
            known[known] = self.ids[at[known]] == event_ids[known]
        known[1:] &= event_ids[1:] != event_ids[:-1]
        return at[known]

    @property
    def _is_unbroken(self) -> bool:
        return len(self.ids) > 0 and int(self.ids[-1] - self.ids[0]) == len(self.ids) - 1


def roster(*, ids: Ints, created: Ints, sessions: Ints) -> Roster:
    """Return the roster of these events, whose ids ascend."""
    count = len(ids)
    order = np.argsort(sessions, kind="stable")
    first, second = order[:-1], order[1:]
    joined = (sessions[first] == sessions[second]) & (np.abs(created[second] - created[first]) <= LONGEST_PAUSE_SECONDS)
    before, after = np.full(count + 1, count), np.full(count + 1, count)
    before[second[joined]] = first[joined]
    after[first[joined]] = second[joined]
    near_before, near_after = np.zeros(count + 1), np.zeros(count + 1)
    closeness = np.exp(-np.abs(created[second[joined]] - created[first[joined]]) / PAUSE_SECONDS)
    near_before[second[joined]] = near_after[first[joined]] = closeness
    return Roster(ids, created, sessions, before, after, near_before, near_after)


def extended(known: Roster, *, ids: Ints, created: Ints, sessions: Ints) -> Roster:
    """Return the roster with these newer events at its end; a few are put there without looking at all the others again."""
    old, ids = len(known), np.concatenate([known.ids, ids])
    created, sessions = np.concatenate([known.created, created]), np.concatenate([known.sessions, sessions])
    if not 0 < len(ids) - old <= FEW_NEW:
        return roster(ids=ids, created=created, sessions=sessions)
    before, after = (_grown(column, old, len(ids)) for column in (known.before, known.after))
    near_before, near_after = (
        np.concatenate([near[:old], np.zeros(len(ids) - old + 1)]) for near in (known.near_before, known.near_after)
    )
    for place in range(old, len(ids)):
        earlier = np.flatnonzero(sessions[:place] == sessions[place])[-1:]
        pause = np.abs(created[place] - created[earlier])
        if (pause <= LONGEST_PAUSE_SECONDS).any():
            before[place], after[earlier] = earlier[0], place
            [closeness] = np.exp(-pause / PAUSE_SECONDS)
            near_before[place] = near_after[earlier] = closeness
    return Roster(ids, created, sessions, before, after, near_before, near_after)


def _grown(neighbours: Ints, old: int, count: int) -> Ints:
    """Return the neighbours with room for newer events; the place that stands for nobody has moved to the end."""
    grown = np.full(count + 1, count)
    grown[:old] = np.where(neighbours[:old] == old, count, neighbours[:old])
    return grown
