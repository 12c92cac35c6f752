"""Knowledge: documents taken in, brought up to date, removed and searched."""

from functools import cached_property

from omoide.adapters.knowledge.files import KnowledgeFiles
from omoide.adapters.sql.knowledge.chunks import SqlChunkReading
from omoide.adapters.sql.knowledge.documents import SqlDocumentLoading, SqlDocumentStore
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.recall import RecallFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona
from omoide.usecases.knowledge.add import AddKnowledge
from omoide.usecases.knowledge.remove import RemoveKnowledge
from omoide.usecases.knowledge.search import SearchKnowledge
from omoide.usecases.knowledge.take_in import TakeIn


class KnowledgeFactory:
    """Makes what knows documents."""

    def __init__(self, foundation: Foundation, *, events: EventFactory, recall: RecallFactory) -> None:
        self._foundation = foundation
        self._events = events
        self._recall = recall

    @cached_property
    def store(self) -> SqlDocumentStore:
        """Return which documents there are."""
        return SqlDocumentStore(self._foundation.database)

    def add(self, persona: Persona) -> AddKnowledge:
        """Return the verb that takes in files and folders."""
        return AddKnowledge(self._take_in(persona), self.remove(persona), self._recall.catch_up, self._foundation.clock)

    def remove(self, persona: Persona) -> RemoveKnowledge:
        """Return the verb that removes documents."""
        return RemoveKnowledge(self._take_in(persona), self._foundation.clock)

    @property
    def search(self) -> SearchKnowledge:
        """Return the verb that searches documents, the only one that does."""
        recall = self._recall
        chunks = SqlChunkReading(self._foundation.database)
        return SearchKnowledge(chunks, recall.texts, recall.vectors, recall.embedder)

    def _take_in(self, persona: Persona) -> TakeIn:
        return TakeIn(
            files=KnowledgeFiles(self._foundation.folder),
            documents=self.store,
            loading=SqlDocumentLoading(self._foundation.database),
            clock=self._foundation.clock,
            rules=domain_rules.document_rules(self._foundation.settings(persona.id)),
            chunks=self._events.chunks(persona),
            masking=self._events.masking_of(persona),
            unrecorded=self._events.unrecorded(persona),
        )
