"""Which files below a folder hold one of some texts, byte by byte."""

from collections.abc import Sequence
from pathlib import Path


def holding(folder: Path, texts: Sequence[str]) -> list[str]:
    """Return them, as paths relative to the folder."""
    wanted = [text.encode() for text in texts if text]
    files = (path for path in sorted(folder.rglob("*")) if path.is_file())
    return [str(path.relative_to(folder)) for path in files if any(each in _content(path) for each in wanted)]


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except FileNotFoundError:  # somebody has taken it meanwhile
        return b""
