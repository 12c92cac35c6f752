"""Where beliefs, preferences, feelings and the flow of talk are kept.  Stores hold no opinion about what they keep."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.beliefs.preference import Preference, PreferenceChange, PreferenceId, PreferenceRevision
from omoide.domain.beliefs.state import Origin, State, StateChange, StateId, StateKind, StateRevision
from omoide.domain.beliefs.tidy import Tidied
from omoide.domain.events.context_graph import Link, ThreadMark
from omoide.domain.events.event import Event, EventId
from omoide.domain.feelings.affect import Affect
from omoide.domain.feelings.mood import MoodPoint
from omoide.domain.feelings.persona_emotion import EmotionEntry
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time.moment import Moment
from omoide.domain.understanding.digestion import Backlog, Digested, Digestion
from omoide.ports.memories.store import NewMemory, NoMemory


class BeliefStore(Protocol):
    """Keeps states and every step of their history."""

    def get(self, persona_id: PersonaId, state_ids: Sequence[StateId]) -> dict[StateId, State]:
        """Return those of the states that this persona has."""
        ...

    def open(self, persona_id: PersonaId, most: Mapping[StateKind, int], *, at: Moment) -> list[State]:
        """Return so many states of each kind that have not ended at this moment, the last confirmed first."""
        ...

    def naming(self, persona_id: PersonaId, names: Sequence[str], *, limit: int) -> list[State]:
        """Return states that are about, or name, one of these, the last confirmed first."""
        ...

    def known(self, persona_id: PersonaId, *, at: Moment | None) -> list[State]:
        """Return every state as it was believed at a moment, ended ones too; `None`: as it is believed now."""
        ...

    def history(self, persona_id: PersonaId, state_id: StateId) -> list[StateRevision]:
        """Return every step, oldest first; nothing when this persona has no such state."""
        ...

    def change(
        self, persona_id: PersonaId, changes: Sequence[StateChange], *, at: Moment, origin: Origin
    ) -> list[State]:
        """Keep changes and their revisions, all or none; raise `BeliefMoved` when one was changed meanwhile."""
        ...


class PreferenceStore(Protocol):
    """Keeps likes and dislikes and every step of their history."""

    def all(self, persona_id: PersonaId) -> list[Preference]:
        """Return every preference, the last confirmed first."""
        ...

    def matching(self, persona_id: PersonaId, keys: Sequence[str]) -> list[Preference]:
        """Return those whose subject has one of these keys."""
        ...

    def recent(self, persona_id: PersonaId, *, limit: int) -> list[Preference]:
        """Return those confirmed last."""
        ...

    def history(self, persona_id: PersonaId, preference_id: PreferenceId) -> list[PreferenceRevision]:
        """Return every step, oldest first."""
        ...

    def change(self, persona_id: PersonaId, changes: Sequence[PreferenceChange], *, at: Moment, origin: Origin) -> None:
        """Keep changes and their revisions, all or none; raise `BeliefMoved` when one was changed meanwhile."""
        ...


class ContextStore(Protocol):
    """Keeps which turn belongs to which, and to what flow of talk."""

    def links(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, list[Link]]:
        """Return the links that lead back from these events."""
        ...

    def previous(self, persona_id: PersonaId, event: Event) -> Event | None:
        """Return the event before this one in its session, or of its client where it has no session."""
        ...

    def marks(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, list[ThreadMark]]:
        """Return the flows these events belong to."""
        ...

    def members(self, persona_id: PersonaId, keys: Sequence[str], *, limit: int) -> list[EventId]:
        """Return the newest events of these flows."""
        ...


class FeelingStore(Protocol):
    """Keeps what was felt."""

    def affects(self, persona_id: PersonaId, event_ids: Sequence[EventId]) -> dict[EventId, Affect]:
        """Return what was felt in those of the events that have been digested."""
        ...

    def mood_point(self, persona_id: PersonaId, *, until: Moment) -> MoodPoint | None:
        """Return the last mood point at or before a moment."""
        ...

    def emotions(self, persona_id: PersonaId, *, since: Moment, until: Moment) -> list[EmotionEntry]:
        """Return the persona's emotions of a period, oldest first."""
        ...

    def last_emotion(self, persona_id: PersonaId, *, until: Moment) -> EmotionEntry | None:
        """Return the last one at or before a moment."""
        ...


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


class TidyStore(Protocol):
    """Knows when the state was tidied."""

    def chat_turns(self, persona_id: PersonaId) -> int:
        """Return how many chat turns have been digested."""
        ...

    def last(self, persona_id: PersonaId) -> Tidied | None:
        """Return the last tidying."""
        ...

    def all(self, persona_id: PersonaId) -> list[Tidied]:
        """Return every tidying, oldest first."""
        ...

    def keep(self, persona_id: PersonaId, changes: Sequence[StateChange], *, tidied: Tidied) -> bool:
        """Close and note it in one transaction; return `False` when another already did at this count of turns."""
        ...
