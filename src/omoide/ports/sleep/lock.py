"""One persona is never in two sleeps."""

from contextlib import AbstractContextManager
from typing import Protocol

from omoide.domain.personas.persona import PersonaId


class SleepLock(Protocol):
    """The right to put a persona to sleep."""

    def alone(self, persona_id: PersonaId) -> AbstractContextManager[bool]:
        """Give the right, and tell whether it was to be had: somebody else may have it; whoever is killed loses it."""
        ...
