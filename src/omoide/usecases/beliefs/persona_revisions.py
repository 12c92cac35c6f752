"""The persona's own word on a belief: it may put right what was inferred, and never what the owner has said (SPEC S2, X8)."""

import hashlib
from dataclasses import dataclass, replace
from typing import Final

from omoide.domain.beliefs.state import VALUE, Origin, State, StateChange, StateId
from omoide.domain.events.event import EventId, Turn
from omoide.domain.personas.persona import Persona
from omoide.domain.text.language import Language
from omoide.errors import BeliefClosed, BeliefSettled, InvalidInput
from omoide.ports.time.clock import Clock
from omoide.usecases.beliefs.beliefs import Beliefs
from omoide.usecases.events.observe import Observe

TOOL_SOURCE: Final = "tool"
"""Events that a model wrote by a tool, in nobody's mouth."""
MOST_SURE: Final = 0.8
"""What a persona corrects by itself is believed less than what the owner has confirmed."""
_SAID: Final = {Language.JA: "訂正: {old} → {new}", Language.EN: "Correction: {old} → {new}"}


@dataclass(frozen=True, slots=True)
class PersonaRevisions:
    """Lets the persona say a belief anew; the step, its reason and its event stay in the history."""

    beliefs: Beliefs
    observe: Observe
    clock: Clock

    def __call__(self, persona: Persona, state_id: StateId, body: str, *, reason: str = "") -> State:
        """Say what holds instead; raise `BeliefSettled` where the owner has said how it is."""
        before, text = self.beliefs.one(persona, state_id), self.observe.masking.of_text(body.strip())
        now = self.clock.now()
        if not text:
            raise InvalidInput("a belief needs words; an empty text was given")
        if before.settled is not None or text in before.struck_out:
            raise BeliefSettled(state_id)
        if before.is_past_at(now):
            raise BeliefClosed(state_id)
        if before.body == text:
            return before
        payload = {key: held for key, held in before.payload.items() if key != VALUE}
        after = replace(
            before, body=text, payload=payload, confidence=min(before.confidence, MOST_SURE), last_confirmed=now
        )
        said = _SAID[persona.language].format(old=before.body, new=text)
        told = self.observe.masking.of_text(reason.strip()) or said
        change = StateChange(before, after, told, (self._event(persona, before, said),))
        return self.beliefs.store.change(persona.id, [change], at=now, origin=Origin.PLAN)[0]

    def _event(self, persona: Persona, before: State, said: str) -> EventId:
        """Keep the persona's word as an event; its key lets one that was cut off be repeated without a second event."""
        mark = hashlib.sha256(said.encode()).hexdigest()[:16]
        key = f"{TOOL_SOURCE}:state:{before.id}:{before.version}:{mark}"
        turn = Turn(user="", assistant=said, source=TOOL_SOURCE, idempotency_key=key)
        [kept] = self.observe(persona.id, [(turn, None)])
        return kept.event.id
