"""Recall by topic: the topics that a cue is about, with what there is to say of each (SPEC EP9).

One product with the middles of all topics: it costs the same however much belongs to them.  Nothing is written.
"""

from dataclasses import dataclass

import numpy as np

from omoide.domain.erasing.naming import Subject
from omoide.domain.personas.persona import Persona
from omoide.domain.topics.calibration import TopicBounds
from omoide.domain.topics.topic import RecalledTopic, Topic
from omoide.ports.models.embedder import Embedder
from omoide.ports.topics.store import TopicPoints, TopicStore
from omoide.usecases.topics.centring import centres_of

LONGEST_CUE = 2_000


@dataclass(frozen=True, slots=True)
class RecallTopics:
    """Finds topics."""

    topics: TopicStore
    points: TopicPoints
    embedder: Embedder
    bounds: TopicBounds

    def __call__(self, persona: Persona, cue: str, *, limit: int) -> list[RecalledTopic]:
        """Return the topics that the cue names, then those that lie near it, the nearest first; none where none does."""
        if not cue.strip() or limit <= 0:
            return []
        space = self.embedder.space
        rows = [row for row in self.points.centres(persona.id, space) if not row.topic.is_archived]
        if not rows:
            return []
        [vector] = self.embedder.embed([cue[:LONGEST_CUE]], role="query")
        cosines = np.round(centres_of(rows, dims=space.dims).middles @ vector.astype(np.float64), 4)
        found = [
            RecalledTopic(row.topic, float(cosine), _is_named(row.topic, cue[:LONGEST_CUE]))
            for row, cosine in zip(rows, cosines, strict=True)
        ]
        near = [each for each in found if each.is_named or each.similarity >= self.bounds.recall]
        best = sorted(near, key=lambda each: (not each.is_named, -each.similarity, each.topic.id))[:limit]
        whole = {topic.id: topic for topic in self.topics.all(persona.id, only=[each.topic.id for each in best])}
        return [
            RecalledTopic(whole[each.topic.id], each.similarity, each.is_named)
            for each in best
            if each.topic.id in whole
        ]


def _is_named(topic: Topic, cue: str) -> bool:
    return any(name and Subject(name).is_named_in(cue) for name in (topic.name, topic.nickname))
