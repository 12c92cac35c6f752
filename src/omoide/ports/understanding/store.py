"""Where it is kept what became of each turn, and which turns still wait."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.digestion import Backlog, Digested, Digestion
from omoide.ports.memories.store import NewMemory, NoMemory


@dataclass(frozen=True, slots=True)
class TurnStanding:
    """What has been made of an event so far."""

    record: Digestion | None = None
    """`None` while its plan waits."""
    is_remembered: bool = False
    """It has become a memory, or was passed over."""


class DigestStore(Protocol):
    """Knows what has been digested; keeps each digestion whole or not at all."""

    def waiting(self, persona_id: PersonaId, *, open_before: Moment, limit: int) -> list[EventId]:
        """Return the oldest events still to be digested, in order; unfinished turns only when begun before a moment.

        What it costs does not grow with the log or with what waits.
        """
        ...

    def count(self, persona_id: PersonaId, *, open_before: Moment) -> int:
        """Return how many events `waiting` would find without a limit."""
        ...

    def standing(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, TurnStanding]:
        """Return what has been made of each of these events so far."""
        ...

    def keep(
        self,
        persona_id: PersonaId,
        digested: Digested,
        *,
        memory: NewMemory | NoMemory | None,
        space: EmbeddingSpace | None = None,
    ) -> bool:
        """Keep all of it, and the memory or why there is none, in one transaction; return whether this call did.

        An event is digested once and makes one memory: a second plan or memory for it changes nothing.  Raise `BeliefMoved`
        when a state it builds on was changed meanwhile.  `memory` is `None` when there was one before; `space` is that of
        a new memory's vector.
        """
        ...

    def record(self, persona_id: PersonaId, event_id: EventId) -> Digestion | None:
        """Return what became of an event; `None` while it waits."""
        ...

    def backlog(self, persona_id: PersonaId) -> Backlog:
        """Return how far it has come."""
        ...

    def reopen(self, persona_id: PersonaId) -> int:
        """Let the events whose plan was refused wait again; return how many."""
        ...
