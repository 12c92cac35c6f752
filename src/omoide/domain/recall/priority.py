"""Priority: which memory comes to mind first (SPEC M13; LTM 参照優先度の計算).

    base     = retention × max(0, cosine) × (1 + 0.1 × recall_count)
    priority = base + α × resonance × retention

Two gentle preferences of LTM's 参照方法 multiply the base: the category of similar work, and recency when the cue
itself speaks of the last time.  They never lift a memory that has nothing to do with the cue.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.feelings.resonance import ResonanceRules
from omoide.domain.memories.retention import ReinforcementRules
from omoide.domain.time.moment import DAY_SECONDS, Moment


@dataclass(frozen=True, slots=True)
class RetrievalRules:
    """How many memories come to mind, and from which priority on (LTM config `retrieval`)."""

    top_k: int = 5
    relevance_threshold: float = 5.0
    same_category_gain: float = 1.1
    """Factor on the base for a memory of the category that the cue belongs to."""
    recency_gain: float = 1.0
    """With words such as 前回 the base of a memory of this very moment is multiplied by 1 + this."""
    words_weight: float = 0.8
    """Likeness of a memory that holds every word of the cue: names and rare words are found by themselves."""
    recency_half_life_days: float = 7.0
    """After so many days half of that gain is left."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """What the priority of many memories is made of; one entry per memory."""

    ids: NDArray[np.int64]
    retention: NDArray[np.float64]
    """Of a protected memory: its first strength.  What was asked to be remembered is recalled as on the first day."""
    similarity: NDArray[np.float64]
    recall_count: NDArray[np.int64]
    resonance: NDArray[np.float64]
    created: NDArray[np.int64]
    same_category: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Parts:
    """Of what the priorities are made; `total` decides, the rest explains it (SPEC R6)."""

    base: NDArray[np.float64]
    preference: NDArray[np.float64]
    """The factor of category and recency, 1 without either."""
    resonance: NDArray[np.float64]
    """α × resonance × retention"""
    total: NDArray[np.float64]


_LAST_TIME: Final = re.compile(
    r"(?<!午)前回|以前|この前|このまえ|こないだ|この間|先日|先ほど|さっき|昨日|きのう|前に話|前に言|前の話|いつか話"
    r"|\b(?:last time|last (?:night|week|month)|previous(?:ly)?|earlier|yesterday|the other day|before this"
    r"|we (?:talked|spoke|discussed)|you (?:said|told me)|recently)\b",
    re.IGNORECASE,
)


def speaks_of_last_time(cue: str) -> bool:
    """Tell whether the cue points back at something recent (LTM 時系列参照)."""
    return _LAST_TIME.search(cue) is not None


def likeness(
    cosines: NDArray[np.float64], coverage: NDArray[np.float64], *, rules: RetrievalRules
) -> NDArray[np.float64]:
    """Return LTM's キーワード一致度: nearness of meaning, or of words where an embedder knows no better.

    LTM keeps exact words as the fallback of vectors; a name that no model has seen is found by nothing else.
    """
    return np.maximum(cosines, rules.words_weight * coverage)


def coverage(
    worth: Mapping[str, float], postings: Mapping[str, NDArray[np.int64]], *, ids: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return which share of the cue's words each memory holds, 0..1, every word counting its worth."""
    held = np.zeros(len(ids))
    whole = sum(worth.values())
    if whole <= 0 or not len(ids):
        return held
    for token, owners in postings.items():
        held[places_of(owners, ids=ids)[0]] += worth.get(token, 0.0)
    return held / whole


