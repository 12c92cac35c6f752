"""Where topics lie in the space in use: what is missing there, or was made of other members, is made again.

Vectors of different spaces never meet.  After a change of the embedding model the members stay, and the sums are made of their new
vectors.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from omoide.domain.personas.persona import Persona
from omoide.domain.topics.clustering import Centres, no_centres
from omoide.ports.models.embedder import Embedder
from omoide.ports.topics.store import CentreRow, TopicPoints


@dataclass(frozen=True, slots=True)
class Centring:
    """Knows where topics lie."""

    points: TopicPoints
    embedder: Embedder

    def __call__(self, persona: Persona) -> Centres:
        """Return the centres of all topics; those that had to be made again are kept."""
        space = self.embedder.space
        rows = self.points.centres(persona.id, space)
        renewed = [self._summed(persona, row) for row in self._anchored(rows)]
        changed = [new for new, old in zip(renewed, rows, strict=True) if new is not old]
        if changed:
            self.points.put_centres(persona.id, space, changed)
        return centres_of(renewed, dims=space.dims)

    def _anchored(self, rows: Sequence[CentreRow]) -> list[CentreRow]:
        bare = [row for row in rows if row.topic.is_fixed and row.anchor is None]
        if not bare:
            return list(rows)
        vectors = self.embedder.embed([row.topic.cue for row in bare], role="query").astype(np.float64)
        made = {row.topic.id: vector for row, vector in zip(bare, vectors, strict=True)}
        return [replace(row, anchor=made[row.topic.id]) if row.topic.id in made else row for row in rows]

    def _summed(self, persona: Persona, row: CentreRow) -> CentreRow:
        if row.total is not None:
            return row
        vectors = self.points.meanings(persona.id, row.topic.id, self.embedder.space).astype(np.float64)
        total = np.zeros(self.embedder.space.dims)
        for vector in vectors:  # one after the other, as members join: the last bits are the same
            total += vector
        return replace(row, total=total, count=len(vectors))


def centres_of(rows: Sequence[CentreRow], *, dims: int) -> Centres:
    """Return the rows side by side."""
    if not rows:
        return no_centres(dims)
    nothing = np.zeros(dims)
    return Centres(
        ids=tuple(row.topic.id for row in rows),
        totals=np.stack([nothing if row.total is None else row.total for row in rows]),
        counts=np.array([0 if row.total is None else row.count for row in rows], np.int64),
        anchors=np.stack([nothing if row.anchor is None else row.anchor for row in rows]),
        fixed=np.array([row.topic.is_fixed for row in rows], np.bool_),
    )
