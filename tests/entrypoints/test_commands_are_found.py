"""Commands are loaded when they are named: none is forgotten, and naming one loads no other."""

import pkgutil
from importlib import import_module
from typing import Any

import typer

from omoide.entrypoints import cli
from omoide.entrypoints.cli.app import app
from omoide.entrypoints.cli.commands import GROUPS, SINGLE, LoadedByName, group_named, registered_in

INNER = {"entities.managing", "entities.proposals", "goals.edits", "topics.edits"}
"""What they have stands below the command of their room."""


def test_every_module_that_has_commands_is_named() -> None:
    with_commands = set()
    for found in pkgutil.walk_packages(cli.__path__, f"{cli.__name__}."):
        module = import_module(found.name)
        name = found.name.removeprefix(f"{cli.__name__}.")
        if callable(getattr(module, "register", None)) and module.register.__module__ == found.name:
            with_commands.add(name)
        if any(isinstance(value, typer.Typer) for value in vars(module).values()) and name != "app":
            with_commands.add(name)
    assert with_commands - INNER == {*SINGLE, *(place.partition(":")[0] for place in GROUPS.values())}


def test_each_module_brings_the_commands_it_is_named_for() -> None:
    for module, names in SINGLE.items():
        assert tuple(registered_in(module)) == names
    for name in GROUPS:
        assert list(group_named(name)) == [name]


def test_naming_one_command_loads_no_other() -> None:
    loaded: dict[str, Any] = {}
    commands = LoadedByName(loaded)
    assert loaded == {}
    assert commands["mood"].name == "mood"
    assert tuple(loaded) == SINGLE["feelings"]
    assert commands.get("nonsense") is None
    assert "persona" in commands
    assert {**commands}.keys() == loaded.keys() == set(commands)


def test_help_shows_them_all() -> None:
    root: Any = typer.main.get_command(app)
    told = root.get_help(root.make_context("omoide", [], resilient_parsing=True))
    for name in (*(name for names in SINGLE.values() for name in names), *GROUPS):
        assert f"\n  {name} " in told
