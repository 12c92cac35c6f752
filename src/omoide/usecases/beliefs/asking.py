"""Asking: what is only supposed, as questions, each once a week (SPEC S4)."""

from dataclasses import dataclass

from omoide.domain.beliefs import questions
from omoide.domain.beliefs.questions import ASK_AGAIN_AFTER_DAYS, Question
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import DAY_SECONDS, Moment
from omoide.errors import InvalidInput
from omoide.ports.beliefs.store import AskedStore, BeliefStore, PreferenceStore
from omoide.ports.time.clock import Clock


@dataclass(frozen=True, slots=True)
class AskAboutCandidates:
    """Chooses what the persona may ask the user about."""

    beliefs: BeliefStore
    preferences: PreferenceStore
    asked: AskedStore
    clock: Clock

    def __call__(self, persona: Persona, *, limit: int, counts: bool = True) -> list[Question]:
        """Return the likeliest candidates as questions, and note that they are asked, unless it only is looked what they are."""
        if limit < 1:
            raise InvalidInput(f"at least one question must be wanted; limit was {limit}")
        now = self.clock.now()
        lately = self.asked.since(persona.id, Moment(now - ASK_AGAIN_AFTER_DAYS * DAY_SECONDS + 1))
        found = questions.to_ask(
            self.beliefs.known(persona.id, at=None),
            self.preferences.all(persona.id),
            asked=frozenset(lately),
            now=now,
            language=persona.language,
        )[:limit]
        if counts and found:
            self.asked.note(persona.id, [(question.target, question.id) for question in found], at=now)
        return found
