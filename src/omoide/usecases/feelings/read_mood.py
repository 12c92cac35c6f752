"""The mood at an instant, in numbers and words; nothing is written (SPEC A2)."""

from dataclasses import dataclass, replace

from omoide.domain.beliefs.state import StateKind
from omoide.domain.feelings import mood as moods
from omoide.domain.feelings import mood_words
from omoide.domain.feelings.mood import Mood, MoodRules
from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.ports.beliefs.store import BeliefStore
from omoide.ports.feelings.store import FeelingStore


@dataclass(frozen=True, slots=True)
class ReadMood:
    """Reads the mood; its text is what is shown of it."""

    feelings: FeelingStore
    beliefs: BeliefStore
    rules: MoodRules

    def __call__(self, persona: Persona, *, at: Moment) -> Mood:
        """Return the mood: in the persona's own words while they fit, else in ours."""
        found = self._mood(persona, at)
        return replace(found, text=self._own_words(persona, found) or mood_words.told(found, language=persona.language))

    def _mood(self, persona: Persona, at: Moment) -> Mood:
        trail = self.feelings.mood_trail(persona.id, until=at)
        return moods.at(moods.along(trail, rules=self.rules), at, rules=self.rules)

    def _own_words(self, persona: Persona, now: Mood) -> str:
        """Return how the persona itself told its mood, while it is still of the colour it had then."""
        said = self._said(persona, now.at)
        if said is None:
            return ""
        words, then = said
        return words if mood_words.still_fits(self._mood(persona, then), now) else ""

    def _said(self, persona: Persona, at: Moment) -> tuple[str, Moment] | None:
        for state in self.beliefs.open(persona.id, {StateKind.LONG_MOOD: 1}, at=at):
            if (state.last_confirmed or at) <= at:
                return state.body, state.last_confirmed or at
            steps = self.beliefs.history(persona.id, state.id)
            return next(((one.change.after.body, one.at) for one in reversed(steps) if one.at <= at), None)
        return None
