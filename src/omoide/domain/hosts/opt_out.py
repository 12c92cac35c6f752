"""Projects that want to be left alone, because the owner named their folder."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import PurePath


def is_named(folder: PurePath, patterns: Sequence[str]) -> bool:
    """Tell whether one of the patterns names the folder, or a folder it lies in."""
    lineage = [folder, *folder.parents]
    return any(fnmatchcase(str(each), pattern.rstrip("/\\")) for pattern in patterns for each in lineage)
