"""Which topic something joins, and when one is born: point by point, so that a new day moves nothing that is there (SPEC EP9).

NEX clustered everything anew each time, and its author found that unstable.  Here every point is looked at once, in the order in
which it was kept.  It joins the owner's fixed topic it lies near, else the topic to whose members it lies nearest on average, else
it waits.  When enough of those that wait lie dense together, a topic is born of them (as in DBSCAN: one of them has enough
neighbours), and those around that lie near its members join it.  What has joined stays.

The mean cosine with all members is one product with their sum, so a topic costs the same whatever its size, and a topic that grows
wide draws nobody in by being in the middle of everything.  Only the last `window` points that wait are looked at.  Points in
portions of any size end where all at once would.

Points are memories, and episodes that tell of one thing.  A told day speaks of many things: it belongs to the topics of the memories
that were made of its turns, and needs no vector for that.
"""

from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from omoide.domain.topics.calibration import TopicBounds
from omoide.domain.topics.topic import TopicId

Ints = NDArray[np.int64]
Matrix = NDArray[np.float64]
DECIMALS: Final = 5
"""Products of the same vectors differ in their last bits with the shape of a matrix; what is decided here must not."""


@dataclass(frozen=True, slots=True)
class ClusterRules:
    """When points belong together."""

    bounds: TopicBounds
    least_members: int = 3
    least_days: int = 2
    """Different days on which its first members were said: what is spoken of once is no topic yet."""
    window: int = 3_000
    """How many of the last points a new one is held against while they wait."""


@dataclass(frozen=True, slots=True)
class Points:
    """Memories and special episodes, in the order in which they are looked at."""

    numbers: Ints
    """Each point's place in the order, ascending."""
    days: Ints
    """The local day each tells of, as a number."""
    vectors: NDArray[np.float32]
    """Unit rows."""

    def __len__(self) -> int:
        return len(self.numbers)


@dataclass(frozen=True, slots=True)
class Centres:
    """Where topics lie: the sum of their members' vectors, and what fixed ones are known by."""

    ids: tuple[TopicId, ...]
    totals: Matrix
    counts: Ints
    anchors: Matrix
    """Of fixed topics the unit vector of the owner's words; zero for others."""
    fixed: NDArray[np.bool_]

    @property
    def middles(self) -> Matrix:
        """Return one unit row per topic; the anchor where nothing has joined yet, zero where there is neither."""
        rows = np.where((self.counts > 0)[:, None], self.totals, self.anchors)
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        return np.asarray(rows / np.where(lengths == 0, 1.0, lengths))


@dataclass(frozen=True, slots=True)
class Joined:
    """A point that belongs to a topic from now on."""

    number: int
    topic_id: TopicId
    similarity: float


@dataclass(frozen=True, slots=True)
class Sorted:
    """What became of the points."""

    joined: tuple[Joined, ...]
    """New points and points that had waited; the others wait."""
    born: tuple[TopicId, ...]
    """Topics that are new; their numbers, below zero, stand for the ones they will get."""
    centres: Centres
    changed: frozenset[TopicId] = field(default_factory=frozenset)
    """Topics whose sums are no longer what they were."""


def no_centres(dims: int) -> Centres:
    """Return the centres of no topics."""
    nothing = np.zeros((0, dims))
    return Centres((), nothing, np.zeros(0, np.int64), nothing, np.zeros(0, np.bool_))


def sorted_in(centres: Centres, waiting: Points, fresh: Points, *, rules: ClusterRules) -> Sorted:
    """Return which of the fresh and the waiting points belong to which topic after all fresh ones were looked at."""
    return _Sorter(centres, waiting, fresh, rules).run()


def near_anchor(anchor: Matrix, waiting: Points, *, bounds: TopicBounds) -> list[tuple[int, float]]:
    """Return the points that wait and lie near what a new fixed topic is known by, with how near."""
    if not len(waiting):
        return []
    cosines = _rounded(waiting.vectors.astype(np.float64) @ anchor)
    return [(int(waiting.numbers[at]), float(cosines[at])) for at in np.flatnonzero(cosines >= bounds.fixed)]


