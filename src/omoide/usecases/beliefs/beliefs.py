"""Beliefs: what is believed, what was, since when and why, and the owner's word on it (SPEC S2, X3, X5).

"What was true in May" (`valid_at`) and "what did you believe in May" (`known_at`) are two questions.  A correction by the
owner is an event like any other, and the evidence of its own change.
"""

import hashlib
from dataclasses import dataclass, replace

from omoide.domain.beliefs.preference import Preference, PreferenceChange, PreferenceId, Status
from omoide.domain.beliefs.state import SAID_BY, USER, VALUE, Origin, State, StateChange, StateId, StateRevision
from omoide.domain.events.event import EventId, Turn
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import BeliefClosed, BeliefNotFound, InvalidInput, PreferenceNotFound
from omoide.ports.beliefs.store import BeliefStore, PreferenceStore
from omoide.ports.time.clock import Clock
from omoide.usecases.events.observe import Observe

OWNER_SOURCE = "owner"
_SAID = {
    "correct": ("訂正: {old} → {new}", "Correction: {old} → {new}"),
    "close": ("もう終わったこと: {old}", "This is over: {old}"),
    "wrong": ("まちがい: {old}", "This is wrong: {old}"),
    "confirmed": ("その通り: {old}", "That is right: {old}"),
    "revoked": ("それはちがう: {old}", "That is not so: {old}"),
}


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Reads what is and was believed."""

    store: BeliefStore
    clock: Clock

    def __call__(
        self, persona: Persona, *, known_at: Moment | None = None, valid_at: Moment | None = None, ended: bool = False
    ) -> list[State]:
        """Return beliefs; with `known_at` as they were held then, with `valid_at` those true then.

        Asked only for what was known then, it is also what was thought true then.  With `ended`, all that were ever held.
        """
        found = self.store.known(persona.id, at=known_at)
        if ended:
            return found
        when = valid_at if valid_at is not None else (known_at if known_at is not None else self.clock.now())
        return [state for state in found if state.is_valid_at(when)]

    def one(self, persona: Persona, state_id: StateId) -> State:
        """Return one belief; raise `BeliefNotFound` when this persona has none with this id."""
        found = self.store.get(persona.id, [state_id])
        if state_id not in found:
            raise BeliefNotFound(state_id)
        return found[state_id]

    def history(self, persona: Persona, state_id: StateId) -> list[StateRevision]:
        """Return every step of a belief, oldest first."""
        self.one(persona, state_id)
        return self.store.history(persona.id, state_id)


@dataclass(frozen=True, slots=True)
class OwnersCorrections:
    """Lets the owner say how it is; every word of theirs is an event, and outweighs inference."""

    beliefs: Beliefs
    preferences: PreferenceStore
    observe: Observe
    clock: Clock

    def correct(self, persona: Persona, state_id: StateId, body: str, *, reason: str = "") -> State:
        """Say what is right; what was believed instead does not come back by inference."""
        before, text = self.beliefs.one(persona, state_id), self.observe.masking.of_text(body.strip())
        if not text:
            raise InvalidInput("a correction needs words; an empty text was given")
        now = self.clock.now()
        struck = (*before.struck_out, before.body) if before.body != text else before.struck_out
        after = replace(
            before,
            body=text,
            payload={**{key: held for key, held in before.payload.items() if key != VALUE}, SAID_BY: USER},
            confidence=1.0,
            last_confirmed=now,
            settled=now,
            struck_out=tuple(one for one in dict.fromkeys(struck) if one != text),
        )
        return self._changed(persona, before, after, _said("correct", persona, old=before.body, new=text), reason)

    def close(
        self, persona: Persona, state_id: StateId, *, at: Moment | None = None, wrong: bool = False, reason: str = ""
    ) -> State:
        """Say that something is over; with `wrong`, that it never was so."""
        before, now = self.beliefs.one(persona, state_id), self.clock.now()
        if before.is_past_at(now) and not wrong:
            raise BeliefClosed(state_id)
        end = now if at is None else at
        if before.valid_from is not None and end < before.valid_from and not wrong:
            raise InvalidInput("a belief cannot end before it begins; give a later time, or say that it was wrong")
        if wrong:
            end = before.valid_from if before.valid_from is not None else moment.EARLIEST
        struck = (*before.struck_out, before.body) if wrong else before.struck_out
        after = replace(before, valid_to=end, settled=now, struck_out=tuple(dict.fromkeys(struck)))
        return self._changed(
            persona, before, after, _said("wrong" if wrong else "close", persona, old=before.body), reason
        )

    def settle(self, persona: Persona, preference_id: PreferenceId, status: Status, *, reason: str = "") -> Preference:
        """Confirm or revoke a like or dislike; confirming revokes its opposite."""
        known = {one.id: one for one in self.preferences.all(persona.id)}
        if preference_id not in known:
            raise PreferenceNotFound(preference_id)
        before, now = known[preference_id], self.clock.now()
        after = replace(before, status=status, settled=now, last_confirmed=now, confidence=1.0)
        said = _said(status.value, persona, old=f"{before.polarity.value} {before.subject}")
        event_id = self._event(persona, said, key=f"preference:{before.id}:{before.version}")
        opposed = [
            one
            for one in known.values()
            if one.key == before.key and one.polarity is before.polarity.opposite and one.status is not Status.REVOKED
        ]
        told = self.observe.masking.of_text(reason) or said
        changes = [PreferenceChange(before, after, told, (event_id,))]
        if status is Status.CONFIRMED:
            revoked = [replace(one, status=Status.REVOKED) for one in opposed]
            changes += [
                PreferenceChange(one, two, told, (event_id,)) for one, two in zip(opposed, revoked, strict=True)
            ]
        self.preferences.change(persona.id, changes, at=now, origin=Origin.OWNER)
        return next(one for one in self.preferences.all(persona.id) if one.id == preference_id)

    def _changed(self, persona: Persona, before: State, after: State, said: str, reason: str) -> State:
        event_id = self._event(persona, said, key=f"state:{before.id}:{before.version}")
        change = StateChange(before, after, self.observe.masking.of_text(reason) or said, (event_id,))
        [kept] = self.beliefs.store.change(persona.id, [change], at=self.clock.now(), origin=Origin.OWNER)
        return kept

    def _event(self, persona: Persona, said: str, *, key: str) -> EventId:
        # The key lets a correction that was cut off be repeated without a second event.
        mark = hashlib.sha256(said.encode()).hexdigest()[:16]
        turn = Turn(user=said, assistant="", source=OWNER_SOURCE, idempotency_key=f"owner:{key}:{mark}")
        [kept] = self.observe(persona.id, [(turn, None)])
        return kept.event.id


def _said(what: str, persona: Persona, **values: str) -> str:
    japanese, english = _SAID[what]
    return (japanese if persona.language is Language.JA else english).format(**values)
