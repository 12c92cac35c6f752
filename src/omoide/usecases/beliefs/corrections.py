"""The owner's word on beliefs, likes and dislikes (SPEC S2, S4, X3).

A correction by the owner is an event like any other, and the evidence of its own change; several are kept all or none.
"""

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from omoide.domain.beliefs.preference import Preference, PreferenceChange, PreferenceId, Status
from omoide.domain.beliefs.state import (
    DONE,
    SAID_BY,
    STATUS,
    USER,
    VALUE,
    Origin,
    State,
    StateChange,
    StateId,
    StateKind,
)
from omoide.domain.events.event import EventId, Turn
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.errors import BeliefClosed, InvalidInput, PreferenceNotFound
from omoide.ports.beliefs.store import PreferenceStore
from omoide.ports.time.clock import Clock
from omoide.usecases.beliefs.beliefs import Beliefs
from omoide.usecases.events.observe import Observe

OWNER_SOURCE = "owner"
_SAID = {
    "correct": ("訂正: {old} → {new}", "Correction: {old} → {new}"),
    "close": ("もう終わったこと: {old}", "This is over: {old}"),
    "done": ("済んだこと: {old}", "This is done: {old}"),
    "wrong": ("まちがい: {old}", "This is wrong: {old}"),
    "confirmed": ("その通り: {old}", "That is right: {old}"),
    "revoked": ("それはちがう: {old}", "That is not so: {old}"),
}


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
            candidate=False,
        )
        return self._changed(persona, before, after, _said("correct", persona, old=before.body, new=text), reason)

    def close(
        self, persona: Persona, state_id: StateId, *, at: Moment | None = None, wrong: bool = False, reason: str = ""
    ) -> State:
        """Say that something is over; with `wrong`, that it never was so."""
        if wrong:
            return self.strike_out(persona, [state_id], reason=reason)[0]
        before, now = self.beliefs.one(persona, state_id), self.clock.now()
        if before.is_past_at(now):
            raise BeliefClosed(state_id)
        end = now if at is None else at
        if before.valid_from is not None and end < before.valid_from:
            raise InvalidInput("a belief cannot end before it begins; give a later time, or say that it was wrong")
        after = replace(before, valid_to=end, settled=now)
        return self._changed(persona, before, after, _said("close", persona, old=before.body), reason)

    def done(self, persona: Persona, state_id: StateId, *, reason: str = "") -> State:
        """Say that a task has been done; one that is done already stays as it is."""
        before, now = self.beliefs.one(persona, state_id), self.clock.now()
        if before.kind is not StateKind.TASK:
            raise InvalidInput(f"belief {state_id} is no task; only tasks are done, anything else is closed")
        if before.is_done:
            return before
        if before.is_past_at(now):
            raise BeliefClosed(state_id)
        end = now if before.valid_from is None else max(now, before.valid_from)
        after = replace(before, valid_to=end, settled=now, payload={**before.payload, STATUS: DONE}, candidate=False)
        return self._changed(persona, before, after, _said("done", persona, old=before.body), reason)

    def confirm(self, persona: Persona, state_ids: Sequence[StateId], *, reason: str = "") -> list[State]:
        """Say of each that it is so, all or none: what was only supposed, also to be over, is a belief from now on."""
        now = self.clock.now()
        found = self._named(persona, state_ids)
        for state in found:
            if state.is_past_at(now) and not state.is_supposed_over:
                raise BeliefClosed(state.id)
        return self._all_changed(persona, [(one, _confirmed(one, now)) for one in found], "confirmed", reason)

    def strike_out(self, persona: Persona, state_ids: Sequence[StateId], *, reason: str = "") -> list[State]:
        """Say of each that it never was so, all or none: no guess brings it back."""
        now = self.clock.now()
        found = self._named(persona, state_ids)
        return self._all_changed(persona, [(one, _struck_out(one, now)) for one in found], "wrong", reason)

    def settle(
        self, persona: Persona, preference_ids: Sequence[PreferenceId], status: Status, *, reason: str = ""
    ) -> list[Preference]:
        """Confirm or revoke likes and dislikes, all or none; confirming one revokes its opposite."""
        known, now = {one.id: one for one in self.preferences.all(persona.id)}, self.clock.now()
        ids = list(dict.fromkeys(preference_ids))
        if not ids:
            raise InvalidInput("name at least one like or dislike by its id")
        for preference_id in ids:
            if preference_id not in known:
                raise PreferenceNotFound(preference_id)
        meant = [known[preference_id] for preference_id in ids]
        opposed = [_opposed(one, known.values()) if status is Status.CONFIRMED else [] for one in meant]
        if any(one in meant for others in opposed for one in others):
            raise InvalidInput("the same thing cannot be both liked and disliked; confirm one of the two")
        words = [_said(status.value, persona, old=f"{one.polarity.value} {one.subject}") for one in meant]
        keys = [f"preference:{one.id}:{one.version}" for one in meant]
        events = self._events(persona, words, keys)
        changes: dict[PreferenceId, PreferenceChange] = {}
        for before, others, said, event_id in zip(meant, opposed, words, events, strict=True):
            told = self.observe.masking.of_text(reason) or said
            after = replace(before, status=status, settled=now, last_confirmed=now, confidence=1.0)
            changes[before.id] = PreferenceChange(before, after, told, (event_id,))
            for one in others:
                changes[one.id] = PreferenceChange(one, replace(one, status=Status.REVOKED), told, (event_id,))
        self.preferences.change(persona.id, list(changes.values()), at=now, origin=Origin.OWNER)
        kept = {one.id: one for one in self.preferences.all(persona.id)}
        return [kept[preference_id] for preference_id in ids]

    def _named(self, persona: Persona, state_ids: Sequence[StateId]) -> list[State]:
        if not state_ids:
            raise InvalidInput("name at least one belief by its id")
        return [self.beliefs.one(persona, state_id) for state_id in dict.fromkeys(state_ids)]

    def _changed(self, persona: Persona, before: State, after: State, said: str, reason: str) -> State:
        return self._written(persona, [(before, after)], [said], reason)[0]

    def _all_changed(
        self, persona: Persona, pairs: Sequence[tuple[State, State]], what: str, reason: str
    ) -> list[State]:
        return self._written(persona, pairs, [_said(what, persona, old=before.body) for before, _ in pairs], reason)

    def _written(
        self, persona: Persona, pairs: Sequence[tuple[State, State]], words: Sequence[str], reason: str
    ) -> list[State]:
        events = self._events(persona, words, [f"state:{before.id}:{before.version}" for before, _ in pairs])
        told = self.observe.masking.of_text(reason)
        changes = [
            StateChange(before, after, told or said, (event_id,))
            for (before, after), said, event_id in zip(pairs, words, events, strict=True)
        ]
        return self.beliefs.store.change(persona.id, changes, at=self.clock.now(), origin=Origin.OWNER)

    def _events(self, persona: Persona, words: Sequence[str], keys: Sequence[str]) -> list[EventId]:
        """Keep each word of the owner as an event; its key lets one that was cut off be repeated without a second event."""
        turns = [
            Turn(user=said, assistant="", source=OWNER_SOURCE, idempotency_key=f"owner:{key}:{_mark(said)}")
            for said, key in zip(words, keys, strict=True)
        ]
        return [kept.event.id for kept in self.observe(persona.id, [(turn, None) for turn in turns])]


def _confirmed(state: State, now: Moment) -> State:
    payload = {**state.payload, SAID_BY: USER}
    return replace(state, payload=payload, confidence=1.0, last_confirmed=now, settled=now, candidate=False)


def _struck_out(state: State, now: Moment) -> State:
    end = state.valid_from if state.valid_from is not None else moment.EARLIEST
    return replace(state, valid_to=end, settled=now, struck_out=tuple(dict.fromkeys((*state.struck_out, state.body))))


def _opposed(preference: Preference, known: Iterable[Preference]) -> list[Preference]:
    return [
        one
        for one in known
        if one.key == preference.key
        and one.polarity is preference.polarity.opposite
        and one.status is not Status.REVOKED
    ]


def _mark(said: str) -> str:
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def _said(what: str, persona: Persona, **values: str) -> str:
    japanese, english = _SAID[what]
    return (japanese if persona.language is Language.JA else english).format(**values)