class _Sorter:
    """The state of one run; every step changes it."""

    def __init__(self, centres: Centres, waiting: Points, fresh: Points, rules: ClusterRules) -> None:
        self._rules = rules
        self._first_fresh = len(waiting)
        self._numbers = np.concatenate([waiting.numbers, fresh.numbers])
        self._days = np.concatenate([waiting.days, fresh.days])
        self._vectors = np.concatenate([waiting.vectors, fresh.vectors])
        self._waits = np.zeros(len(self._numbers), np.bool_)
        self._waits[: self._first_fresh] = True
        self._ids = list(centres.ids)
        self._totals, self._counts = centres.totals.copy(), centres.counts.copy()
        self._anchors, self._fixed = centres.anchors, centres.fixed
        self._joined: list[Joined] = []
        self._born: list[TopicId] = []
        self._changed: set[TopicId] = set()

    def run(self) -> Sorted:
        for at in range(self._first_fresh, len(self._numbers)):
            self._look_at(at)
        centres = Centres(tuple(self._ids), self._totals, self._counts, self._anchors, self._fixed)
        return Sorted(tuple(self._joined), tuple(self._born), centres, frozenset(self._changed))

    def _look_at(self, at: int) -> None:
        found = self._nearest(self._vectors[at])
        if found is not None:
            self._join(at, *found)
            return
        self._waits[at] = True
        group = self._dense_around(at)
        if len(group):
            self._bear(at, group)

    def _nearest(self, vector: NDArray[np.float32]) -> tuple[int, float] | None:
        """Return the place of the topic that a point joins, and how near it lies: the owner's topics come first."""
        if not self._ids:
            return None
        bounds = self._rules.bounds
        means = _rounded(self._totals @ vector / np.maximum(self._counts, 1))
        means[self._counts == 0] = -1.0
        named = _rounded(self._anchors @ vector)
        grown = means - bounds.join
        settled = np.where(self._counts >= self._rules.least_members, grown, -1.0)
        own = np.where(self._fixed, np.maximum(named - bounds.fixed, settled), -1.0)
        for margins in (own, np.where(self._fixed, -1.0, grown)):
            best = int(np.argmax(margins))
            if margins[best] >= 0:
                return best, float(max(means[best], named[best]))
        return None

    def _join(self, at: int, place: int, similarity: float) -> None:
        topic_id = self._ids[place]
        self._joined.append(Joined(int(self._numbers[at]), topic_id, similarity))
        self._waits[at] = False
        self._totals[place] += self._vectors[at]
        self._counts[place] += 1
        self._changed.add(topic_id)

    def _reach(self, at: int) -> slice:
        """Return the points that are still looked at when this one comes."""
        oldest = int(np.searchsorted(self._numbers, self._numbers[at] - self._rules.window))
        return slice(oldest, at + 1)

    def _neighbours(self, core: int, reach: slice) -> Ints:
        """Return the waiting points that lie near one of them, itself included."""
        cosines = _rounded(self._vectors[reach] @ self._vectors[core])
        near = (cosines >= self._rules.bounds.near) & self._waits[reach]
        return np.union1d(np.flatnonzero(near) + reach.start, [core])

    def _dense_around(self, at: int) -> Ints:
        """Return the points of which a topic is born now that this one waits; none while they are too few."""
        reach = self._reach(at)
        mine = self._neighbours(at, reach)
        groups = [mine, *(self._neighbours(int(core), reach) for core in mine if core != at)]
        found = [group for group in map(self._close, groups) if self._is_enough(group)]
        return max(found, key=lambda group: (len(group), -int(group[0]))) if found else np.zeros(0, np.int64)

    def _close(self, group: Ints) -> Ints:
        """Return those of a group that lie near the others of it."""
        if len(group) < self._rules.least_members:
            return group
        vectors = self._vectors[group].astype(np.float64)
        means = _rounded((vectors @ vectors.sum(axis=0) - np.einsum("ij,ij->i", vectors, vectors)) / (len(group) - 1))
        return group[means >= self._rules.bounds.join]

    def _is_enough(self, group: Ints) -> bool:
        days = len(np.unique(self._days[group]))
        return len(group) >= self._rules.least_members and days >= self._rules.least_days

    def _bear(self, at: int, group: Ints) -> None:
        place, topic_id = len(self._ids), TopicId(-1 - len(self._born))
        self._ids.append(topic_id)
        self._born.append(topic_id)
        dims = self._vectors.shape[1]
        self._totals = np.vstack([self._totals, np.zeros((1, dims))])
        self._anchors = np.vstack([self._anchors, np.zeros((1, dims))])
        self._counts = np.append(self._counts, 0)
        self._fixed = np.append(self._fixed, False)
        vectors = self._vectors[group].astype(np.float64)
        for each, mean in zip(group, _rounded(vectors @ vectors.sum(axis=0) / len(group)), strict=True):
            self._join(int(each), place, float(mean))
        self._gather(at, place)

    def _gather(self, at: int, place: int) -> None:
        """Let the waiting points around a newborn topic join it, all by its first members."""
        reach = self._reach(at)
        mean = (self._totals[place] / self._counts[place]).astype(np.float32)
        means = _rounded(self._vectors[reach] @ mean)
        for each in np.flatnonzero((means >= self._rules.bounds.join) & self._waits[reach]):
            self._join(int(each) + reach.start, place, float(means[each]))


def _rounded(values: Matrix | NDArray[np.float32]) -> Matrix:
    return np.asarray(np.round(values.astype(np.float64), DECIMALS))


def no_points(dims: int) -> Points:
    """Return no points."""
    whole = np.zeros(0, np.int64)
    return Points(whole, whole, np.zeros((0, dims), np.float32))
