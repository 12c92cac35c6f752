"""What a mind feels: `mind.feelings`."""

from dataclasses import replace
from datetime import date, timedelta

from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.feelings import FeelingFactory
from omoide.domain.beliefs.state import StateKind
from omoide.domain.episodes import memory_trace
from omoide.domain.events.event import EventId
from omoide.domain.feelings import mood as moods
from omoide.domain.feelings import persona_emotion
from omoide.domain.feelings.affect import Affect
from omoide.domain.feelings.mood import Mood
from omoide.domain.feelings.persona_emotion import EmotionEntry
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
from omoide.domain.time.moment import Moment
from omoide.entrypoints.library.moments import When, meant_if_given
from omoide.ports.time.clock import Clock


class MindFeelings:
    """What one persona feels."""

    def __init__(self, parts: FeelingFactory, beliefs: BeliefFactory, persona: Persona, *, clock: Clock) -> None:
        self._parts = parts
        self._beliefs = beliefs
        self._persona = persona
        self._clock = clock

    def mood(self, *, at: When | None = None) -> Mood:
        """Return the mood at an instant, by default now: a slow baseline, and the shock that still fades."""
        when = meant_if_given(at, persona=self._persona)
        instant = self._clock.now() if when is None else when
        point = self._parts.store.mood_point(self._persona.id, until=instant)
        found = moods.at(point, instant, rules=self._parts.mood_rules(self._persona))
        text = self._mood_text(instant) or moods.told(found, language=self._persona.language)
        return replace(found, text=text)

    def affect(self, event_id: int) -> Affect | None:
        """Return what was felt in an event; `None` while it waits."""
        return self._parts.store.affects(self._persona.id, [EventId(event_id)]).get(EventId(event_id))

    def emotions(self, day: date | str | None = None) -> list[EmotionEntry]:
        """Return the emotions the persona showed on a local day, by default today, oldest first."""
        tz = self._persona.tz
        if day is None:
            day = moment.day(self._clock.now(), tz=tz)
        elif isinstance(day, str):
            day = moment.day(moment.parse(day, tz=tz), tz=tz)
        since, until = moment.start_of(day, tz=tz), moment.start_of(day + timedelta(days=1), tz=tz)
        return self._parts.store.emotions(self._persona.id, since=since, until=until)

    def shown(self, answer: str) -> str:
        """Return an answer as the user may see it: without the persona's emotion tags and memory traces."""
        return persona_emotion.read(memory_trace.read(answer).shown).shown

    def _mood_text(self, instant: Moment) -> str:
        store = self._beliefs.store
        for state in store.open(self._persona.id, {StateKind.LONG_MOOD: 1}, at=instant):
            if (state.last_confirmed or instant) <= instant:
                return state.body
            steps = store.history(self._persona.id, state.id)
            return next((step.change.after.body for step in reversed(steps) if step.at <= instant), "")
        return ""
