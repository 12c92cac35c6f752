"""Where it is kept what each session was shown (SPEC X15)."""

from dataclasses import dataclass, field
from typing import Protocol

from omoide.domain.context.frozen import SessionContext
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class HeldContext:
    """What a session was shown, as it was read."""

    shown: SessionContext = field(default_factory=SessionContext)
    version: int = 0
    """Counts the changes; 0 while nothing is kept."""
    erasures: int = 0
    """The last order to erase that this persona's owner gave: what is composed after another one is composed anew."""


@dataclass(frozen=True, slots=True)
class ShownSession:
    """A session that something was composed for."""

    session_id: str
    used: Moment
    """When something was last composed for it."""
    blocks: int
    """Turns before which something was put."""
    tokens: int
    """Of the constant part and all blocks."""


class ShownContextStore(Protocol):
    """Keeps the constant part and the blocks of each session.  They are copies: whatever they show is kept elsewhere, too."""

    def read(self, persona_id: PersonaId, session_id: str) -> HeldContext:
        """Return what the session was shown so far."""
        ...

    def keep(
        self,
        persona_id: PersonaId,
        session_id: str,
        shown: SessionContext,
        *,
        before: HeldContext,
        at: Moment,
        oldest: Moment,
    ) -> bool:
        """Keep what the session is shown now; return `False`, and keep nothing, when somebody else did since it was read.

        Sessions of this persona that were last composed for before `oldest` are forgotten.
        """
        ...

    def recent(self, persona_id: PersonaId, *, limit: int) -> list[ShownSession]:
        """Return the sessions that something was composed for, the last first."""
        ...
