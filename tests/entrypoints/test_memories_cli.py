"""The commands about memories, through the command line."""

import json
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from omoide.entrypoints.cli.app import app, hoisted
from omoide.errors import InvalidInput, MemoryNotFound, NightNotFound, OmoideError

pytestmark = pytest.mark.slow

Run = Callable[..., str]
EVENING = "2026-01-18T18:00:00+09:00"
CAT = "mem_20260118_001"
KEY = "mem_20260118_002"
DENTIST = "mem_20260118_003"
HELLO = "mem_20260118_004"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in a home of its own; errors of ours are raised."""
    for name in [name for name in os.environ if name.startswith("OMOIDE_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("OMOIDE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_LANGUAGE", "en")
    monkeypatch.setenv("OMOIDE_TIMEZONE", "Asia/Tokyo")

    def call(*arguments: str) -> str:
        result = CliRunner().invoke(app, hoisted(list(arguments)))
        if isinstance(result.exception, OmoideError):
            raise result.exception
        assert result.exit_code == 0, result.output
        return result.stdout

    return call


@pytest.fixture
def talked(run: Run) -> Run:
    """A persona that has heard four turns and made memories of them."""
    run("persona", "add", "haru", "--language", "ja")
    for minute, text in enumerate(
        ("猫のモモが病気で心配", "鍵は棚の上。覚えておいて", "1月25日に歯医者に行く", "おはよう")
    ):
        run("observe", text, "--assistant", "うん", "--session", "s1", "--at", f"2026-01-18T18:0{minute}")
    assert "4" in run("remember", "--now", EVENING)
    return run


def parsed(told: str) -> Any:
    return json.loads(told)


def test_looking_at_memories(talked: Run) -> None:
    listed = parsed(talked("memories", "list", "--json"))
    assert [each["id"] for each in listed] == [HELLO, DENTIST, KEY, CAT]
    assert listed[2]["protected"]
    assert listed[1]["kept_until"] == "2026-01-26T00:00:00+09:00"
    assert CAT in talked("memories", "list", "--level", "1")
    assert [each["id"] for each in parsed(talked("memories", "list", "--protected", "--json"))] == [KEY]
    assert "No memories" in talked("memories", "list", "--level", "4")
    shown = parsed(talked("memories", "show", CAT, "--json"))
    assert shown["event"]["user"] == "猫のモモが病気で心配"
    assert [each["cause"] for each in shown["history"]] == ["made"]
    assert "猫のモモ" in talked("memories", "show", CAT)
    assert parsed(talked("memories", "search", "モモ", "--json"))[0]["memory"]["id"] == CAT
    assert parsed(talked("memories", "why", CAT, "猫のモモ", "--json"))["rank"] == 1
    assert "priority" in talked("memories", "why", CAT, "猫のモモ")
    with pytest.raises(MemoryNotFound):
        talked("memories", "show", "mem_19990101_001")


def test_recalling_flags_and_looking_does_not(talked: Run) -> None:
    talked("memories", "search", "猫のモモ")
    assert not parsed(talked("memories", "show", CAT, "--json"))["recalled_since_last_batch"]
    assert parsed(talked("memories", "recall", "猫のモモ", "--json"))[0]["memory"]["id"] == CAT
    assert parsed(talked("memories", "show", CAT, "--json"))["recalled_since_last_batch"]
    told = talked("memories", "recall", "猫のモモ", "--block", "--limit", "1")
    assert told.startswith("<memories>\n")
    assert told.splitlines()[2].startswith("- [2026-01-18][L1] ")
    assert told.endswith("</memories>\n")


def test_tending_memories(talked: Run) -> None:
    talked("config", "set", "protection.max_protected_memories", "1")
    waiting = parsed(talked("memories", "protect", CAT, "--json"))
    assert not waiting["protected"]
    assert [each["id"] for each in waiting["oldest"]] == [KEY]
    assert "Release one of the oldest" in talked("memories", "protect", CAT)
    assert [each["id"] for each in parsed(talked("memories", "list", "--waiting", "--json"))] == [CAT]
    assert parsed(talked("memories", "release", KEY, "--json"))["protected"] == [CAT]
    talked("memories", "release", CAT)
    talked("memories", "forget", CAT, "--yes")
    with pytest.raises(MemoryNotFound):
        talked("memories", "show", CAT)
    assert "back" in talked("memories", "restore", CAT)
    talked("memories", "forget", CAT, "--for-good", "--yes")
    with pytest.raises(MemoryNotFound):
        talked("memories", "restore", CAT)


def test_nights_and_forecasts(talked: Run) -> None:
    assert parsed(talked("sleep", "--json", "--now", EVENING)) == {"slept": False, "next": "2026-01-19T03:00:00+09:00"}
    foreseen = parsed(talked("forecast", "--days", "3", "--json", "--now", EVENING))
    hello = next(each for each in foreseen if each["id"] == HELLO)
    assert hello["day"] == "2026-01-19"
    assert HELLO in talked("forecast", "--days", "3", "--now", EVENING)
    night = parsed(talked("sleep", "--json", "--now", "2026-01-19T10:00:00+09:00"))
    assert night["nights"] == 1
    [change] = [each for each in night["changes"] if each["label"] == HELLO]
    assert change["after"] == hello["level_after"]
    assert parsed(talked("sleep", "report", "--json"))[0]["until"] == "2026-01-19T03:00:00+09:00"
    assert HELLO in talked("sleep", "report")
    assert "undone" in talked("sleep", "undo", "--now", "2026-01-19T11:00:00+09:00")
    assert parsed(talked("memories", "show", HELLO, "--json"))["current_level"] == 1
    with pytest.raises(NightNotFound):
        talked("sleep", "undo", "--now", "2026-01-19T11:00:00+09:00")


def test_caring_for_the_database(talked: Run, tmp_path: Path) -> None:
    copy = tmp_path / "one.db"
    assert parsed(talked("backup", str(copy), "--json"))["bytes"] == copy.stat().st_size
    talked("memories", "forget", CAT, "--yes")
    assert "kept as" in talked("restore", str(copy), "--yes")
    assert CAT in talked("memories", "list")
    assert "sound" in talked("check")
    assert set(parsed(talked("vacuum", "--json"))) == {"bytes_before", "bytes_after"}
    assert parsed(talked("stats", "--json"))["memories"]["haru"]["1"] == 4
    assert "haru" in talked("stats")
    with pytest.raises(InvalidInput):
        talked("backup", str(copy))


def test_a_simulated_month(run: Run, tmp_path: Path) -> None:
    svg, png = tmp_path / "year.svg", tmp_path / "year.png"
    result = parsed(
        run("simulate", "--days", "30", "--turns-per-day", "20", "--seed", "1", "--plot", str(svg), "--json")
    )
    assert result["months"][-1]["shares"] == {"1": 0.15, "2": 0.3, "3": 0.35, "4": 0.2}
    assert ElementTree.parse(svg).getroot().tag.endswith("svg")
    told = run("simulate", "--days", "3", "--turns-per-day", "2", "--life", "light", "--plot", str(png))
    assert "6 turns, 3 nights" in told
    assert png.read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", png.read_bytes()[16:24]) == (900, 560)
    assert not (tmp_path / "home" / "omoide.db").exists()
    for wrong in (["--plot", "year.gif"], ["--life", "none"]):
        with pytest.raises(InvalidInput):
            run("simulate", "--days", "1", *wrong)
