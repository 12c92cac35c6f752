"""What a mind feels: `mind.feelings`."""

from datetime import date, timedelta

from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.feelings import FeelingFactory
from omoide.domain.episodes import memory_trace
from omoide.domain.events.event import EventId
from omoide.domain.feelings import persona_emotion
from omoide.domain.feelings.affect import Affect
from omoide.domain.feelings.mood import Mood
from omoide.domain.feelings.persona_emotion import EmotionEntry
from omoide.domain.personas.persona import Persona
from omoide.domain.time import moment
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
        read = self._parts.read_mood(self._persona, self._beliefs.store)
        return read(self._persona, at=self._clock.now() if when is None else when)

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

    def emotion_log(self, *, since: When | None = None, until: When | None = None) -> list[EmotionEntry]:
        """Return every emotion the persona showed, or those from one time to before another, oldest first."""
        begin, end = (meant_if_given(when, persona=self._persona) for when in (since, until))
        return self._parts.store.emotions(
            self._persona.id,
            since=moment.EARLIEST if begin is None else begin,
            until=moment.LATEST if end is None else end,
        )

    def shown(self, answer: str) -> str:
        """Return an answer as the user may see it: without the persona's emotion tags and memory traces."""
        return persona_emotion.read(memory_trace.read(answer).shown).shown
