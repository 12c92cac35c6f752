"""Where episodes are kept, and what days are made of."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Protocol

from omoide.domain.episodes.days import TurnStamp
from omoide.domain.episodes.episode import Episode, EpisodeId, EpisodeText, NewEpisode
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import NewPassage
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class TurnStirring:
    """How much a turn stirred."""

    arousal: float
    """0..1"""
    intensity: int = 0
    """0..100"""


class EpisodeStore(Protocol):
    """Keeps episodes and every text they ever had; deletes none."""

    def all(self, persona_id: PersonaId) -> list[Episode]:
        """Return every episode with its present text, in order of their first days."""
        ...

    def get(self, persona_id: PersonaId, episode_ids: Sequence[EpisodeId]) -> dict[EpisodeId, Episode]:
        """Return those of the episodes that this persona has, by number."""
        ...

    def between(self, persona_id: PersonaId, *, first: date, last: date) -> list[Episode]:
        """Return the episodes that tell one of these days, archived ones too, in order of their first days."""
        ...

    def texts(self, persona_id: PersonaId, episode_id: EpisodeId) -> list[EpisodeText]:
        """Return what an episode has said, oldest first; the last one counts."""
        ...

    def keep(
        self, persona_id: PersonaId, new: NewEpisode, *, slot: str, pieces: Sequence[NewPassage] = ()
    ) -> Episode | None:
        """Keep an episode, or a new text of the one in its slot, with what it is found by, in one transaction.

        Return `None`, and change nothing, when a turn it was made of was erased meanwhile, or when another has kept the
        same slot since `new.replaces` was read.
        """
        ...

    def resonate(
        self,
        persona_id: PersonaId,
        event_id: EventId,
        resonances: Mapping[EpisodeId, float],
        *,
        arousals: Mapping[EpisodeId, float],
        at: Moment,
    ) -> bool:
        """Keep what an answer resonated with and the arousals after it; an answer that has counted changes nothing."""
        ...

    def put_arousals(self, persona_id: PersonaId, arousals: Mapping[EpisodeId, float]) -> None:
        """Give episodes another arousal; the maximum never lies below it."""
        ...


class DayReading(Protocol):
    """Knows which turns there are, and how much each stirred."""

    def stamps(self, persona_id: PersonaId, *, until: Moment) -> list[TurnStamp]:
        """Return every turn before a moment, without its words; the owner's own acts are no turns."""
        ...

    def stirrings(self, persona_id: PersonaId, event_ids: Iterable[EventId]) -> dict[EventId, TurnStirring]:
        """Return how much those of the turns stirred of which that is known."""
        ...

    def bondings(self, persona_id: PersonaId) -> list[tuple[EventId, Moment, str]]:
        """Return the turns in which a bond was confirmed: when, and by which change (`anxious→contentment`)."""
        ...
