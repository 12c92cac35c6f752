"""Where backups of a home were written, so that an erasure can name those that still hold what it erased."""

import os
from contextlib import suppress
from pathlib import Path

NAME = "backups.txt"


def note(home: Path, target: Path) -> None:
    """Note that a backup was written; where that cannot be done, the backup is none the worse for it."""
    line = str(target.resolve())
    if target.resolve() in known(home):
        return
    with suppress(OSError):
        file = os.open(home / NAME, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(file, "a", encoding="utf-8", errors="surrogateescape") as out:
            out.write(f"{line}\n")


def known(home: Path) -> list[Path]:
    """Return where backups were written; some may be gone."""
    try:
        lines = (home / NAME).read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    return [Path(line) for line in lines if line]
