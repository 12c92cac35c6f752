"""Files and folders that only their owner can read, whoever made the folder around them and whatever the umask says.

What is made anew is private from its first byte on.  What an earlier version left readable is tightened when the home is
opened: our own files by name only, since a home may be a folder in which somebody keeps other things as well.
"""

import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

FILE: Final = 0o600
FOLDER: Final = 0o700
_OURS: Final = {
    "": ("omoide.db*", ".omoide.db*", "server.*", "worker.*", "jobs.db*"),
    "drafts": ("*.md", "*.tmp"),
    "cache": ("vectors-*", "ask-*"),
    "logs": ("*.log", "*.log.*"),
    "imports": ("*.json", "*.tmp"),
    "rates": ("*",),
    "spool": ("*.json", "*.tmp"),
    "spool/unreadable": ("*.json", "*.why"),
}
"""Folder of a home → names of the files that we keep there."""


def make_folder(folder: Path) -> None:
    """Make a folder, and those above it that are missing, for their owner alone; one that is there stays as it is."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    for each in reversed(missing):
        each.mkdir(mode=FOLDER, exist_ok=True)
    if not folder.is_dir():
        raise NotADirectoryError(20, os.strerror(20), str(folder))


def make_file(path: Path) -> None:
    """Make an empty file for its owner alone, unless there is one."""
    with suppress(FileExistsError):
        # Never opened when it is there: closing it again would drop the locks that a database of this process holds.
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE))


def tighten(home: Path) -> None:
    """Take from everybody but the owner what they could read of our files in a home; what cannot be changed stays."""
    if os.name != "posix":
        return
    for path in _files(home):
        make_private(path)


def make_private(path: Path) -> None:
    """Take a file from everybody but its owner; a link, or what is not ours to change, stays as it is."""
    with suppress(OSError):
        found = path.lstat()
        if stat.S_ISREG(found.st_mode) and found.st_mode & 0o077:
            path.chmod(FILE)


def _files(home: Path) -> Iterator[Path]:
    for name, patterns in _OURS.items():
        folder = home / name
        if name.startswith("spool") and _is_private(folder):
            continue  # thousands may wait there, each made private by whoever put it there
        for pattern in patterns:
            yield from folder.glob(pattern)


def _is_private(folder: Path) -> bool:
    try:
        return not folder.stat().st_mode & 0o077
    except OSError:
        return True
