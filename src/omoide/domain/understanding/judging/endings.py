"""Endings: what a turn says is done, over, corrected or not so, found again among what is held (SPEC S1, S2).

What was read is matched by the words it shares with an open errand, belief or candidate, or by an attribute of which one is true at a time.
A guess ends guesses; what is asserted ends only where reading and words are both strong.
"""

from dataclasses import dataclass
from typing import Final

from omoide.domain.beliefs.preference import PreferenceOp, PreferenceUpdate, Status, subject_key
from omoide.domain.beliefs.state import ONE_AT_A_TIME, USER, State, StateKind, folded
from omoide.domain.beliefs.write_plan import Shown, StateOp, StateUpdate
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.beliefs.errands import telling
from omoide.domain.understanding.beliefs.told_beliefs import REASON
from omoide.domain.understanding.judging.taking import Taken
from omoide.domain.understanding.reading import BeliefKind, BeliefOp, ReadBelief

ENDING: Final = (BeliefOp.DONE, BeliefOp.END, BeliefOp.CORRECT, BeliefOp.DENY)
READ: Final = 0.3
"""How strongly the value must be marked, and"""
MEANT: Final = 0.4
"""how likely the operation must be, for something held to be looked for."""
STRONGLY: Final = 0.6
"""How likely both must be for something that is asserted to end."""
ALIKE: Final = 0.34
"""Share of the telling words of what is held that the clause must hold."""


@dataclass(frozen=True, slots=True)
class Endings:
    """Finds what one turn ends."""

    shown: Shown
    language: Language
    taken: tuple[Taken, ...]

    def updates(self) -> list[StateUpdate]:
        """Return the endings, each state at most once."""
        found: dict[int, StateUpdate] = {}
        for one in sorted(self.taken, key=lambda taken: -taken.belief.sure):
            if (match := self._match(one)) is not None and match.id not in found:
                found[match.id] = self._ended(match, one)
        return list(found.values())

    def tastes(self) -> list[PreferenceUpdate]:
        """Return the likes and dislikes that are over."""
        return [
            update
            for one in self.taken
            if one.belief.kind is BeliefKind.PREFERENCE
            and one.belief.about == USER
            and one.belief.op in (BeliefOp.END, BeliefOp.DENY)
            and _is_meant(one.belief)
            for update in self._revoked(one.belief)
        ]

    def _match(self, one: Taken) -> State | None:
        """Return what is meant: the likest in words, else the one thing of an attribute of which one is true at a time."""
        belief = one.belief
        if belief.op not in ENDING or belief.kind is BeliefKind.PREFERENCE or not _is_meant(belief):
            return None
        held = [state for state in self._held(belief) if not _says_new(state, belief)]
        best = max(held, key=lambda state: _likeness(state, one), default=None)
        if best is not None and _likeness(best, one) >= ALIKE and belief.op is not BeliefOp.CORRECT:
            return best
        same = [state for state in held if state.attribute == belief.attribute and state.attribute in ONE_AT_A_TIME]
        return same[0] if len(same) == 1 and belief.op is not BeliefOp.DONE else None

    def _held(self, belief: ReadBelief) -> list[State]:
        kinds = {StateKind.TASK}
        if belief.op is not BeliefOp.DONE:
            kinds |= {StateKind.FACT, StateKind.RELATION}
        if belief.op in (BeliefOp.CORRECT, BeliefOp.DENY):
            kinds -= {StateKind.TASK}
        return [
            state
            for state in self.shown.states.values()
            if state.kind in kinds
            and not state.is_done
            and not state.is_past_at(self._now)
            and (state.kind is StateKind.TASK or state.about == belief.about)
            and (state.valid_from is None or state.valid_from <= self._now)
        ]

    def _ended(self, state: State, one: Taken) -> StateUpdate:
        is_done = state.kind is StateKind.TASK and one.belief.op is BeliefOp.DONE
        is_strong = min(one.belief.sure, one.belief.chances.get(f"op.{one.belief.op.value}", 0.0)) >= STRONGLY
        return StateUpdate(
            kind=state.kind,
            op=StateOp.MARK_DONE if is_done else StateOp.CLOSE,
            state_id=state.id,
            body=state.body,
            entities=(),
            payload={},
            confidence=round(one.belief.sure, 3),
            valid_from=None,
            valid_to=None,
            last_confirmed=self._now,
            evidence=(self.shown.event.id,),
            reason=REASON[self.language]["done" if is_done else "changed"],
            candidate=not (is_strong and state.settled is None),
        )

    def _revoked(self, belief: ReadBelief) -> list[PreferenceUpdate]:
        key = subject_key(belief.value)
        held = [one for one in self.shown.preferences if one.status is not Status.REVOKED and one.settled is None]
        return [
            PreferenceUpdate(
                op=PreferenceOp.REVOKE,
                domain=one.domain,
                polarity=one.polarity,
                subject=one.subject,
                note="",
                confidence=round(belief.sure, 3),
                evidence=(self.shown.event.id,),
                reason=REASON[self.language]["changed"],
            )
            for one in held
            if key and (key in one.key or one.key in key)
        ]

    @property
    def _now(self) -> Moment:
        return self.shown.event.created


def _is_meant(belief: ReadBelief) -> bool:
    return belief.sure >= READ and belief.chances.get(f"op.{belief.op.value}", 0.0) >= MEANT


def _says_new(state: State, belief: ReadBelief) -> bool:
    """Tell whether a correction says just what is held: then nothing is corrected."""
    return belief.op is BeliefOp.CORRECT and folded(belief.value) in folded(state.value or state.body)


def _likeness(state: State, one: Taken) -> float:
    """Return the share of what tells this state from others that the clause, or for short ones the sentence, speaks of."""
    wanted = telling(state.value or state.body)
    return len(wanted & (telling(one.clause) | telling(one.belief.value))) / max(1, len(wanted))
