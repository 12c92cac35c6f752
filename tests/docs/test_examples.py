"""Examples in the documentation are run, so that they stay true."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
PAGES = [page for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")) if page.name != "CHANGELOG.md"]
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.DOTALL | re.MULTILINE)


def blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in _BLOCK.findall(page.read_text(encoding="utf-8")) if kind == language]


def with_blocks(language: str) -> list[Path]:
    return [page for page in PAGES if blocks(page, language)]


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "OMOIDE_HOME": str(home), "PYTHONUTF8": "1"}


@pytest.mark.parametrize("page", with_blocks("python"), ids=lambda page: page.name)
def test_python_examples_run(page: Path, tmp_path: Path) -> None:
    script = "\n".join(blocks(page, "python"))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env=environment(tmp_path),
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("page", with_blocks("console"), ids=lambda page: page.name)
def test_commands_run(page: Path, tmp_path: Path) -> None:
    for block in blocks(page, "console"):
        for line in block.splitlines():
            if not line.startswith("$ omoide"):
                continue
            command = [sys.executable, "-m", *shlex.split(line[2:])]
            done = subprocess.run(
                command, env=environment(tmp_path), cwd=tmp_path, capture_output=True, text=True, check=False
            )
            assert done.returncode == 0, f"{line}\n{done.stderr}"


def test_pages_link_only_to_what_is_there() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\((?!http)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
