"""Where the owner's orders to erase are kept and carried out (SPEC E2, X1)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class Erased:
    """What one order took away: how many rows of each kind."""

    order_id: int
    events: int
    rows: tuple[tuple[str, int], ...]


class ErasureReading(Protocol):
    """Knows what was erased, without knowing what it said."""

    def erased_keys(self, persona_id: PersonaId, keys: Sequence[str]) -> set[str]:
        """Return those of the idempotency keys whose event was erased."""
        ...

    def erased_sessions(self, persona_id: PersonaId, session_ids: Sequence[str]) -> dict[str, Moment]:
        """Return those of the sessions that were erased, and up to which moment."""
        ...


class ErasureStore(Protocol):
    """Carries out orders to erase."""

    def erase_events(
        self, persona_id: PersonaId, event_ids: Sequence[EventId], *, session_id: str | None, at: Moment
    ) -> Erased:
        """Erase the events and all that was made of them, all or nothing, under an order that stays."""
        ...

    def sweep(self) -> None:
        """Clear what the file still holds of rows that are gone."""
        ...

    def holding(self, persona_id: PersonaId, texts: Sequence[str]) -> list[str]:
        """Return the columns in which one of the texts can still be found."""
        ...
