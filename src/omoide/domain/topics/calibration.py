"""What cosines mean for topics: four bounds that belong to one embedding space and to no other.

The specification NEX refers to gives 0.6 for fixed topics and 0.3 for recall, in another model's space.  Ours were measured
(docs/topics.md says on what, and how far they carry).
"""

from dataclasses import dataclass
from typing import Final

from omoide.domain.recall.embedding_space import EmbeddingSpace


@dataclass(frozen=True, slots=True)
class TopicBounds:
    """From which cosine on things belong together."""

    fixed: float
    """A text and the owner's words for a topic."""
    near: float
    """Two texts, for one to count among the other's neighbours when a topic may be born."""
    join: float
    """A text and the members of a topic, on average."""
    recall: float
    """A cue and the middle of a topic."""


UNMEASURED: Final = TopicBounds(fixed=0.6, near=0.75, join=0.6, recall=0.3)
"""The specification's own numbers, and two that are rather too high: a topic too few is better than a muddle."""
BOUNDS: Final[dict[str, TopicBounds]] = {
    "omoide-ja-en": TopicBounds(fixed=0.4, near=0.6, join=0.55, recall=0.4),
    # Words thrown into buckets, those around every memory among them: what speaks of the same shares two thirds and more.
    "hashing": TopicBounds(fixed=0.35, near=0.72, join=0.65, recall=0.35),
}
"""Measured for each space, by its name."""


def bounds_of(space: EmbeddingSpace) -> TopicBounds:
    """Return the bounds of a space; one that was never measured gets careful ones."""
    return BOUNDS.get(space.name, UNMEASURED)
