"""Texts that somebody edits in an editor, kept below the home until they are written: nothing typed is lost by a kill.

They lie where an erasure looks, for their owner's eyes alone, and never in a folder that all share.
"""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from omoide.adapters.upkeep.private_files import FILE, make_folder
from omoide.domain.personas.persona import PersonaId
from omoide.errors import InvalidInput, StoreUnavailable

FOLDER = "drafts"


class DraftFiles:
    """The drafts of one home."""

    def __init__(self, home: Path) -> None:
        self._folder = home / FOLDER

    def start(self, persona_id: PersonaId, label: str, text: str) -> Path:
        """Return a new file that holds the text."""
        path = self._folder / f"{_prefix(persona_id, label)}{secrets.token_hex(4)}.md"
        try:
            make_folder(self._folder)
            _write(path, text)
        except OSError as exc:
            raise StoreUnavailable(f"the draft {path} cannot be written: {exc.strerror}") from exc
        return path

    def read(self, path: Path) -> str:
        """Return what the file holds; raise `InvalidInput` when that is no text."""
        try:
            return path.read_bytes().decode("utf-8")
        except OSError as exc:
            raise InvalidInput(f"the draft {path} cannot be read: {exc.strerror}") from exc
        except UnicodeDecodeError as exc:
            raise InvalidInput(f"the draft {path} is not UTF-8 text; let the editor save it as UTF-8") from exc

    def keep(self, path: Path, text: str) -> None:
        """Leave the text in the file for whoever typed it; where that cannot be done, the file stays as it is."""
        with suppress(OSError):
            _write(path, text)

    def drop(self, path: Path) -> None:
        """Take the file away, and the folder when it is empty."""
        with suppress(OSError):
            path.unlink(missing_ok=True)
        with suppress(OSError):
            self._folder.rmdir()

    def left(self, persona_id: PersonaId, label: str | None = None) -> list[Path]:
        """Return the drafts of one text, or of all of a persona's, that were never written, oldest first."""
        prefix = f"{persona_id}-" if label is None else _prefix(persona_id, label)
        found = (
            [path for path in self._folder.glob("*") if path.name.startswith(prefix)] if self._folder.is_dir() else []
        )
        return sorted(found)


def _prefix(persona_id: PersonaId, label: str) -> str:
    return f"{persona_id}-{label}-"


def _write(path: Path, text: str) -> None:
    half = path.with_name(f"{path.name}.tmp")
    with os.fdopen(
        os.open(half, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0), FILE), "wb"
    ) as out:
        out.write(text.encode("utf-8", "surrogatepass"))
        out.flush()
        os.fsync(out.fileno())
    half.replace(path)
