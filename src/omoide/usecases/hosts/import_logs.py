"""Import logs: session logs that were handed in are read, beside the talk.

Broken off, it goes on where it stood: how far each log was read is kept, and an order is taken away when all of it is done.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from omoide.domain.personas.persona import PersonaId
from omoide.errors import TranscriptUnavailable
from omoide.ports.hosts.imports import ImportOrders, LogFiles
from omoide.ports.jobs.background import ShouldStop
from omoide.usecases.hosts.take_in_log import TakeInLog

SOURCE = "import"


@dataclass(frozen=True, slots=True)
class ImportLogs:
    """Reads what was handed in for one persona."""

    orders: ImportOrders
    files: LogFiles
    take_in: TakeInLog

    def __call__(self, persona_id: PersonaId, *, should_stop: ShouldStop, between: Callable[[], None]) -> bool:
        """Read until nothing is left, or told to stop; tell whether nothing is left.

        A log that cannot be read is passed over, as it is when somebody watches; raise `InvalidInput` when the folder has gone.
        """
        for order in self.orders.of(persona_id):
            for log in self.files.found(order.path):
                with suppress(TranscriptUnavailable):
                    self.take_in(persona_id, log, end=self.files.end_of(log), source=SOURCE)
                between()
                if should_stop():
                    return False
            self.orders.done(order)
        return True

    def is_waiting(self, persona_id: PersonaId) -> bool:
        """Tell whether anything was handed in that is not read yet."""
        return bool(self.orders.of(persona_id))
