"""What of a session its conversation still shows (SPEC R4: already-sent turns are left out)."""

from dataclasses import dataclass
from typing import Final

from omoide.domain.events.event import CHAT, Event, EventFilter, EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import LATEST, Moment
from omoide.ports.events.store import EventStore
from omoide.ports.time.clock import Clock
from omoide.usecases.events.recent import in_steps

MOST_BESIDE: Final = 100
"""So many more of a session's newest turns are looked through for those in view: between talk there may be notices and pictures."""


@dataclass(frozen=True, slots=True)
class SessionView:
    """The turns of a session that a model is sent anyway."""

    session_id: str
    since: Moment

    def shows(self, event: Event) -> bool:
        """Tell whether a turn is in view, the one that waits for its answer too."""
        is_here = bool(self.session_id) and event.session_id == self.session_id
        return is_here and (event.created >= self.since or not event.is_complete)


@dataclass(frozen=True, slots=True)
class InView:
    """Says which turns a session's conversation still shows: as many as its history is sent with."""

    events: EventStore
    clock: Clock
    turns: int = 10

    def __call__(self, persona_id: PersonaId, session_id: str) -> SessionView:
        """Return what is in view; nothing without a session."""
        if not session_id:
            return SessionView("", LATEST)
        sources = frozenset({CHAT})
        where = EventFilter(as_of=self.clock.now(), sources=sources, session_id=session_id, complete_only=True)
        shown = in_steps(self.events.count(persona_id, where), step=self.turns)
        found = self.events.find(persona_id, where, limit=shown, newest_first=True) if shown else []
        return SessionView(session_id, found[-1].created if found else LATEST)

    def ids(self, persona_id: PersonaId, session_id: str) -> frozenset[EventId]:
        """Return the numbers of the turns in view."""
        if not session_id:
            return frozenset()
        view, where = self(persona_id, session_id), EventFilter(session_id=session_id)
        newest = self.events.find(persona_id, where, limit=2 * self.turns + MOST_BESIDE, newest_first=True)
        return frozenset(event.id for event in newest if view.shows(event))
