"""Which projects want to be left alone, as the folders themselves say."""

from collections.abc import Sequence
from pathlib import Path

from omoide.domain.hosts.opt_out import IGNORE_FILE, is_left_out, is_named


class IgnoredProjects:
    """Tells whether a folder is to be left alone."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._patterns = [str(Path(pattern).expanduser()) for pattern in patterns]

    def __call__(self, folder: str) -> bool:
        """Tell whether nothing may be remembered or shown that has to do with this folder."""
        if not folder:
            return False
        path = Path(folder).expanduser()
        return is_named(path, self._patterns) or any(_says_so(each, folder=path) for each in (path, *path.parents))


def _says_so(of: Path, *, folder: Path) -> bool:
    try:
        text = (of / IGNORE_FILE).read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return False
    return is_left_out(text, folder=folder, of=of)
