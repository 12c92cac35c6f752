"""Beliefs, feelings and threads through the real command line."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from omoide.entrypoints.cli.beliefs.words import _WORDS


@pytest.fixture
def run(tmp_path: Path) -> Any:
    surroundings = {**os.environ, "OMOIDE_HOME": str(tmp_path / "home"), "OMOIDE_EMBEDDING__PROVIDER": "hashing"}

    def command(*arguments: str, code: int = 0) -> Any:
        line = [sys.executable, "-m", "omoide", *arguments, "--json"]
        done = subprocess.run(line, env=surroundings, capture_output=True, text=True, check=False, timeout=120)
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


def test_everything_is_said_in_both_languages() -> None:
    assert all(english and japanese and english != japanese for english, japanese in _WORDS.values())