def places_of(wanted: NDArray[np.int64], *, ids: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return where those of the wanted ids stand that are there at all, and which ones these are; `ids` ascend."""
    if not len(ids):
        return np.zeros(0, np.int64), np.zeros(len(wanted), np.bool_)
    if int(ids[-1] - ids[0]) == len(ids) - 1:  # one persona in a home: no id is missing, and none need be searched for
        places = wanted - ids[0]
        known = (places >= 0) & (places < len(ids))
    else:
        places = np.minimum(np.searchsorted(ids, wanted), len(ids) - 1)
        known = ids[places] == wanted
    return places[known], known


def parts(
    candidates: Candidates,
    *,
    now: Moment,
    last_time: bool,
    rules: RetrievalRules,
    reinforcement: ReinforcementRules,
    resonance: ResonanceRules,
) -> Parts:
    """Return the priority of every candidate with the parts it is made of."""
    recalled = 1 + reinforcement.recall_count_weight * candidates.recall_count
    base = candidates.retention * np.maximum(0.0, candidates.similarity) * recalled
    preference = np.where(candidates.same_category, rules.same_category_gain, 1.0)
    if last_time:
        age_days = np.maximum(0, now - candidates.created) / DAY_SECONDS
        preference = preference * (1 + rules.recency_gain * 0.5 ** (age_days / rules.recency_half_life_days))
    echo = resonance.priority_weight_alpha * candidates.resonance * candidates.retention
    return Parts(base=base, preference=preference, resonance=echo, total=base * preference + echo)


def chosen(
    candidates: Candidates, found: Parts, *, among: NDArray[np.bool_] | None = None, limit: int
) -> NDArray[np.int64]:
    """Return the positions of the memories that come to mind, best first.

    Those at or above the threshold come first and the rest fills up, which sorting by priority gives.
    """
    worth = found.total if among is None else np.where(among, found.total, 0.0)
    related = np.flatnonzero((worth > 0.0) & (worth >= _reached_by(worth, limit)))
    order = np.lexsort((-candidates.ids[related], -candidates.created[related], -found.total[related]))
    return related[order][:limit]


def _reached_by(values: NDArray[np.float64], count: int, *, width: int = 64) -> float:
    """Return a high number that at least so many of the values reach: the best of many small heaps, the least of them.

    One pass over all values and a look at few; to pick the best ones out of all of them takes ten times as long.
    """
    heaps = len(values) // width
    if heaps <= count:
        return 0.0
    tops = values[: heaps * width].reshape(heaps, width).max(axis=1)
    return float(np.partition(tops, -count)[-count])


def with_faint(
    active: NDArray[np.int64], *, near: NDArray[np.bool_], candidates: Candidates, limit: int, most: int = 2
) -> NDArray[np.int64]:
    """Return the active memories with the faint ones that answer to the cue: 思い出そうとしたら思い出せた.

    An archived memory, or one that only room keeps awake, scores next to nothing by itself.  It takes the place of an
    active one only where it lies nearer to the cue, and stands after those that stay.
    """
    rows = np.setdiff1d(np.flatnonzero(near), active)
    rows = rows[np.lexsort((-candidates.ids[rows], -candidates.similarity[rows]))][:most]
    kept = active.tolist()
    coming: list[int] = []
    for row in rows.tolist():
        if len(kept) + len(coming) < limit:
            coming.append(row)
        elif kept and candidates.similarity[row] > candidates.similarity[kept[-1]]:
            kept.pop()
            coming.append(row)
    return np.array([*kept, *coming], dtype=np.int64)


def likely_category(
    similarity: NDArray[np.float64], category: NDArray[np.int16], categories: tuple[str, ...], *, nearest: int = 10
) -> str | None:
    """Return the category that the nearest memories speak for; `None` when nothing is near at all."""
    if not len(similarity):
        return None
    rows = np.argpartition(-similarity, min(nearest, len(similarity)) - 1)[:nearest]
    votes = np.bincount(category[rows], weights=np.maximum(0.0, similarity[rows]), minlength=len(categories))
    return categories[int(votes.argmax())] if votes.max(initial=0.0) > 0 else None


def strength(
    retention: NDArray[np.float64], *, emotional_intensity: NDArray[np.float64], protected: NDArray[np.bool_]
) -> NDArray[np.float64]:
    """Return the retention that counts in recall: a protected memory keeps the strength of its first day."""
    return np.where(protected, np.maximum(retention, emotional_intensity), retention)
