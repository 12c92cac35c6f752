"""What the plainest searches find in the same store: BM25 with stems, our vectors alone, and both fused by their ranks.

A memory must never be worse than its own parts.  Nothing here is tuned: BM25 has k1 = 1.2 and b = 0.75 over whole turns,
a turn is as near as its nearest passage, and the fusion is reciprocal rank with 60.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from omoide import Mind
from omoide.domain.recall.passage import PassageKind
from omoide.domain.recall.ranking import rarity
from omoide.domain.text import tokens
from omoide.domain.time.moment import Moment
from omoide.ports.models.embedder import Embedder

NAMES = ("bm25", "vectors", "fused")
K1, B, RANK_CONSTANT = 1.2, 0.75, 60

Floats = NDArray[np.float64]


@dataclass(slots=True)
class Shelf:
    """The turns of one mind as plain searches see them; follows what is observed."""

    mind: Mind
    embedder: Embedder
    ids: list[int] = field(default_factory=list)
    created: list[Moment] = field(default_factory=list)
    counts: list[Counter[str]] = field(default_factory=list)

    def orders(self, cue: str, *, as_of: Moment | None, depth: int) -> dict[str, list[int]]:
        """Return, for each plain search, the ids of the events it finds, best first."""
        self._follow()
        by_words, by_meaning = self._bm25(cue), self._cosines(cue)
        fused = 1 / (RANK_CONSTANT + _ranks(by_words)) + 1 / (RANK_CONSTANT + _ranks(by_meaning))
        known = np.array([as_of is None or moment <= as_of for moment in self.created], np.bool_)
        return {
            name: self._best(scores, known, depth)
            for name, scores in zip(NAMES, (by_words, by_meaning, fused), strict=True)
        }

    def _follow(self) -> None:
        held = len(self.ids)
        for event in self.mind.log()[held:] if held else self.mind.log():
            self.ids.append(int(event.id))
            self.created.append(event.created)
            self.counts.append(Counter(words(event.text)))

    def _bm25(self, cue: str) -> Floats:
        lengths = np.array([sum(counts.values()) for counts in self.counts], float)
        norm = K1 * (1 - B + B * lengths / max(float(lengths.mean()), 1.0))
        scores = np.zeros(len(self.ids))
        for word in set(words(cue)):
            often = np.array([counts[word] for counts in self.counts], float)
            found_in = int(np.count_nonzero(often))
            scores += rarity(found_in, of=len(self.ids)) * often * (K1 + 1) / (often + norm)
        return scores

    def _cosines(self, cue: str) -> Floats:
        [vector] = self.embedder.embed([cue], role="query")
        index = self.mind._home.recall.vectors  # noqa: SLF001 - the same vectors, not a second copy of them
        near = index.nearness(self.mind.persona.id, vector, space=self.embedder.space, kind=PassageKind.EVENT)
        found = dict(zip(near.item_ids.tolist(), near.cosines.tolist(), strict=True))
        return np.array([found.get(event_id, -1.0) for event_id in self.ids])

    def _best(self, scores: Floats, known: NDArray[np.bool_], depth: int) -> list[int]:
        order = np.argsort(-np.where(known, scores, -np.inf), kind="stable")
        return [self.ids[at] for at in order[: min(depth, int(known.sum()))]]


def words(text: str) -> list[str]:
    """Return the words and character pairs of a text as often as they stand in it."""
    return [token for kind, piece in tokens.pieces(text) for token in tokens.piece_tokens(kind, piece)]


def _ranks(scores: Floats) -> Floats:
    ranks = np.empty(len(scores))
    ranks[np.argsort(-scores, kind="stable")] = np.arange(1, len(scores) + 1)
    return ranks


def best_of(figures: dict[str, dict[str, float | None]], name: str) -> float:
    """Return the best that any plain search reached in a figure."""
    return max((value for each in figures.values() if (value := each[name]) is not None), default=0.0)


def summary(ranks: dict[str, Sequence[float]]) -> dict[str, dict[str, float | None]]:
    """Return hit@5, hit@10 and the mean reciprocal rank of each plain search; `None` where nothing was asked."""
    return {name: _figures(np.array(found, float)) for name, found in ranks.items()}


def _figures(found: Floats) -> dict[str, float | None]:
    if not len(found):
        return {"hit@5": None, "hit@10": None, "mrr": None}
    values = {"hit@5": _mean(found <= 5), "hit@10": _mean(found <= 10), "mrr": _mean((1 / found).astype(np.float64))}
    return {name: round(value, 4) for name, value in values.items()}


def _mean(values: NDArray[np.bool_] | Floats) -> float:
    return float(values.astype(np.float64).mean())
