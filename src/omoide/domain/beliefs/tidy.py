"""Tidying: exact duplicates are closed, never deleted (SPEC S6; 004 tidy_memory)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from omoide.domain.beliefs.state import State, StateChange, StateKind, canonical
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class TidyRules:
    """When to tidy, and how much at once."""

    first_after_turns: int = 10
    every_turns: int = 200
    max_closed: int = 200
    max_examined: int = 5000


@dataclass(frozen=True, slots=True)
class Tidied:
    """What one tidying saw and did."""

    at: Moment
    chat_turns: int
    """Chat turns digested when it ran."""
    examined: dict[str, int]
    """States looked at, by kind."""
    closed: int
    duration_ms: int = 0


def is_due(chat_turns: int, *, last: int | None, rules: TidyRules) -> bool:
    """Tell whether it is time: after the first turns once, then after every so many."""
    if last is None:
        return chat_turns >= rules.first_after_turns
    return chat_turns - last >= rules.every_turns


def closings(states: Sequence[State], *, now: Moment, language: Language, rules: TidyRules) -> list[StateChange]:
    """Return the closing of every exact duplicate; the owner's word stays, then what is asserted, then the last confirmed."""
    kept: dict[tuple[StateKind, str, str], State] = {}
    changes: list[StateChange] = []
    for state in sorted(states, key=_worth_keeping, reverse=True):
        if state.kind is StateKind.LONG_MOOD or state.is_past_at(now):
            continue
        first = kept.setdefault((state.kind, state.body, canonical(state.payload)), state)
        if first is not state and len(changes) < rules.max_closed:
            changes.append(StateChange(state, replace(state, valid_to=now), _reason(first, language), ()))
    return changes


def _worth_keeping(state: State) -> tuple[int, bool, int, int]:
    return state.settled or 0, not state.candidate, state.last_confirmed or 0, state.id


def counted(states: Sequence[State]) -> dict[str, int]:
    """Return how many states of each kind there are."""
    return dict(sorted(Counter(state.kind.value for state in states).items()))


def _reason(kept: State, language: Language) -> str:
    if language is Language.JA:
        return f"記憶整理: #{kept.id} と完全に同じなので過去のものにした"
    return f"tidying: exactly the same as #{kept.id}, so it was closed"
