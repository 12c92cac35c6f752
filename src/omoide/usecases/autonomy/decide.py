"""Gathers what the decision to act is made from; nothing is written, and nobody is spoken to (SPEC D5).

When the persona acted is read from the log: the turns with the source `meta_proactive`, which the host observes after it let the
persona speak.
"""

from dataclasses import dataclass

from omoide.domain.autonomy.decision import AutonomyRules, Decision, decide
from omoide.domain.autonomy.prompt import ProactivePrompt, proactive_prompt
from omoide.domain.drives.inner_state import InnerState
from omoide.domain.events.event import EventFilter
from omoide.domain.events.privacy import META_PROACTIVE
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.ports.events.store import EventStore
from omoide.usecases.drives.feel import FeelDrives
from omoide.usecases.reminders.due import LookAtDue


@dataclass(frozen=True, slots=True)
class DecideToAct:
    """Says whether the persona would act at an instant."""

    events: EventStore
    feel: FeelDrives
    due: LookAtDue
    rules: AutonomyRules

    def __call__(self, persona: Persona, *, at: Moment) -> Decision:
        """Return the decision."""
        return self._decided(persona, self.feel(persona, at=at))

    def prompt(self, persona: Persona, *, at: Moment) -> ProactivePrompt | None:
        """Return what the host gives the persona so that it acts; `None` when it would not."""
        state = self.feel(persona, at=at)
        decision = self._decided(persona, state)
        return proactive_prompt(state, decision, tz=persona.tz) if decision.act else None

    def _decided(self, persona: Persona, state: InnerState) -> Decision:
        acted = self.events.find(
            persona.id,
            EventFilter(as_of=state.at, sources=frozenset({META_PROACTIVE})),
            limit=self.rules.most_a_day,
            newest_first=True,
        )
        return decide(
            state,
            due=self.due(persona, at=state.at),
            acted=[event.created for event in acted],
            tz=persona.tz,
            rules=self.rules,
        )
