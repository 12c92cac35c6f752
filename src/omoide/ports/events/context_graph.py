"""Where it is kept which turn belongs to which."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.events.context_graph import Link, ThreadMark
from omoide.domain.events.event import Event, EventId
from omoide.domain.personas.persona import PersonaId


class ContextStore(Protocol):
    """Keeps which turn belongs to which, and to what flow of talk."""

    def links(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, list[Link]]:
        """Return the links that lead back from these events."""
        ...

    def previous(self, persona_id: PersonaId, event: Event) -> Event | None:
        """Return the event before this one in its session, or of its client where it has no session."""
        ...

    def marks(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, list[ThreadMark]]:
        """Return the flows these events belong to."""
        ...

    def members(self, persona_id: PersonaId, keys: Sequence[str], *, limit: int) -> list[EventId]:
        """Return the newest events of these flows."""
        ...
