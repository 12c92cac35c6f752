"""Reading entities: as they stand or stood, with what is believed of them, and which hold some words (SPEC EN1, EN3)."""

from collections.abc import Sequence
from dataclasses import dataclass

from omoide.domain.beliefs.state import State, StateId
from omoide.domain.entities import belief_links, search
from omoide.domain.entities.entity import Entity, EntityId, EntityRules, checked_entity_name
from omoide.domain.entities.name_index import NameIndex, names_within
from omoide.domain.entities.names import name_key
from omoide.domain.entities.profile import EntityProfile
from omoide.domain.entities.revision import EntityRevision
from omoide.domain.entities.search import EntityHit
from omoide.domain.notes import diff, revision
from omoide.domain.notes.diff import DiffHunk
from omoide.domain.personas.persona import Persona
from omoide.errors import BeliefNotFound, EntityNotFound
from omoide.ports.beliefs.store import BeliefStore
from omoide.ports.entities.reading import NameReading
from omoide.ports.entities.store import EntityStore
from omoide.ports.time.clock import Clock

MOST_BELIEFS = 2_000
"""Beliefs that are looked at for some names, the last confirmed first."""
NAMES_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class ReadEntities:
    """Reads entities."""

    store: EntityStore
    beliefs: BeliefStore
    names: NameReading
    clock: Clock
    rules: EntityRules

    def all(self, persona: Persona, *, archived: bool = False) -> list[Entity]:
        """Return the entities in the order in which they came to be known; with `archived` also those put away."""
        found = self.store.all(persona.id)
        return [each for each in found if each.merged_into is None and (archived or not each.is_archived)]

    def find(self, persona: Persona, name: str) -> Entity | None:
        """Return the entity that goes by this name."""
        return self.store.named(persona.id, name_key(checked_entity_name(name)))

    def get(self, persona: Persona, name: str) -> Entity:
        """Return the entity that goes by this name; raise `EntityNotFound` when there is none."""
        found = self.find(persona, name)
        if found is None:
            raise EntityNotFound(name)
        return found

    def states(self, persona: Persona, entities: Sequence[Entity]) -> dict[EntityId, list[State]]:
        """Return, for each entity, every belief that is or was held of it: by its names, as beliefs spell them."""
        spelled = belief_links.spellings(self.names.believed_names(persona.id), of=entities)
        found: dict[StateId, State] = {}
        for start in range(0, len(spelled), NAMES_AT_ONCE):
            some = spelled[start : start + NAMES_AT_ONCE]
            found |= {state.id: state for state in self.beliefs.naming(persona.id, some, limit=MOST_BELIEFS)}
        return belief_links.grouped(found.values(), entities)

    def profile(self, persona: Persona, name: str) -> EntityProfile:
        """Return an entity with what is believed of it now."""
        entity = self.get(persona, name)
        states = self.states(persona, [entity])[entity.id]
        held = belief_links.held(states, entity, at=self.clock.now())
        return EntityProfile(entity, tuple(held))

    def about(self, persona: Persona, belief_id: StateId) -> list[Entity]:
        """Return the entities that a belief is about or speaks of; raise `BeliefNotFound` when there is no such belief."""
        found = self.beliefs.get(persona.id, [belief_id])
        if belief_id not in found:
            raise BeliefNotFound(belief_id)
        return belief_links.about(found[belief_id], self.all(persona))

    def search(self, persona: Persona, query: str, *, limit: int) -> list[EntityHit]:
        """Return the entities that hold most of the words of the query."""
        search.query_words(query)
        entities, now = self.all(persona), self.clock.now()
        states = self.states(persona, entities)
        profiles = [EntityProfile(each, tuple(belief_links.held(states[each.id], each, at=now))) for each in entities]
        return search.found(profiles, query, limit=limit)

    def index(self, persona: Persona, *, budget: int | None = None) -> NameIndex:
        """Return the names for a prompt, within a size."""
        room = self.rules.index_characters if budget is None else budget
        return names_within(self.all(persona), budget=room, language=persona.language)

    def history(self, persona: Persona, name: str) -> list[EntityRevision]:
        """Return every edit, oldest first."""
        return self.store.revisions(persona.id, self.get(persona, name).id)

    def text_at(self, persona: Persona, name: str, version: int) -> str:
        """Return the text after a version, letter by letter; 0 is before the first."""
        return _text(self.history(persona, name), name, version)

    def diff(self, persona: Persona, name: str, *, old: int | None = None, new: int | None = None) -> list[DiffHunk]:
        """Return what changed in the text between two versions: by default, what the last edit changed."""
        steps = self.history(persona, name)
        later = len(steps) if new is None else new
        earlier = max(0, later - 1) if old is None else old
        return diff.hunks(_text(steps, name, earlier), _text(steps, name, later))


def _text(steps: list[EntityRevision], name: str, version: int) -> str:
    if not 0 <= version <= len(steps):
        raise EntityNotFound(name, version=version, last=len(steps))
    return revision.text_at(steps, version)
