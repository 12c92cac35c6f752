"""Looking for words in the files of a home, byte by byte."""

from collections.abc import Sequence
from pathlib import Path

CHUNK = 4 * 1024 * 1024


def holding(home: Path, texts: Sequence[str]) -> list[str]:
    """Return the files below the home that hold one of the texts, as paths relative to it."""
    wanted = [text.encode() for text in texts if text]
    if not wanted:
        return []
    return [str(path.relative_to(home)) for path in sorted(home.rglob("*")) if path.is_file() and _holds(path, wanted)]


def _holds(path: Path, wanted: list[bytes]) -> bool:
    overlap = max(map(len, wanted)) - 1
    tail = b""
    try:
        with path.open("rb") as file:
            while part := file.read(CHUNK):
                seen = tail + part
                if any(each in seen for each in wanted):
                    return True
                tail = seen[-overlap:] if overlap else b""
    except OSError:
        return False
    return False
