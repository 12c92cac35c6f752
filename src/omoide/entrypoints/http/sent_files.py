"""Files that somebody sent, while they are read: in a folder of the data home, by persona, readable to its owner alone."""

import shutil
import time
import uuid
from contextlib import suppress
from pathlib import Path

import anyio.to_thread
from starlette.requests import Request

from omoide.entrypoints.library.mind import Mind

SENT = "sent-documents"
LEFT_SECONDS = 3_600
"""A file that lies longer is read by nobody."""


def folder_of(home: Path, mind: Mind) -> Path:
    """Return where files for a persona lie; it is made."""
    folder = home / SENT / str(mind.persona.id)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


async def received(request: Request, folder: Path, *, ending: str) -> Path:
    """Write down a request's body as it comes, and return the file; whoever reads it lets it go."""
    path = folder / f"{uuid.uuid4().hex}{ending}"
    try:
        with path.open("wb") as file:
            async for piece in request.stream():
                await anyio.to_thread.run_sync(file.write, piece)
    except BaseException:
        let_go(path)
        raise
    return path


def let_go(path: Path) -> None:
    """Delete a file that was read, and its folder when it was the last."""
    path.unlink(missing_ok=True)
    with suppress(OSError):
        if not any(path.parent.iterdir()):
            shutil.rmtree(path.parent, ignore_errors=True)


def forget_left(home: Path) -> None:
    """Delete files that a server left which was killed while it read them."""
    for path in (home / SENT).glob("*/*"):
        with suppress(OSError):
            if time.time() - path.stat().st_mtime > LEFT_SECONDS:
                path.unlink()
