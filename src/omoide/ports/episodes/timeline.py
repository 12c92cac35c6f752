"""Looking through told days a page at a time, however many there are."""

from dataclasses import dataclass
from datetime import date
from typing import Protocol

from omoide.domain.episodes.episode import Episode, EpisodeId
from omoide.domain.events.event import EventId
from omoide.domain.feelings.emotion import EmotionTag
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class DaysMeant:
    """Which told days are meant; every field left at its default lets all through."""

    first: date | None = None
    last: date | None = None
    moving_above: float | None = None
    """Only those that once stirred more than this, 0..1."""


class TimelineReading(Protocol):
    """Reads told days, newest first.  Looking changes nothing."""

    def told(self, persona_id: PersonaId, meant: DaysMeant, *, offset: int = 0, limit: int = 20) -> list[Episode]:
        """Return so many of the episodes that are meant, without those that a week tells now."""
        ...

    def originals(self, persona_id: PersonaId, week_id: EpisodeId) -> list[Episode]:
        """Return the episodes that a week was made of, in order of their days."""
        ...

    def felt(
        self,
        persona_id: PersonaId,
        tag: EmotionTag,
        *,
        since: Moment | None = None,
        until: Moment | None = None,
        offset: int = 0,
        limit: int = 20,
    ) -> list[EventId]:
        """Return the turns whose memory holds this feeling, newest first."""
        ...
