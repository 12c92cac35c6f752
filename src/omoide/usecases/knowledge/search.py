"""Search: what documents say about something, by words and by meaning (SPEC K1).

Nothing else looks here: no recall, no prompt, no night.  Whoever wants to know what a document says asks for it.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from omoide.domain.knowledge import hits
from omoide.domain.knowledge.document import ChunkId
from omoide.domain.knowledge.hits import KnowledgeHit, ScoredChunks
from omoide.domain.personas.persona import Persona
from omoide.domain.recall import cue as cues
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.relevance import DEFAULT_CALIBRATION, calibration_of
from omoide.errors import EmbedderUnavailable, InvalidInput
from omoide.ports.knowledge.store import ChunkReading
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.search import Nearness, TextIndex, VectorIndex

LONGEST_EMBEDDED: Final = 2_000
LOOKED_UP: Final = 50
"""Chunks that are looked up at once: some of those found may have been removed meanwhile."""


@dataclass(frozen=True, slots=True)
class SearchKnowledge:
    """Searches documents."""

    chunks: ChunkReading
    texts: TextIndex
    vectors: VectorIndex
    embedder: Embedder

    def __call__(self, persona: Persona, query: str, *, limit: int = 5) -> list[KnowledgeHit]:
        """Return what answers best, the highest score first; nothing when nothing has to do with the question."""
        if limit < 0:
            raise InvalidInput(f"a limit is a number from 0 on; {limit} is none")
        if not query.strip() or not limit or not (count := self.chunks.count(persona.id)):
            return []
        return self._told(persona, self._scored(persona, query, chunks=count), limit=limit)

    def _scored(self, persona: Persona, query: str, *, chunks: int) -> ScoredChunks:
        terms = cues.query_terms(query)
        postings = self.texts.postings(persona.id, [term.token for term in terms], kind=PassageKind.DOCUMENT)
        near = self._nearness(persona, query)
        return hits.scored(
            terms,
            postings=postings.ids,
            frequencies=postings.frequencies,
            chunks=chunks,
            near_ids=None if near is None else near.item_ids,
            cosines=None if near is None else near.cosines,
            calibration=DEFAULT_CALIBRATION if near is None else calibration_of(self.embedder.space),
        )

    def _nearness(self, persona: Persona, query: str) -> Nearness | None:
        try:
            [vector] = self.embedder.embed([query[:LONGEST_EMBEDDED]], role="query")
            space = self.embedder.space
        except EmbedderUnavailable:
            return None
        near = self.vectors.nearness(persona.id, np.asarray(vector), space=space, kind=PassageKind.DOCUMENT)
        return near if len(near.item_ids) else None

    def _told(self, persona: Persona, scored: ScoredChunks, *, limit: int) -> list[KnowledgeHit]:
        told: list[KnowledgeHit] = []
        for start in range(0, len(scored.ids), LOOKED_UP):
            some = range(start, min(start + LOOKED_UP, len(scored.ids)))
            found = self.chunks.found(persona.id, [ChunkId(int(scored.ids[at])) for at in some])
            for at in some:
                if (chunk := found.get(ChunkId(int(scored.ids[at])))) is not None:
                    told.append(
                        KnowledgeHit(
                            text=chunk.text,
                            document=chunk.document,
                            place=chunk.place,
                            score=float(scored.scores[at]),
                            words=float(scored.words[at]),
                            meaning=float(scored.meaning[at]),
                        )
                    )
                if len(told) == limit:
                    return told
        return told
