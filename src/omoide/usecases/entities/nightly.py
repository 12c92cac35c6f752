"""Nightly: after a night the shadow looks for names that recur, by itself (SPEC EN2; NEX 睡眠時)."""

from collections.abc import Callable
from dataclasses import dataclass

from omoide.domain.personas.persona import Persona
from omoide.errors import Refused, Unavailable
from omoide.usecases.entities.propose import ProposeEntities


@dataclass(frozen=True, slots=True)
class ProposeNightly:
    """Proposes what is to be proposed, by itself."""

    propose: ProposeEntities

    def __call__(self, persona: Persona, *, between: Callable[[], None]) -> None:
        """Propose; what cannot be done now waits for the next night.  `between` is called after each name."""
        try:
            self.propose(persona, between=between)
        except (Refused, Unavailable):
            return
