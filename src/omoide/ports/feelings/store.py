"""Where it is kept what was felt."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.events.event import EventId
from omoide.domain.feelings.affect import Affect
from omoide.domain.feelings.mood import MoodTrail
from omoide.domain.feelings.persona_emotion import EmotionEntry
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class FeelingStore(Protocol):
    """Keeps what was felt."""

    def affects(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, Affect]:
        """Return what was felt in those of the events that have been digested."""
        ...

    def mood_trail(self, persona_id: PersonaId, *, until: Moment, before: EventId | None = None) -> MoodTrail:
        """Return the last mood point that is kept at or before a moment, and what was felt since, in order.

        With `before`, of the events at that very moment only those that come before this one.
        """
        ...

    def emotions(self, persona_id: PersonaId, *, since: Moment, until: Moment) -> list[EmotionEntry]:
        """Return the persona's emotions of a period, oldest first."""
        ...

    def last_emotion(self, persona_id: PersonaId, *, until: Moment) -> EmotionEntry | None:
        """Return the last one at or before a moment."""
        ...
