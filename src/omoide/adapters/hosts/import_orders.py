"""Imports that were handed in, each in a small file of the home until it is done: the jobs know only that there are some."""

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from omoide.adapters.upkeep.private_files import FILE, make_folder
from omoide.domain.personas.persona import PersonaId
from omoide.errors import StoreUnavailable
from omoide.ports.hosts.imports import ImportOrder

FOLDER = "imports"


class FileImportOrders:
    """The orders of one home."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def put(self, persona_id: PersonaId, path: Path) -> ImportOrder:
        """Keep an order, whole or not at all."""
        order = self._folder / f"{time.time_ns():020d}-{os.getpid()}.json"
        half = order.with_suffix(".tmp")
        try:
            make_folder(self._folder)
            with os.fdopen(os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE), "w", encoding="utf-8") as file:
                json.dump({"persona": int(persona_id), "path": os.fspath(path)}, file)
            half.replace(order)
        except OSError as exc:
            raise StoreUnavailable(f"the import cannot be handed in, in {self._folder}: {exc.strerror}") from exc
        return ImportOrder(order.stem, persona_id, path)

    def of(self, persona_id: PersonaId) -> list[ImportOrder]:
        """Return a persona's orders, oldest first."""
        return [order for order in self._all() if order.persona_id == persona_id]

    def whose(self) -> set[PersonaId]:
        """Return the personas for whom something was handed in."""
        return {order.persona_id for order in self._all()}

    def done(self, order: ImportOrder) -> None:
        """Take an order away."""
        (self._folder / f"{order.id}.json").unlink(missing_ok=True)

    def _all(self) -> Iterator[ImportOrder]:
        if not self._folder.is_dir():
            return
        for path in sorted(self._folder.glob("*.json")):
            with suppress(OSError, ValueError, KeyError, TypeError):
                told = json.loads(path.read_text(encoding="utf-8"))
                yield ImportOrder(path.stem, PersonaId(int(told["persona"])), Path(told["path"]))
