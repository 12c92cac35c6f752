"""The command line through its own door, in this process: arguments in, printed text and exit code out."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from omoide.entrypoints.cli.app import answer

Answered = Callable[..., tuple[int, str, str]]


def answering(home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Answered:
    """Return what runs a command in that home and gives its exit code, what it printed, and what it complained of."""
    monkeypatch.setenv("OMOIDE_HOME", str(home))
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")

    def call(*arguments: str) -> tuple[int, str, str]:
        try:
            answer(list(arguments))
            code: Any = 0
        except SystemExit as exc:
            code = exc.code
        told = capsys.readouterr()
        return int(code or 0), told.out, told.err

    return call
