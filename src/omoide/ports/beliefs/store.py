"""Where beliefs and preferences are kept, with every step of their history.  Stores hold no opinion about what they keep."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from omoide.domain.beliefs.preference import Preference, PreferenceChange, PreferenceId, PreferenceRevision
from omoide.domain.beliefs.state import Origin, State, StateChange, StateId, StateKind, StateRevision, Target
from omoide.domain.beliefs.tidy import Tidied
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment


class BeliefStore(Protocol):
    """Keeps states and every step of their history."""

    def get(self, persona_id: PersonaId, state_ids: Sequence[StateId]) -> dict[StateId, State]:
        """Return those of the states that this persona has."""
        ...

    def open(
        self, persona_id: PersonaId, most: Mapping[StateKind, int], *, at: Moment, candidates: bool = False
    ) -> list[State]:
        """Return so many states of each kind that have not ended at this moment, the last confirmed first.

        Those that are asserted; with `candidates` those that are only supposed.
        """
        ...

    def naming(self, persona_id: PersonaId, names: Sequence[str], *, limit: int) -> list[State]:
        """Return states that are about, or name, one of these, the last confirmed first."""
        ...

    def alike(self, persona_id: PersonaId, claims: Sequence[State], *, limit: int) -> list[State]:
        """Return what the owner settled and what is only supposed about the same as these claims, the last confirmed first.

        Ended ones too.  Settled: what was struck out about the same persons, and what has the body or the attribute of a
        claim; supposed: what has its body or its value.
        """
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


class BeliefMark(NamedTuple):
    """Up to which change of beliefs somebody has read."""

    revision: int
    erasure: int


class BeliefChanges(Protocol):
    """Tells whoever has read the states what became of them since."""

    def changed_since(self, persona_id: PersonaId, mark: BeliefMark | None) -> tuple[list[State] | None, BeliefMark]:
        """Return the states that were made or changed since a mark, as they are now, and the mark of now.

        `None` where everything must be read again: too much was changed, or something was erased.  Without a mark, none.
        """
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


class AskedStore(Protocol):
    """Knows what the user was asked about."""

    def since(self, persona_id: PersonaId, moment: Moment) -> list[tuple[Target, int]]:
        """Return what was asked about at or after this moment."""
        ...

    def note(self, persona_id: PersonaId, asked: Sequence[tuple[Target, int]], *, at: Moment) -> None:
        """Note that the user is asked about these, all or none."""
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
