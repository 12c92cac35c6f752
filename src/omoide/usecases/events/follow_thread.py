"""FollowThread the thread: what was this about? (SPEC G2)"""

from dataclasses import dataclass
from typing import Final

from omoide.domain.events import context_graph
from omoide.domain.events.context_graph import Link, Thread
from omoide.domain.events.event import Event, EventId
from omoide.domain.personas.persona import PersonaId
from omoide.ports.events.context_graph import ContextStore
from omoide.ports.events.store import EventStore

LONGEST_PATH: Final = 50
MOST_MEMBERS: Final = 50


@dataclass(frozen=True, slots=True)
class FollowThread:
    """Walks from a turn back to where its talk began."""

    events: EventStore
    context: ContextStore

    def __call__(self, persona_id: PersonaId, event: Event) -> Thread:
        """Return the way back, and the other turns of the same flows.

        A turn that is not digested yet replies to the one before it.
        """
        path: list[tuple[Link, Event]] = []
        here: Event | None = event
        while here is not None and len(path) < LONGEST_PATH:
            link = self._link(persona_id, here)
            here = None if link is None else self._event(persona_id, link.to)
            if link is not None and here is not None:
                path.append((link, here))
        marks = self.context.marks(persona_id, [event.id]).get(event.id, [])
        return Thread(event, tuple(path), tuple(marks), self._members(persona_id, [mark.key for mark in marks]))

    def _link(self, persona_id: PersonaId, event: Event) -> Link | None:
        kept = context_graph.strongest(self.context.links(persona_id, [event.id]).get(event.id, ()))
        return kept or context_graph.provisional(event, previous=self.context.previous(persona_id, event))

    def _event(self, persona_id: PersonaId, event_id: EventId) -> Event | None:
        return self.events.get(persona_id, [event_id]).get(event_id)

    def _members(self, persona_id: PersonaId, keys: list[str]) -> tuple[Event, ...]:
        if not keys:
            return ()
        ids = self.context.members(persona_id, keys, limit=MOST_MEMBERS)
        found = self.events.get(persona_id, ids).values()
        return tuple(sorted(found, key=lambda one: (one.created, one.id)))
