"""What recall weighs of every memory at once."""

from typing import Protocol

from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.memory_field import Field


class MemoryField(Protocol):
    """Holds what recall weighs, for every memory at once."""

    def field(self, persona_id: PersonaId) -> Field:
        """Return the field as it stands now; changes of any process are seen."""
        ...
