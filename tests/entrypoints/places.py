"""Places that are hard to live in: a disk that cannot be written, and one that is full."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


def mounted(*arguments: str) -> bool:
    """Mount something; tell whether this machine lets us."""
    try:
        return subprocess.run(["mount", *arguments], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a folder read-only: by a real mount, or, where none is allowed, by its modes, which do not stop root."""
    if mounted("--bind", str(folder), str(folder)) and mounted("-o", "remount,ro,bind", str(folder)):
        try:
            yield
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)
        return
    if os.geteuid() == 0:
        pytest.skip("nothing can be mounted here, and root writes whatever modes say")
    places = [folder, *folder.rglob("*")]
    for place in places:
        place.chmod(0o500 if place.is_dir() else 0o400)
    try:
        yield
    finally:
        for place in places:
            place.chmod(0o700 if place.is_dir() else 0o600)


@contextmanager
def small_disk(folder: Path, *, size: str) -> Iterator[None]:
    """Mount a disk of this size on a folder; without the right to mount there is no such disk."""
    folder.mkdir(parents=True, exist_ok=True)
    if not mounted("-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)):
        pytest.skip("nothing can be mounted here")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def fill(folder: Path) -> Path:
    """Write into a folder until its disk is full; return the file that fills it."""
    file = folder / "everything else"
    with file.open("ab", buffering=0) as out:
        for size in (1 << 16, 1 << 12, 1):
            try:
                while out.write(b"x" * size) == size:
                    pass
            except OSError:
                continue
    return file
