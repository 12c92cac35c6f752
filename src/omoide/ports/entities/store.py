"""Where entities and all their revisions are kept (SPEC EN1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from omoide.domain.entities.entity import Entity, EntityId
from omoide.domain.entities.revision import EntityAct, EntityRevision
from omoide.domain.events.event import EventId
from omoide.domain.notes.note import NoteAuthor
from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment

Evidence = Mapping[str, tuple[EventId, ...]]
"""By the key of a line, the turns it rests on."""


@dataclass(frozen=True, slots=True)
class EntityEdit:
    """An entity as it is to stand from now on; its version is the one that was read, 0 for a new one."""

    entity: Entity
    act: EntityAct
    author: NoteAuthor
    reason: str = ""
    evidence: Evidence = field(default_factory=dict)
    """Of lines that Omoide wrote; it is added to what is there."""


class EntityStore(Protocol):
    """Keeps entities, each name once, with every edit."""

    def all(self, persona_id: PersonaId) -> list[Entity]:
        """Return every entity, archived and merged ones too, in the order in which they came to be known."""
        ...

    def named(self, persona_id: PersonaId, key: str) -> Entity | None:
        """Return the entity that goes by a name with this key."""
        ...

    def revisions(self, persona_id: PersonaId, entity_id: EntityId) -> list[EntityRevision]:
        """Return every edit, oldest first; their versions count from 1 without a gap."""
        ...

    def evidence(self, persona_id: PersonaId, entity_id: EntityId) -> dict[str, tuple[EventId, ...]]:
        """Return the turns that lines rest on, by the key of the line."""
        ...

    def edit(self, persona_id: PersonaId, edits: Sequence[EntityEdit], *, at: Moment) -> list[Entity]:
        """Keep the edits, all or none.

        Raise `EntityMoved` when one was made of another version than the last, or rests on a turn that was erased meanwhile;
        `NameTaken` when a name is another entity's.
        """
        ...

    def note_consolidated(self, persona_id: PersonaId, entity: Entity, fingerprint: str) -> None:
        """Note what the entity was made of, if it is still at this version; that is no edit."""
        ...

    def remove(self, persona_id: PersonaId, entity: Entity) -> None:
        """Delete an entity with its history; raise `EntityMoved` when it is at another version."""
        ...
