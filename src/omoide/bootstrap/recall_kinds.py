"""One recall over everything: which kinds there are, and the verb that makes one list of them.

A new kind is a line in `RecallKindFactory.shelves` (a `Shelf`: recall finds it by words and meaning), or in `others` (a `RecallableKind`
that finds for itself).
"""

import time
from collections.abc import Callable
from functools import cached_property

from omoide.adapters.embedders.recent import RecentEmbedder
from omoide.adapters.index.residency import HeldPart
from omoide.adapters.sql.beliefs.preferences import SqlPreferenceStore
from omoide.adapters.sql.beliefs.states import SqlBeliefStore
from omoide.adapters.sql.entities.entities import SqlEntityStore
from omoide.adapters.sql.episodes.episodes import SqlEpisodeStore
from omoide.adapters.sql.notes.notes import SqlNoteStore
from omoide.adapters.sql.recall.shelves import SqlBeliefEvidence, SqlShelfMarks, SqlShelvedPassages
from omoide.adapters.sql.reflection.diary import SqlDreamDiary
from omoide.adapters.sql.topics.points import SqlTopicPoints
from omoide.adapters.sql.topics.topics import SqlTopicStore
from omoide.bootstrap.events import EventFactory
from omoide.bootstrap.foundation import Foundation
from omoide.bootstrap.memories import MemoryFactory
from omoide.bootstrap.recall import RecallFactory
from omoide.config import domain_rules
from omoide.domain.entities.entity import Entity
from omoide.domain.notes.diary import DiaryEntry
from omoide.domain.personas.persona import Persona, PersonaId
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.relevance import calibration_of
from omoide.domain.reflection.insight import Insight
from omoide.domain.text.chunks import ChunkRules
from omoide.domain.topics.calibration import bounds_of
from omoide.ports.models.thinker import Thinker
from omoide.ports.recall.shelf import RecallableKind, Shelf
from omoide.usecases.recall.everything import RecallEverything
from omoide.usecases.recall.keyword_search import KeywordSearch
from omoide.usecases.recall.kinds.belief_shelf import BeliefShelf
from omoide.usecases.recall.kinds.by_passages import ByPassages, ReadsThings
from omoide.usecases.recall.kinds.diary_shelf import DiaryShelf
from omoide.usecases.recall.kinds.entity_shelf import EntityShelf
from omoide.usecases.recall.kinds.episodes import EpisodeThings, RecallEpisodes
from omoide.usecases.recall.kinds.insight_shelf import InsightShelf
from omoide.usecases.recall.kinds.shelve import Shelve
from omoide.usecases.recall.kinds.topics import TopicsInMind
from omoide.usecases.recall.plan_query import PlanQuery, QueryStep
from omoide.usecases.topics.recall import RecallTopics

ENTRY_BYTES, CHARACTER_BYTES = 1_000, 2
"""About what a day, an entry or a profile takes in memory, and each of its letters."""


