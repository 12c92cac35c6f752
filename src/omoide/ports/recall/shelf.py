"""Kinds of things that can be recalled: what each has to offer, and where their texts are found by words and meaning.

A kind is plugged in by writing a `Shelf` and naming it in `bootstrap/recall_kinds.py`; finding, ranking, joining and explaining are
recall's matter.  A shelf holds the only copy of its texts; what is kept to find them can be made anew at any time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from omoide.domain.beliefs.state import Target
from omoide.domain.events.event import EventId
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.kinds.asked import AskedOfKinds
from omoide.domain.recall.kinds.candidate import Candidate
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.passage import NewPassage, PassageKind
from omoide.domain.time.moment import Moment


@dataclass(frozen=True, slots=True)
class ShelvedText:
    """A text, by which one thing is found."""

    item_id: int
    """Another one for each text that the thing ever has (`domain/recall/passage.py` `version_item`): an index may hold an old one
    for a while, and must not find the thing by it."""
    created: Moment
    text: str


class RecallableKind(Protocol):
    """A kind of things that can be recalled."""

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sorts of things may be found here."""
        ...

    def find(self, persona: Persona, asked: AskedOfKinds, *, limit: int) -> list[Candidate]:
        """Return what has most to do with the cue, in any order; nothing that may not be told."""
        ...


class Shelf(Protocol):
    """Every thing of one kind, as it reads now."""

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sorts of things it holds."""
        ...

    @property
    def passages(self) -> PassageKind:
        """Return the passages by which they are found."""
        ...

    def mark(self, persona: Persona) -> str:
        """Return, at little cost, something that is another when anything has changed."""
        ...

    def all(self, persona: Persona) -> list[ShelvedText]:
        """Return everything that may be found, now or later."""
        ...

    def get(self, persona: Persona, item_ids: Sequence[int], *, now: Moment) -> dict[int, Recallable]:
        """Return those of them that may be told now, by the number under which they are shelved."""
        ...


class ShelfMarks(Protocol):
    """Knows, at little cost, whether anything of a kind has changed."""

    def mark(self, persona_id: PersonaId, kind: PassageKind) -> str:
        """Return something that is another after each change of what is kept of this kind."""
        ...


class BeliefEvidence(Protocol):
    """Knows the turns that beliefs and preferences rest on."""

    def evidence(
        self, persona_id: PersonaId, target: Target, target_ids: Sequence[int]
    ) -> dict[int, tuple[EventId, ...]]:
        """Return the turns behind each of them, the newest first; one that rests on none is left out."""
        ...


class ShelvedPassages(Protocol):
    """The passages of shelves: a copy, to be found by; never the only one."""

    def hashes(self, persona_id: PersonaId, kind: PassageKind) -> Mapping[int, frozenset[bytes]]:
        """Return, for each thing of a kind, what its passages say, by hash."""
        ...

    def replace(
        self,
        persona_id: PersonaId,
        kind: PassageKind,
        *,
        gone: Sequence[int],
        new: Mapping[int, tuple[Moment, Sequence[NewPassage]]],
    ) -> None:
        """Take the passages of some things away and keep those of others in place of what they had, in one step."""
        ...
