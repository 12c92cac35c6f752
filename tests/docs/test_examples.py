"""Examples in the documentation are run, so that they stay true.

Python examples of every page are run, and the commands of the README; the commands of other pages, which need a life to
look back on, are checked to exist with the options they are shown with.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from omoide.entrypoints.cli.app import app, hoisted
from tests import warm
from tests.fakes.provider import Call, Say, provider

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = [page for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if page.name != "CHANGELOG.md"]
ANSWER = Say('モモだよね。<persona_emotion category="joy" intensity="0.8"/>')
USE = Call({"query": "猫の名前"}, name="recall_memories")
"""On the page about tools each of the two models first calls one."""
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in _BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


def commands(page: Path) -> Iterator[list[str]]:
    for block in blocks(page, "console"):
        for line in block.splitlines():
            if line.startswith("$ omoide "):
                yield shlex.split(line[2:], comments=True)[1:]


def environment(home: Path) -> dict[str, str]:
    paths = os.pathsep.join(str(Path(path).resolve()) for path in sys.path if path)
    return {**os.environ, "OMOIDE_HOME": str(home), "PYTHONUTF8": "1", "PYTHONPATH": paths}


def run(command: list[str], folder: Path, **more: str) -> None:
    environ = {**environment(folder), **more}
    done = subprocess.run(
        [sys.executable, *command], env=environ, cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{command}\n{done.stderr}"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=lambda page: page.name)
def test_python_examples_run(page: Path, tmp_path: Path) -> None:
    is_about_tools = page.name == "tools.md"
    with provider(*([USE, ANSWER] * 2 if is_about_tools else [ANSWER])) as script:
        clients = {
            "OPENAI_API_KEY": "sk-scripted",
            "OPENAI_BASE_URL": f"{script.url}/v1",
            "ANTHROPIC_API_KEY": "sk-scripted",
            "ANTHROPIC_BASE_URL": script.url,
        }
        run(["-W", "error", "-c", "\n".join(blocks(page, "python"))], tmp_path, **clients)
        asked = {each.path.rpartition("/")[2] for each in script.received}
        results = [each.body for each in script.received if "モモ" in str(each.body["messages"][-1])]
    talks = page.name.startswith("README") or is_about_tools
    assert asked == ({"completions", "messages"} if talks else set())
    assert not is_about_tools or len(results) == 2  # both were told what the tool found


@pytest.mark.parametrize("page", sorted(ROOT.glob("README*.md")), ids=lambda page: page.name)
def test_commands_of_the_readme_run(page: Path, tmp_path: Path) -> None:
    for arguments in commands(page):
        done = warm.run("-m", "omoide", *arguments, env=environment(tmp_path), cwd=tmp_path)
        assert done.returncode == 0, f"{arguments}\n{done.stderr}"


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "console")], ids=lambda page: page.name)
def test_commands_shown_exist_with_their_options(page: Path) -> None:
    for arguments in commands(page):
        command: Any = typer.main.get_command(app)
        context = command.make_context("omoide", hoisted(arguments))
        while hasattr(command, "resolve_command"):
            left = [*context._protected_args, *context.args]
            if not left:
                break
            name, command, rest = command.resolve_command(context, left)
            context = command.make_context(name, rest, parent=context)


def test_pages_link_only_to_what_is_there() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
