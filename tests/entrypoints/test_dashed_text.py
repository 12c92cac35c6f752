"""A text that begins with a dash is a text: lines of a list, frost, a rule across the page.  Options stay options."""

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from omoide.entrypoints.cli.app import app, hoisted

Invoke = Callable[..., Result]


@pytest.fixture
def invoke(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Invoke:
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")

    def call(*arguments: str) -> Result:
        return CliRunner().invoke(app, hoisted(list(arguments)))

    assert call("persona", "add", "haru", "--language", "ja").exit_code == 0
    return call


@pytest.mark.parametrize("text", ["- 牛乳を買う", "-5度だった", "—そう", "---", "-。", "-x y", "--really? he said"])
def test_a_note_may_begin_with_a_dash(invoke: Invoke, text: str) -> None:
    for command in (("notes", "write", "notepad", text, "--reason", "- why"), ("secret-diary", "write", text)):
        done = invoke(*command)
        assert done.exit_code == 0, done.output
    assert invoke("notes", "show", "notepad").output == f"{text}\n"
    assert invoke("secret-diary", "show").output == f"{text}\n"


def test_every_command_that_takes_a_text_takes_a_dashed_one(invoke: Invoke) -> None:
    for command in (
        ("observe", "- 猫の名前はモモだよ", "--assistant", "- 覚えたよ"),
        ("notes", "append", "diary", "- 雨だった"),
        ("notes", "search", "- 雨"),
        ("secret-diary", "append", "- 秘密"),
        ("recall", "- 猫の名前"),
        ("context", "- 猫は元気？", "--budget", "500"),
        ("memories", "recall", "- 猫"),
        ("memories", "search", "- 猫"),
        ("entities", "write", "美緒", "- 写真が好き"),
        ("entities", "search", "- 写真"),
        ("knowledge", "search", "- 保証"),
        ("topics", "add", "- 料理"),
        ("topics", "nickname", "1", "- ごはん"),
        ("topics", "recall", "- 料理"),
    ):
        done = invoke(*command)
        assert done.exit_code == 0, (command, done.output)
    assert "- 猫の名前はモモだよ" in invoke("log").output


@pytest.mark.parametrize("wrong", ["--raeson", "-q", "--raeson=x"])
def test_a_mistyped_option_is_still_a_mistake(invoke: Invoke, wrong: str) -> None:
    done = invoke("notes", "write", "notepad", "- text", wrong)
    assert done.exit_code == 2
    assert wrong.partition("=")[0] in done.output
    assert invoke("notes", "show", "notepad").output == ""


def test_a_dash_alone_still_reads_from_a_pipe(invoke: Invoke, monkeypatch: pytest.MonkeyPatch) -> None:
    done = CliRunner().invoke(app, ["notes", "write", "notepad", "-"], input="- from a pipe\n")
    assert done.exit_code == 0, done.output
    assert invoke("notes", "show", "notepad").output == "- from a pipe\n"
