"""Finding what is kept: indexes, vectors that are missing, and both recalls."""

import time
from functools import cached_property

from omoide.adapters.embedders.senses import learnt_senses
from omoide.adapters.index.fulltext import SqlTextIndex
from omoide.adapters.index.memory_field import ResidentMemoryField
from omoide.adapters.index.nearest import ResidentVectorIndex
from omoide.adapters.index.rosters import ResidentRosters
from omoide.adapters.jobs.ahead import ahead
from omoide.adapters.jobs.one_at_a_time import OneAtATime
from omoide.adapters.readers.answering import shared_pair_reader
from omoide.adapters.sql.memories.recall_log import SqlRecallLog
from omoide.adapters.sql.recall.event_passages import SqlEventPassages
from omoide.adapters.sql.recall.grounds import SqlGrounds
from omoide.adapters.sql.recall.passages import SqlPassageStore
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import CACHE, Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.config import domain_rules
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.parts.senses import Senses
from omoide.domain.recall.ranking import RankingRules
from omoide.domain.recall.relevance import calibration_of
from omoide.domain.text.chunks import ChunkRules
from omoide.errors import EmbedderUnavailable
from omoide.ports.models.embedder import Embedder
from omoide.usecases.recall.catch_up import CatchUp
from omoide.usecases.recall.holding import Holding
from omoide.usecases.recall.old_spaces import ClearOldSpaces
from omoide.usecases.recall.read_together import ReadTogether
from omoide.usecases.recall.recall import Recall
from omoide.usecases.recall.recall_memories import RecallMemories, RecallRules
from omoide.usecases.recall.recut import Recut
from omoide.usecases.recall.vectors_beside import VectorsBeside


class RecallFactory:
    """Makes what finds events and memories."""

    def __init__(
        self, foundation: Foundation, *, events: EventFactory, memories: MemoryFactory, embedder: Embedder
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._embedder = embedder
        self._in_turn = OneAtATime()

    @property
    def embedder(self) -> Embedder:
        """Return what turns texts into vectors."""
        return self._embedder

    @cached_property
    def passages(self) -> SqlPassageStore:
        """Return the passages and their vectors."""
        return SqlPassageStore(self._foundation.database)

    @cached_property
    def texts(self) -> SqlTextIndex:
        """Return the full-text index."""
        return SqlTextIndex(self._foundation.database)

    @cached_property
    def vectors(self) -> ResidentVectorIndex:
        """Return the vector index."""
        base = self._foundation
        return ResidentVectorIndex(base.database, cache=base.folder / CACHE, minds=base.minds)

    @cached_property
    def rosters(self) -> ResidentRosters:
        """Return the personas' events by id, time and session."""
        return ResidentRosters(self._foundation.database, minds=self._foundation.minds)

    @cached_property
    def senses(self) -> Senses | None:
        """Return what was learnt about cues and turns, where that was done for the embedder in use."""
        try:
            return learnt_senses(self._embedder.space)
        except EmbedderUnavailable:
            return None

    @cached_property
    def memory_field(self) -> ResidentMemoryField:
        """Return what recall weighs of each memory."""
        return ResidentMemoryField(self._foundation.database, minds=self._foundation.minds)

    @cached_property
    def catch_up(self) -> CatchUp:
        """Return the work of making missing vectors."""
        return self._catch_up(self.passages)

    @cached_property
    def catch_up_now(self) -> CatchUp:
        """Return the same work for somebody who waits for an answer."""
        return self._catch_up(SqlPassageStore(self._foundation.hurried_database))

    @cached_property
    def vectors_beside(self) -> VectorsBeside:
        """Return who makes the vectors of what was just kept beside the caller."""
        return VectorsBeside(self.catch_up, self._foundation.background)

    def _catch_up(self, passages: SqlPassageStore) -> CatchUp:
        settings = self._foundation.configuration.settings
        return CatchUp(
            passages,
            self._embedder,
            batch=settings.embedding.batch_size,
            checkpoint=settings.index.checkpoint_items,
            stopwatch=time.monotonic,
            in_turn=self._in_turn,
        )

    @property
    def clear_old_spaces(self) -> ClearOldSpaces:
        """Return the work of clearing away vectors of embedders that are no longer used."""
        return ClearOldSpaces(self.passages, self.vectors, self._embedder)

    def recut(self, persona_id: PersonaId) -> Recut:
        """Return the work of cutting passages of an older version anew."""
        index = self._foundation.settings(persona_id).index
        chunks = ChunkRules(index.chunk_characters, index.chunk_overlap)
        return Recut(self._events.store, SqlEventPassages(self._foundation.database), chunks)

    def recall(self, persona: Persona, *, embedder: Embedder | None = None) -> Recall:
        """Return the verb that finds what was said, as this persona has it set."""
        settings = self._foundation.settings(persona.id)
        calibration = calibration_of(self._embedder.space)
        return Recall(
            events=self._events.store,
            rosters=self.rosters,
            texts=self.texts,
            vectors=self.vectors,
            embedder=embedder or self._embedder,
            holding=Holding(self._events.store, SqlGrounds(self._foundation.database)),
            catch_up=self.catch_up,
            catch_up_now=self.catch_up_now,
            background=self._foundation.background,
            beside=self.vectors_beside,
            clock=self._foundation.clock,
            rules=RankingRules(),
            calibration=calibration,
            floor=calibration.floor if settings.retrieval.floor is None else settings.retrieval.floor,
            senses=self.senses,
            judges=settings.retrieval.floor is None,
            reading=ReadTogether(self._events.store, shared_pair_reader(), glances=settings.retrieval.glance),
            reach=settings.retrieval.neighbours,
            catch_up_seconds=settings.index.catch_up_seconds,
            ahead=ahead,
        )

    def recall_memories(self, persona: Persona, *, embedder: Embedder | None = None) -> RecallMemories:
        """Return the verb that finds which memories come to mind."""
        settings = self._foundation.settings(persona.id)
        return RecallMemories(
            field=self.memory_field,
            vectors=self.vectors,
            texts=self.texts,
            memories=self._memories.store,
            log=self._memories.recall_log,
            log_now=SqlRecallLog(self._foundation.hurried_database.unhurried_to_disk()),
            background=self._foundation.background,
            embedder=embedder or self._embedder,
            clock=self._foundation.clock,
            rules=RecallRules(
                retrieval=domain_rules.retrieval_rules(settings),
                reinforcement=domain_rules.reinforcement_rules(settings),
                resonance=domain_rules.resonance_rules(settings),
                levels=domain_rules.level_rules(settings),
                archive=domain_rules.archive_rules(settings, calibration_of(self._embedder.space)),
                relations=domain_rules.relation_rules(settings, calibration_of(self._embedder.space)),
            ),
            calibration=calibration_of(self._embedder.space),
        )
