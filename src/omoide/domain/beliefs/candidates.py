"""Candidates: what is only supposed never touches what is asserted, and the owner's word outweighs both (SPEC S1, S4, X3).

A guess that is heard again grows likelier and stays a guess.  Only the user's own plain word, or the owner's, asserts it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from omoide.domain.beliefs.state import ONE_AT_A_TIME, State, StateKind, folded, same_words
from omoide.domain.time.moment import Moment

LIKELIEST: Final = 0.95
"""How likely a guess may become by repetition alone."""
ASKABLE: Final = frozenset({StateKind.FACT, StateKind.RELATION, StateKind.TASK})


def says_same(one: State, other: State) -> bool:
    """Tell whether two states say the same: in the same words, or the same value of the same attribute."""
    if one.kind is not other.kind or one.about != other.about:
        return False
    return not sayings(one).isdisjoint(sayings(other))


def sayings(state: State) -> frozenset[tuple[str, ...]]:
    """Return what two states have one of in common when they say the same."""
    words = (state.kind.value, state.about, folded(state.body))
    if not (state.attribute and state.value):
        return frozenset({words})
    return frozenset({words, (state.kind.value, state.about, state.attribute, folded(state.value))})


def heard_again(known: State, claim: State) -> State:
    """Return the candidate after the same was supposed once more: likelier, and still a candidate."""
    return replace(
        known,
        payload={**claim.payload, **known.payload},
        confidence=max(known.confidence, min(LIKELIEST, 1 - (1 - known.confidence) * (1 - claim.confidence))),
        last_confirmed=_later(known, claim),
        entities=tuple(dict.fromkeys((*known.entities, *claim.entities))),
    )


def seen_again(known: State, claim: State) -> State:
    """Return an asserted state after a guess said the same: confirmed, and otherwise as it was."""
    return replace(known, last_confirmed=_later(known, claim))


def is_struck_out(claim: State, held: Iterable[State]) -> bool:
    """Tell whether the owner said that this is wrong, in these words or by its value."""
    return any(_strikes_out(one, claim) for one in held)


def is_overruled(claim: State, held: Iterable[State], *, at: Moment) -> bool:
    """Tell whether a guess of this moment must give way to the owner's word about the same thing."""
    return any(_strikes_out(one, claim) or _outweighs(one, claim, at=at) for one in held)


def is_outdated(claim: State, held: Iterable[State], *, at: Moment) -> bool:
    """Tell whether the owner has spoken about the same thing since this moment."""
    return any(one.settled is not None and one.settled > at and _excludes(one, claim) for one in held)


def likeliest_first(states: Iterable[State]) -> list[State]:
    """Return candidates in the order in which they are worth asking about."""
    return sorted(states, key=lambda one: (-one.confidence, -(one.last_confirmed or 0), one.id))


def _strikes_out(held: State, claim: State) -> bool:
    if any(same_words(claim.body, struck) for struck in held.struck_out):
        return True
    value = folded(claim.value)
    is_same_thing = bool(value and claim.attribute) and (held.about, held.attribute) == (claim.about, claim.attribute)
    if not is_same_thing or (held.body not in held.struck_out and value in folded(held.body)):
        return False
    return any(value in folded(struck) for struck in held.struck_out)


def _outweighs(held: State, claim: State, *, at: Moment) -> bool:
    """Tell whether the owner's word stands against a guess: while it holds, and for whatever was said before it."""
    if held.settled is None or held.body in held.struck_out:
        return False
    if held.settled > at:
        return _excludes(held, claim) or (held.is_past_at(at) and says_same(held, claim))
    return not held.is_past_at(at) and _excludes(held, claim)


def _excludes(held: State, claim: State) -> bool:
    return (
        held.settled is not None
        and held.body not in held.struck_out
        and claim.attribute in ONE_AT_A_TIME
        and (held.about, held.attribute) == (claim.about, claim.attribute)
        and not says_same(held, claim)
    )


def _later(known: State, claim: State) -> Moment | None:
    if known.last_confirmed is None or claim.last_confirmed is None:
        return known.last_confirmed or claim.last_confirmed
    return max(known.last_confirmed, claim.last_confirmed)
