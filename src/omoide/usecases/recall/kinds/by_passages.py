"""Things that are found by the words and the meaning of their passages."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.personas.persona import Persona
from omoide.domain.recall import relevance
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.recall.kinds.asked import AskedOfKinds
from omoide.domain.recall.kinds.candidate import Candidate, MatchParts
from omoide.domain.recall.kinds.kind import RecollectionKind
from omoide.domain.recall.kinds.recallable import Recallable
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.ranking import rarity
from omoide.domain.recall.relevance import Calibration
from omoide.domain.time.moment import Moment
from omoide.ports.recall.search import Postings, TextIndex, VectorIndex

FEWEST = 100
"""Where there are fewer things, a word is as rare as if there were so many: of three beliefs each holds a third of all words."""
READS = 3
"""How often more is read where some of what was found may not be told."""


class ReadsThings(Protocol):
    """Reads things by their numbers."""

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sorts of things there are."""
        ...

    @property
    def passages(self) -> PassageKind:
        """Return the passages by which they are found."""
        ...

    def get(self, persona: Persona, item_ids: Sequence[int], *, now: Moment) -> dict[int, Recallable]:
        """Return those of them that may be told now, by number."""
        ...


@dataclass(frozen=True, slots=True)
class ByPassages:
    """Finds things of one kind."""

    things: ReadsThings
    texts: TextIndex
    vectors: VectorIndex
    space: EmbeddingSpace
    calibration: Calibration

    @property
    def kinds(self) -> frozenset[RecollectionKind]:
        """Return what sorts of things may be found here."""
        return self.things.kinds

    def find(self, persona: Persona, asked: AskedOfKinds, *, limit: int) -> list[Candidate]:
        """Return what has most to do with the cue, the most relevant first."""
        found = self._found(persona, asked)
        if not len(found.ids):
            return []
        near = np.flatnonzero((found.relevance > 0.0) & (found.relevance >= asked.least))
        order = near[np.lexsort((found.ids[near], -found.relevance[near]))]
        candidates: list[Candidate] = []
        for start in range(0, min(len(order), READS * limit), limit):
            some = [int(place) for place in order[start : start + limit]]
            known = self.things.get(persona, [int(found.ids[place]) for place in some], now=asked.now)
            candidates += [
                found.candidate(place, thing)
                for place in some
                if (thing := known.get(int(found.ids[place]))) is not None and asked.admits(thing.at)
            ]
            if len(candidates) >= limit:
                break
        return candidates[:limit]

    def _found(self, persona: Persona, asked: AskedOfKinds) -> "_FoundThings":
        postings = self.texts.postings(persona.id, [term.token for term in asked.terms], kind=self.things.passages)
        near_ids, cosines = np.zeros(0, np.int64), np.zeros(0)
        if asked.vector is not None:
            near = self.vectors.nearness(persona.id, asked.vector, space=self.space, kind=self.things.passages)
            near_ids, cosines = near.item_ids, near.cosines.astype(np.float64)
        ids = _all_of(near_ids, postings)
        cosine = np.full(len(ids), np.nan)
        cosine[np.searchsorted(ids, near_ids)] = cosines
        coverage = _coverage(asked, postings, ids)
        nearness = relevance.near(np.nan_to_num(cosine, nan=-1.0), calibration=self.calibration)
        return _FoundThings(ids, coverage, cosine, relevance.combined(coverage, nearness, 0.0))


@dataclass(frozen=True, slots=True)
class _FoundThings:
    ids: NDArray[np.int64]
    coverage: NDArray[np.float64]
    cosine: NDArray[np.float64]
    relevance: NDArray[np.float64]

    def candidate(self, place: int, thing: Recallable) -> Candidate:
        cosine = float(self.cosine[place])
        return Candidate(thing, MatchParts(float(self.coverage[place]), None if np.isnan(cosine) else cosine))


def _all_of(near_ids: NDArray[np.int64], postings: Postings) -> NDArray[np.int64]:
    """Return everything that was found, ascending; as a rule all of it has a vector."""
    found = list({id(owners): owners for owners in postings.ids.values()}.values())
    if not found:
        return near_ids
    owners = np.concatenate(found)
    if len(near_ids):
        at = np.minimum(np.searchsorted(near_ids, owners), len(near_ids) - 1)
        if bool((near_ids[at] == owners).all()):
            return near_ids
    return np.unique(np.concatenate([near_ids, owners]))


def _coverage(asked: AskedOfKinds, postings: Postings, ids: NDArray[np.int64]) -> NDArray[np.float64]:
    held, mass = np.zeros(len(ids)), 0.0
    for term in asked.terms:
        worth = term.weight * rarity(postings.frequencies.get(term.token, 0), of=max(len(ids), FEWEST))
        mass += worth
        owners = postings.ids.get(term.token)
        if owners is not None:
            held[np.searchsorted(ids, owners)] += worth  # one that comes twice is still added once
    return held / mass if mass > 0 else held
