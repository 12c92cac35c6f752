"""Where a persona has listened to a host."""

from typing import Protocol

from omoide.domain.personas.persona import PersonaId


class HeardPlaces(Protocol):
    """Knows in which folders something was said to a persona."""

    def places(self, persona_id: PersonaId) -> set[str] | None:
        """Return the labels of the folders in which hooks heard the persona; `None` when others spoke to it first."""
        ...