class RecallKindFactory:
    """Makes the one verb that recalls."""

    def __init__(
        self,
        foundation: Foundation,
        *,
        events: EventFactory,
        memories: MemoryFactory,
        recall: RecallFactory,
        thinker: Callable[[Persona], Thinker],
    ) -> None:
        self._foundation = foundation
        self._events = events
        self._memories = memories
        self._recall = recall
        self._thinker = thinker
        self._seen: HeldPart[tuple[PersonaId, PassageKind], str] = foundation.minds.by_mind_and(len)

    @cached_property
    def embedder(self) -> RecentEmbedder:
        """Return the embedder so that a cue is embedded once, however many kinds are asked for it."""
        return RecentEmbedder(self._recall.embedder)

    @cached_property
    def beliefs(self) -> BeliefShelf:
        """Return beliefs, likes and dislikes, as they are recalled."""
        database, marks = self._foundation.database, SqlShelfMarks(self._foundation.database)
        return BeliefShelf(SqlBeliefStore(database), SqlPreferenceStore(database), SqlBeliefEvidence(database), marks)

    @cached_property
    def diary(self) -> DiaryShelf:
        """Return the days of the diary, as they are recalled."""
        database, minds = self._foundation.database, self._foundation.minds
        return DiaryShelf(SqlNoteStore(database), SqlShelfMarks(database), minds.by_mind(_days_bytes))

    @cached_property
    def insights(self) -> InsightShelf:
        """Return the dream diary, as it is recalled."""
        database, minds = self._foundation.database, self._foundation.minds
        return InsightShelf(SqlDreamDiary(database), SqlShelfMarks(database), minds.by_mind(_insights_bytes))

    @cached_property
    def topics(self) -> TopicsInMind:
        """Return topics, as they are recalled."""
        database, space = self._foundation.database, self.embedder.space
        centres = RecallTopics(SqlTopicStore(database), SqlTopicPoints(database), self.embedder, bounds_of(space))
        return TopicsInMind(centres)

    @cached_property
    def shelves(self) -> tuple[Shelf, ...]:
        """Return the kinds whose texts recall copies into passages."""
        database, minds = self._foundation.database, self._foundation.minds
        people = EntityShelf(SqlEntityStore(database), SqlShelfMarks(database), minds.by_mind(_profiles_bytes))
        return (self.beliefs, self.diary, self.insights, people)

    @cached_property
    def others(self) -> tuple[RecallableKind, ...]:
        """Return every kind beside what was said."""
        days = RecallEpisodes(self._by_passages(EpisodeThings(SqlEpisodeStore(self._foundation.database))))
        return (*map(self._by_passages, self.shelves), days, self.topics)

    def _by_passages(self, things: ReadsThings) -> ByPassages:
        space = self.embedder.space
        return ByPassages(things, self._recall.texts, self._recall.vectors, space, calibration_of(space))

    def shelve(self, persona: Persona, *, hurried: bool = False) -> Shelve:
        """Return the work of copying what has changed; `hurried` for somebody who waits for an answer."""
        index = self._foundation.settings(persona.id).index
        database = self._foundation.hurried_database if hurried else self._foundation.database
        chunks = ChunkRules(index.chunk_characters, index.chunk_overlap)
        return Shelve(self.shelves, SqlShelvedPassages(database), chunks, self._seen)

    def verb(self, persona: Persona) -> RecallEverything:
        """Return the verb `recall` as this persona has it set."""
        settings = self._foundation.settings(persona.id)
        return RecallEverything(
            turns=self._recall.recall(persona, embedder=self.embedder),
            memories=self._recall.recall_memories(persona, embedder=self.embedder),
            store=self._memories.store,
            others=self.others,
            shelve=self.shelve(persona, hurried=True),
            plan=self.plan(persona),
            background=self._foundation.background,
            scoring=domain_rules.intent_score_rules(settings),
            stopwatch=time.perf_counter,
        )

    def plan(self, persona: Persona) -> PlanQuery:
        """Return the query step as this persona has it set."""
        step = QueryStep(self._foundation.settings(persona.id).retrieval.query_step)
        return PlanQuery(step, lambda: self._thinker(persona))

    @cached_property
    def keywords(self) -> KeywordSearch:
        """Return the search for quotations."""
        return KeywordSearch(self._events.store, self._recall.rosters, self._recall.texts)


def _days_bytes(read: tuple[str, dict[int, DiaryEntry]]) -> int:
    return sum(ENTRY_BYTES + CHARACTER_BYTES * len(each.text) for each in read[1].values())


def _insights_bytes(read: tuple[str, dict[int, Insight]]) -> int:
    return sum(ENTRY_BYTES + CHARACTER_BYTES * len(each.told) for each in read[1].values())


def _profiles_bytes(read: tuple[str, list[Entity]]) -> int:
    return sum(ENTRY_BYTES + CHARACTER_BYTES * len(each.text) for each in read[1])
