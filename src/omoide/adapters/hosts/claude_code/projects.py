"""Which projects want to be left alone, as the owner or the folders themselves say.

An empty `.omoideignore` speaks for its whole folder.  One with lines speaks for the folders below it that the lines
name, by the rules of `.gitignore`: `private/`, `clients/*`, `/here/only`, `!clients/open`, `# a remark`.
"""

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Final

from omoide.domain.hosts.opt_out import is_named

IGNORE_FILE: Final = ".omoideignore"


class IgnoredProjects:
    """Tells whether a folder is to be left alone."""

    def __init__(self, patterns: Sequence[str]) -> None:
        self._patterns = [str(expanded(pattern)) for pattern in patterns]

    def __call__(self, folder: str) -> bool:
        """Tell whether nothing may be remembered or shown that has to do with this folder."""
        if not folder:
            return False
        path = expanded(folder)
        return is_named(path, self._patterns) or any(_says_so(each, folder=path) for each in (path, *path.parents))


def expanded(path: str) -> Path:
    """Return the path with `~` as the home folder; one that names nobody's home stays as it is written."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def is_left_out(text: str, *, folder: PurePath, of: PurePath) -> bool:
    """Tell whether an ignore file in the folder `of`, with this text, speaks for `folder`.

    A line that is no pattern at all leaves everything out: what was meant to be private must not be remembered.
    """
    lines = text.splitlines()
    if not any(line.strip() and not line.lstrip().startswith("#") for line in lines):
        return True
    if folder == of:
        return False
    from pathspec import GitIgnoreSpec  # 20 ms, and most folders have no such file

    try:
        # The blanks of an indented line are no part of a folder's name.
        rules = GitIgnoreSpec.from_lines(line.strip() for line in lines)
    except ValueError:
        return True
    return rules.match_file(f"{folder.relative_to(of).as_posix()}/")


def _says_so(of: Path, *, folder: Path) -> bool:
    file = of / IGNORE_FILE
    try:
        if not file.is_file():  # nor a pipe, which would have us wait for ever
            return False
        text = file.read_text(encoding="utf-8", errors="replace")
    except (OSError, ValueError):
        return False
    return is_left_out(text, folder=folder, of=of)
