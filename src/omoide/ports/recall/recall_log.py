"""Where it is kept what came to mind, and how it felt."""

from typing import Protocol

from omoide.domain.feelings.emotion import Feeling
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.recalled_memory import CameToMind


class RecallLog(Protocol):
    """Remembers what came to mind, and how it felt."""

    def flag(self, persona_id: PersonaId, *came: CameToMind) -> None:
        """Note what came to mind, for the coming night, and the feelings the sessions are now in; all of it, or nothing.

        Those that are awake now are to be strengthened; those that lie in the archive now ask to come back.
        """
        ...

    def feeling(self, persona_id: PersonaId, session_id: str) -> Feeling | None:
        """Return the feeling a session is in; `None` at its start."""
        ...

    def told_in(self, persona_id: PersonaId, session_id: str, *, limit: int = 200) -> list[str]:
        """Return the texts of memories that were recalled in a session: what may come back as an echo."""
        ...

    def shown_in(self, persona_id: PersonaId, session_id: str) -> list[str]:
        """Return every line of the context that a session was shown: what the persona may tell again."""
        ...
