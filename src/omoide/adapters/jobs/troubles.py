"""Troubles with the work of personas, in one small file of the home, so that every process knows of them.

The file is written when a trouble comes or goes, and never else.  One that cannot be read or written says nothing: it is
only about when work is tried again, and what `doctor` tells.
"""

import json
import os
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from omoide.domain.personas.persona import PersonaId
from omoide.domain.time.moment import Moment
from omoide.domain.upkeep.trouble import WorkTrouble


class TroubleFile:
    """Remembers whose work does not go on."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def all(self) -> dict[PersonaId, WorkTrouble]:
        """Return the troubles there are."""
        try:
            told = json.loads(self._path.read_text(encoding="utf-8"))
            return {PersonaId(int(key)): _trouble(value) for key, value in told.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return {}

    def note(self, persona_id: PersonaId, trouble: WorkTrouble) -> None:
        """Remember a trouble, in place of an older one of the persona."""
        self._write({**self.all(), persona_id: trouble})

    def clear(self, persona_id: PersonaId) -> None:
        """Forget a persona's trouble."""
        known = self.all()
        if known.pop(persona_id, None) is not None:
            self._write(known)

    def _write(self, troubles: Mapping[PersonaId, WorkTrouble]) -> None:
        with suppress(OSError):
            if not troubles:
                self._path.unlink(missing_ok=True)
                return
            handle, name = tempfile.mkstemp(dir=self._path.parent, prefix=self._path.name, suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                json.dump({str(key): asdict(value) for key, value in troubles.items()}, file, ensure_ascii=False)
            Path(name).replace(self._path)


def _trouble(told: Mapping[str, object]) -> WorkTrouble:
    return WorkTrouble(
        persona=str(told["persona"]),
        kind=str(told["kind"]),
        times=int(str(told["times"])),
        again_at=Moment(int(str(told["again_at"]))),
    )
