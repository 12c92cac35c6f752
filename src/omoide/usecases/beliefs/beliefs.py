"""Beliefs: what is believed, what was, since when and why (SPEC S2, X3, X5).

"What was true in May" (`valid_at`) and "what did you believe in May" (`known_at`) are two questions.
"""

from dataclasses import dataclass

from omoide.domain.beliefs.state import State, StateId, StateRevision
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.errors import BeliefNotFound
from omoide.ports.beliefs.store import BeliefStore
from omoide.ports.time.clock import Clock


@dataclass(frozen=True, slots=True)
class Beliefs:
    """Reads what is and was believed."""

    store: BeliefStore
    clock: Clock

    def __call__(
        self,
        persona: Persona,
        *,
        known_at: Moment | None = None,
        valid_at: Moment | None = None,
        ended: bool = False,
        candidates: bool = False,
    ) -> list[State]:
        """Return beliefs; with `known_at` as they were held then, with `valid_at` those true then.

        Asked only for what was known then, it is also what was thought true then.  With `ended`, all that were ever held;
        with `candidates`, also what is or was only supposed, which nobody may assert; asked for now, what is supposed to be over too.
        """
        found = [state for state in self.store.known(persona.id, at=known_at) if candidates or not state.candidate]
        if ended:
            return found
        when = valid_at if valid_at is not None else (known_at if known_at is not None else self.clock.now())
        is_of_now = valid_at is None and known_at is None
        return [state for state in found if state.is_valid_at(when) or (is_of_now and state.is_supposed_over)]

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
