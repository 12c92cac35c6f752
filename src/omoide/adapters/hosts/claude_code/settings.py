"""Claude Code's settings.json on the disk.

The file is the user's.  It is read as JSON and written back in its own indentation; a copy of what it was lies beside
it; a file that is not plain JSON is left alone.
"""

import json
import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from omoide.domain.hosts.hook_settings import Json, Scope
from omoide.errors import HostSettingsUnavailable

BACKUP = ".before-omoide"
_INDENT = re.compile(r"\n([ \t]+)\S")


class ClaudeCodeSettings:
    """The settings files of Claude Code that hold in a folder."""

    def __init__(self, *, folder: Path, environ: Mapping[str, str]) -> None:
        self._folder = folder
        self._environ = environ

    def file(self, scope: Scope) -> Path:
        """Return the settings file of a scope."""
        return file_of(scope, folder=self._folder, environ=self._environ)

    def read(self, scope: Scope) -> Json:
        """Return the settings of a scope; an absent or empty file holds none."""
        return read(self.file(scope))

    def write(self, scope: Scope, settings: Json) -> bool:
        """Write the settings of a scope, a copy of the old ones beside them; tell whether they differ."""
        return write(self.file(scope), settings)

    def backup(self, scope: Scope) -> Path | None:
        """Return the copy of the settings as they were before; `None` when there is none."""
        path = self.file(scope).resolve()
        copy = path.with_name(path.name + BACKUP)
        return copy if copy.exists() else None


def folder_of(environ: Mapping[str, str]) -> Path:
    """Return the folder in which Claude Code keeps its settings and session logs."""
    named = environ.get("CLAUDE_CONFIG_DIR", "")
    return Path(named) if named else Path("~/.claude").expanduser()


def file_of(scope: Scope, *, folder: Path, environ: Mapping[str, str]) -> Path:
    """Return the settings file of a scope."""
    if scope is Scope.USER:
        return folder_of(environ) / "settings.json"
    return folder / ".claude" / ("settings.json" if scope is Scope.PROJECT else "settings.local.json")


def read(path: Path) -> Json:
    """Return the settings in a file; an absent or empty file holds none."""
    return _parsed(_text(path), path)


def write(path: Path, settings: Json) -> bool:
    """Write the settings in the file's own indentation, a copy of the old ones beside it; tell whether they differ."""
    before = _text(path)
    if _parsed(before, path) == settings:
        return False
    target = path.resolve()  # a link to a file kept elsewhere stays a link
    text = json.dumps(settings, ensure_ascii=False, indent=_indent(before)) + "\n"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        if before:
            _put(target.with_name(target.name + BACKUP), before, like=target)
        _put(target, text, like=target)
    except OSError as exc:
        raise HostSettingsUnavailable(f"{path} cannot be written: {exc.strerror}; nothing was changed") from exc
    return True


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as exc:
        raise HostSettingsUnavailable(f"{path} cannot be read: {exc}; nothing was changed") from exc


def _parsed(text: str, path: Path) -> Json:
    try:
        settings = json.loads(text) if text.strip() else {}
    except ValueError as exc:
        raise HostSettingsUnavailable(
            f"{path} is not plain JSON ({exc}); mend it by hand, nothing was changed"
        ) from exc
    if not isinstance(settings, dict):
        raise HostSettingsUnavailable(f"{path} does not hold a JSON object; mend it by hand, nothing was changed")
    return settings


def _indent(text: str) -> int | str:
    found = _INDENT.search(text)
    if found is None:
        return 2
    return found.group(1) if "\t" in found.group(1) else len(found.group(1))


def _put(path: Path, text: str, *, like: Path) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        with suppress(OSError):
            Path(name).chmod(like.stat().st_mode & 0o777 if like.exists() else 0o600)
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
