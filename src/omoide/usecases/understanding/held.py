"""What is held open while a portion is digested: read once, then kept up with what changes (SPEC S3).

Two hundred states are looked through for every turn, and most turns change none or one of them.  What was changed since, by whomever, is
asked for turn by turn; what is returned is what the store would return.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from omoide.domain.beliefs.state import State, StateId, StateKind
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.ports.beliefs.store import BeliefChanges, BeliefMark, BeliefStore

FIRST: Final = Moment(0)
SLACK: Final = 20
"""States of each kind that are read beyond those that are shown: so many may end before all are read again."""
MOST_SHOWN: Final = {
    StateKind.TASK: 40,
    StateKind.FACT: 60,
    StateKind.RELATION: 20,
    StateKind.SUMMARY: 10,
    StateKind.LONG_MOOD: 1,
}
MOST_SUPPOSED: Final = {StateKind.TASK: 10, StateKind.FACT: 20, StateKind.RELATION: 10}
"""Candidates that are shown: enough to be said again or cleared up, and never in the place of what is known."""
Sort = tuple[bool, StateKind]
"""Whether it is only supposed, and its kind."""
_MOST: Final[Mapping[Sort, int]] = {
    **{(False, kind): most for kind, most in MOST_SHOWN.items()},
    **{(True, kind): most for kind, most in MOST_SUPPOSED.items()},
}


@dataclass(slots=True)
class HeldStates:
    """The open states of one persona, the last confirmed of each kind; for one thread, and for a short while."""

    beliefs: BeliefStore
    changes: BeliefChanges
    persona_id: PersonaId
    _mark: BeliefMark | None = None
    _since: Moment = FIRST
    _pools: dict[Sort, dict[StateId, State]] = field(default_factory=dict)
    _edges: dict[Sort, tuple[int, int]] = field(default_factory=dict)
    """Where a kind has more than were read: its last one's place; what lies behind it is not known."""

    def at(self, now: Moment) -> list[State]:
        """Return the states that are open at a moment, asserted ones first."""
        if self._mark is None or now < self._since or not self._kept_up(self._mark):
            self._read(now)
        found = self._open(now)
        if found is None:
            self._read(now)
            found = self._open(now)
        return found or []

    def forget(self) -> None:
        """Read everything again next time: something was not as it was thought to be."""
        self._mark = None

    def _read(self, now: Moment) -> None:
        _, self._mark = self.changes.changed_since(self.persona_id, None)
        self._since = now
        self._pools, self._edges = {sort: {} for sort in _MOST}, {}
        for is_supposed, kinds in ((False, MOST_SHOWN), (True, MOST_SUPPOSED)):
            most = {kind: limit + SLACK for kind, limit in kinds.items()}
            for state in self.beliefs.open(self.persona_id, most, at=now, candidates=is_supposed):
                self._pools[is_supposed, state.kind][state.id] = state
            for kind, limit in most.items():
                pool = self._pools[is_supposed, kind]
                if len(pool) >= limit:
                    self._edges[is_supposed, kind] = max(map(_newest, pool.values()))

    def _kept_up(self, mark: BeliefMark) -> bool:
        """Take in what was changed since; tell whether that was possible."""
        changed, self._mark = self.changes.changed_since(self.persona_id, mark)
        if changed is None:
            return False
        for state in changed:
            for pool in self._pools.values():
                pool.pop(state.id, None)
            if (sort := (state.candidate, state.kind)) in self._pools:
                self._pools[sort][state.id] = state
        return True

    def _open(self, now: Moment) -> list[State] | None:
        """Return what is open; `None` where one that was not read might belong to it."""
        found: list[State] = []
        for sort, most in _MOST.items():
            live = sorted((one for one in self._pools[sort].values() if not one.is_past_at(now)), key=_newest)[:most]
            edge = self._edges.get(sort)
            if edge is not None and (len(live) < most or _newest(live[-1]) > edge):
                return None
            found += live
        return found


def _newest(state: State) -> tuple[int, int]:
    return -(state.last_confirmed or 0), -state.id
