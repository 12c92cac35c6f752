"""`omoide goals` through the command line."""

import json
from pathlib import Path
from typing import Any

import pytest

from omoide.entrypoints.cli.goals.words import _STATUSES, _TERMS, _WORDS
from tests.entrypoints.answered import Answered, answering

NOW = ("--now", "2026-03-05T08:00")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Answered:
    call = answering(tmp_path / "home", monkeypatch, capsys)
    assert call("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")[0] == 0
    return call


def read(done: tuple[int, str, str]) -> Any:
    return json.loads(ok(done))


def ok(done: tuple[int, str, str]) -> str:
    assert done[0] == 0, done[2]
    return done[1]


def test_goals_are_added_edited_noted_reached_given_up_and_exported(run: Answered) -> None:
    assert "sh_000001" in ok(run("goals", "add", "創作ノートで詩を書く", "--priority", "2", *NOW))
    long = read(run("goals", "add", "本を出す", "--long", *NOW, "--json"))
    assert (long["id"], long["type"], long["priority"]) == ("lo_000002", "long_term", 3)
    ok(run("goals", "edit", "sh_000001", "--priority", "1", *NOW))
    ok(run("goals", "note", "1", "題が\x1b[31m決まった", *NOW))
    shown = ok(run("goals", "show", "sh_000001"))
    assert "決まった" in shown
    assert "\x1b[31m" not in shown
    assert [goal["id"] for goal in read(run("goals", "--json"))] == ["sh_000001", "lo_000002"]
    ok(run("goals", "complete", "sh_000001", "--note", "三篇書けた", *NOW))
    [episode] = read(run("episodes", "list", "--json"))
    assert (episode["type"], episode["goal_id"]) == ("achievement", "sh_000001")
    ok(run("goals", "abandon", "lo_000002", "--reason", "気が変わった", *NOW))
    told = read(run("goals", "export"))
    assert told["completed"][0]["completion_note"] == "三篇書けた"
    assert told["abandoned"][0]["abandon_reason"] == "気が変わった"
    assert told["short_term"] == told["long_term"] == []
    assert read(run("goals", "stats", "--json")) == {
        "short_term_count": 0,
        "long_term_count": 0,
        "completed_count": 1,
        "abandoned_count": 1,
    }
    ok(run("goals", "reopen", "2", *NOW))
    assert "lo_000002" in ok(run("goals", "list"))
    assert "nothing to tidy" in ok(run("goals", "tidy", "--limits", *NOW))
    ok(run("goals", "remove", "lo_000002"))
    assert "lo_000002" not in ok(run("goals", "list", "--all"))


def test_mistakes_are_told_without_a_trace(run: Answered) -> None:
    for arguments, code in (
        (("goals", "show", "sh_000009"), 3),
        (("goals", "complete", "nosuch"), 3),
        (("goals", "add", "  "), 2),
        (("goals", "add", "x", "--priority", "9"), 2),
        (("goals", "add", "あ" * 400), 2),
    ):
        done = run(*arguments)
        assert done[0] == code, (arguments, done)
        assert done[2].startswith("omoide: ")


def test_every_word_is_there_in_both_languages() -> None:
    for words in (_WORDS, _TERMS, _STATUSES):
        assert all(english and japanese for english, japanese in words.values())
