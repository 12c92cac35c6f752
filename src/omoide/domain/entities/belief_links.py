"""Which beliefs are about an entity, and which entities a belief is about (SPEC EN1 with S1).

Derived by name and never written down: a table of links would have to be mended whenever a belief is made, corrected or erased and
whenever an entity gets a name, loses one or is merged; a new alias would miss every belief of before.
"""

from collections.abc import Iterable, Sequence

from omoide.domain.beliefs.state import PERSONA, USER, State, StateKind
from omoide.domain.entities.entity import Entity, EntityId
from omoide.domain.entities.names import name_key
from omoide.domain.time.moment import Moment


def belief_keys(state: State) -> frozenset[str]:
    """Return the forms of the names a belief is about or speaks of."""
    named = (state.about, *(one.name for one in state.entities))
    return frozenset(name_key(name) for name in named if name and name not in (USER, PERSONA)) - {""}


def spellings(names: Iterable[str], *, of: Sequence[Entity]) -> list[str]:
    """Return those of the names, as beliefs spell them, that are names of one of the entities."""
    wanted = frozenset[str]().union(*(entity.keys for entity in of))
    return [name for name in names if name_key(name) in wanted]


def about(state: State, entities: Iterable[Entity]) -> list[Entity]:
    """Return the entities that a belief is about or speaks of."""
    keys = belief_keys(state)
    return [entity for entity in entities if keys & entity.keys]


def grouped(states: Iterable[State], entities: Iterable[Entity]) -> dict[EntityId, list[State]]:
    """Return, for each entity, the beliefs about it, ended ones too, in their order."""
    named: dict[str, list[State]] = {}
    for state in states:
        for key in belief_keys(state):
            named.setdefault(key, []).append(state)
    return {
        entity.id: list({state.id: state for key in sorted(entity.keys) for state in named.get(key, ())}.values())
        for entity in entities
    }


def held(states: Iterable[State], entity: Entity, *, at: Moment) -> list[State]:
    """Return what is believed of an entity at a moment: asserted, not only supposed; the last confirmed first."""
    keys = entity.keys
    found = [
        state
        for state in states
        if not state.candidate
        and state.kind is not StateKind.LONG_MOOD
        and state.is_valid_at(at)
        and belief_keys(state) & keys
    ]
    return sorted(found, key=lambda state: (-(state.last_confirmed or 0), -state.id))


def past(states: Iterable[State], entity: Entity, *, at: Moment) -> list[State]:
    """Return what was believed of an entity and is over at a moment."""
    keys = entity.keys
    return [state for state in states if not state.candidate and state.is_past_at(at) and belief_keys(state) & keys]
