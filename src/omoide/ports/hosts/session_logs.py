"""A host's session logs, and where it is kept how far they have been read."""

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from omoide.domain.hosts.session_log import ReadTurn, TurnEnd
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class SessionLogs(Protocol):
    """Reads session logs as streams."""

    def turns(self, path: Path, *, offset: int = 0, end: TurnEnd | None = None) -> Iterator[ReadTurn]:
        """Yield the turns of a session log from a place on, in order; the last item says where to go on.

        Without `end` the last turn may still be going on, so it is left for the next reading.  Raise
        `TranscriptUnavailable` when the log cannot be read.
        """
        ...


class Bookmarks(Protocol):
    """Knows how far each session log has been read."""

    def offset(self, persona_id: PersonaId, path: str) -> int:
        """Return the byte from which a log has not been read yet; 0 for a new one."""
        ...

    def keep(self, persona_id: PersonaId, path: str, *, offset: int, at: Moment) -> None:
        """Note how far a log has been read."""
        ...
