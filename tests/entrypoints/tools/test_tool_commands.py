"""`omoide tools` through the real command line."""

import json
from pathlib import Path

import pytest

from omoide.entrypoints.cli.tools.words import _WORDS
from tests.entrypoints.command import command_in, ok

pytestmark = pytest.mark.slow


def test_tools_are_listed_rendered_and_called(tmp_path: Path) -> None:
    run = command_in(tmp_path / "home")
    ok(run("persona", "add", "haru", "--language", "ja", "--timezone", "Asia/Tokyo"))
    said = "田中さんと京都へ紅葉を見に行った話を、友だちにもしてあげたよ。\x1b[31m"
    ok(run("observe", said, "--assistant", "楽しそうだね"))
    assert "search_past_conversations" in ok(run("tools", "list"))
    [rendered] = json.loads(ok(run("tools", "schema", "recall_memories", "--for", "openai", "--language", "en")))
    assert rendered["function"]["strict"] is True
    shown = ok(run("tools", "call", "search_past_conversations", '{"keyword": "田中"}'))
    assert "🛠️ 過去の会話を検索しました（1件）" in shown
    assert "\x1b" not in shown
    told = json.loads(ok(run("tools", "call", "search_past_conversations", '{"keyword": "田中"}', "--json")))
    assert told["answer"]["found"][0]["text"].startswith("相手: 田中さん")
    assert "wake" in ok(run("tools", "list", "--toolset", "default"))
    assert json.loads(ok(run("tools", "call", "status", "--json")))["answer"]["persona"] == "haru"
    for arguments, code in (
        (("tools", "call", "recall_memories", "{"), 2),
        (("tools", "call", "fly"), 2),
        (("tools", "schema", "--for", "gemini"), 2),
        (("tools", "schema", "fly"), 2),
        (("tools", "list", "--language", "fr"), 2),
    ):
        done = run(*arguments)
        assert done.returncode == code, (arguments, done.stderr)
        assert "Traceback" not in done.stderr


def test_every_word_is_there_in_both_languages() -> None:
    assert all(english and japanese for english, japanese in _WORDS.values())
