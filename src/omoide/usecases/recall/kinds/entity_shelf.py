"""People and things with a profile, by what was written of them; archived ones come back only by their own doors."""

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass, field

from omoide.domain.entities.entity import Entity
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.passage import PassageKind, version_item
from omoide.domain.time.moment import Moment
from omoide.ports.entities.store import EntityStore
from omoide.ports.recall.shelf import ShelfMarks, ShelvedText


@dataclass(frozen=True, slots=True)
class EntityShelf:
    """Who and what is known."""

    entities: EntityStore
    marks: ShelfMarks
    read: MutableMapping[PersonaId, tuple[str, list[Entity]]] = field(default_factory=dict)
    """The profiles as they were last read, and how they were marked then."""

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sort of thing it holds."""
        return frozenset({RecollectionKind.ENTITY})

    @property
    def passages(self) -> PassageKind:
        """Return the passages by which profiles are found."""
        return PassageKind.ENTITY

    def mark(self, persona: Persona) -> str:
        """Return something that is another when a profile has changed."""
        return self.marks.mark(persona.id, self.passages)

    def all(self, persona: Persona) -> list[ShelvedText]:
        """Return every profile that has something to say."""
        return [ShelvedText(_item(each), each.changed, _told(each)) for each in self._known(persona)]

    def get(self, persona: Persona, item_ids: Sequence[int], *, now: Moment) -> dict[int, Recallable]:
        """Return those of the profiles that are there."""
        wanted = set(item_ids)
        return {
            _item(each): Recallable(
                RecollectionKind.ENTITY, int(each.id), each.name, _told(each), each.changed, each
            )
            for each in (self._known(persona) if wanted else ())
            if _item(each) in wanted
        }  # fmt: skip

    def _known(self, persona: Persona) -> list[Entity]:
        mark = self.mark(persona)
        known = self.read.get(persona.id)
        if known is None or known[0] != mark:
            found = [each for each in self.entities.all(persona.id) if each.merged_into is None]
            told = [each for each in found if not each.is_archived and each.text.strip()]
            known = self.read[persona.id] = (mark, told)
        return known[1]


def _item(entity: Entity) -> int:
    return version_item(int(entity.id), entity.version)


def _told(entity: Entity) -> str:
    return f"{'、'.join(entity.names)}\n{entity.text.strip()}"
