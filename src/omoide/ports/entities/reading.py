"""Who is named in turns and beliefs, and the memories made of turns (SPEC EN2)."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.entities.proposal import NameUse, SpelledName
from omoide.domain.events.event import EventId
from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class NameReading(Protocol):
    """Reads names out of what digest made of turns."""

    def spellings(self, persona_id: PersonaId) -> list[SpelledName]:
        """Return every name as turns and beliefs spell it."""
        ...

    def uses(self, persona_id: PersonaId, names: Sequence[str]) -> list[NameUse]:
        """Return the turns that name one of these, spelled so, and those on which a belief about one rests."""
        ...

    def believed_names(self, persona_id: PersonaId) -> list[str]:
        """Return every name that a belief is about or speaks of, as beliefs spell it."""
        ...

    def strongest(self, persona_id: PersonaId, event_ids: Sequence[EventId], *, limit: int) -> list[MemoryId]:
        """Return the memories made of these turns that are most present, then most moving."""
        ...

    def session_began(self, persona_id: PersonaId, session_id: str) -> Moment | None:
        """Return when the first turn of a session was said; `None` before it."""
        ...
