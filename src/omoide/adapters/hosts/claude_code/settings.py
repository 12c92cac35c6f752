"""Claude Code's settings.json: our hooks go in and come out, everything else stays as it was.

The file is the user's.  It is read as JSON and written back in its own indentation; a copy of what it was lies beside
it; a file that is not plain JSON is left alone.  Hooks run in exec form (`command` and `args`), so that no shell reads
a path with blanks or Japanese letters.
"""

import json
import os
import re
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from omoide.errors import HostSettingsUnavailable

CLIENT = Path("omoide", "entrypoints", "hooks", "client.py")
EVENTS = ("SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd")
TIMEOUT_SECONDS = 5
BACKUP = ".before-omoide"
_INDENT = re.compile(r"\n([ \t]+)\S")

Json = dict[str, Any]


class Scope(StrEnum):
    """Whose settings."""

    USER = "user"
    PROJECT = "project"
    LOCAL = "local"
    """This project on this machine: the file that is not shared with others."""


@dataclass(frozen=True, slots=True)
class HookCommand:
    """How Claude Code runs the hook client."""

    python: str
    client: str
    home: str
    deadline_ms: int

    def entry(self, event: str) -> Json:
        """Return the entry for one event, in exec form."""
        arguments = ["-I", "-S", self.client, event, self.home, str(self.deadline_ms)]
        return {"type": "command", "command": self.python, "args": arguments, "timeout": TIMEOUT_SECONDS}


def folder_of(environ: Mapping[str, str]) -> Path:
    """Return the folder in which Claude Code keeps its settings and session logs."""
    named = environ.get("CLAUDE_CONFIG_DIR", "")
    return Path(named) if named else Path("~/.claude").expanduser()


def file_of(scope: Scope, *, folder: Path, environ: Mapping[str, str]) -> Path:
    """Return the settings file of a scope."""
    if scope is Scope.USER:
        return folder_of(environ) / "settings.json"
    return folder / ".claude" / ("settings.json" if scope is Scope.PROJECT else "settings.local.json")


def with_hooks(settings: Json, command: HookCommand) -> Json:
    """Return the settings with our hooks once in each event, after those of others."""
    bare = without_hooks(settings)
    hooks = dict(bare.get("hooks", {}))
    for event in EVENTS:
        hooks[event] = [*hooks.get(event, []), {"hooks": [command.entry(event)]}]
    return {**bare, "hooks": hooks}


def without_hooks(settings: Json) -> Json:
    """Return the settings without our hooks, and without what was there only for them."""
    hooks = settings.get("hooks")
    if not isinstance(hooks, dict):
        if hooks is not None:
            raise HostSettingsUnavailable('"hooks" in the settings is not an object; mend it by hand, then try again')
        return settings
    left = {event: groups for event, old in hooks.items() if (groups := _others(old)) or old == []}
    rest = {key: value for key, value in settings.items() if key != "hooks"}
    return {key: (left if key == "hooks" else settings[key]) for key in settings} if left else rest


def installed(settings: Json) -> dict[str, Json]:
    """Return our entries by event."""
    hooks = settings.get("hooks")
    found: dict[str, Json] = {}
    for event, groups in hooks.items() if isinstance(hooks, dict) else ():
        for group in groups if isinstance(groups, list) else ():
            for entry in group.get("hooks", []) if isinstance(group, dict) else ():
                if is_ours(entry):
                    found[event] = entry
    return found


def is_ours(entry: object) -> bool:
    """Tell whether an entry runs our client, from this installation or another."""
    if not isinstance(entry, dict):
        return False
    words = [str(entry.get("command", "")), *map(str, entry.get("args", []) or [])]
    return any(CLIENT.as_posix() in word.replace("\\", "/") for word in words)


def _others(groups: object) -> list[object]:
    if not isinstance(groups, list):
        return [groups]
    kept: list[object] = []
    for group in groups:
        entries = group.get("hooks") if isinstance(group, dict) else None
        if not isinstance(entries, list) or not any(map(is_ours, entries)):
            kept.append(group)
        elif others := [entry for entry in entries if not is_ours(entry)]:
            kept.append({**group, "hooks": others})
    return kept


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
