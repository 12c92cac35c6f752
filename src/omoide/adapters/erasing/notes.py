"""What is still to be looked for, on the disk while an order is under way; overwritten before it is taken away."""

import json
import os
import secrets
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

from omoide.domain.erasing.pieces import Pieces
from omoide.ports.erasing.files import ErasureNote

PREFIX = "erasing-"


def are_there(folder: Path) -> bool:
    """Tell whether there is a note."""
    return next(folder.glob(f"{PREFIX}*.json"), None) is not None


def keep(folder: Path, note: ErasureNote) -> str:
    """Keep a note, durably; return its name."""
    name = f"{PREFIX}{secrets.token_hex(8)}.json"
    told = {
        "pieces": note.pieces.long,
        "short": note.pieces.short,
        "events": note.events,
        "memories": note.memories,
        "documents": note.documents,
        "session_id": note.session_id,
    }
    file = os.open(folder / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
    with os.fdopen(file, "wb") as out:
        out.write(json.dumps(told, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        out.flush()
        os.fsync(file)
    return name


def read(folder: Path, name: str) -> ErasureNote | None:
    """Return a note; `None` when it is gone or was never whole."""
    try:
        told = json.loads((folder / name).read_bytes().decode("utf-8", "surrogatepass"))
        pieces = Pieces(tuple(told["pieces"]), told["short"])
        events, memories, documents = (tuple(told.get(name, ())) for name in ("events", "memories", "documents"))
        return ErasureNote(pieces, events, memories, documents, told["session_id"])
    except (OSError, ValueError, KeyError, TypeError):
        return None


def drop(folder: Path, *, but: Collection[str]) -> None:
    """Overwrite notes and take them away."""
    for path in folder.glob(f"{PREFIX}*.json"):
        if path.name not in but:
            with suppress(OSError):
                with path.open("r+b") as out:
                    out.write(b"\0" * path.stat().st_size)
                    out.flush()
                    os.fsync(out.fileno())
                path.unlink()
