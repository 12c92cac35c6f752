"""`omoide episodes`, through the real door."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from omoide.entrypoints.cli.app import app, hoisted
from omoide.errors import OmoideError


class Door:
    """The command line of one home, at a simulated time."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.now = "2026-03-10T09:00"

    def run(self, *arguments: str) -> str:
        given = hoisted(["--home", str(self.home), "--now", self.now, *arguments])
        result = CliRunner().invoke(app, given, catch_exceptions=True)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.output

    def json(self, *arguments: str) -> dict[str, Any]:
        told: dict[str, Any] = json.loads(self.run(*arguments, "--json"))
        return told

    def listed(self, *arguments: str) -> list[dict[str, Any]]:
        told: list[dict[str, Any]] = json.loads(self.run(*arguments, "--json"))
        return told


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Door:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_LANGUAGE", "en")
    opened = Door(tmp_path / "home")
    opened.run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")
    turns = [
        {"user": "猫のモモが帰ってきた！", "assistant": "よかった！", "at": "2026-03-01T20:00"},
        {"user": "庭の梅が咲いた", "assistant": "見たいな。", "at": "2026-03-04T20:00"},
    ]
    file = tmp_path / "turns.jsonl"
    file.write_text("\n".join(json.dumps(turn, ensure_ascii=False) for turn in turns), "utf-8")
    opened.run("observe", "--from", str(file))
    return opened


def test_days_are_told_listed_shown_and_compressed(door: Door) -> None:
    assert "2 days were told" in door.run("episodes", "update")
    assert "nothing to tell" in door.run("episodes", "update")
    listed = door.run("episodes", "list")
    assert "episode_2026-03-01_001" in listed
    assert "モモ" in listed
    shown = door.run("episodes", "show", "episode_2026-03-01_001")
    assert "rests on events 1" in shown
    door.now = "2026-05-20T09:00"
    assert "2 weeks were made" in door.run("episodes", "compress")
    weeks = door.listed("episodes", "list")
    assert [(week["date"], week["compressed"], week["original_count"]) for week in weeks] == [
        ("2026-03-01", True, 1),
        ("2026-03-04", True, 1),
    ]
    assert len(door.listed("episodes", "list", "--all")) == 4


def test_an_episode_for_programs_has_the_names_of_the_seed(door: Door) -> None:
    report = door.json("episodes", "update")
    assert report["made"] == ["2026-03-01", "2026-03-04"]
    [episode] = door.listed("episodes", "show", "2026-03-01")
    assert {"id", "date", "summary", "compressed", "arousal", "arousal_max", "created_at"} <= set(episode)
    assert (episode["id"], episode["date"], episode["compressed"]) == ("episode_2026-03-01_001", "2026-03-01", False)
    assert all(one["events"] == [1] for one in episode["sentences"])


def test_ranges_are_read_with_either_tilde_and_a_log_takes_its_days_away(door: Door) -> None:
    door.run("episodes", "update")
    for days in ("2026-03-01~2026-03-04", " 2026-03-01 ～ 2026-03-04 "):
        assert len(door.listed("episodes", "list", "--days", days)) == 2
    assert [one["date"] for one in door.listed("episodes", "list", "--before", "2026-03-04")] == ["2026-03-01"]
    assert [one["date"] for one in door.listed("episodes", "list", "--about", "梅")] == ["2026-03-04"]


def test_what_is_not_there_is_told(door: Door) -> None:
    assert "No episodes" in door.run("episodes", "list")
    with pytest.raises(OmoideError, match="no episode"):
        door.run("episodes", "show", "episode_2020-01-01_001")
