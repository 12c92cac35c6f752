"""Recall of memories: what comes to mind, weighed over every memory there is (SPEC M8, M11–M13).

Coming to mind strengthens a memory, at night; looking around (`flag=False`) changes nothing.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count

import numpy as np
from numpy.typing import NDArray

from omoide.domain.feelings import resonance
from omoide.domain.feelings.resonance import ResonanceRules
from omoide.domain.memories.archive import ArchiveRules
from omoide.domain.memories.levels import LevelRules
from omoide.domain.memories.memory import Memory, MemoryId
from omoide.domain.memories.relations import RelationRules
from omoide.domain.memories.retention import ReinforcementRules
from omoide.domain.personas.persona import Persona
from omoide.domain.recall import priority, relevance
from omoide.domain.recall.cue import query_terms
from omoide.domain.recall.memory_field import Field
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.priority import Candidates, Parts, RetrievalRules
from omoide.domain.recall.ranking import rarity
from omoide.domain.recall.recalled_memory import CameToMind, Reasons, RecalledMemory
from omoide.domain.recall.relevance import DEFAULT_CALIBRATION, Calibration
from omoide.errors import EmbedderUnavailable, MemoryNotFound, StoreBusy, StoreReadOnly
from omoide.ports.jobs.background import Background
from omoide.ports.memories.store import MemoryReading
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.memory_field import MemoryField
from omoide.ports.recall.recall_log import RecallLog
from omoide.ports.recall.search import TextIndex, VectorIndex
from omoide.ports.time.clock import Clock

_numbers = count()
MOST_UNBOUND = 2_000
"""Where more memories than this were made of no turn, the best of all memories are looked through for them."""
DEEPER = 10
LONGEST_EMBEDDED = 2_000
"""Characters of a cue that are embedded; a longer one is asked by its beginning."""


@dataclass(frozen=True, slots=True)
class RecallRules:
    """Everything that decides what comes to mind."""

    retrieval: RetrievalRules
    reinforcement: ReinforcementRules
    resonance: ResonanceRules
    levels: LevelRules
    archive: ArchiveRules
    relations: RelationRules


@dataclass(frozen=True, slots=True)
class RelevantMemory:
    """A memory that has to do with a cue, whatever it weighs."""

    memory: Memory
    coverage: float
    """0..1: the share of the cue's words that it holds, each by its rarity."""
    cosine: float


