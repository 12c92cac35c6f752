"""Nights ahead: was a night run that the clock has not reached?

A clock that stood too far ahead, and was put back, leaves memories that have faded into the future: no night runs by
itself until that time comes.  Nothing is wrong with the memories; but whoever waits for a night must be told.
"""

from dataclasses import dataclass

from omoide.domain.personas.persona import Persona
from omoide.domain.time.moment import Moment
from omoide.ports.nights.store import NightRecords, Phase
from omoide.ports.time.clock import Clock
from omoide.usecases.nights.sleep import is_ahead


@dataclass(frozen=True, slots=True)
class NightsAhead:
    """Looks for nights that lie ahead of the clock."""

    records: NightRecords
    clock: Clock

    def __call__(self, persona: Persona) -> Moment | None:
        """Return until when no night will run by itself; `None` when all is well."""
        run = self.records.standing(persona.id)
        return (
            run.until if run is not None and run.phase is Phase.DONE and is_ahead(run, now=self.clock.now()) else None
        )
