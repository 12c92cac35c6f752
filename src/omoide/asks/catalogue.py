"""Every question there is, by name: for people who look, and for checks that go through all of them."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import omoide.asks
from omoide.asks.ask import Ask
from omoide.errors import InvalidInput

_MARKS = ("NAME", "SCHEMA_VERSION", "ROLE", "PATIENCE", "SCHEMA", "render", "parse")


@cache
def all_asks() -> dict[str, type[Ask[Any]]]:
    """Return the kinds of ask by name, in alphabetical order."""
    found: dict[str, type[Ask[Any]]] = {}
    for module in iter_modules(omoide.asks.__path__):
        loaded = import_module(f"omoide.asks.{module.name}")
        for kind in vars(loaded).values():
            if isinstance(kind, type) and kind.__module__ == loaded.__name__ and _is_ask(kind):
                found[kind.NAME] = kind  # type: ignore[attr-defined]  # _is_ask looked
    return dict(sorted(found.items()))


def ask_named(name: str) -> type[Ask[Any]]:
    """Return the kind of ask with this name; raise `InvalidInput` when there is none."""
    known = all_asks()
    if name not in known:
        raise InvalidInput(f"there is no ask named {name!r}; there are {', '.join(known)}")
    return known[name]


def _is_ask(kind: type) -> bool:
    return all(hasattr(kind, mark) for mark in _MARKS) and isinstance(getattr(kind, "NAME", None), str)
