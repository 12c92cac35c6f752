"""What a stage leaves behind in its room, by which it can be taken back."""

from typing import Protocol

from omoide.domain.personas.persona import Persona
from omoide.domain.sleep.early import EarlyStage


class StageTraces(Protocol):
    """Knows what a stage did in a room."""

    def mark(self, persona: Persona) -> str:
        """Return where the room stands before the stage is gone through: numbers and dates, nobody's words."""
        ...

    def take_back(self, persona: Persona, early: EarlyStage) -> None:
        """Take back, all or nothing, what the stage did; a second time does nothing.

        What somebody has taken up since, by hand or in talk, stays as they left it.
        """
        ...
