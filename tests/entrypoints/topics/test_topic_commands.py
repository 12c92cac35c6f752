"""`omoide topics`, through the real door."""

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from omoide.entrypoints.cli.app import app, hoisted
from omoide.errors import OmoideError
from tests.usecases.topics.lives import KNEE, ONCE, PLUM


class TopicDoor:
    """The command line of one home, at a simulated time."""

    def __init__(self, home: Path) -> None:
        self.home = home

    def run(self, *arguments: str) -> str:
        given = hoisted(["--home", str(self.home), "--now", "2026-03-10T09:00", *arguments])
        result = CliRunner().invoke(app, given, catch_exceptions=True)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result.output

    def json(self, *arguments: str) -> Any:
        return json.loads(self.run(*arguments, "--json"))


@pytest.fixture
def door(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> TopicDoor:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")
    monkeypatch.setenv("OMOIDE_LANGUAGE", "en")
    opened = TopicDoor(tmp_path / "home")
    opened.run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")
    turns = [
        {"user": text, "assistant": "うん。", "at": f"2026-02-{day:02}T20:00"}
        for day, text in enumerate((*KNEE, *ONCE, *PLUM), start=1)
    ]
    file = tmp_path / "turns.jsonl"
    file.write_text("\n".join(json.dumps(turn, ensure_ascii=False) for turn in turns), "utf-8")
    opened.run("observe", "--from", str(file))
    opened.run("digest")
    return opened


def test_topics_are_made_listed_shown_and_recalled(door: TopicDoor) -> None:
    assert "No topics" in door.run("topics")
    told = door.run("topics", "update")
    assert "2 topics born" in told
    assert "nothing new" in door.run("topics", "update")
    assert "健太" in door.run("topics", "list")
    [knee, _] = door.json("topics", "list")
    assert (knee["memories"], knee["first_date"], knee["last_date"]) == (4, "2026-02-01", "2026-02-04")
    shown = door.run("topics", "show", str(knee["id"]))
    assert "rests on memories" in shown
    assert "mem_20260201_001" in shown
    [found, *_] = door.json("topics", "recall", "健太の膝の手術は？")
    assert found["id"] == knee["id"]
    assert found["similarity"] > 0.2
    assert "No topic comes to mind" in door.run("topics", "recall", "量子力学の試験")


def test_what_the_owner_does_is_told_in_words_and_for_programs(door: TopicDoor) -> None:
    door.run("topics", "update")
    [knee, plum] = door.json("topics", "list")
    assert "is called 健太の膝" in door.run("topics", "rename", str(knee["id"]), "健太の膝")
    assert "calls topic" in door.run("topics", "nickname", "健太の膝", "ひざっこ")
    assert door.json("topics", "nickname", "ひざっこ", "")["id"] == knee["id"]
    assert door.json("topics", "add", "歯医者", "--about", "歯医者の予約")["fixed"] is True
    merged = door.json("topics", "merge", str(plum["id"]), "--into", "健太の膝")
    assert merged["memories"] == 7
    members = door.json("topics", "show", "健太の膝")["members"]
    mine = [one["id"] for one in members if "梅" in one["text"]]
    assert door.json("topics", "split", "健太の膝", *mine, "--name", "庭の梅")["memories"] == 3
    assert "put away" in door.run("topics", "archive", "庭の梅")
    assert "庭の梅" not in door.run("topics", "list")
    assert "庭の梅" in door.run("topics", "list", "--all")
    assert "is back" in door.run("topics", "restore", "庭の梅")


def test_commands_speak_japanese(door: TopicDoor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMOIDE_LANGUAGE", "ja")
    assert "話題が生まれ" in door.run("topics", "update")
    assert "根拠: 記憶" in door.run("topics", "show", "1")


def test_a_mistake_is_told_without_a_trace(door: TopicDoor) -> None:
    with pytest.raises(OmoideError, match="no topic"):
        door.run("topics", "show", "無い")
    with pytest.raises(OmoideError, match="at least one letter"):
        door.run("topics", "add", "・")


def test_nothing_in_a_name_is_obeyed_by_a_terminal(door: TopicDoor) -> None:
    door.run("topics", "update")
    door.run("topics", "rename", "1", "健太\x1b[2Jの膝")
    assert "\x1b" not in door.run("topics", "list")
