"""The mind of a project: whose it is goes by the whole path of its folder, what it is called by the folder's name.

Two folders of one name have two minds, and no folder opens the mind of a persona that happens to be called like it.
"""

import hashlib
import unicodedata
from collections.abc import Iterable
from pathlib import PurePath
from typing import Final

from omoide.domain.events import secrets
from omoide.domain.personas.persona import LONGEST_NAME, checked_name
from omoide.errors import InvalidInput

DIGITS: Final = 8
"""Hexadecimal digits of the path's hash that stand in a mind's name."""
_NO_LETTERS: Final = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")


def mind_name(folder: str) -> str:
    """Return the name of the persona that remembers what is said in a folder: `app-1f3a9c2e`; never raise.

    It is empty for a folder without a name of its own, such as the root of the disk.
    """
    label = _label(PurePath(folder).name)
    digits = hashlib.sha256(str(PurePath(folder)).encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]
    return f"{label[: LONGEST_NAME - DIGITS - 1]}-{digits}" if label else ""


def former_name(folder: str) -> str:
    """Return the name that the mind of a folder had in earlier versions; empty when it could have none."""
    try:
        return checked_name(PurePath(folder).name)
    except InvalidInput:
        return ""


def is_of(folder: str, places: Iterable[str], *, longest: int) -> bool:
    """Tell whether all that was heard was said in this folder or below it; of long places only the end was kept."""
    here = str(PurePath(folder)).rstrip("/\\")
    heard = set(places)
    return bool(heard) and all(
        place == here[-longest:] or place.startswith((f"{here}/", f"{here}\\")) for place in heard
    )


def _label(name: str) -> str:
    canonical = unicodedata.normalize("NFKC", name)
    shown = "".join("_" if unicodedata.category(each) in _NO_LETTERS else each for each in canonical)
    return secrets.masked(shown.strip())
