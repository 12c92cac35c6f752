"""One class name, one meaning: a reader who finds a name knows the class."""

import ast
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "omoide"


def defined_twice(modules: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return the class names that stand at the top of more than one of the modules (name, text), and where."""
    found: dict[str, list[str]] = {}
    for name, text in modules:
        for node in ast.parse(text).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(name)
    return {name: places for name, places in found.items() if len(places) > 1}


def test_no_two_classes_share_a_name() -> None:
    files = [path for path in sorted(PACKAGE.rglob("*.py")) if "versions" not in path.parts]
    modules = [(str(path.relative_to(PACKAGE)), path.read_text(encoding="utf-8")) for path in files]

    assert defined_twice(modules) == {}


def test_a_second_class_of_the_same_name_is_found() -> None:
    modules = [("a", "class Kept: ...\nclass Once: ..."), ("b", "class Kept: ..."), ("c", "Kept = int")]

    assert defined_twice(modules) == {"Kept": ["a", "b"]}
