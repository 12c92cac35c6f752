"""Vectors beside: those of what was just kept are made at once, behind whoever waits for an answer (SPEC R7).

For a server that learns what was said while others ask: each of them would else make, before its own answer, the vectors of what
all the others have just said.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from omoide.domain.personas.persona import PersonaId
from omoide.errors import EmbedderUnavailable
from omoide.ports.jobs.background import Background, ShouldStop
from omoide.usecases.recall.catch_up import CatchUp


@dataclass(frozen=True, slots=True)
class VectorsBeside:
    """Has vectors made beside the caller."""

    catch_up: CatchUp
    background: Background

    def begin(self, persona_id: PersonaId, *, between: Callable[[], None]) -> None:
        """Begin to make all that are missing, unless that is under way; `between` lets somebody else go first."""

        def work(should_stop: ShouldStop) -> None:
            between()
            with suppress(EmbedderUnavailable):  # whoever needs them next says so
                self.catch_up(persona_id, progress=lambda _done: between(), should_stop=should_stop)

        self.background.start(_name(persona_id), work)

    def are_under_way(self, persona_id: PersonaId) -> bool:
        """Tell whether they are being made."""
        return self.background.is_busy(_name(persona_id))


def _name(persona_id: PersonaId) -> str:
    return f"vectors of what was just said to {persona_id}"
