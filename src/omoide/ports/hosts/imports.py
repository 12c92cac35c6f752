"""Imports that were handed in, to be done beside the talk."""

from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from omoide.domain.hosts.session_log import TurnEnd
from omoide.domain.personas.persona import PersonaId


@dataclass(frozen=True, slots=True)
class ImportOrder:
    """Session logs that are to be read for a persona."""

    id: str
    persona_id: PersonaId
    path: Path
    """A session log, or a folder of them."""


class ImportOrders(Protocol):
    """Keeps orders until they are done."""

    def put(self, persona_id: PersonaId, path: Path) -> ImportOrder:
        """Keep an order."""
        ...

    def of(self, persona_id: PersonaId) -> list[ImportOrder]:
        """Return a persona's orders, oldest first."""
        ...

    def done(self, order: ImportOrder) -> None:
        """Take an order away."""
        ...


class LogFiles(Protocol):
    """Finds session logs."""

    def found(self, path: Path) -> list[Path]:
        """Return a session log, or those in a folder, oldest first; raise `InvalidInput` when it is neither."""
        ...

    def end_of(self, log: Path) -> TurnEnd | None:
        """Return when the last turn of a log had ended; `None` while it may go on."""
        ...
