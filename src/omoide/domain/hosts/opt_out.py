"""Projects that want to be left alone: folders the owner named, and `.omoideignore` files.

An empty `.omoideignore` speaks for its whole folder.  One with lines speaks for the folders below it that a line names,
as in `.gitignore`: `private/`, `clients/*`; lines that begin with # are remarks.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import PurePath
from typing import Final

IGNORE_FILE: Final = ".omoideignore"


def is_named(folder: PurePath, patterns: Sequence[str]) -> bool:
    """Tell whether one of the patterns names the folder, or a folder it lies in."""
    lineage = [folder, *folder.parents]
    return any(fnmatchcase(str(each), pattern.rstrip("/\\")) for pattern in patterns for each in lineage)


def is_left_out(text: str, *, folder: PurePath, of: PurePath) -> bool:
    """Tell whether an ignore file in the folder `of`, with this text, speaks for `folder`."""
    lines = [line.strip() for line in text.splitlines()]
    patterns = [line.strip("/") for line in lines if line and not line.startswith("#")]
    if not patterns:
        return True
    inside = folder.relative_to(of)
    lineage = [each for each in (inside, *inside.parents) if each.parts]
    return any(
        fnmatchcase(each.as_posix(), pattern) or fnmatchcase(each.name, pattern)
        for pattern in patterns
        for each in lineage
    )
