"""Relations: which memory leads to which (SPEC M11; LTM 記憶の関連付け).

A relation points from the memory that is better retained to the weaker one; between near equals from the newer to the
older.  Every night dangling ones are dropped, those whose order changed are turned round, new likenesses are linked.
Rules work on arrays of pairs, so that a night over 180,000 memories stays a matter of a second.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories.memory import MemoryId

Ids = NDArray[np.int64]


class RelationType(StrEnum):
    """How one memory stands to another."""

    CONTINUES = "continues"
    REFERENCES = "references"
    DERIVED_FROM = "derived_from"
    CONTRADICTS = "contradicts"
    SAME_TOPIC = "same_topic"


KIND_CODE: Final = {kind: code for code, kind in enumerate(RelationType)}
KIND_OF: Final = tuple(RelationType)


@dataclass(frozen=True, slots=True)
class Relation:
    """One memory leads to another."""

    source: MemoryId
    target: MemoryId
    type: RelationType
    similarity: float = 1.0
    """Cosine when it was linked; 1 when it was told, not found."""


@dataclass(frozen=True, slots=True)
class RelationRules:
    """When memories are linked and how many links one may have (LTM config `relations`)."""

    score_proximity_threshold: float = 5.0
    auto_link_similarity_threshold: float = 0.85
    max_relations_per_memory: int = 10
    relation_traversal_depth: int = 1
    enable_auto_linking: bool = True


@dataclass(frozen=True, slots=True)
class Graph:
    """Relations of many memories, column by column, in canonical order and without repeats."""

    source: Ids
    target: Ids
    kind: NDArray[np.int8]
    """Codes of `KIND_CODE`."""
    similarity: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.source)

    def only(self, kept: NDArray[np.bool_] | NDArray[np.int64]) -> "Graph":
        """Return the relations at these places."""
        return Graph(self.source[kept], self.target[kept], self.kind[kept], self.similarity[kept])


def holds(ascending: Ids, ids: Ids) -> NDArray[np.bool_]:
    """Tell which of the ids are among the ascending ones."""
    if not len(ascending):
        return np.zeros(len(ids), dtype=np.bool_)
    places = np.minimum(np.searchsorted(ascending, ids), len(ascending) - 1)
    return np.asarray(ascending[places] == ids, dtype=np.bool_)


@dataclass(frozen=True, slots=True)
class Bearings:
    """What the direction of a relation depends on, for the active memories, in ascending order of their ids."""

    ids: Ids
    retention: NDArray[np.float64]
    created: NDArray[np.int64]

    def holds(self, ids: Ids) -> NDArray[np.bool_]:
        """Tell which of the ids are active memories."""
        return holds(self.ids, ids)

    def places(self, ids: Ids) -> NDArray[np.int64]:
        """Return where the ids stand; they must be there."""
        return np.searchsorted(self.ids, ids)


def points_rightly(source: Ids, target: Ids, *, bearings: Bearings, rules: RelationRules) -> NDArray[np.bool_]:
    """Tell which pairs point from higher to lower retention, or, when near, from newer to older."""
    a, b = bearings.places(source), bearings.places(target)
    gap = bearings.retention[a] - bearings.retention[b]
    newer = bearings.created[a] - bearings.created[b]
    by_age = np.where(newer == 0, source > target, newer > 0)
    return np.where(np.abs(gap) < rules.score_proximity_threshold, by_age, gap > 0)


def cleaned(graph: Graph, *, bearings: Bearings) -> Graph:
    """Return the relations whose target is still active; an archived source keeps its own, frozen like itself."""
    return graph.only(bearings.holds(graph.target) | ~bearings.holds(graph.source))


def turned(graph: Graph, *, bearings: Bearings, rules: RelationRules) -> Graph:
    """Return the relations with those turned round whose order has changed, at most so many for each memory."""
    awake = bearings.holds(graph.source) & bearings.holds(graph.target)
    live = graph.only(awake)
    wrong = ~points_rightly(live.source, live.target, bearings=bearings, rules=rules)
    source = np.where(wrong, live.target, live.source)
    target = np.where(wrong, live.source, live.target)
    right = limited(canonical(Graph(source, target, live.kind, live.similarity)), limit=rules.max_relations_per_memory)
    return joined(graph.only(~awake), right)


def linked(graph: Graph, pairs: Graph, *, bearings: Bearings, rules: RelationRules) -> Graph:
    """Return the relations that are added: each like pair not yet related, nearest first while the source has room."""
    fresh = pairs.only(~_is_related(pairs, graph))
    right = points_rightly(fresh.source, fresh.target, bearings=bearings, rules=rules)
    source = np.where(right, fresh.source, fresh.target)
    target = np.where(right, fresh.target, fresh.source)
    fresh = canonical(Graph(source, target, fresh.kind, fresh.similarity))
    held = np.sort(graph.source)
    used = np.searchsorted(held, fresh.source, side="right") - np.searchsorted(held, fresh.source, side="left")
    return fresh.only(_rank_in_source(fresh) + used < rules.max_relations_per_memory)


def limited(graph: Graph, *, limit: int) -> Graph:
    """Return at most `limit` relations a source: those that were told before those that were found, nearest first."""
    return graph.only(_rank_in_source(graph) < limit)


def canonical(graph: Graph) -> Graph:
    """Return the relations ordered by source, target and kind, each once, with its highest similarity."""
    order = np.lexsort((-graph.similarity, graph.kind, graph.target, graph.source))
    ordered = graph.only(order)
    first = np.ones(len(ordered), dtype=np.bool_)
    first[1:] = (
        (ordered.source[1:] != ordered.source[:-1])
        | (ordered.target[1:] != ordered.target[:-1])
        | (ordered.kind[1:] != ordered.kind[:-1])
    )
    return ordered.only(first)


def joined(one: Graph, other: Graph) -> Graph:
    """Return the relations of both."""
    return canonical(
        Graph(
            np.concatenate([one.source, other.source]),
            np.concatenate([one.target, other.target]),
            np.concatenate([one.kind, other.kind]),
            np.concatenate([one.similarity, other.similarity]),
        )
    )


def without(graph: Graph, other: Graph) -> Graph:
    """Return the relations that the other graph does not hold."""
    return graph.only(~np.isin(_keys(graph), _keys(other)))


def graph_of(relations: list[Relation]) -> Graph:
    """Return the relations column by column."""
    return canonical(
        Graph(
            np.array([each.source for each in relations], dtype=np.int64),
            np.array([each.target for each in relations], dtype=np.int64),
            np.array([KIND_CODE[each.type] for each in relations], dtype=np.int8),
            np.array([each.similarity for each in relations], dtype=np.float64),
        )
    )


def _is_related(pairs: Graph, graph: Graph) -> NDArray[np.bool_]:
    related = _pair_keys(graph.source, graph.target)
    return np.isin(_pair_keys(pairs.source, pairs.target), related)


def _keys(graph: Graph) -> NDArray[np.complex128]:
    return graph.source + 1j * (graph.target * len(KIND_OF) + graph.kind)


def _pair_keys(source: Ids, target: Ids) -> NDArray[np.complex128]:
    # Two exact integers in one sortable value, whichever way the relation points.
    return np.minimum(source, target) + 1j * np.maximum(source, target)


def _rank_in_source(graph: Graph) -> NDArray[np.int64]:
    found_last = graph.kind == KIND_CODE[RelationType.SAME_TOPIC]
    order = np.lexsort((graph.kind, -graph.target, -graph.similarity, found_last, graph.source))
    starts = np.searchsorted(graph.source[order], graph.source[order], side="left")
    ranks = np.empty(len(graph), dtype=np.int64)
    ranks[order] = np.arange(len(graph)) - starts
    return ranks
