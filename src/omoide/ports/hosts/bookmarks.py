"""Where it is kept how far session logs have been read."""

from typing import Protocol

from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class ReadingPlaces(Protocol):
    """Bookmarks in session logs."""

    def offset(self, persona_id: PersonaId, path: str) -> int:
        """Return the byte from which a log has not been read yet; 0 for a new one."""
        ...

    def keep(self, persona_id: PersonaId, path: str, *, offset: int, at: Moment) -> None:
        """Note how far a log has been read."""
        ...
