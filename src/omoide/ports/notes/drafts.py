"""Texts that somebody edits in an editor."""

from pathlib import Path
from typing import Protocol

from omoide.domain.personas.persona import PersonaId


class NoteDrafts(Protocol):
    """Keeps what is being typed until it is written."""

    def start(self, persona_id: PersonaId, label: str, text: str) -> Path:
        """Return a new file that holds the text; the label is one of ours, never something that was said."""
        ...

    def read(self, path: Path) -> str:
        """Return what the file holds; raise `InvalidInput` when that is no text."""
        ...

    def keep(self, path: Path, text: str) -> None:
        """Leave the text in the file for whoever typed it."""
        ...

    def drop(self, path: Path) -> None:
        """Take the file away."""
        ...

    def left(self, persona_id: PersonaId, label: str | None = None) -> list[Path]:
        """Return the drafts of one text, or of all of a persona's, that were never written, oldest first."""
        ...