@dataclass(frozen=True, slots=True)
class RecallMemories:
    """Finds the memories that a cue calls up."""

    field: MemoryField
    vectors: VectorIndex
    texts: TextIndex
    memories: MemoryReading
    log: RecallLog
    log_now: RecallLog
    """The same log, for somebody who waits for an answer: it raises `StoreBusy` rather than wait for its turn."""
    background: Background
    embedder: Embedder
    clock: Clock
    rules: RecallRules
    calibration: Calibration = DEFAULT_CALIBRATION
    """What cosines of the embedder's space mean."""
    by_words_alone: bool = False
    """The quick way: nothing is embedded or compared by its meaning."""

    def __call__(
        self,
        persona: Persona,
        cue: str,
        *,
        session_id: str = "",
        category: str | None = None,
        limit: int | None = None,
        flag: bool = True,
    ) -> list[RecalledMemory]:
        """Return what comes to mind, best first; with `flag` the coming night strengthens it."""
        field = self.field.field(persona.id)
        if not len(field) or not cue.strip():
            return []
        candidates, parts = self._parts(persona, field, cue, session_id=session_id, category=category)
        places = self._chosen(field, candidates, parts, limit or self.rules.retrieval.top_k)
        found = self._told(persona, field, candidates, parts, places)
        if flag:
            self.shown(persona, found, session_id=session_id)
        return found

    def shown(self, persona: Persona, found: Sequence[RecalledMemory], *, session_id: str) -> None:
        """Note that these came to mind: the coming night strengthens them."""
        if found:
            with suppress(StoreReadOnly):  # it comes to mind all the same where nothing can be written
                came = [each.memory.id for each in found]
                self.note(persona, CameToMind(came, self.clock.now(), session_id, found[0].memory.feeling))

    def ranked(
        self,
        persona: Persona,
        cue: str,
        among: Sequence[MemoryId],
        *,
        session_id: str = "",
        category: str | None = None,
        limit: int,
    ) -> list[RecalledMemory]:
        """Return the best of some memories that came to mind, in the order of their priorities; nothing is flagged."""
        field = self.field.field(persona.id)
        wanted = np.array(sorted(among), np.int64)
        places, _ = priority.places_of(wanted, ids=field.ids)
        if not len(places):
            return []
        candidates, parts = self._parts(persona, field, cue, session_id=session_id, category=category)
        order = np.lexsort((-candidates.ids[places], -candidates.created[places], -parts.total[places]))
        return self._told(persona, field, candidates, parts, places[order][:limit])

    def relevant(self, persona: Persona, cue: str, *, limit: int) -> list[RelevantMemory]:
        """Return the memories that were made of no turn and have most to do with the cue, on the scale of turns."""
        field = self.field.field(persona.id)
        if not len(field):
            return []
        unbound = np.array(self.memories.unbound(persona.id, limit=MOST_UNBOUND), np.int64)
        coverage, cosines = self._words(persona, field, cue), self._meaning(persona, field, cue)
        found = relevance.combined(coverage, relevance.near(cosines, calibration=self.calibration), 0.0)
        if len(unbound) < MOST_UNBOUND:
            mine = np.zeros(len(field), np.bool_)
            mine[priority.places_of(unbound, ids=field.ids)[0]] = True
            found = np.where(mine, found, 0.0)
        within = field.is_archived if self.rules.archive.enable_archive_recall else np.zeros(len(field), np.bool_)
        faint = (cosines >= self.rules.archive.revival_similarity) & within
        found = np.where(~field.is_archived | faint, found, 0.0)
        places = np.argsort(-found, kind="stable")[: limit * DEEPER]
        places = places[found[places] > 0.0]
        known = self.memories.get(persona.id, [MemoryId(int(field.ids[place])) for place in places])
        made = [
            RelevantMemory(memory, float(coverage[place]), float(cosines[place]))
            for place in places
            if (memory := known.get(MemoryId(int(field.ids[place])))) is not None and memory.event_id is None
        ]
        return made[:limit]

    def explain(self, persona: Persona, cue: str, memory_id: MemoryId, *, session_id: str = "") -> tuple[int, Reasons]:
        """Return at which place a memory would come to mind, and why; nothing is flagged."""
        field = self.field.field(persona.id)
        place = int(np.searchsorted(field.ids, memory_id))
        if place >= len(field) or field.ids[place] != memory_id:
            raise MemoryNotFound(str(memory_id))
        candidates, parts = self._parts(persona, field, cue, session_id=session_id, category=None)
        rank = 1 + int((parts.total > parts.total[place]).sum())
        return rank, _reasons(candidates, parts, place)

    def _told(
        self, persona: Persona, field: Field, candidates: Candidates, parts: Parts, places: NDArray[np.int64]
    ) -> list[RecalledMemory]:
        ids = [MemoryId(int(field.ids[place])) for place in places]
        known = self.memories.get(persona.id, ids)
        related = self._related(persona, ids)
        return [
            RecalledMemory(known[each], _reasons(candidates, parts, place), tuple(related.get(each, ())))
            for each, place in zip(ids, places.tolist(), strict=True)
            if each in known
        ]

    def _parts(
        self, persona: Persona, field: Field, cue: str, *, session_id: str, category: str | None
    ) -> tuple[Candidates, Parts]:
        cosines = self._meaning(persona, field, cue)
        similarity = priority.likeness(cosines, self._words(persona, field, cue), rules=self.rules.retrieval)
        feeling = self.log.feeling(persona.id, session_id) if session_id else None
        echoes = resonance.resonances(field.feelings, feeling, rules=self.rules.resonance)
        meant = category or priority.likely_category(similarity, field.category, field.categories)
        candidates = field.candidates(similarity=similarity, resonance=echoes, category=meant)
        parts = priority.parts(
            candidates,
            now=self.clock.now(),
            last_time=priority.speaks_of_last_time(cue),
            rules=self.rules.retrieval,
            reinforcement=self.rules.reinforcement,
            resonance=self.rules.resonance,
        )
        return candidates, parts

    def _meaning(self, persona: Persona, field: Field, cue: str) -> NDArray[np.float64]:
        if self.by_words_alone:
            return np.zeros(len(field))
        try:
            [vector] = self.embedder.embed([cue[:LONGEST_EMBEDDED]], role="query")
        except EmbedderUnavailable:
            return np.zeros(len(field))  # words alone serve until it is back
        near = self.vectors.nearness(persona.id, vector, space=self.embedder.space, kind=PassageKind.MEMORY)
        return field.similarity(near.item_ids, near.cosines)

    def _words(self, persona: Persona, field: Field, cue: str) -> NDArray[np.float64]:
        terms = {term.token: term.weight for term in query_terms(cue) if not term.is_speaker}
        found = self.texts.postings(persona.id, list(terms), kind=PassageKind.MEMORY)
        worth = {
            token: weight * rarity(found.frequencies.get(token, 0), of=len(field)) for token, weight in terms.items()
        }
        return priority.coverage(worth, found.ids, ids=field.ids)

    def _chosen(self, field: Field, candidates: Candidates, parts: Parts, limit: int) -> NDArray[np.int64]:
        archived = field.is_archived
        active = priority.chosen(candidates, parts, among=~archived, limit=limit)
        # What only room keeps out of the archive must not be harder to call up than it would be in there.
        faint = candidates.retention <= self.rules.levels.level3_threshold
        within_reach = np.where(archived, self.rules.archive.enable_archive_recall, faint)
        near = within_reach & (candidates.similarity >= self.rules.archive.revival_similarity)
        found = priority.with_faint(active, near=near, candidates=candidates, limit=limit)
        return found[np.argsort(-parts.total[found], kind="stable")]

    def _related(self, persona: Persona, ids: list[MemoryId]) -> dict[MemoryId, list[Memory]]:
        """Return, for each memory, what it leads to; those that came to mind by themselves are left out."""
        reached: dict[MemoryId, list[MemoryId]] = {each: [each] for each in ids}
        seen = set(ids)
        frontier = {each: each for each in ids}
        for _ in range(self.rules.relations.relation_traversal_depth):
            following: dict[MemoryId, MemoryId] = {}
            for relation in self.memories.relations(persona.id, list(frontier), both_ways=False):
                if relation.source in frontier and relation.target not in seen:
                    seen.add(relation.target)
                    following[relation.target] = frontier[relation.source]
                    reached[frontier[relation.source]].append(relation.target)
            frontier = following
        known = self.memories.get(persona.id, sorted(seen - set(ids)))
        return {
            each: [known[other] for other in others if other in known and not known[other].is_archived]
            for each, others in reached.items()
        }

    def note(self, persona: Persona, came: CameToMind) -> None:
        """Note what came to mind; while others write, beside the caller, which ends only when it is noted."""
        try:
            self.log_now.flag(persona.id, came)
        except StoreBusy:
            self.background.start(
                f"what came to mind {next(_numbers)}",
                lambda _: self.log.flag(persona.id, came),
            )


def _reasons(candidates: Candidates, parts: Parts, place: int) -> Reasons:
    return Reasons(
        priority=float(parts.total[place]),
        similarity=float(candidates.similarity[place]),
        retention=float(candidates.retention[place]),
        recall_count=int(candidates.recall_count[place]),
        resonance=float(candidates.resonance[place]),
        preference=float(parts.preference[place]),
        base=float(parts.base[place]),
    )
