"""Where topics are kept, and the points of which they are made."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from omoide.domain.memories.memory import MemoryId
from omoide.domain.personas.persona import PersonaId
from omoide.domain.recall.embedding_space import EmbeddingSpace
from omoide.domain.time.moment import Moment
from omoide.domain.topics.clustering import Sorted
from omoide.domain.topics.topic import MemberKind, Topic, TopicId, TopicMember, TopicSentence


@dataclass(frozen=True, slots=True)
class TopicPlace:
    """How far the points have been looked at."""

    passage_id: int = 0
    """Passages up to this one have been."""
    number: int = 0
    """The last point's number."""
    tick: int = 0
    """Moves with every change of topics: whoever decided on an older state does not write."""


@dataclass(frozen=True, slots=True)
class TopicPoint:
    """A memory, or an episode that tells of one thing."""

    kind: MemberKind
    item_id: int
    passage_id: int
    created: Moment
    """Of the memory; of an episode, noon of its first day in UTC."""
    number: int = 0
    """Its place in the order; 0 before it was looked at."""


@dataclass(frozen=True, slots=True)
class PointsRead:
    """Points with their vectors, one row each."""

    points: tuple[TopicPoint, ...]
    vectors: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class CentreRow:
    """Where one topic lies in a space, as far as that is known."""

    topic: Topic
    total: NDArray[np.float64] | None
    """The sum of its members' vectors; `None` when it is to be made again from the members."""
    count: int
    anchor: NDArray[np.float64] | None = None
    """Of a fixed topic what it is known by; `None` when that is to be embedded again."""


@dataclass(frozen=True, slots=True)
class TopicStep:
    """What one portion of points changes."""

    place: TopicPlace
    """How far the points have been looked at afterwards; its tick is the one it was decided at."""
    fresh: tuple[TopicPoint, ...]
    """The points that were looked at, with their numbers."""
    sorted: Sorted
    at: Moment


@dataclass(frozen=True, slots=True)
class TopicTold:
    """A name and a summary that are to be kept."""

    name: str
    summary: tuple[TopicSentence, ...]
    by: str
    of: tuple[MemoryId, ...]
    """The memories that were shown: when one of them is gone, nothing is kept."""
    size: int
    """0: they are to be made again at the next run."""
    at: Moment


class TopicStore(Protocol):
    """Keeps topics; every change is one transaction."""

    def all(self, persona_id: PersonaId, *, only: Sequence[TopicId] | None = None) -> list[Topic]:
        """Return the topics with what can be counted of their members, oldest first; archived ones too."""
        ...

    def members(self, persona_id: PersonaId, topic_id: TopicId, *, limit: int | None = None) -> list[TopicMember]:
        """Return the members of a topic, the newest memories first, then episodes: special ones, and days and weeks that tell
        of its memories' turns.  Each comes once; days that their week tells now are left out.
        """
        ...

    def add(self, persona_id: PersonaId, topic: Topic, *, numbers: Mapping[int, float]) -> Topic:
        """Keep a fixed topic, with those points that wait, by their numbers, which join it with their nearness."""
        ...

    def change(self, persona_id: PersonaId, topic: Topic) -> None:
        """Keep another name, nickname, description or archived state; raise `TopicNotFound` when it is gone."""
        ...

    def move(self, persona_id: PersonaId, source: TopicId, target: Topic, *, labels: Sequence[str] | None) -> Topic:
        """Move members, by the labels of memories and episodes, or all of them, into another topic; an empty source goes.

        A target without a number is a new topic.
        """
        ...


class TopicTelling(Protocol):
    """What is needed to name topics and say what they are about."""

    def tell(self, persona_id: PersonaId, topic_id: TopicId, told: TopicTold) -> bool:
        """Keep name and summary; an owner's name stays.  Tell whether they stand: not when a memory has left meanwhile."""
        ...

    def texts(self, persona_id: PersonaId, *, limit: int) -> list[tuple[TopicId | None, str]]:
        """Return the newest memories, as texts with the topic each belongs to: what a topic is told apart from."""
        ...

    def belonging(self, persona_id: PersonaId, memory_ids: Sequence[MemoryId]) -> Mapping[MemoryId, TopicId]:
        """Return the topics that those of the memories belong to which belong to one."""
        ...


class TopicPoints(Protocol):
    """The points of which topics are made, and where topics lie."""

    def place(self, persona_id: PersonaId) -> TopicPlace:
        """Return how far the points have been looked at."""
        ...

    def fresh(self, persona_id: PersonaId, space: EmbeddingSpace, *, after: int, limit: int) -> PointsRead:
        """Return points that were not looked at yet, in order, up to the first without a vector in this space."""
        ...

    def waiting(self, persona_id: PersonaId, space: EmbeddingSpace, *, since: int) -> PointsRead:
        """Return the points from this number on that wait, in order."""
        ...

    def centres(self, persona_id: PersonaId, space: EmbeddingSpace) -> list[CentreRow]:
        """Return where each topic lies in this space, oldest first."""
        ...

    def meanings(self, persona_id: PersonaId, topic_id: TopicId, space: EmbeddingSpace) -> NDArray[np.float32]:
        """Return the vectors of the members of one topic, in the order in which they joined."""
        ...

    def put_centres(self, persona_id: PersonaId, space: EmbeddingSpace, rows: Sequence[CentreRow]) -> None:
        """Keep where topics lie, for those that are still there."""
        ...

    def keep(self, persona_id: PersonaId, space: EmbeddingSpace, step: TopicStep) -> dict[TopicId, TopicId] | None:
        """Keep what a portion changes; return the numbers that newborn topics got.

        `None`, and nothing is kept, when topics have changed since it was decided.
        """
        ...
