"""Where events are kept.  The store holds no opinion about what it keeps."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.events.event import Annotations, Event, EventFilter, EventId, Turn
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.passage import NewPassage
from omoide.domain.text.language import Language
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A turn on its way into the log, with the passages by which it will be found."""

    turn: Turn
    at: Moment
    pieces: tuple[NewPassage, ...]
    is_past: bool = False
    """Its moment was told by somebody: it may be a copy of a turn that was erased."""
    tells_language: Language | None = None
    """The language it is clearly said in: that of a persona who has none decided yet, from this turn on."""


@dataclass(frozen=True, slots=True)
class KeptEvent:
    """An event in the log, and whether this call put it there."""

    event: Event
    is_new: bool


class EventStore(Protocol):
    """The append-only log.  There is no way to change or delete an event here."""

    def append(self, persona_id: PersonaId, entries: Sequence[LogEntry]) -> list[KeptEvent]:
        """Keep turns and their passages, all or none; a turn whose idempotency key is known is not kept again.

        The first that tells a language decides that of a persona whose language is open, in the same step.
        Raise `IdempotencyConflict` when a known key comes with other content, `WasErased` when a turn is a copy of an
        erased one.
        """
        ...

    def complete(
        self, persona_id: PersonaId, event_id: EventId, *, assistant: str, at: Moment, pieces: Sequence[NewPassage]
    ) -> Event:
        """Give an opened turn its answer; raise `TurnAlreadyCompleted` when it has another one."""
        ...

    def get(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, Event]:
        """Return those of the events that this persona has."""
        ...

    def find(
        self, persona_id: PersonaId, where: EventFilter, *, limit: int | None = None, newest_first: bool = False
    ) -> list[Event]:
        """Return the events that pass the filter, in order of time."""
        ...

    def count(self, persona_id: PersonaId, where: EventFilter) -> int:
        """Return how many events pass the filter."""
        ...

    def annotate(self, persona_id: PersonaId, notes: Mapping[EventId, Annotations]) -> None:
        """Keep what was understood about events, in place of what was understood before."""
        ...

    def annotations(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, Annotations]:
        """Return what was understood about those of the events that have been annotated."""
        ...
