"""Where each command is; one is loaded when it is named, so that a line of the shell does not wait for all the others."""

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

SINGLE = {
    "events": ("observe", "log"),
    "recall": ("recall",),
    "why": ("why",),
    "not_that": ("not-that",),
    "composing": ("context",),
    "feelings": ("digest", "settle", "mood", "feelings", "thread"),
    "drives": ("inner",),
    "autonomy": ("autonomy",),
    "nights.sleep": ("forecast", "morning"),
    "nights.simulate": ("simulate",),
    "jobs.work": ("work",),
    "upkeep.commands": ("backup", "restore", "check", "vacuum", "stats"),
    "upkeep.moving": ("move",),
    "upkeep.archives": ("export",),
    "models.commands": ("ask",),
    "upkeep.doctor": ("doctor",),
    "tour": ("tour",),
    "ui": ("ui",),
}
"""The modules whose `register` brings commands, and which."""
GROUPS = {
    "persona": "personas",
    "config": "config",
    "index": "upkeep.index",
    "beliefs": "beliefs.commands",
    "preferences": "beliefs.preferences:preferences",
    "memories": "memories.commands",
    "notes": "notes.commands",
    "secret-diary": "notes.secret_diary",
    "files": "notes.files",
    "entities": "entities.commands",
    "episodes": "episodes.commands",
    "knowledge": "knowledge.commands",
    "topics": "topics.commands",
    "goals": "goals.commands",
    "questions": "questions.commands",
    "dreams": "reflection.commands",
    "due": "reminders.commands",
    "tools": "tools.commands",
    "sleep": "nights.sleep",
    "jobs": "jobs.commands",
    "models": "models.commands",
    "cost": "models.cost",
    "serve": "hosts.server",
    "service": "hosts.server:service",
    "keys": "keys.commands",
    "hooks": "hosts.hooks",
    "mcp": "hosts.mcp",
    "spool": "hosts.spool",
    "import": "hosts.importing",
    "erase": "erasing.commands",
}
"""The commands that have commands of their own, and the module of each; its `app`, unless it says otherwise."""
_PACKAGE = __name__.rpartition(".")[0]


class LoadedByName(MutableMapping[str, Any]):
    """All commands by name, in the order in which help shows them; each is loaded when somebody looks at it."""

    def __init__(self, loaded: MutableMapping[str, Any]) -> None:
        self._loaded = loaded
        self._module = {name: module for module, names in SINGLE.items() for name in names}
        self._names = dict.fromkeys([*loaded, *self._module, *GROUPS])

    def __getitem__(self, name: str) -> Any:
        if name not in self._names:
            raise KeyError(name)
        if name not in self._loaded:
            self._loaded.update(group_named(name) if name in GROUPS else registered_in(self._module[name]))
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._names[name] = None
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._names[name]
        self._loaded.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


class Commands(TyperGroup):
    """The command `omoide`, whose commands are loaded when they are named."""

    def __init__(self, **given: Any) -> None:
        super().__init__(**given)
        self.commands = LoadedByName(self.commands)

    def list_commands(self, ctx: Any) -> list[str]:
        """Return every name, without loading anything."""
        return list(self.commands)


def registered_in(module: str) -> dict[str, Any]:
    """Return the commands that a module registers, by name."""
    holder = typer.Typer(rich_markup_mode=None)
    import_module(f"{_PACKAGE}.{module}").register(holder)
    return dict(typer.main.get_group(holder).commands)


def group_named(name: str) -> dict[str, Any]:
    """Return a command that has commands of its own, by its name."""
    module, _, attribute = GROUPS[name].partition(":")
    holder = typer.Typer(rich_markup_mode=None)
    holder.add_typer(getattr(import_module(f"{_PACKAGE}.{module}"), attribute or "app"), name=name)
    return dict(typer.main.get_group(holder).commands)
