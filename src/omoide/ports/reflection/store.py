"""Where the dream diary is kept."""

from typing import Protocol

from omoide.domain.personas.persona import PersonaId
from omoide.domain.reflection.insight import Insight, InsightId, NewInsight


class DreamDiary(Protocol):
    """Keeps what was seen at night; one entry for each slot."""

    def all(self, persona_id: PersonaId, *, limit: int | None = None) -> list[Insight]:
        """Return the entries, the newest first."""
        ...

    def get(self, persona_id: PersonaId, insight_id: InsightId) -> Insight | None:
        """Return one entry."""
        ...

    def latest_strategy(self, persona_id: PersonaId) -> Insight | None:
        """Return the newest entry that has a strategy."""
        ...

    def keep(self, persona_id: PersonaId, new: NewInsight, *, slot: str) -> Insight | None:
        """Keep an entry; `None` when its slot is taken, or a turn it was made of was erased meanwhile."""
        ...

    def remove(self, persona_id: PersonaId, insight_id: InsightId) -> bool:
        """Delete an entry; tell whether it was there."""
        ...
