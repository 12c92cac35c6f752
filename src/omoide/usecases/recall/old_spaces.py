"""Old spaces: once everything has a vector of the embedder in use, those of others are cleared away (SPEC R8, X9).

They are kept as long as anything is missing: whoever goes back to the embedder of before finds its vectors as they were.
"""

from dataclasses import dataclass

from omoide.domain.personas.persona import Persona
from omoide.ports.models.embedder import Embedder
from omoide.ports.recall.search import PassageStore, VectorIndex


@dataclass(frozen=True, slots=True)
class ClearOldSpaces:
    """Clears away vectors that nothing will be compared with any more."""

    passages: PassageStore
    vectors: VectorIndex
    embedder: Embedder

    def __call__(self, persona: Persona) -> int:
        """Return how many vectors were cleared away; none while a passage waits for its vector in the space in use."""
        space = self.embedder.space
        if self.passages.pending(persona.id, space, limit=1):
            return 0
        cleared = self.passages.forget_other_spaces(persona.id, space)
        self.vectors.drop_other_spaces(persona.id, space=space)
        return cleared
