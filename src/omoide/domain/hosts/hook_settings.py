"""Claude Code's settings as values: our hooks go in and come out, everything else stays as it was (SPEC H1).

Hooks run in exec form (`command` and `args`), so that no shell reads a path with blanks or Japanese letters.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final

from omoide.errors import HostSettingsUnavailable

CLIENT: Final = "omoide/entrypoints/hooks/client.py"
EVENTS: Final = ("SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "SessionEnd")
TIMEOUT_SECONDS: Final = 5

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
    return any(CLIENT in word.replace("\\", "/") for word in words)


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
