"""Whatever bytes stand in an option, a command answers: with a message and an exit code, never with a trace."""

import io
import os
import random
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer

from omoide import Omoide
from omoide.entrypoints.cli.app import answer, app
from omoide.entrypoints.cli.terminal import PrintableStream
from tests.fakes.embedding import hashing

ROOT: Any = typer.main.get_command(app)
STARTS_A_SERVER = ("serve", "start")
FEW = 3
"""Random values for each parameter; the known bad ones come in turn."""
KNOWN = (
    b"", b"-", b"--", b"~nosuchuser", b"../..", b"\x1b[31m\xc2\x9b0m", "\u202eevil".encode(), b"9" * 400, b"-1", b"nan",
    b"1e999", b"[" * 3000, b"{}", b"null", "Ｈａｒｕ".encode(), b"0000-00-00", b"\xff\xfe", b"a\xed\xa0\x80b", b"x" * 5000,
    b"%s%n{}{0}", b"key=value", b"2026-01-18T07:00+99:99", b"\r\n", "👨‍👩‍👧‍👦".encode(), b"/dev/null", b"/", b".",
    b"/nosuch/place/a.svg", b"/proc/1/a.png",
)  # fmt: skip


def commands() -> Iterator[tuple[tuple[str, ...], Any]]:
    """Yield every command and group with the words that name it."""

    def below(command: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
        yield path, command
        for name, each in getattr(command, "commands", {}).items():
            yield from below(each, (*path, name))

    yield from below(ROOT, ())


def values(rng: random.Random) -> Iterator[bytes]:
    """Yield what nobody types: bytes at random, characters at random, and one of the known bad ones."""
    for _ in range(FEW - 2):
        yield rng.randbytes(rng.randint(1, 40)).replace(b"\0", b"?")
    characters = [chr(rng.choice((rng.randint(1, 0x2FF), rng.randint(0x2000, 0x206F), rng.randint(1, 0xD7FF))))
                  for _ in range(rng.randint(1, 30))]  # fmt: skip
    yield "".join(characters).encode()
    yield rng.choice(KNOWN)


def lines_with(command: Any, at: int, value: str) -> list[str]:
    """Return the arguments of a command whose parameter `at` has this value, and those it needs besides another."""
    line: list[str] = []
    for place, parameter in enumerate(command.params):
        given = value if place == at else "1"
        if place != at and not parameter.required:
            continue
        line += [given] if not parameter.opts[0].startswith("-") else [f"{parameter.opts[0]}={given}"]
    return line


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> "Door":
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("VISUAL", "true")  # an editor that leaves everything as it is
    monkeypatch.chdir(tmp_path)
    with Omoide.open(tmp_path / "home", embedder=hashing()) as omoide:
        omoide.persona("haru").observe(user="猫の名前はモモ", assistant="うん", session_id="s1")
    return Door(monkeypatch)


class Door:
    """The command line, in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: str) -> tuple[int, str]:
        """Return the exit code and all that was printed."""
        out = io.StringIO()
        for name in ("stdout", "stderr"):
            self._monkeypatch.setattr(sys, name, PrintableStream(out))
        self._monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
        try:
            answer(list(arguments))
        except SystemExit as exc:
            return int(exc.code or 0), out.getvalue()
        return 0, out.getvalue()


def obeyed(text: str) -> str:
    """Return the characters that a terminal would obey."""
    overrides = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
    return "".join(
        each for each in text if each in overrides or (unicodedata.category(each) == "Cc" and each not in "\n\t")
    )


@pytest.mark.parametrize("path", [path for path, _ in commands() if path != STARTS_A_SERVER], ids=" ".join)
def test_any_bytes_in_any_parameter_of_a_command_are_answered(path: tuple[str, ...], door: Door) -> None:
    command, rng = dict(commands())[path], random.Random(repr(path))
    for at, parameter in enumerate(command.params):
        if getattr(parameter, "is_flag", False) or not parameter.expose_value or "completion" in (parameter.name or ""):
            continue
        for value in values(rng):
            line = [*path, *lines_with(command, at, os.fsdecode(value)), *(() if path else ("personas",))]
            code, said = door(*line)
            assert code in (0, 1, 2, 3), (line, said)
            assert obeyed(said) == "", (line, said)
            assert code == 0 or said.strip(), line


def test_bytes_that_are_no_text_are_refused_by_name(door: Door) -> None:
    code, said = door("log", "--grep", os.fsdecode(b"caf\xe9"))
    assert code == 2
    assert "'caf?' is not UTF-8 text" in said


def test_labels_of_a_terminal_are_shown_and_not_obeyed(door: Door) -> None:
    assert (
        door("observe", "hello\x1b]0;owned\x07", "--session", "s\x1b[2J\u202e\nfake", "--source", "\x9b31mred")[0] == 0
    )
    code, said = door("log")
    assert (code, obeyed(said)) == (0, "")
    assert "[s\ufffd[2J\ufffd\ufffdfake]" in said
    code, said = door("log", "--json")
    assert obeyed(said) == ""
    assert "\\u202e" in said
    assert "\\u009b31mred" in said


@pytest.mark.parametrize(
    "line",
    [
        ("backup", "x" * 400), ("backup", "~nosuchuser/a.db"), ("restore", "x" * 400, "--yes"), ("restore", "~nosuchuser", "--yes"),
        ("import", "claude-code", "~nosuchuser"), ("import", "claude-code", "x" * 400), ("settle", "--timeout", "nan"),
        ("settle", "--timeout", "1e999"), ("log", "--limit", "9" * 40), ("thread", "9" * 40), ("beliefs", "show", "9" * 40),
        ("beliefs", "close", "9" * 40), ("preferences", "history", "9" * 40), ("memories", "list", "--limit", "9" * 40),
        ("sleep", "report", "--last", "9" * 40), ("models", "prune", "--days", "9" * 40),
        ("simulate", "--days", "1", "--turns-per-day", "1", "--plot", "/nosuch/place/a.svg"),
    ],
    ids=lambda line: " ".join(line)[:40],
)  # fmt: skip
def test_values_that_once_ended_in_a_trace_are_answered(line: tuple[str, ...], door: Door) -> None:
    code, said = door(*line)
    assert code in (0, 1, 2, 3)
    assert code == 0 or "omoide: " in said or "Usage: " in said


def test_parse_errors_show_what_was_typed_and_obey_nothing(door: Door) -> None:
    code, said = door("log", "--li\x1b[31mmit", "3")
    assert (code, obeyed(said)) == (2, "")
    code, said = door("\x1b]0;title\x07")
    assert (code, obeyed(said)) == (2, "")
