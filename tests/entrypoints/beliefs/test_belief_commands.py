"""Beliefs, feelings and threads through the real command line."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from omoide import Omoide
from omoide.domain.beliefs.state import UNKEPT, Origin, State, StateChange, StateKind
from omoide.entrypoints.cli.app import app
from omoide.entrypoints.cli.beliefs.words import _WORDS
from tests import warm
from tests.conftest import NOW
from tests.fakes.embedding import hashing


@pytest.fixture
def run(tmp_path: Path) -> Any:
    surroundings = {**os.environ, "OMOIDE_HOME": str(tmp_path / "home"), "OMOIDE_EMBEDDING__PROVIDER": "hashing"}

    def command(*arguments: str, code: int = 0) -> Any:
        done = warm.run("-m", "omoide", *arguments, "--json", env=surroundings)
        assert done.returncode == code, done.stderr
        return json.loads(done.stdout if code == 0 else done.stderr)

    return command


@pytest.mark.slow
def test_the_owner_asks_corrects_and_closes(run: Any) -> None:
    run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo")
    run(
        "observe",
        "わたし鎌倉に住んでるよ。セロリは苦手",
        "--assistant",
        'そっか<persona_emotion category="anxious" intensity="0.4"/>',
        "--at",
        "2026-03-01T20:00",
    )
    run(
        "observe",
        "今日も静か",
        "--assistant",
        'うん<persona_emotion category="joy" intensity="0.9"/>',
        "--at",
        "2026-03-01T20:05",
    )
    assert run("digest")["applied"] == 2
    [home] = run("beliefs", "list")
    assert home["body"] == "あなたは鎌倉に住んでいる。"
    assert run("beliefs", "list", "--as-of", "2026-02-01") == []
    why = run("beliefs", "why", str(home["id"]))
    assert why["evidence"][0]["user"].startswith("わたし鎌倉")
    assert run("beliefs", "correct", str(home["id"]), "あなたは逗子に住んでいる。")["settled_by_owner"]
    assert [step["origin"] for step in run("beliefs", "history", str(home["id"]))] == ["plan", "owner"]
    assert run("beliefs", "show", str(home["id"]))["confidence"] == 1.0
    run("beliefs", "close", str(home["id"]))
    assert run("beliefs", "close", str(home["id"]), code=2)["error"]["kind"] == "BeliefClosed"
    assert run("beliefs", "show", "99", code=3)["error"]["kind"] == "BeliefNotFound"
    [celery] = run("preferences", "list")
    assert (celery["subject"], celery["polarity"]) == ("セロリ", "dislike")
    assert run("preferences", "revoke", str(celery["id"]))["status"] == "revoked"
    assert len(run("preferences", "history", str(celery["id"]))) == 2
    assert [line["bonding"] for line in run("feelings", "--day", "2026-03-01")] == ["", "anxious→joy"]
    assert set(run("mood", "--at", "2026-03-01T20:10")) == {"at", "text", "felt", "baseline", "shock"}
    assert run("thread", "2")["path"][0]["event"]["id"] == 1


@pytest.fixture
def supposing(tmp_path: Path) -> Path:
    """A home in which one thing is believed and two are only supposed."""
    home = Omoide.open(tmp_path / "home", embedder=hashing(), beside="nowhere")
    home.add_persona("haru", language="ja", timezone="Asia/Tokyo")
    mind = home.mind("haru")
    told = (
        ("あなたは鎌倉に住んでいる。", False, 0.9),
        ("あなたには娘がいる。", True, 0.4),
        ("あなたは泳げない。", True, 0.6),
    )
    changes = [
        StateChange(None, State(UNKEPT, StateKind.FACT, body, {"about": "user"}, sure, candidate=guess), "聞いた", ())
        for body, guess, sure in told
    ]
    home._home.beliefs.store.change(mind.persona.id, changes, at=NOW, origin=Origin.PLAN)
    home.close()
    return tmp_path / "home"


@pytest.fixture
def said(supposing: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    monkeypatch.setenv("OMOIDE_EMBEDDING__PROVIDER", "hashing")

    def command(*arguments: str, language: str = "en") -> str:
        monkeypatch.setenv("OMOIDE_LANGUAGE", language)
        given = ["--home", str(supposing), "--now", "2026-04-01T12:00", *arguments]
        done = CliRunner().invoke(app, given)
        assert done.exit_code == 0, done.output
        return done.output

    return command


@pytest.mark.parametrize(
    ("language", "heading"), [("en", "Only supposed, not known:"), ("ja", "まだ推測で、確かではないこと:")]
)
def test_what_is_supposed_stands_apart_from_what_is_believed(
    said: Callable[..., str], language: str, heading: str
) -> None:
    believed, supposed = said("beliefs", language=language).split(heading)
    assert "鎌倉" in believed
    assert "娘" not in believed
    assert supposed.index("泳げない") < supposed.index("娘がいる")
    assert "60%" in supposed
    assert "strike-out" in supposed


def test_programs_are_given_only_what_is_believed_unless_they_ask(said: Callable[..., str]) -> None:
    assert [one["candidate"] for one in json.loads(said("--json", "beliefs", "list"))] == [False]
    supposed = json.loads(said("--json", "beliefs", "list", "--candidates"))
    assert [one["body"] for one in supposed] == ["あなたは泳げない。", "あなたには娘がいる。"]
    assert json.loads(said("--json", "beliefs", "show", "2"))["candidate"] is True


def test_a_supposition_is_marked_wherever_it_is_told_and_settled_by_its_number(said: Callable[..., str]) -> None:
    assert "(only supposed)" in said("beliefs", "history", "2")
    assert "（まだ推測）" in said("beliefs", "why", "2", language="ja")
    asked = said("beliefs", "ask")
    assert asked.index("泳げないんだよね？") < asked.index("娘がいるんだよね？")
    assert "beliefs confirm 2, if not: omoide beliefs strike-out 2" in asked
    assert "seven days" in said("beliefs", "ask")
    assert "is now known" in said("beliefs", "confirm", "2")
    assert "will not come back" in said("beliefs", "strike-out", "3")
    left = said("beliefs", "list", "--all")
    assert "Only supposed" not in left
    assert "泳げない" not in left
    assert "娘がいる" in left


def test_everything_is_said_in_both_languages() -> None:
    assert all(english and japanese and english != japanese for english, japanese in _WORDS.values())
