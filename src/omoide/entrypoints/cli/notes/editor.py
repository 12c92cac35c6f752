"""The editor that somebody has set."""

import os
import shlex
import subprocess
from pathlib import Path

from omoide.errors import InvalidInput


def opened_in_editor(path: Path) -> None:
    """Return when the editor has ended; raise `InvalidInput` when there is none or it failed."""
    named = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ("notepad" if os.name == "nt" else "vi")
    try:
        command = shlex.split(named)
        done = subprocess.run([*command, str(path)], check=False)  # noqa: S603 - what its owner has set
    except (OSError, ValueError) as exc:
        raise InvalidInput(f"the editor {named!r} cannot be run; set EDITOR, or use `write` with --file") from exc
    if done.returncode:
        raise InvalidInput(f"the editor {named!r} ended with {done.returncode}; nothing was written")
