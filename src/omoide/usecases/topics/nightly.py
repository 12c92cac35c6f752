"""Nightly: after a night, and after the days were told, what is new joins topics by itself."""

from collections.abc import Callable
from dataclasses import dataclass

from omoide.domain.personas.persona import Persona
from omoide.errors import Refused, Unavailable
from omoide.usecases.topics.update import UpdateTopics


@dataclass(frozen=True, slots=True)
class SortNightly:
    """Sorts what is new, by itself."""

    update: Callable[[], UpdateTopics]
    """Made when it is needed: it asks the embedder for its space, which may not be there."""

    def __call__(self, persona: Persona, *, between: Callable[[], None]) -> None:
        """Sort and name; what cannot be done now waits for the next night.  `between` is called after each step."""
        try:
            self.update()(persona, between=between)
        except (Refused, Unavailable):
            return
