"""Which turn put an end to what another turn let believe (SPEC R4, S1).

A belief rests on the turns it was heard in.  Where it has ended, the turn that ended it holds in their stead; where it is of
a kind of which one is true at a time (a home, a job, a rent), so does the turn behind the one that followed it.  Something
only supposed steers nothing by itself: the newer turn must tell a change too.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from omoide.domain.beliefs.candidates import says_same
from omoide.domain.beliefs.state import ONE_AT_A_TIME, State, StateKind
from omoide.domain.events.event import EventId
from omoide.domain.recall.changes.replaced import tells_change
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class Ground:
    """A turn that a belief rests on, or that ended it."""

    state: State
    """As it is believed now."""
    event_id: EventId
    at: Moment
    ends: bool
    """The belief ended with this turn."""


@dataclass(frozen=True, slots=True)
class Outdated:
    """Pairs of turns, (earlier, later), of which the later one holds now."""

    known: frozenset[tuple[int, int]] = frozenset()
    """As it is believed."""
    supposed: frozenset[tuple[int, int]] = frozenset()
    """As it is only supposed."""
    over: frozenset[tuple[int, int]] = frozenset()
    """Something supposed that the later one ends in so many words."""
    done: frozenset[tuple[int, int]] = frozenset()
    """Of those known: an errand, and the turn that says that it is done or called off."""


def outdated(grounds: Iterable[Ground], texts: Mapping[EventId, str]) -> Outdated:
    """Return which turns no longer hold, as far as beliefs tell."""
    heard = sorted(grounds, key=lambda ground: ground.at)
    plain = [ground for ground in heard if not ground.state.candidate]
    known = frozenset(pair for pair in (*_ended(plain), *_succeeded(plain)))
    supposed, over = (
        frozenset(pair for pair in pairs if tells_change(texts.get(EventId(pair[1]), ""))) - known
        for pairs in (_succeeded(heard), _ended(heard))
    )
    done = frozenset(_ended([ground for ground in plain if ground.state.kind is StateKind.TASK]))
    return Outdated(known, supposed, over, done)


def _ended(grounds: Sequence[Ground]) -> Iterable[tuple[int, int]]:
    by_state = defaultdict[int, list[Ground]](list)
    for ground in grounds:
        by_state[ground.state.id].append(ground)
    for heard in by_state.values():
        for end in (ground for ground in heard if ground.ends):
            yield from ((one.event_id, end.event_id) for one in heard if one.at < end.at)


def _succeeded(grounds: Sequence[Ground]) -> Iterable[tuple[int, int]]:
    by_kind = defaultdict[tuple[str, str], list[Ground]](list)
    for ground in grounds:
        if ground.state.attribute in ONE_AT_A_TIME and ground.state.about and not ground.ends:
            by_kind[ground.state.about, ground.state.attribute].append(ground)
    for heard in by_kind.values():
        for earlier, later in pairwise(heard):
            if earlier.event_id != later.event_id and not says_same(earlier.state, later.state):
                yield earlier.event_id, later.event_id
