"""One line of a plan becomes one step of a state's history, or none (SPEC S1–S3, X3, X8).

What is asserted is looked at before what is only supposed, so that a guess never stands in the way of a plain word of the
same turn.  A guess that may not do what it wants is left out quietly: unlike a broken plan it is nobody's mistake.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from omoide.domain.beliefs import candidates
from omoide.domain.beliefs.state import (
    DONE,
    PERSONA,
    SAID_BY,
    STATUS,
    UNKEPT,
    USER,
    State,
    StateChange,
    StateKind,
    same_words,
)
from omoide.domain.beliefs.write_plan import Shown, StateOp, StateUpdate
from omoide.domain.time.moment import Moment


def steps(updates: Sequence[StateUpdate], shown: Shown) -> tuple[StateChange, ...]:
    """Return what the lines of a plan change; no state takes two steps."""
    found: list[StateChange] = []
    for update in sorted(updates, key=lambda one: one.candidate):
        change = _PlanLine(update, shown, tuple(found)).step()
        if change is not None:
            found.append(change)
    return tuple(found)


def named(update: StateUpdate, shown: Shown) -> State | None:
    """Return the state that a line speaks of by its id; for the long mood the one there is."""
    if update.kind is StateKind.LONG_MOOD and update.state_id is None:
        return next((state for state in shown.states.values() if state.kind is StateKind.LONG_MOOD), None)
    return None if update.state_id is None else shown.states.get(update.state_id)


@dataclass(frozen=True, slots=True)
class _PlanLine:
    """One line of a plan, with what the lines before it change."""

    update: StateUpdate
    shown: Shown
    before: tuple[StateChange, ...]

    def step(self) -> StateChange | None:
        match self.update.op:
            case StateOp.UPSERT:
                return self._supposed() if self.update.candidate else self._said()
            case StateOp.CLOSE | StateOp.MARK_DONE:
                return self._ended()
            case unreachable:
                assert_never(unreachable)

    def _ended(self) -> StateChange | None:
        known = named(self.update, self.shown)
        if known is None:  # faults() has made sure of it
            raise AssertionError("a plan that ends an unknown state was not refused")
        is_untouchable = self.update.candidate and (not known.candidate or known.settled is not None)
        if is_untouchable or self._is_touched(known):
            return None
        payload = {**known.payload, STATUS: DONE} if self.update.op is StateOp.MARK_DONE else known.payload
        return self._to(known, replace(known, valid_to=self.update.valid_to or self._now, payload=payload))

    def _said(self) -> StateChange | None:
        """Return the step of what is asserted: a candidate that says the same becomes a belief, with its history."""
        known = named(self.update, self.shown) or self._twin() or self._supposed_before()
        if known is not None and self._is_touched(known):
            return None
        if known is None and self._is_ruled_out(self._new):
            return None
        return self._to(known, self._new if known is None else self._renewed(known))

    def _supposed(self) -> StateChange | None:
        claim = replace(self._new, candidate=True)
        held = self.shown.held.values()
        if candidates.is_overruled(claim, held, at=self._now) or self._is_said_already(claim):
            return None
        known = self._same_as(claim)
        if known is None:
            return self._to(None, claim)
        if known.candidate:
            return self._to(known, candidates.heard_again(known, claim))
        return self._to(known, candidates.seen_again(known, claim)) if self._may_confirm else None

    def _same_as(self, claim: State) -> State | None:
        """Return the open state that says the same, one that is asserted first; of what is over one that was told so, too."""
        return next(iter(sorted(self._open(candidates.says_same, claim), key=lambda one: one.candidate)), None)

    def _twin(self) -> State | None:
        """Return the open state that says the same in the same words: saying it again confirms, it does not multiply."""
        same = self._open(lambda one, new: same_words(one.body, new.body), self._new)
        return next(iter(sorted(same, key=lambda one: one.candidate)), None)

    def _supposed_before(self) -> State | None:
        """Return the open candidate that says the same."""
        return next((one for one in self._open(candidates.says_same, self._new) if one.candidate), None)

    def _open(self, is_same: Callable[[State, State], bool], claim: State) -> Iterable[State]:
        return (
            state
            for state in self.shown.held.values()
            if state.kind is claim.kind
            and state.about == claim.about
            and (state.is_told_as_over if claim.is_told_as_over else not state.is_past_at(self._now))
            and is_same(state, claim)
        )

    def _is_said_already(self, claim: State) -> bool:
        return any(candidates.says_same(change.after, claim) for change in self.before)

    def _is_touched(self, known: State) -> bool:
        return any(change.before is not None and change.before.id == known.id for change in self.before)

    def _is_ruled_out(self, new: State) -> bool:
        """Tell whether the owner's word, which the maker of the plan was not shown, stands against a new belief."""
        held = self.shown.unshown
        return candidates.is_struck_out(new, held) or candidates.is_outdated(new, held, at=self._now)

    @property
    def _may_confirm(self) -> bool:
        """Tell whether the line is the user's own word, or about the persona; text from elsewhere confirms nothing."""
        return self.shown.is_trusted or self._new.about == PERSONA

    @property
    def _now(self) -> Moment:
        return self.shown.event.created

    @property
    def _new(self) -> State:
        update = self.update
        return State(
            UNKEPT,
            update.kind,
            update.body,
            self._payload({}),
            update.confidence,
            update.valid_from,
            update.valid_to,
            update.last_confirmed or self._now,
            update.entities,
        )

    def _payload(self, known: Mapping[str, object]) -> dict[str, object]:
        payload: dict[str, object] = {SAID_BY: USER if self.shown.said else PERSONA, **known, **self.update.payload}
        if self.update.kind is StateKind.LONG_MOOD:
            payload.pop(SAID_BY, None)
        return payload

    def _renewed(self, known: State) -> State:
        update, is_settled = self.update, known.settled is not None
        confirmed = update.last_confirmed or self._now
        return replace(
            known,
            body=known.body if is_settled else update.body,
            payload=self._payload(known.payload),
            confidence=known.confidence if is_settled else update.confidence,
            valid_from=known.valid_from if update.valid_from is None else update.valid_from,
            valid_to=known.valid_to if update.valid_to is None else update.valid_to,
            last_confirmed=max(confirmed, known.last_confirmed or confirmed),
            entities=tuple(dict.fromkeys((*known.entities, *update.entities))),
            candidate=known.candidate and not self._may_confirm,
        )

    def _to(self, known: State | None, after: State) -> StateChange | None:
        if after == known:
            return None
        return StateChange(known, after, self.update.reason, self.update.evidence)
