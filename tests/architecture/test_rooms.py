"""The house explains itself: the same subjects in every layer, and every package says what is in it."""

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[2] / "src" / "omoide"
SUBJECTS = {
    "beliefs",
    "context",
    "autonomy",
    "drives",
    "entities",
    "episodes",
    "erasing",
    "events",
    "feelings",
    "goals",
    "hosts",
    "jobs",
    "keys",
    "knowledge",
    "memories",
    "models",
    "nights",
    "notes",
    "personas",
    "questions",
    "recall",
    "reflection",
    "reminders",
    "sleep",
    "text",
    "time",
    "tools",
    "topics",
    "understanding",
    "upkeep",
}
"""What a room may be about; a new subject is added here, and to the map in docs/architecture.md."""
LAYERS = ("domain", "ports", "usecases", "adapters/sql", "entrypoints/cli")
LARGEST_ROOM = 12
"""Modules; a room that passes a dozen is two subjects."""


MAP = Path(__file__).parents[2] / "docs" / "architecture.md"
FILES = re.compile(r"`((?:adapters|asks|bootstrap|config|domain|entrypoints|ports|usecases)/[\w/]+\.py)`")


def packages() -> list[Path]:
    found = (init.parent for init in PACKAGE.rglob("__init__.py"))
    return sorted(folder for folder in found if "migrations" not in folder.parts and folder != PACKAGE)


def contents(package: Path) -> set[str]:
    modules = {path.stem for path in package.glob("*.py")} - {"__init__", "__main__"}
    folders = {path.name for path in package.iterdir() if path.is_dir()} - {"__pycache__", "migrations"}
    return modules | folders


def listed(package: Path) -> set[str]:
    """Return the names that stand in the table of a package's docstring: in lines of `name   what it is`."""
    told = ast.get_docstring(ast.parse((package / "__init__.py").read_text("utf-8"))) or ""
    rows = [line for line in told.splitlines() if re.match(r"[a-z_]+/?  ", line)]
    return {name for row in rows for name in re.findall(r"(?:^|\S\s{2,})([a-z_]+)/?(?=\s{2,}\S)", row)}


@pytest.mark.parametrize("package", packages(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_a_package_lists_what_is_in_it(package: Path) -> None:
    assert listed(package) == contents(package)


def test_a_list_that_forgets_a_module_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "__init__.py").write_text('"""A room.\n\nchair   to sit on\n"""\n', "utf-8")
    (tmp_path / "chair.py").touch()
    assert listed(tmp_path) == contents(tmp_path)
    (tmp_path / "table.py").touch()
    assert listed(tmp_path) != contents(tmp_path)


@pytest.mark.parametrize("layer", LAYERS)
def test_rooms_are_named_by_subject(layer: str) -> None:
    rooms = {path.parent.name for path in (PACKAGE / layer).glob("*/__init__.py")}
    assert rooms - {"migrations", "postgres"} <= SUBJECTS


@pytest.mark.parametrize("layer", LAYERS)
def test_no_room_is_overfull(layer: str) -> None:
    for room in (PACKAGE / layer).glob("*/"):
        assert len(list(room.glob("*.py"))) <= LARGEST_ROOM + 1, room  # with its __init__


def test_the_map_names_files_that_are_there() -> None:
    named = FILES.findall(MAP.read_text("utf-8"))
    assert len(named) > 30
    assert [name for name in named if not (PACKAGE / name).is_file()] == []


def test_the_map_shows_every_subject() -> None:
    rows = re.findall(r"(?m)^\| ([a-z]+) \|", MAP.read_text("utf-8"))
    assert set(rows) >= SUBJECTS
