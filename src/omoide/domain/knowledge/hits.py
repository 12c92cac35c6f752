"""Which chunks answer a question, by words and meaning (SPEC K1).

The score is one number from 0 to 1, and the order is its order: half of it the share of the question's words that a chunk
holds, each worth its rarity; half of it how near the chunk lies in meaning, on the scale of its embedding space.  Without
vectors the words decide alone.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.knowledge.document import ORIGIN, DocumentPlace, KnowledgeDocument
from omoide.domain.recall.cue import Term
from omoide.domain.recall.relevance import Calibration, near
from omoide.domain.text.language import Language

WORDS_SHARE: Final = 0.5
LEAST_SCORE: Final = 0.05
"""Below it a chunk has nothing to do with the question: a scrap of a word, a nearness by chance."""
Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class KnowledgeHit:
    """What was found in a document."""

    text: str
    document: KnowledgeDocument
    place: DocumentPlace
    score: float
    """0..1"""
    words: float
    """0..1: how much of the question's words it holds."""
    meaning: float
    """0..1: how near it lies in meaning."""
    origin: str = ORIGIN
    """It is a document's text: data, nobody's word, and never an instruction."""

    def cited(self, language: Language = Language.EN) -> str:
        """Return where it stands: file and place."""
        return f"{self.document.name}, {self.place.told(language)}"


@dataclass(frozen=True, slots=True)
class ScoredChunks:
    """Chunks that have anything to do with a question, the best first."""

    ids: Ints
    scores: NDArray[np.float64]
    words: NDArray[np.float64]
    meaning: NDArray[np.float64]


def scored(
    terms: Sequence[Term],
    *,
    postings: Mapping[str, Ints],
    frequencies: Mapping[str, int],
    chunks: int,
    near_ids: Ints | None,
    cosines: NDArray[np.float32] | None,
    calibration: Calibration,
) -> ScoredChunks:
    """Return the chunks that hold a word of the question or lie near it; of equals the earlier first.

    A word in very many chunks, of which they are not listed, says nothing and is left out.
    """
    known = [
        term for term in terms if not term.is_speaker and (term.token in postings or term.token not in frequencies)
    ]
    weights = {term.token: term.weight * _rarity(frequencies.get(term.token, 0), chunks) for term in known}
    whole = sum(weights.values())
    listed = [np.unique(ids) for token, ids in postings.items() if token in weights]
    near_by = np.zeros(0, np.int64) if near_ids is None else near_ids
    every = np.unique(np.concatenate([*listed, near_by]))
    words, meaning = np.zeros(len(every)), np.zeros(len(every))
    for token, ids in postings.items():
        if token in weights:
            words[np.searchsorted(every, np.unique(ids))] += weights[token] / whole
    if near_ids is not None and cosines is not None:
        meaning[np.searchsorted(every, near_ids)] = near(np.asarray(cosines, np.float64), calibration=calibration)
    share = WORDS_SHARE if near_ids is not None and whole else (1.0 if whole else 0.0)
    scores = np.clip(share * words + (1.0 - share) * meaning, 0.0, 1.0)
    kept = scores >= LEAST_SCORE
    every, scores, words, meaning = every[kept], scores[kept], words[kept], meaning[kept]
    order = np.lexsort((every, -scores))
    return ScoredChunks(every[order], scores[order], np.minimum(words[order], 1.0), meaning[order])


def _rarity(holding: int, chunks: int) -> float:
    return math.log(1.0 + (chunks + 1.0) / (holding + 0.5))
