"""Looking through memories a page at a time, however many there are."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Protocol

from omoide.domain.memories.memory import Draft, Memory, MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.ports.memories.store import MemoryFilter


class MemoryOrder(StrEnum):
    """By what a page of memories is put in order."""

    CREATED = "created"
    RETENTION = "retention"
    INTENSITY = "intensity"
    RECALLS = "recalls"


@dataclass(frozen=True, slots=True)
class MemoryPage:
    """Some of the memories that are meant, and how many there are in all."""

    memories: tuple[Memory, ...]
    total: int


@dataclass(frozen=True, slots=True)
class PreparedTexts:
    """The texts of a memory's lower levels, prepared when it was made; `None` where that was not done."""

    summary: Draft | None
    trace: Draft | None
    told_by: str
    """Who made the memory of its turn: `rules`, or a model's name."""


class MemoryBrowsing(Protocol):
    """Reads memories a page at a time.  Looking is not recalling: nothing changes."""

    def page(
        self,
        persona_id: PersonaId,
        where: MemoryFilter,
        *,
        containing: str = "",
        order: MemoryOrder = MemoryOrder.CREATED,
        descending: bool = True,
        offset: int = 0,
        limit: int = 50,
    ) -> MemoryPage:
        """Return so many of the memories that pass the filter and hold a text in their words or id, and their number."""
        ...

    def categories(self, persona_id: PersonaId) -> Sequence[str]:
        """Return the categories that memories have, in order of the alphabet."""
        ...

    def prepared(self, persona_id: PersonaId, memory_id: MemoryId) -> PreparedTexts:
        """Return what the memory will read as when it falls; raise `MemoryNotFound` when there is none."""
        ...
