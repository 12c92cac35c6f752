"""Entities: profiles, proposals, and the shadow that makes them."""

from dataclasses import dataclass
from functools import cached_property

from omoide.adapters.notes.drafts import DraftFiles
from omoide.adapters.sql.entities.entities import SqlEntityStore
from omoide.adapters.sql.entities.proposals import SqlProposalStore
from omoide.adapters.sql.entities.reading import SqlNameReading
from omoide.asks.ask import Role
from omoide.bootstrap.beliefs import BeliefFactory
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.bootstrap.models import ModelFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.usecases.entities.consolidate import ConsolidateEntities
from omoide.usecases.entities.edits import EditEntities
from omoide.usecases.entities.files import EditProfileInFile
from omoide.usecases.entities.proposals import HandleProposals
from omoide.usecases.entities.propose import ProposeEntities
from omoide.usecases.entities.reading import ReadEntities
from omoide.usecases.notes.drafting import InEditor


@dataclass(frozen=True, slots=True)
class EntityVerbs:
    """What can be done with entities."""

    read: ReadEntities
    edit: EditEntities
    in_file: EditProfileInFile
    consolidate: ConsolidateEntities
    proposals: HandleProposals


class EntityFactory:
    """Makes what knows people and things."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        memories: MemoryFactory,
        beliefs: BeliefFactory,
        models: ModelFactory,
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._beliefs = beliefs
        self._models = models

    @cached_property
    def store(self) -> SqlEntityStore:
        """Return the entities."""
        return SqlEntityStore(self._foundation.database)

    @cached_property
    def proposals(self) -> SqlProposalStore:
        """Return what was proposed."""
        return SqlProposalStore(self._foundation.database)

    def reading(self, persona: Persona) -> ReadEntities:
        """Return the reading of entities."""
        return ReadEntities(
            store=self.store,
            beliefs=self._beliefs.store,
            names=SqlNameReading(self._foundation.database),
            clock=self._foundation.clock,
            rules=domain_rules.entity_rules(self._foundation.settings(persona.id)),
        )

    def verbs(self, persona: Persona) -> EntityVerbs:
        """Return everything that can be done with a persona's entities, as it has things set."""
        read, masking = self.reading(persona), self._events.masking_of(persona)
        edit = EditEntities(read, self.proposals, self._foundation.clock, masking, self._events.unrecorded(persona))
        return EntityVerbs(
            read=read,
            edit=edit,
            in_file=EditProfileInFile(edit, InEditor(DraftFiles(self._foundation.folder), masking)),
            consolidate=ConsolidateEntities(read, edit, lambda: self._models.thinker(persona)),
            proposals=HandleProposals(self.proposals, self._memories.store, edit),
        )

    def propose(self, persona: Persona) -> ProposeEntities:
        """Return the shadow."""
        return ProposeEntities(
            reading=self.reading(persona),
            proposals=self.proposals,
            memories=self._memories.store,
            thinker=lambda: self._models.thinker(persona),
            has_model=lambda: Role.SUMMARY in self._models.models(persona),
            rules=domain_rules.proposal_rules(self._foundation.settings(persona.id)),
        )
