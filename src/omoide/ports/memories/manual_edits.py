"""What the owner does to memories by hand."""

from collections.abc import Sequence
from typing import Protocol

from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.memories.protection import Claim
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class ManualEdits(Protocol):
    """What the owner does to memories by hand; each act is one transaction and is told in the memory's history."""

    def protect(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId], *, at: Moment) -> None:
        """Protect the memories; their claims are settled."""
        ...

    def claim(self, persona_id: PersonaId, memory_id: MemoryId, *, at: Moment) -> None:
        """Let a memory wait for protection."""
        ...

    def claims(self, persona_id: PersonaId) -> list[Claim]:
        """Return the memories that wait for protection."""
        ...

    def release(self, persona_id: PersonaId, memory_id: MemoryId, *, at: Moment) -> None:
        """Let a memory fade again, or stop waiting for protection."""
        ...

    def archive(self, persona_id: PersonaId, memory_id: MemoryId, *, at: Moment) -> None:
        """Put a memory into the archive as it is; one that is there stays.  Raise `MemoryProtected` for a protected one."""
        ...

    def erase(self, persona_id: PersonaId, memory_id: MemoryId, *, at: Moment) -> None:
        """Take a memory out for good, with all its earlier texts.  Raise `MemoryProtected` for a protected one."""
        ...

    def restore(self, persona_id: PersonaId, memory: Memory, *, at: Moment) -> Memory:
        """Bring an archived memory back to the level and score of the given value."""
        ...

    def bring_back(self, persona_id: PersonaId, label: str, *, at: Moment) -> Memory:
        """Bring back a memory that a night deleted; raise `MemoryNotFound` when it is beyond the grace period."""
        ...
